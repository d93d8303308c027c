// The life of an Idempotency-Key as a model: whatever answers, look-ups, waits and restarts come in whatever order, a
// request goes out again only when nothing can be running any more, while its key surely lives, with that same key,
// and not more often than allowed. Where keys are not trusted it never goes out again unproved.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange, unresolved } from '#core/operation/change.ts';
import { commitIntent } from '#core/commit/commit.ts';
import { afterRestart, decide } from '#core/sending/decide.ts';
import type { Moment } from '#core/operation/moment.ts';
import { type Evidence, judge } from '#core/recovery/judge.ts';
import type { StoreWrites } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Signal } from '#core/answers/signals.ts';
import { capture } from '#operations/capture.ts';
import { aMoment, aPolicy, aRecord, startMs } from '#support/records.ts';
import { share } from '#support/share.ts';

/** What the model knows for sure: when requests left that may have been executed, by the real clock. */
interface Model {
  nowMs: number;
  startedAtMs: number;
  readonly sentMs: number[];
  /** When the sending went out that may still be running; null where it was answered. */
  openMs: number | null;
  proved: boolean;
}

interface Real {
  record: OperationRecord;
  readonly keysTrusted: boolean;
}

const policy = aPolicy();
const body = { status: 'PENDING', responseCode: '60000000' };
const signals: readonly Signal[] = [
  { type: 'unsent', reason: 'not-reached: no network' },
  { type: 'unauthorized', renewable: false, credential: null },
  { type: 'busy', retryAfterMs: 5_000 },
  { type: 'unclear', reason: 'cut-off', body: null },
  { type: 'pending', status: 200, body },
  { type: 'refused', failure: { code: 'declined', message: 'declined' }, body: null },
];
const observations: readonly Evidence['observation'][] = ['absent', 'not-open', 'cannot-tell', 'pending', 'no-answer'];

function moment(model: Model, { keysTrusted }: Real): Moment {
  const { nowMs, startedAtMs } = model;
  return aMoment(nowMs, { startedAtMs, policy: aPolicy({ keysTrusted }) });
}

/** A store that takes everything: only the record counts here. */
const anyStore = { payment: () => null, update: () => undefined, journal: () => undefined } as unknown as StoreWrites;

function send(model: Model, real: Real): void {
  const before = real.record;
  real.record = commitIntent(
    anyStore,
    capture,
    before,
    { nowMs: model.nowMs, lateMs: model.nowMs, wallMs: model.nowMs },
    policy,
  );
  expect(real.record.key).toBe(before.key);
  const [first] = model.sentMs;
  const last = model.openMs;
  if (first !== undefined && last !== null && !model.proved) {
    expect(real.keysTrusted, 'sent again although keys are not trusted').toBe(true);
    expect(model.nowMs - last, 'sent again while the first may be running').toBeGreaterThanOrEqual(policy.processingMs);
    expect(model.nowMs - first, 'sent again with a key that may be forgotten').toBeLessThan(policy.keyLifetimeMs);
  }
  expect(model.sentMs.length).toBeLessThanOrEqual(policy.maxResends);
  model.sentMs.push(model.nowMs);
  model.openMs = model.nowMs;
  model.proved = false;
}

type Step = fc.Command<Model, Real>;

function answer(signal: Signal): Step {
  return {
    check: () => true,
    run(model, real) {
      if (real.record.state === 'accepted') send(model, real);
      if (real.record.state !== 'sending') return;
      const change = decide(capture, real.record, signal, moment(model, real));
      real.record = applyChange(real.record, change, model.nowMs);
      // What surely was not executed has not been sent, as far as the key goes.
      if (['unsent', 'unauthorized', 'busy'].includes(signal.type)) model.sentMs.pop();
      // What was answered with a no does not run any more; the one before it waited for long enough already.
      if (['unsent', 'unauthorized', 'busy', 'refused'].includes(signal.type)) model.openMs = null;
      if (signal.type === 'refused' && unresolved(real.record.attempts).length > 0) {
        expect(real.record.state, 'a refusal after a doubt is no end').toBe('unknown');
      }
    },
    toString: () => `answer ${signal.type}`,
  };
}

function lookUp(observation: Evidence['observation'], control: boolean): Step {
  return {
    check: () => true,
    run(model, real) {
      if (real.record.state !== 'unknown' && real.record.state !== 'pending') return;
      const evidence = {
        observation,
        control,
        listed: true,
        seen: null,
        sum: null,
        partial: false,
        record: null,
        approved: null,
        retryAfterMs: 0,
        askedAtMs: model.nowMs,
      };
      const change = judge(capture, real.record, evidence, moment(model, real));
      if (change.state === 'sending') {
        real.record = { ...real.record, lookUps: change.lookUps ?? real.record.lookUps };
        return send(model, real);
      }
      real.record = applyChange(real.record, change, model.nowMs);
      if (change.disproved !== true) return;
      expect(observation === 'absent' && control, 'proved by something that proves nothing').toBe(true);
      model.proved = true;
    },
    toString: () => `look-up ${observation}${control ? ' with control' : ''}`,
  };
}

function wait(ms: number): Step {
  return {
    check: () => true,
    run: (model) => void (model.nowMs += ms),
    toString: () => `wait ${ms}`,
  };
}

const restart: Step = {
  check: () => true,
  run(model, real) {
    model.startedAtMs = model.nowMs;
    if (real.record.state !== 'sending') return;
    real.record = applyChange(real.record, afterRestart(capture, real.record, moment(model, real)), model.nowMs);
  },
  toString: () => 'restart',
};

test('a key is used again only when that is safe', () => {
  const steps = fc.commands<Model, Real>(
    [
      fc.constantFrom(...signals).map(answer),
      fc
        .tuple(fc.constantFrom(...observations), fc.boolean())
        .map(([observation, control]) => lookUp(observation, control)),
      fc.constantFrom(500, 30_000, 180_000, 3_600_000, 40_000_000, 80_000_000).map(wait),
      fc.constant(restart),
    ],
    { maxCommands: 60, size: 'max' },
  );
  const property = fc.property(steps, fc.boolean(), (commands, keysTrusted) => {
    const setUp = () => ({
      model: { nowMs: startMs, startedAtMs: startMs, sentMs: [], openMs: null, proved: false },
      real: { record: aRecord({ state: 'accepted', attempts: [], revision: 1 }), keysTrusted },
    });
    fc.modelRun(setUp, commands);
  });
  fc.assert(property, { numRuns: share({ small: 4_000, large: 10_000 }) });
});
