// Rules of a few lines each: who still has access, what may be cancelled, how long a key lives, how long to wait, which
// state follows which, and what waits for an operation is told.
import { describe, expect, it } from 'vitest';
import { type State, states } from '#contract/operation/states.ts';
import { accessLost, accessRefusal } from '#core/acceptance/access.ts';
import { backoffMs } from '#core/gateway/backoff.ts';
import { cancelIn } from '#core/acceptance/cancel.ts';
import { keyLives, keyOutlived } from '#core/operation/key-life.ts';
import { restingRefusal } from '#core/acceptance/pause.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { StoreWrites } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { assertTransition, mayFollow } from '#core/operation/transitions.ts';
import { Listeners } from '#core/commit/listeners.ts';
import { type Changes, atRest, isAnswered, waitUntil } from '#core/commit/wait-until.ts';
import { capture } from '#operations/capture.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aMoment, aPolicy, aRecord, anAttempt, startMs } from '#support/records.ts';

describe('access', () => {
  type Client = ReturnType<ClientRegistry['byId']>;
  const lost = (client: Partial<NonNullable<Client>> | null) =>
    accessLost({ byId: () => client as Client }, 'c', 'refund');

  it('is lost by revoking and by taking the scope away', () => {
    expect(lost({ revokedAt: null, scopes: ['refund'] })).toBeNull();
    expect(lost({ revokedAt: null, scopes: ['sale'] })).toEqual({
      code: 'scope-missing',
      detail: 'The program lost the scope refund. Nothing was stored.',
    });
    const gone = { code: 'token-unknown', detail: 'The access of this program was revoked. Nothing was stored.' };
    expect(lost({ revokedAt: '2026-01-31T18:05:00Z', scopes: ['refund'] })).toEqual(gone);
    expect(lost(null)).toEqual(gone);
  });

  it('is asked for programs only, with the scope that the input needs', () => {
    const asked: unknown[] = [];
    const barred = (clientId: string, scope: string) => {
      asked.push([clientId, scope]);
      return { code: 'token-unknown', detail: 'no' } as const;
    };
    const { origin } = aRecord();
    const person = { ...origin, type: 'cashier' } as unknown as OperationRecord['origin'];
    const reads = { creatorOf: () => null, operation: () => null, operator: () => null };
    expect(accessRefusal(reads, { barred }, capture, { origin }, {}, null)).toMatchObject({ code: 'token-unknown' });
    expect(accessRefusal(reads, { barred }, capture, { origin: person }, {}, null)).toBeNull();
    expect(asked).toEqual([['client-1', 'capture']]);
  });
});

describe('cancelling', () => {
  function cancelled(change: Partial<OperationRecord>) {
    const written: OperationRecord[] = [];
    const journal: unknown[] = [];
    const tx = {
      update: (record: OperationRecord) => void written.push(record),
      journal: (entry: unknown) => void journal.push(entry),
      release: () => undefined,
      followUp: () => undefined,
      laneHolder: () => null,
      payment: () => null,
      paymentByLane: () => null,
    } as unknown as StoreWrites;
    return { answer: cancelIn(tx, aRecord(change), 'Manager', startMs + 5), written, journal };
  }

  it('ends what waits and was never sent', () => {
    const { answer, written, journal } = cancelled({ state: 'accepted', attempts: [] });
    expect(answer).toMatchObject({ type: 'cancelled', record: { state: 'cancelled', updatedAtMs: startMs + 5 } });
    expect(written[0]?.failure).toEqual({
      code: 'cancelled',
      message: 'It was cancelled before it was sent. No money was moved.',
    });
    expect(JSON.stringify(journal)).toContain('by Manager');
    expect(JSON.stringify(journal)).toContain('"type":"cancelled"');
  });

  it('is no different the second time, and writes nothing then', () => {
    const { answer, written } = cancelled({ state: 'cancelled' });
    expect(answer.type).toBe('cancelled');
    expect(written).toEqual([]);
  });

  it('takes back what was sent in vain', () => {
    const attempts = [anAttempt({ fate: 'unsent' }), anAttempt({ fate: 'not-executed' })];
    expect(cancelled({ state: 'accepted', attempts }).answer.type).toBe('cancelled');
  });

  it.each([
    ['accepted', 'It may have been sent already'],
    ['sending', 'It may have been sent already'],
    ['unknown', 'It may have been sent already'],
    ['succeeded', 'It is finished already'],
    ['failed', 'It is finished already'],
  ] as const)('is refused for what was sent before (%s)', (state, why) => {
    const { answer, written } = cancelled({ state, attempts: [anAttempt({ fate: 'unresolved' })] });
    expect(answer).toEqual({
      type: 'refused',
      refusal: {
        code: 'not-cancellable',
        detail: `${why} (state ${state}); it can no longer be cancelled.`,
        operationId: 'op_1',
      },
    });
    expect(written).toEqual([]);
  });

  it.each(['failed', 'expired', 'sending'] as const)('is refused in state %s, sent or not', (state) => {
    expect(cancelled({ state, attempts: [] }).answer.type).toBe('refused');
  });
});

