// What a look-up proves, per kind of operation. Seen is proof; not seen hardly ever is.
import { describe, expect, it } from 'vitest';
import type { Change } from '#core/operation/change.ts';
import type { Moment } from '#core/operation/moment.ts';
import { type Evidence, judge as weigh } from '#core/recovery/judge.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Command } from '#operations/define.ts';
import { refundUnreferenced } from '#operations/refund-unreferenced.ts';
import { reverse } from '#operations/reverse.ts';
import { aMoment, aPolicy, aRecord, aSale, anAttempt, startMs } from '../../support/records.ts';

const processed = startMs + 180_000;
const doubt = {
  state: 'unknown',
  attempts: [anAttempt({ fate: 'unresolved' })],
  doubt: 'lost',
  doubtSinceMs: startMs,
  processingUntilMs: processed,
} as const;
const unknownCapture = aRecord(doubt);
const unknownReversal = aRecord({ ...doubt, kind: 'reverse', key: null, input: { payId: 'P1' } });
const unknownManualRefund = aRecord({ ...doubt, kind: 'refund-unreferenced', key: null });
const unknownSale = aSale(doubt);

type Seen = Omit<Evidence, 'askedAtMs'>;

function see(observation: Evidence['observation'], control = false): Seen {
  return {
    observation,
    seen: null,
    sum: null,
    partial: false,
    control,
    listed: false,
    record: null,
    approved: null,
    retryAfterMs: 0,
  };
}

/** Weighed in the moment in which it was asked. */
function judge(command: Command, record: OperationRecord, seen: Seen, moment: Moment): Change {
  return weigh(command, record, { ...seen, askedAtMs: moment.nowMs }, moment);
}

function asked(record: OperationRecord, absences: number, count = absences): OperationRecord {
  return { ...record, lookUps: { count, absences, failures: 0, lastAtMs: startMs } };
}

const everyKind: readonly (readonly [string, Command, OperationRecord])[] = [
  ['capture', capture, unknownCapture],
  ['reversal', reverse, unknownReversal],
  ['manual refund', refundUnreferenced, unknownManualRefund],
  ['sale', cloudPos, unknownSale],
];

describe.each(everyKind)('an unknown %s', (_name, command, record) => {
  it('that is seen applied has succeeded, at any time', () => {
    expect(judge(command, record, see('applied'), aMoment(startMs + 2_000)).state).toBe('succeeded');
  });

  const over = Math.max(processed, record.terminalUntilMs ?? 0);

  it('that is seen refused has failed once nothing of it can be under way', () => {
    expect(judge(command, record, see('refused'), aMoment(startMs + 2_000)).state).toBe('unknown');
    expect(judge(command, record, see('refused'), aMoment(over)).state).toBe('failed');
  });

  it('that has become impossible has failed once nothing of it can be under way', () => {
    expect(judge(command, record, see('impossible'), aMoment(over)).state).toBe('failed');
    expect(judge(command, { ...record, state: 'pending' }, see('impossible'), aMoment(processed)).state).toBe(
      'pending',
    );
  });

  it.each(['absent', 'impossible', 'cannot-tell', 'pending', 'no-answer'] as const)(
    'that is %s before the processing time stays unknown',
    (observation) => {
      const change = judge(command, asked(record, 5), see(observation, true), aMoment(processed - 1));
      expect(change.state).toBe('unknown');
      expect(change.nextAtMs).toBeLessThanOrEqual(Math.max(processed, processed - 1 + 90_000));
    },
  );
});

describe('what no look-up can show', () => {
  const nothing = see('nothing-to-ask');

  it('waits for the end of the processing time, and is not counted as asked', () => {
    const change = judge(refundUnreferenced, unknownManualRefund, nothing, aMoment(startMs + 2_000));
    expect(change).toMatchObject({ state: 'unknown', nextAtMs: processed, lookUps: unknownManualRefund.lookUps });
  });

  it('goes to a person at once after it, or to the same key', () => {
    expect(judge(refundUnreferenced, unknownManualRefund, nothing, aMoment(processed)).state).toBe('needs-person');
    expect(judge(capture, unknownCapture, nothing, aMoment(processed)).state).toBe('sending');
  });
});

describe('a capture that is absent after the processing time', () => {
  it('is asked for twice', () => {
    expect(judge(capture, asked(unknownCapture, 0), see('absent', true), aMoment(processed)).state).toBe('unknown');
  });

  it('was not executed where a known success was once visible: it goes back to the queue', () => {
    const change = judge(capture, asked(unknownCapture, 1), see('absent', true), aMoment(processed));
    expect(change).toMatchObject({ state: 'accepted', disproved: true });
  });

  it('proves nothing without a positive control: the same key is sent again', () => {
    const change = judge(capture, asked(unknownCapture, 1), see('absent', false), aMoment(processed));
    expect(change.state).toBe('sending');
  });
});

