// What a judgement says beside the state: the journal's word for it, the reason a person reads, when it is asked again,
// and what stays true of the attempts.
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/data/json.ts';
import type { Change } from '#core/operation/change.ts';
import type { Moment } from '#core/operation/moment.ts';
import { type Evidence, absenceCounts, judge } from '#core/recovery/judge.ts';
import type { Attempt, OperationRecord } from '#core/ports/record.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Command } from '#operations/define.ts';
import { refundUnreferenced } from '#operations/refund-unreferenced.ts';
import { reverse } from '#operations/reverse.ts';
import { aMoment, aPolicy, aRecord, aSale, anAttempt, startMs } from '#support/records.ts';

const processed = startMs + 180_000;
const inDoubt = {
  state: 'unknown',
  attempts: [anAttempt({ fate: 'unresolved' })],
  doubt: 'no-answer',
  doubtSinceMs: startMs,
  processingUntilMs: processed,
} as const;
const unknown = aRecord(inDoubt);
const sale = aSale(inDoubt);
const manual = aRecord({ ...inDoubt, kind: 'refund-unreferenced', key: null });
const reversal = aRecord({ ...inDoubt, kind: 'reverse', key: null, input: { payId: 'P1' } });

function judged(
  command: Command,
  record: OperationRecord,
  observation: Evidence['observation'],
  nowMs: number,
  more: Partial<Evidence> = {},
  change: Partial<Moment> = {},
): Change {
  const evidence = {
    observation,
    control: false,
    listed: false,
    seen: null,
    sum: null,
    partial: false,
    record: null,
    approved: null,
    retryAfterMs: 0,
    askedAtMs: nowMs,
    ...more,
  };
  return judge(command, record, evidence, aMoment(nowMs, change));
}

const asked = (record: OperationRecord, count: number, absences = 0): OperationRecord => ({
  ...record,
  lookUps: { count, absences, failures: 0, lastAtMs: startMs },
});

describe('what is found applied', () => {
  it('is journalled as found, and counts as asked', () => {
    expect(judged(capture, unknown, 'applied', startMs + 5)).toEqual({
      state: 'succeeded',
      event: 'found-applied',
      result: null,
      lookUps: { count: 1, absences: 0, failures: 0, lastAtMs: startMs + 5 },
    });
  });

  it.each<[string, Json, Json, Json]>([
    ['both', { a: 1, deep: { x: 1, y: 1 } }, { a: 2, deep: { y: 2 }, b: 3 }, { a: 2, deep: { x: 1, y: 2 }, b: 3 }],
    ['an earlier answer only', { a: 1 }, null, { a: 1 }],
    ['a look-up only', null, { a: 1 }, { a: 1 }],
    ['neither', null, null, null],
    ['a list in place of an object', { a: { x: 1 } }, { a: [1] }, { a: [1] }],
    ['an object in place of a text', { a: 'text' }, { a: { x: 1 } }, { a: { x: 1 } }],
  ])('has the result of %s', (_what, before, seen, result) => {
    expect(judged(capture, { ...unknown, result: before }, 'applied', startMs, { record: seen }).result).toEqual(
      result,
    );
  });

  it('may leave its terminal at work, except where it is the sale that the terminal made', () => {
    expect(judged(cloudPos, sale, 'applied', startMs)).not.toHaveProperty('answered');
    const input = { messageType: 'REVERSE', posTerminalId: 'T1', traceNr: '123', transId: 'S-1' };
    expect(judged(cloudPos, { ...sale, input }, 'applied', startMs).answered).toBe(false);
    expect(judged(reverse, reversal, 'applied', startMs)).not.toHaveProperty('answered');
    expect(judged(capture, unknown, 'applied', startMs)).not.toHaveProperty('answered');
  });
});

describe('what is found refused', () => {
  it('has failed when nothing of it can be running: after the processing time, at a terminal after its window', () => {
    expect(judged(capture, unknown, 'refused', processed - 1).state).toBe('unknown');
    expect(judged(capture, unknown, 'refused', processed, { record: { status: 'FAILED' } })).toMatchObject({
      state: 'failed',
      event: 'found-refused',
      result: { status: 'FAILED' },
      failure: { code: 'declined', message: 'It was declined. No money was moved.' },
    });
    const atTerminal = { ...sale, terminalUntilMs: processed + 1 };
    expect(judged(cloudPos, atTerminal, 'refused', processed)).toMatchObject({
      state: 'unknown',
      nextAtMs: processed + 1,
    });
    expect(judged(cloudPos, atTerminal, 'refused', processed + 1).state).toBe('failed');
  });
});