describe('a key', () => {
  const life = aPolicy().keyLifetimeMs;
  const sent = (change = {}) => aRecord({ attempts: [anAttempt({ fate: 'unresolved', ...change })] });

  it('lives until its age is reached by any of three clocks', () => {
    expect(keyLives(sent(), aMoment(startMs + life - 1))).toBe(true);
    expect(keyLives(sent(), aMoment(startMs + life))).toBe(false);
    const now = startMs + 1_000;
    expect(keyLives(sent(), aMoment(now, { lateMs: startMs + life }))).toBe(false);
    expect(keyLives(sent(), aMoment(now, { wallMs: startMs + life }))).toBe(false);
    expect(keyLives(sent(), aMoment(startMs + life, { lateMs: now, wallMs: now }))).toBe(false);
    expect(keyLives(sent(), aMoment(now, { lateMs: startMs + life - 1, wallMs: startMs + life - 1 }))).toBe(true);
  });

  it('does not live where it was never sent, or where it is not known how long ago', () => {
    expect(keyLives(aRecord({ attempts: [] }), aMoment(startMs))).toBe(false);
    expect(keyLives(sent({ fate: 'unsent' }), aMoment(startMs))).toBe(false);
    // The late clock stands before the sending: it was put back.
    expect(keyLives(sent(), aMoment(startMs + 10, { lateMs: startMs - 1 }))).toBe(false);
    expect(keyLives(sent(), aMoment(startMs + 10, { lateMs: startMs }))).toBe(true);
  });

  it('counts from the first sending that may have reached the gateway', () => {
    const attempts = [
      anAttempt({ fate: 'unsent', sentAtMs: startMs - 500, sentLateMs: startMs - 500, sentWallMs: startMs - 500 }),
      anAttempt({ fate: 'disproved' }),
      anAttempt({ fate: 'open', sentAtMs: startMs + 50, sentLateMs: startMs + 50, sentWallMs: startMs + 50 }),
    ];
    const record = aRecord({ attempts });
    expect(keyLives(record, aMoment(startMs + life - 1))).toBe(true);
    expect(keyLives(record, aMoment(startMs + life))).toBe(false);
  });

  it('sent before a start whose clock had gone back is of unknown age', () => {
    const before = { startedAtMs: startMs + 10, ageUnknownBeforeMs: startMs + 5 };
    expect(keyLives(sent(), aMoment(startMs + 20, before))).toBe(false);
    expect(keyLives(sent(), aMoment(startMs + 20, { ...before, ageUnknownBeforeMs: startMs }))).toBe(true);
    expect(keyLives(sent(), aMoment(startMs + 20, { ...before, startedAtMs: startMs }))).toBe(true);
  });

  it('is outlived where it was sent before, may be running, and may be forgotten', () => {
    const twice = [anAttempt({ fate: 'unresolved' }), anAttempt({ fate: 'open' })];
    const late = aMoment(startMs + life);
    expect(keyOutlived(aRecord({ attempts: twice }), late)).toBe(true);
    expect(keyOutlived(aRecord({ attempts: twice }), aMoment(startMs))).toBe(false);
    expect(keyOutlived(aRecord({ attempts: twice, key: null }), late)).toBe(false);
    expect(keyOutlived(aRecord({ attempts: twice.slice(0, 1) }), late)).toBe(false);
  });
});

describe('a terminal of a folder that was paused', () => {
  const refusal = (sinceMs: number | null, nowMs: number, terminalId: string | null = 'T1') => {
    const reads = { startedPausedMs: () => sinceMs };
    const clock = { nowMs: () => nowMs };
    return restingRefusal(reads, { clock, policy: aPolicy() } as Parameters<typeof restingRefusal>[1], { terminalId });
  };

  it('rests for its whole window, and says how long', () => {
    expect(refusal(startMs, startMs)).toEqual({
      code: 'terminal-resting',
      detail:
        'The folder was paused, and terminal T1 may still work on something that it does not know of. ' +
        'Nothing was stored. Try again in 5 min.',
      retryAfterSeconds: 300,
    });
    expect(refusal(startMs, startMs + 240_001)?.detail).toContain('in 1 min');
    expect(refusal(startMs, startMs + 239_999)?.detail).toContain('in 2 min');
    expect(refusal(startMs, startMs + 299_999)).not.toBeNull();
    expect(refusal(startMs, startMs + 300_000)).toBeNull();
    expect(refusal(startMs, startMs + 300_001)).toBeNull();
  });

  it('does not rest where nothing was paused, and without a terminal nothing does', () => {
    expect(refusal(null, startMs)).toBeNull();
    expect(refusal(null, 0)).toBeNull();
    expect(refusal(startMs, startMs, null)).toBeNull();
  });
});

describe('the wait before the next try', () => {
  it('doubles from one second up to its limit, and is never under 100 ms', () => {
    expect([0, 1, 2, 8].map((tries) => backoffMs(tries, 1))).toEqual([1_000, 2_000, 4_000, 256_000]);
    expect([9, 20, 21, 5_000].map((tries) => backoffMs(tries, 1))).toEqual([300_000, 300_000, 300_000, 300_000]);
    expect(backoffMs(21, 1, Infinity)).toBe(1_000 * 2 ** 20);
    expect(backoffMs(3, 0)).toBe(100);
    expect(backoffMs(3, 0.5, 5_000)).toBe(2_500);
  });
});