describe('a capture that was seen to be open', () => {
  const open = judge(capture, unknownCapture, see('pending'), aMoment(processed));
  const seenOpen = { ...unknownCapture, lookUps: open.lookUps ?? unknownCapture.lookUps };

  it.each([
    ['no record', see('cannot-tell')],
    ['a record that does not tell', { ...see('cannot-tell'), listed: true, record: { payId: 'P1' } }],
    ['a record without a list', { ...see('absent', true), record: { payId: 'P1' } }],
    ['nothing at all', see('no-answer')],
  ])('stays so where the next answers show %s: it is not sent again', (_what, shown) => {
    let record = seenOpen;
    for (const laterMs of [2_000, 4_000, 6_000]) {
      const change = judge(capture, record, shown, aMoment(processed + laterMs));
      expect(change).toMatchObject({ state: 'unknown', lookUps: { seenOpen: true } });
      record = { ...record, lookUps: change.lookUps ?? record.lookUps };
    }
  });

  it('is sent again once a list shows nothing open', () => {
    const shown = { ...see('not-open'), listed: true };
    expect(judge(capture, seenOpen, shown, aMoment(processed + 2_000)).state).toBe('sending');
  });

  it('goes back to the queue once a list shows it absent, twice', () => {
    const shown = { ...see('absent', true), listed: true };
    const first = judge(capture, seenOpen, shown, aMoment(processed + 2_000));
    expect(first.state).toBe('unknown');
    const again = { ...seenOpen, lookUps: first.lookUps ?? seenOpen.lookUps };
    expect(judge(capture, again, shown, aMoment(processed + 4_000)).state).toBe('accepted');
  });

  it('needs a person in the end', () => {
    const late = aMoment(startMs + aPolicy().pendingLimitMs + 1);
    expect(judge(capture, seenOpen, see('cannot-tell'), late).state).toBe('needs-person');
  });
});

describe('a capture that look-ups cannot tell of', () => {
  it('is sent again under its key', () => {
    expect(judge(capture, unknownCapture, see('cannot-tell'), aMoment(processed)).state).toBe('sending');
  });

  it('needs a person where keys are not trusted', () => {
    const moment = aMoment(processed, { policy: aPolicy({ keysTrusted: false }) });
    expect(judge(capture, asked(unknownCapture, 0, 5), see('cannot-tell'), moment).state).toBe('needs-person');
  });

  it('needs a person once the key may have been forgotten', () => {
    const late = startMs + aPolicy().keyLifetimeMs;
    expect(judge(capture, asked(unknownCapture, 0, 5), see('cannot-tell'), aMoment(late)).state).toBe('needs-person');
  });

  it('needs a person after six resends', () => {
    const attempts = Array.from({ length: 7 }, (_, index) => anAttempt({ number: index + 1, fate: 'unresolved' }));
    const record = asked({ ...unknownCapture, attempts }, 0, 5);
    expect(judge(capture, record, see('cannot-tell'), aMoment(processed)).state).toBe('needs-person');
  });

  it('is never sent again while the gateway says that it is still open', () => {
    expect(judge(capture, asked(unknownCapture, 0, 9), see('pending'), aMoment(processed)).state).toBe('unknown');
  });

  it('gets the whole processing time again after a restart', () => {
    const moment = aMoment(processed + 1, { startedAtMs: processed });
    expect(judge(capture, unknownCapture, see('cannot-tell'), moment).state).toBe('unknown');
  });
});

describe('a reversal', () => {
  it('that is proved not executed is sent again', () => {
    const change = judge(reverse, asked(unknownReversal, 1), see('absent', true), aMoment(processed));
    expect(change.state).toBe('accepted');
  });

  it('that no look-up can tell of needs a person, and is never sent again', () => {
    const change = judge(reverse, asked(unknownReversal, 2, 3), see('absent', false), aMoment(processed));
    expect(change.state).toBe('needs-person');
  });
});

describe('a manual refund', () => {
  it('that is proved not executed has failed and is not sent again by itself', () => {
    const change = judge(refundUnreferenced, asked(unknownManualRefund, 1), see('absent', true), aMoment(processed));
    expect(change).toMatchObject({ state: 'failed', failure: { code: 'not-executed' } });
  });

  it('that no look-up can tell of needs a person', () => {
    const change = judge(refundUnreferenced, asked(unknownManualRefund, 0, 3), see('cannot-tell'), aMoment(processed));
    expect(change.state).toBe('needs-person');
  });
});

describe('a sale at a terminal', () => {
  const windowEnd = startMs + 300_000;

  it.each(['absent', 'cannot-tell', 'pending'] as const)(
    'that is %s stays unknown until its window ends',
    (observation) => {
      const record = asked(unknownSale, 9);
      expect(judge(cloudPos, record, see(observation, true), aMoment(windowEnd - 1)).state).toBe('unknown');
      expect(judge(cloudPos, record, see(observation, true), aMoment(windowEnd)).state).toBe('needs-person');
    },
  );

  it('is not given to a person because the gateway could not be asked', () => {
    const record = asked(unknownSale, 0, 9);
    expect(judge(cloudPos, record, see('no-answer'), aMoment(windowEnd)).state).toBe('unknown');
    const late = startMs + aPolicy().pendingLimitMs + 1;
    expect(judge(cloudPos, record, see('no-answer'), aMoment(late)).state).toBe('needs-person');
  });
});

