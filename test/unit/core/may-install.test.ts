// When a till may be interrupted for a new version: each thing in the way by itself, and together as properties.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WaitReason, waitReasons } from '#contract/till/updates.ts';
import { type Moment, mayInstall } from '#core/updates/may-install.ts';
import { factor, seed } from '#support/specification/runs.ts';

const nowMs = Date.parse('2026-11-28T02:30:00Z');
const minute = 60_000;
const day = 86_400_000;

/** At half past two in the night, with nothing to do. */
const quiet: Moment = {
  nowMs,
  minuteOfDay: 150,
  held: false,
  failedHere: false,
  shares: [{ fromMs: nowMs - day, percent: 100 }],
  place: 42,
  hours: { from: 60, to: 300 },
  work: { underWay: 0, printing: 0 },
  paused: false,
  touchedMs: null,
  onlyPersonSinceMs: null,
  momentGiven: false,
};

/** What makes each of the reasons true. */
const causes: { readonly [why in WaitReason]: Partial<Moment> } = {
  held: { held: true },
  'failed-here': { failedHere: true },
  'not-its-turn': { shares: [{ fromMs: nowMs - day, percent: 42 }] },
  'state-not-known': { work: null },
  paused: { paused: true },
  'operations-under-way': { work: { underWay: 1, printing: 0 } },
  printing: { work: { underWay: 0, printing: 1 } },
  'not-in-hours': { minuteOfDay: 720 },
  'somebody-at-the-till': { touchedMs: nowMs - minute },
};

describe('a new version', () => {
  it('is installed on a quiet till in its hours', () => {
    expect(mayInstall(quiet)).toEqual({ type: 'install' });
  });

  it.each(waitReasons)('waits: %s', (why) => {
    expect(mayInstall({ ...quiet, ...causes[why] })).toEqual({ type: 'wait', why });
  });

  it.each<[string, Partial<Moment>]>([
    ['ten minutes after the last touch', { touchedMs: nowMs - 10 * minute }],
    ['at the first minute of its hours', { minuteOfDay: 60 }],
    ['at any time, where the hours are the whole day', { minuteOfDay: 720, hours: { from: 0, to: 0 } }],
    ['before midnight, where the hours go past it', { minuteOfDay: 1_420, hours: { from: 1_380, to: 120 } }],
    ['after midnight, where the hours go past it', { minuteOfDay: 30, hours: { from: 1_380, to: 120 } }],
    ['with the first per cent, in the first place', { place: 0, shares: [{ fromMs: nowMs, percent: 1 }] }],
    ['at a kiosk that gives its moment', { touchedMs: nowMs, momentGiven: true }],
  ])('is installed %s', (_, change) => {
    expect(mayInstall({ ...quiet, ...change })).toEqual({ type: 'install' });
  });

  it.each<[string, Partial<Moment>, WaitReason]>([
    ['the minute its hours end', { minuteOfDay: 300 }, 'not-in-hours'],
    ['between the ends of hours past midnight', { minuteOfDay: 120, hours: { from: 1_380, to: 120 } }, 'not-in-hours'],
    ['for a share that begins later', { shares: [{ fromMs: nowMs + 1, percent: 100 }] }, 'not-its-turn'],
    ['where the list gives it to no till', { shares: [] }, 'not-its-turn'],
    ['after a touch that lies ahead of the clock', { touchedMs: nowMs + day }, 'somebody-at-the-till'],
  ])('waits %s', (_, change, why) => {
    expect(mayInstall({ ...quiet, ...change })).toEqual({ type: 'wait', why });
  });

  it('keeps a turn that a till has had, where a later share is smaller', () => {
    const shares = [
      { fromMs: nowMs - day, percent: 50 },
      { fromMs: nowMs, percent: 5 },
    ];
    expect(mayInstall({ ...quiet, shares }).type).toBe('install');
  });

  it('asks a kiosk that never rests after two days, and not before', () => {
    const kiosk = { ...quiet, touchedMs: nowMs };
    expect(mayInstall({ ...kiosk, onlyPersonSinceMs: nowMs - 2 * day })).toEqual({ type: 'ask' });
    expect(mayInstall({ ...kiosk, onlyPersonSinceMs: nowMs - 2 * day + 1 }).type).toBe('wait');
  });
});

const moments = fc.record({
  nowMs: fc.constant(nowMs),
  minuteOfDay: fc.nat(1_439),
  held: fc.boolean(),
  failedHere: fc.boolean(),
  shares: fc.array(fc.record({ fromMs: fc.integer({ min: nowMs - day, max: nowMs + day }), percent: fc.nat(100) }), {
    maxLength: 4,
  }),
  place: fc.integer({ min: 0, max: 9_999 }).map((n) => n / 100),
  hours: fc.record({ from: fc.nat(1_439), to: fc.nat(1_439) }),
  work: fc.option(fc.record({ underWay: fc.nat(2), printing: fc.nat(2) })),
  paused: fc.boolean(),
  touchedMs: fc.option(fc.integer({ min: nowMs - day, max: nowMs + day })),
  onlyPersonSinceMs: fc.option(fc.integer({ min: nowMs - 4 * day, max: nowMs })),
  momentGiven: fc.boolean(),
}) satisfies fc.Arbitrary<Moment>;

const run = { seed, numRuns: 5_000 * factor };

describe('in any moment', () => {
  it('no version is installed, and none asked for, while money moves, the till prints, is paused or not known', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { work, paused, held, failedHere } = moment;
        const isFree = work !== null && work.underWay === 0 && work.printing === 0;
        if (isFree && !paused && !held && !failedHere) return;
        expect(mayInstall(moment).type).toBe('wait');
      }),
      run,
    );
  });

  it('what is in the way is really there: without it the till waits for something else or for nothing', () => {
    const without: { readonly [why in WaitReason]: Partial<Moment> } = {
      held: { held: false },
      'failed-here': { failedHere: false },
      'not-its-turn': { shares: quiet.shares },
      'state-not-known': { work: quiet.work },
      paused: { paused: false },
      'operations-under-way': { work: quiet.work },
      printing: { work: quiet.work },
      'not-in-hours': { hours: { from: 0, to: 0 } },
      'somebody-at-the-till': { touchedMs: null },
    };
    fc.assert(
      fc.property(moments, (moment) => {
        let here: Moment = moment;
        for (const _ of waitReasons) {
          const verdict = mayInstall(here);
          if (verdict.type !== 'wait') return;
          here = { ...here, ...without[verdict.why] };
          expect(mayInstall(here)).not.toEqual(verdict);
        }
        expect(mayInstall(here)).toEqual({ type: 'install' });
      }),
      run,
    );
  });

  it('a larger share takes no till its turn', () => {
    fc.assert(
      fc.property(moments, fc.nat(100), (moment, percent) => {
        if (mayInstall(moment).type !== 'install') return;
        const shares = [...moment.shares, { fromMs: nowMs, percent }];
        expect(mayInstall({ ...moment, shares }).type).toBe('install');
      }),
      run,
    );
  });
});