describe('a state', () => {
  const table: { readonly [from in State]: readonly State[] } = {
    accepted: ['sending', 'failed', 'cancelled', 'expired'],
    sending: ['accepted', 'sending', 'pending', 'unknown', 'needs-person', 'succeeded', 'failed', 'expired'],
    pending: ['pending', 'needs-person', 'succeeded', 'failed'],
    unknown: ['accepted', 'sending', 'unknown', 'needs-person', 'succeeded', 'failed'],
    'needs-person': ['succeeded', 'failed'],
    succeeded: [],
    failed: [],
    cancelled: [],
    expired: [],
  };

  it.each(states)('after %s is one of the table, and no other', (from) => {
    expect(states.filter((to) => mayFollow(from, to)).toSorted()).toEqual(table[from].toSorted());
  });

  it('that may not follow is a bug, said with both names', () => {
    expect(() => assertTransition('failed', 'sending')).toThrow('no transition from failed to sending');
    expect(() => assertTransition('accepted', 'sending')).not.toThrow();
  });
});

describe('who waits for an operation', () => {
  function waiting(begins: OperationRecord | null, timeoutMs = 5_000) {
    const clock = new FakeClock();
    const changes: Changes<OperationRecord> = new Listeners(() => {});
    const stands = { now: begins };
    const left = { give: () => undefined as void };
    const wait = (enough: (record: OperationRecord) => boolean = atRest) =>
      waitUntil(
        { changes, clock },
        () => stands.now,
        timeoutMs,
        (work) => (left.give = work),
        enough,
      );
    const become = (state: State, id = 'op_1') => {
      const record = aRecord({ id, state });
      stands.now = record;
      changes.notify('operation', (listener) => listener(record));
    };
    return { clock, wait, become, left };
  }

  it('is answered at once where it is at rest, unknown, or not waited for', async () => {
    for (const state of ['succeeded', 'needs-person'] as const) {
      const { wait, clock } = waiting(aRecord({ state }));
      expect((await wait())?.state).toBe(state);
      expect(clock.pending).toBe(0);
    }
    expect(await waiting(null).wait()).toBeNull();
    for (const timeoutMs of [0, -1]) {
      const { wait, clock } = waiting(aRecord(), timeoutMs);
      expect((await wait())?.state).toBe('sending');
      expect(clock.pending).toBe(0);
    }
  });

  it('is answered when it comes to rest, and not before', async () => {
    const { clock, wait, become } = waiting(aRecord());
    const answers: (string | undefined)[] = [];
    for (let callers = 0; callers < 2; callers += 1) void wait().then((record) => answers.push(record?.state));
    become('unknown');
    become('succeeded', 'op_2');
    await clock.advance(0);
    expect(answers).toEqual([]);
    become('succeeded');
    await clock.advance(0);
    expect(answers).toEqual(['succeeded', 'succeeded']);
    expect(clock.pending).toBe(0);
  });

  it('is answered as it stands at the time-out, and when the caller leaves', async () => {
    for (const end of ['time', 'caller']) {
      const { clock, wait, left } = waiting(aRecord());
      let answered: string | undefined;
      void wait().then((record) => (answered = record?.state));
      await clock.advance(4_999);
      expect(answered).toBeUndefined();
      if (end === 'time') await clock.advance(1);
      else left.give();
      await clock.advance(0);
      expect(answered).toBe('sending');
      expect(clock.pending).toBe(0);
    }
  });

  it('is told also where another one has left', async () => {
    const { clock, wait, become, left } = waiting(aRecord());
    const answers: (string | undefined)[] = [];
    void wait().then((record) => answers.push(record?.state));
    const leaves = left.give;
    void wait().then((record) => answers.push(record?.state));
    left.give();
    await clock.advance(0);
    expect(answers).toEqual(['sending']);
    become('succeeded');
    await clock.advance(0);
    expect(answers).toEqual(['sending', 'succeeded']);
    leaves();
    expect(clock.pending).toBe(0);
  });

  it('may be content with less', async () => {
    const { clock, wait, become } = waiting(aRecord());
    let answered: string | undefined;
    void wait(({ state }) => state === 'unknown').then((record) => (answered = record?.state));
    become('unknown');
    await clock.advance(0);
    expect(answered).toBe('unknown');
  });

  it('takes an operation for answered at rest, and where the gateway said that it took it', () => {
    expect(atRest(aRecord({ state: 'unknown' }))).toBe(false);
    const answered = (state: State, answerStatus: number | null) => isAnswered(aRecord({ state, answerStatus }));
    expect(answered('pending', 299)).toBe(true);
    expect(answered('pending', 300)).toBe(false);
    expect(answered('pending', null)).toBe(false);
    expect(answered('unknown', 200)).toBe(false);
    expect(answered('failed', null)).toBe(true);
  });
});