describe('what was seen before the processing time', () => {
  it('proves nothing when it is weighed after it: the machine may have slept in between', () => {
    const late = aMoment(processed + 3_600_000);
    const early = { ...see('absent', true), askedAtMs: processed - 1 };
    expect(weigh(reverse, asked(unknownReversal, 1), early, late).state).toBe('unknown');
    expect(weigh(capture, asked(unknownCapture, 1), { ...early, observation: 'cannot-tell' }, late).state).toBe(
      'unknown',
    );
  });
});

describe('what a first answer said', () => {
  it('stays where a look-up does not show it: the trace number is the only means to reverse', () => {
    const record = { ...unknownSale, result: { traceNr: '000017', status: 'PENDING' } };
    const seen = {
      observation: 'applied',
      control: false,
      listed: false,
      seen: null,
      sum: null,
      partial: false,
      record: { status: 'CAPTURED' },
      approved: null,
      retryAfterMs: 0,
    } as const;
    expect(judge(cloudPos, record, seen, aMoment(startMs)).result).toEqual({ traceNr: '000017', status: 'CAPTURED' });
  });
});

describe('a proof of absence', () => {
  it('sends nothing again under a key that may be forgotten', () => {
    const late = startMs + aPolicy().keyLifetimeMs;
    expect(judge(capture, asked(unknownCapture, 1), see('absent', true), aMoment(late)).state).toBe('needs-person');
  });

  it('makes no key younger: the gateway may know it from the sending that was proved not executed', () => {
    const [first] = unknownCapture.attempts;
    if (first === undefined) throw new Error('the capture was never sent');
    const disproved = {
      ...first,
      fate: 'disproved',
      sentAtMs: startMs,
      sentLateMs: startMs,
      sentWallMs: startMs,
    } as const;
    const again = (sentAtMs: number) => {
      const second = { ...first, number: 2, sentAtMs, sentLateMs: sentAtMs, sentWallMs: sentAtMs };
      const record = { ...unknownCapture, attempts: [disproved, second], processingUntilMs: sentAtMs };
      const moment = aMoment(sentAtMs + aPolicy().processingMs);
      return judge(capture, asked(record, 3), see('cannot-tell'), moment).state;
    };
    expect(again(startMs + aPolicy().keyLifetimeMs / 2)).toBe('sending');
    expect(again(startMs + aPolicy().keyLifetimeMs)).toBe('needs-person');
  });
});

describe('a pending operation', () => {
  const pending = { ...unknownCapture, state: 'pending' } as const;

  it('is looked up, never sent again', () => {
    expect(judge(capture, asked(pending, 9), see('absent', true), aMoment(processed + 1)).state).toBe('pending');
  });

  it('needs a person when it stays pending too long', () => {
    const late = startMs + aPolicy().pendingLimitMs + 1;
    expect(judge(capture, asked(pending, 9), see('pending'), aMoment(late)).state).toBe('needs-person');
  });
});

describe('the wait before the next look-up', () => {
  const hour = 3_600_000;
  const pending = asked({ ...unknownCapture, state: 'pending' }, 0, 20);
  const unknown = asked(unknownCapture, 0, 20);

  /** Half of the longest one: chance is a half. */
  function wait(record: OperationRecord, seen: Seen, openMs: number, change: Partial<Moment> = {}): number {
    const moment = aMoment(startMs + openMs, change);
    return (judge(capture, record, seen, moment).nextAtMs ?? 0) - moment.nowMs;
  }

  it.each([
    ['is pending', pending, see('pending')],
    ['cannot be asked for', unknown, see('no-answer')],
  ])('grows from the processing time to five minutes while an operation %s', (_, record, seen) => {
    expect(wait(record, seen, 0.1 * hour)).toBe(90_000);
    expect(wait(record, seen, 0.3 * hour)).toBe(135_000);
    expect(wait(record, seen, 20 * hour)).toBe(150_000);
    const policy = aPolicy({ processingMs: 1_000 });
    expect(wait(record, seen, 0.1 * hour, { policy })).toBe(45_000);
  });

  it('grows to a quarter of an hour while the folder is paused: nothing is sent before a person lifts that', () => {
    const paused = true;
    expect(wait(unknown, see('cannot-tell'), 0.1 * hour, { paused })).toBe(90_000);
    expect(wait(unknown, see('cannot-tell'), 0.5 * hour, { paused })).toBe(225_000);
    expect(wait(unknown, see('cannot-tell'), 20 * hour - 1, { paused })).toBe(450_000);
    expect(wait(asked(unknownCapture, 20), see('absent', true), 10 * hour, { paused })).toBe(450_000);
    expect(wait(pending, see('pending'), 10 * hour, { paused })).toBe(450_000);
  });

  it('is as long as ever where two absences are still to be seen, however old the doubt is', () => {
    expect(wait(unknown, see('absent', true), 10 * hour)).toBe(90_000);
  });

  it('ends with the processing time, also while the folder is paused', () => {
    const record = { ...unknown, doubtSinceMs: startMs - 10 * hour };
    expect(wait(record, see('cannot-tell'), 60_000, { paused: true })).toBe(120_000);
  });
});