describe('a payment that leaves nothing to reverse', () => {
  it('ends a reversal, but not one that an answer suggests was taken', () => {
    const answeredWith = (status: number) => ({ attempts: [anAttempt({ fate: 'unresolved', answeredWith: status })] });
    expect(judged(reverse, reversal, 'impossible', processed).state).toBe('failed');
    expect(judged(reverse, { ...reversal, ...answeredWith(500) }, 'impossible', processed).state).toBe('failed');
    expect(judged(reverse, { ...reversal, ...answeredWith(200) }, 'impossible', processed).state).toBe('unknown');
  });
});

describe('look-ups', () => {
  it('are counted, with those in a row that had no answer', () => {
    const before = { count: 4, absences: 1, failures: 2, lastAtMs: startMs };
    const count = (observation: Evidence['observation']) =>
      judged(capture, { ...unknown, lookUps: before }, observation, startMs + 9).lookUps;
    expect(count('no-answer')).toEqual({ count: 5, absences: 0, failures: 3, lastAtMs: startMs + 9 });
    expect(count('cannot-tell')).toEqual({ count: 5, absences: 0, failures: 0, lastAtMs: startMs + 9 });
    expect(count('absent')).toEqual({ count: 5, absences: 2, failures: 0, lastAtMs: startMs + 9 });
    expect(count('nothing-to-ask')).toEqual(before);
  });

  it('are told as such, and come again no sooner than the gateway wants', () => {
    const later = judged(capture, unknown, 'cannot-tell', startMs, { retryAfterMs: 3_600_000 });
    expect(later).toMatchObject({ state: 'unknown', event: 'looked-up', nextAtMs: startMs + 3_600_000 });
    const soon = judged(capture, asked(unknown, 2), 'cannot-tell', startMs, { retryAfterMs: 1 });
    expect(soon.nextAtMs).toBe(startMs + 4_000);
  });

  it('do not miss the end of the processing time, and are not hurried before it', () => {
    expect(judged(capture, asked(unknown, 9), 'cannot-tell', processed - 10).nextAtMs).toBe(processed);
    expect(judged(capture, asked(unknown, 0), 'cannot-tell', processed - 100_000).nextAtMs).toBe(processed - 99_000);
    const ended = { ...asked(unknown, 0), processingUntilMs: startMs + 90_000 };
    const restartedMs = { startedAtMs: startMs + 80_000 };
    expect(judged(capture, ended, 'cannot-tell', startMs + 90_000, {}, restartedMs).nextAtMs).toBe(startMs + 91_000);
    const nothing = judged(refundUnreferenced, manual, 'nothing-to-ask', startMs);
    expect(nothing).toMatchObject({ state: 'unknown', nextAtMs: processed });
    // Other observations before the processing time follow the back-off.
    expect(judged(refundUnreferenced, asked(manual, 0), 'absent', startMs).nextAtMs).toBe(startMs + 1_000);
  });

  it('show absence only after the processing time, of what is unknown and no terminal has', () => {
    const counts = (command: Command, record: OperationRecord, askedAtMs = processed, moment = aMoment(processed)) =>
      absenceCounts(command, record, askedAtMs, moment);
    expect(counts(capture, unknown)).toBe(true);
    expect(counts(capture, unknown, processed - 1)).toBe(false);
    expect(counts(capture, { ...unknown, state: 'pending' })).toBe(false);
    expect(counts(cloudPos, sale)).toBe(false);
  });

  it('show no absence of what an answer suggests that the gateway took', () => {
    const counts = (answeredWith: number) => {
      const attempts = [anAttempt({ fate: 'disproved', answeredWith }), anAttempt({ fate: 'unresolved' })];
      return absenceCounts(capture, { ...unknown, attempts }, processed, aMoment(processed));
    };
    expect([199, 200, 202, 299, 300, 409, 422, 500].map(counts)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it('after a restart have the whole processing time for attempts from before it', () => {
    const restarted = (attempts: readonly Attempt[], startedAtMs: number) =>
      absenceCounts(capture, { ...unknown, attempts }, processed, aMoment(processed, { startedAtMs }));
    const before = anAttempt({ fate: 'unresolved', sentAtMs: startMs - 1 });
    const at = anAttempt({ fate: 'unresolved' });
    expect(restarted([at], startMs)).toBe(true);
    expect(restarted([at], startMs + 1)).toBe(false);
    expect(restarted([before, at], startMs)).toBe(true);
    expect(restarted([before, anAttempt({ sentAtMs: startMs + 50 })], startMs + 20)).toBe(false);
    expect(restarted([anAttempt({ sentAtMs: startMs + 50 })], startMs + 20)).toBe(true);
    const short = { ...unknown, attempts: [at], processingUntilMs: startMs + 9 };
    expect(absenceCounts(capture, short, startMs + 9, aMoment(startMs + 9))).toBe(true);
  });
});

describe('what needs a person', () => {
  const limit = aPolicy().pendingLimitMs;

  it('says why: its records cannot tell, or it is still open', () => {
    const person = { state: 'needs-person', event: 'needs-person' };
    expect(judged(cloudPos, sale, 'absent', startMs + 300_000)).toMatchObject({
      ...person,
      doubt: 'look-up-cannot-tell',
    });
    expect(judged(reverse, asked(reversal, 3), 'cannot-tell', processed)).toMatchObject({
      ...person,
      doubt: 'look-up-cannot-tell',
    });
    expect(judged(capture, unknown, 'pending', startMs + limit + 1)).toMatchObject({ ...person, doubt: 'still-open' });
    const late = startMs + aPolicy().keyLifetimeMs;
    expect(judged(capture, asked(unknown, 1, 1), 'absent', late, { control: true })).toMatchObject({
      ...person,
      doubt: 'look-up-cannot-tell',
    });
  });

  it('is what stays open for longer than the limit, counted from its doubt', () => {
    expect(judged(capture, unknown, 'pending', startMs + limit).state).toBe('unknown');
    const later = { ...unknown, doubtSinceMs: 5 * limit };
    expect(judged(capture, later, 'pending', 6 * limit).state).toBe('unknown');
    expect(judged(capture, later, 'pending', 6 * limit + 1).state).toBe('needs-person');
    const undated = { ...unknown, doubtSinceMs: null };
    expect(judged(capture, undated, 'pending', startMs + 9 * limit).state).toBe('unknown');
  });

  it('is asked after three look-ups where nothing may be sent again', () => {
    expect(judged(reverse, asked(reversal, 0), 'cannot-tell', processed).state).toBe('unknown');
    expect(judged(reverse, asked(reversal, 1), 'cannot-tell', processed).state).toBe('unknown');
    expect(judged(reverse, asked(reversal, 2), 'cannot-tell', processed).state).toBe('needs-person');
    // A key that the kind does not use changes nothing of it.
    const keyed = { ...reversal, key: 'K' };
    expect(judged(reverse, asked(keyed, 1), 'cannot-tell', processed).state).toBe('unknown');
    expect(judged(reverse, asked(keyed, 2), 'cannot-tell', processed).state).toBe('needs-person');
    const unkeyed = { ...unknown, key: null };
    expect(judged(capture, asked(unkeyed, 0), 'cannot-tell', processed).state).toBe('unknown');
    expect(judged(capture, asked(unkeyed, 2), 'cannot-tell', processed).state).toBe('needs-person');
  });

  it('waits at a terminal until its window ends, or its processing time where it has none', () => {
    const early = judged(cloudPos, asked(sale, 9), 'cannot-tell', startMs + 290_000);
    expect(early).toMatchObject({ state: 'unknown', nextAtMs: startMs + 300_000 });
    const without = { ...sale, terminalUntilMs: null };
    expect(judged(cloudPos, without, 'cannot-tell', processed - 1).state).toBe('unknown');
    expect(judged(cloudPos, without, 'cannot-tell', processed).state).toBe('needs-person');
    expect(judged(cloudPos, asked(without, 9), 'cannot-tell', processed - 9).nextAtMs).toBe(processed);
  });
});

describe('what is proved not executed', () => {
  const absent = { control: true } as const;

  it('goes back to the queue as if it had not been asked for, by its own name', () => {
    const record = { ...unknown, lookUps: { count: 5, absences: 1, failures: 0, lastAtMs: startMs } };
    expect(judged(capture, record, 'absent', processed, absent)).toEqual({
      state: 'accepted',
      event: 'found-not-executed',
      lookUps: { count: 6, absences: 0, failures: 0, lastAtMs: processed },
      nextAtMs: processed,
      disproved: true,
    });
  });

  it('has failed where it may only be looked up', () => {
    expect(judged(refundUnreferenced, asked(manual, 1, 1), 'absent', processed, absent)).toMatchObject({
      state: 'failed',
      event: 'found-not-executed',
      disproved: true,
      failure: {
        code: 'not-executed',
        message: 'The gateway’s records show that it was not carried out. No money was moved.',
      },
    });
  });

  it('has failed where its last try was refused, and only its last', () => {
    const tried = (...fates: readonly Attempt['fate'][]) =>
      asked({ ...unknown, attempts: fates.map((fate) => anAttempt({ fate })) }, 1, 1);
    expect(judged(capture, tried('unresolved', 'refused'), 'absent', processed, absent)).toMatchObject({
      state: 'failed',
      event: 'found-not-executed',
      disproved: true,
      failure: { code: 'declined', message: 'It was declined. No money was moved.' },
    });
    expect(judged(capture, tried('refused', 'unresolved'), 'absent', processed, absent).state).toBe('accepted');
    expect(judged(capture, tried('unresolved', 'refused', 'unresolved'), 'absent', processed, absent).state).toBe(
      'accepted',
    );
    expect(judged(reverse, { ...asked(reversal, 1, 1), attempts: [] }, 'absent', processed, absent).state).toBe(
      'accepted',
    );
  });

  it('is not sent again while the folder is paused', () => {
    const change = judged(capture, asked(unknown, 1, 1), 'absent', processed, absent, { paused: true });
    expect(change).toMatchObject({ state: 'unknown', event: 'looked-up' });
  });

  it('may be sent again without a key however old it is', () => {
    const late = startMs + 2 * aPolicy().keyLifetimeMs;
    expect(judged(reverse, asked(reversal, 1, 1), 'absent', late, absent).state).toBe('accepted');
  });
});

describe('what no look-up can tell of', () => {
  it('is sent again under its key, with the journal’s word for it', () => {
    expect(judged(capture, unknown, 'cannot-tell', processed)).toMatchObject({ state: 'sending', event: 'resending' });
    // That such operations are shown at all proves nothing of one that is not absent.
    expect(judged(capture, unknown, 'cannot-tell', processed, { control: true }).state).toBe('sending');
  });

  it('and was absent once is asked for once more before that', () => {
    expect(judged(capture, unknown, 'absent', processed).state).toBe('unknown');
    expect(judged(capture, asked(unknown, 1, 1), 'absent', processed).state).toBe('sending');
  });

  it('is sent again six times, and not where keys are not trusted', () => {
    const sent = (times: number) => ({
      ...unknown,
      attempts: Array.from({ length: times }, () => anAttempt({ fate: 'unresolved' as const })),
    });
    expect(judged(capture, sent(6), 'cannot-tell', processed).state).toBe('sending');
    expect(judged(capture, sent(7), 'cannot-tell', processed).state).toBe('needs-person');
    const policy = aPolicy({ keysTrusted: false });
    expect(judged(capture, asked(unknown, 0), 'cannot-tell', processed, {}, { policy }).state).toBe('needs-person');
    // Without a key there is nothing to trust: a reversal that is proved absent goes out again.
    expect(judged(reverse, asked(reversal, 1, 1), 'absent', processed, { control: true }, { policy }).state).toBe(
      'accepted',
    );
  });
});

describe('what was once seen, or disagreed', () => {
  const absentNow = (record: OperationRecord, more: Partial<Evidence> = {}) =>
    judged(capture, record, 'absent', processed, { control: true, ...more });
  const seenBefore = (lookUps: Partial<OperationRecord['lookUps']>): OperationRecord => ({
    ...unknown,
    lookUps: { count: 3, absences: 1, failures: 0, lastAtMs: startMs, ...lookUps },
  });
  const doubtOf = (change: Change) => ({ state: change.state, doubt: change.doubt });

  it('is sent again where it was neither', () => {
    expect(absentNow(seenBefore({})).state).toBe('accepted');
  });

  it.each<[string, Partial<OperationRecord['lookUps']>, string]>([
    ['its own entry', { seen: 'own' }, 'look-up-cannot-tell'],
    ['sums that may hold it', { seen: 'sums' }, 'sums-may-show-it'],
    ['a record that disagreed', { contradicted: true }, 'look-up-cannot-tell'],
  ])('%s is never sent again by itself', (_what, lookUps, doubt) => {
    expect(doubtOf(absentNow(seenBefore(lookUps)))).toEqual({ state: 'needs-person', doubt });
  });

  it('is not sent again by a list that is not whole, by what shows it now, or after an answer that spoke of lost data', () => {
    expect(absentNow(seenBefore({}), { partial: true }).state).toBe('needs-person');
    expect(absentNow(seenBefore({}), { seen: 'own' }).state).toBe('needs-person');
    const lost = { ...seenBefore({}), attempts: [anAttempt({ fate: 'unresolved', reason: 'fatal-code: 40010001' })] };
    expect(absentNow(lost).state).toBe('needs-person');
  });

  it('tells the person what the answer disagreed in, where no look-up could tell more', () => {
    const disagreed = (reason: string) => ({
      ...seenBefore({}),
      attempts: [anAttempt({ fate: 'unresolved', reason: 'no-answer' }), anAttempt({ fate: 'unresolved', reason })],
    });
    const other = 'contradiction: amount' as const;
    expect(doubtOf(absentNow(disagreed(other)))).toEqual({ state: 'needs-person', doubt: other });
    const bare = absentNow(disagreed('contradiction'));
    expect(doubtOf(bare)).toEqual({ state: 'needs-person', doubt: 'contradiction' });
    const sums = { ...disagreed(other), lookUps: seenBefore({ seen: 'sums' }).lookUps };
    expect(absentNow(sums).doubt).toBe('sums-may-show-it');
  });

  it('stays so in the counts, and its own entry above anything else', () => {
    const after = (
      before: Partial<OperationRecord['lookUps']>,
      observation: Evidence['observation'],
      more: Partial<Evidence>,
    ) => judged(capture, seenBefore(before), observation, startMs, more).lookUps;
    expect(after({}, 'contradicted', {})).toMatchObject({ contradicted: true });
    expect(after({ contradicted: true }, 'cannot-tell', {})).toMatchObject({ contradicted: true });
    expect(after({}, 'cannot-tell', {})).not.toHaveProperty('contradicted');
    expect(after({}, 'cannot-tell', {})).not.toHaveProperty('seen');
    expect(after({}, 'cannot-tell', { seen: 'sums' })).toMatchObject({ seen: 'sums' });
    expect(after({ seen: 'sums' }, 'cannot-tell', { seen: 'own' })).toMatchObject({ seen: 'own' });
    expect(after({ seen: 'own' }, 'cannot-tell', { seen: 'sums' })).toMatchObject({ seen: 'own' });
    expect(after({ seen: 'sums' }, 'cannot-tell', {})).toMatchObject({ seen: 'sums' });
  });

  it('is not ended by a payment that leaves nothing to reverse, where it may be done', () => {
    const left = (lookUps: Partial<OperationRecord['lookUps']>) =>
      judged(reverse, { ...reversal, lookUps: seenBefore(lookUps).lookUps }, 'impossible', processed).state;
    expect(left({})).toBe('failed');
    expect(left({ seen: 'own' })).not.toBe('failed');
    expect(left({ seenOpen: true })).not.toBe('failed');
    expect(judged(reverse, reversal, 'cannot-tell', processed).state).not.toBe('failed');
  });

  it('is approved with another amount: a person is asked, and the amount stays', () => {
    const found = judged(cloudPos, sale, 'applied', startMs, { approved: { value: 1, currency: 'EUR' } });
    expect(found).toMatchObject({
      state: 'needs-person',
      event: 'needs-person',
      terminalDone: true,
      approved: { value: 1, currency: 'EUR' },
    });
  });
});
