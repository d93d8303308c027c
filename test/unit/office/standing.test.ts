// What a till makes of what it meets at its office: each refusal and failure is one trouble, with the time since when.
import { describe, expect, it } from 'vitest';
import { officeTroubles } from '#contract/office/office-troubles.ts';
import { isOfficeAlarm, officeTroubleWords } from '#contract/office/office-view.ts';
import { NotTheOffice, OfficeAway, OfficeRefused, TakesNothing } from '#office-link/office-client.ts';
import { createStanding } from '#office-link/standing.ts';

const hash = 'a'.repeat(64);
const member = { url: 'https://office.shop.lan:8443', name: 'Till 1' };
const kept = { till: 'till', lineage: 1, seq: 4, hash, at: '2026-03-01T08:00:00.000Z', keyId: '', signature: '' };
const noon = Date.parse('2026-03-01T12:00:00Z');

function atTill(signed: typeof kept | null = null) {
  let nowMs = noon;
  let told = 0;
  const journal = {
    head: () => ({ seq: 10, hash }),
    hashAt: (seq: number) => (seq <= 10 ? hash : null),
    stretchAfter: () => null,
    subscribe: () => () => undefined,
  };
  const nowIso = (): string => new Date(nowMs).toISOString();
  const standing = createStanding({ journal, nowIso, changed: () => (told += 1) }, member, signed);
  return {
    standing,
    told: () => told,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('a till at its office', () => {
  it('knows nothing before it was heard, but what the office signed before', () => {
    expect(atTill().standing.view()).toEqual({ ...member, takenAt: null, waiting: null, trouble: null });
    expect(atTill(kept).standing.view()).toEqual({ ...member, takenAt: kept.at, waiting: 6, trouble: null });
    // The folder was restored: what was signed is no longer in its journal.
    expect(atTill({ ...kept, hash: 'b'.repeat(64) }).standing.view()).toMatchObject({ waiting: null });
  });

  it('counts what waits, and says when something was taken', () => {
    const { standing, later } = atTill();
    standing.noteRecords(7, true);
    later(60_000);
    standing.noteRecords(7, false);
    expect(standing.view()).toMatchObject({ takenAt: '2026-03-01T12:00:00.000Z', waiting: 3 });
  });

  it.each([
    [new OfficeAway('connect ECONNREFUSED'), 'away'],
    [new NotTheOffice('self-signed certificate'), 'not-the-office'],
    [new TakesNothing('the office took nothing'), 'takes-nothing'],
    [new OfficeRefused('record-refused', 'record 5 is another one than the office has'), 'record-refused'],
    [new OfficeRefused('revoked', 'the access of this till was revoked'), 'not-let-in'],
    [new OfficeRefused('not-a-till', 'the office does not know this till'), 'not-let-in'],
    [new OfficeRefused('journal-of-another', 'another till has it'), 'refused'],
    [new Error('socket hang up'), 'away'],
  ])('makes of %s the trouble %s', (error, code) => {
    const { standing } = atTill();
    standing.noteFailure(error);
    expect(standing.view().trouble).toEqual({ code, since: '2026-03-01T12:00:00.000Z', detail: error.message });
  });

  it('keeps since when, tells of a change once, and is well again by itself', () => {
    const { standing, told, later } = atTill();
    standing.noteFailure(new OfficeAway('refused'));
    later(5_000);
    standing.noteFailure(new OfficeAway('timed out'));
    expect(standing.view().trouble).toMatchObject({ since: '2026-03-01T12:00:00.000Z', detail: 'timed out' });
    expect(told()).toBe(1);
    standing.noteRecords(10, false);
    expect([standing.view().trouble, told()]).toEqual([null, 2]);
  });

  it('does not forget a wrong signature because the office answers', () => {
    const { standing } = atTill();
    standing.noteSignature(false);
    standing.noteFailure(new OfficeAway('refused'));
    standing.noteRecords(10, true);
    expect(standing.view().trouble?.code).toBe('signature-wrong');
    standing.noteSignature(true);
    expect(standing.view().trouble).toBe(null);
  });

  it('shows what is not seen in the words of a server, and no more than a line of them', () => {
    const { standing } = atTill();
    standing.noteFailure(new OfficeRefused('refused', `\u202E${'x'.repeat(1_000)}`));
    const detail = standing.view().trouble?.detail ?? '';
    expect([detail.startsWith('‹U+202E›'), detail.length]).toEqual([true, 200]);
  });

  it('is an alarm at once, but for an office that is away: after an hour', () => {
    for (const code of officeTroubles) {
      const trouble = { code, since: new Date(noon).toISOString(), detail: null };
      expect([code, isOfficeAlarm(trouble, noon + 3_599_999)]).toEqual([code, code !== 'away']);
      expect(isOfficeAlarm(trouble, noon + 3_600_000)).toBe(true);
      expect(officeTroubleWords[code].mend).toMatch(/^[A-Z].*\.$/);
    }
    expect(isOfficeAlarm(null, noon)).toBe(false);
  });
});
