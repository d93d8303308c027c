// What the fake has in the place of the engine: operations that follow a script instead of a gateway's answers. Who may
// start, decide and approve them is checked before it by the bridge's own code (core/api, core/staff).
import { isJsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Slip } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { ManualActions } from '#core/recovery/manual-actions.ts';
import type { Engine } from '#core/engine/engine.ts';
import { amountAt, applyEffect } from './answers.ts';
import { paidOutToday, payOutAt, voicesOf } from './pay-outs.ts';
import { submit } from './perform.ts';
import { payOtherwise, takeBackRest } from './tender.ts';
import { change, recordOf, statusOf, tell, type World } from './world.ts';

export type FakeEngine = ManualActions &
  Pick<Engine, 'submit' | 'examine' | 'payOut' | 'paidOutToday' | 'resume' | 'paused'>;

export function engineOf(world: World): FakeEngine {
  const decided = (operation: OperationView | null) =>
    operation === null ? notDecidable : ({ type: 'decided', record: recordOf(operation) } as const);
  return {
    submit: async (submission) => submit(world, submission),
    examine: async () => null,
    payOut: (command, input) => payOutAt(world, command, input),
    paidOutToday: (_, person) => paidOutToday(world, person),
    paused: () => world.paused,
    resume() {
      world.paused = null;
      tell(world, 'statusChanged', statusOf(world));
    },
    async cancel(id) {
      const before = world.operations.get(id);
      if (before === undefined) return null;
      const failure = { code: 'cancelled', message: 'It was cancelled before it was sent.' } as const;
      const after = before.state === 'accepted' ? change(world, id, { state: 'cancelled', failure }) : null;
      if (after === null) return refuse('not-cancellable', 'It was sent already.');
      return { type: 'cancelled', record: recordOf(after) };
    },
    async decide(id, { by, ...said }) {
      const operation = world.operations.get(id);
      if (operation === undefined) return null;
      if (operation.state !== 'needs-person') return notDecidable;
      const voice = { ...said, by: by.name, at: world.clock.iso(world.clock.nowMs()) };
      const decisions = [...(operation.decisions ?? []).filter((each) => each.by !== by.name), voice];
      const agreeing = decisions.filter(
        (each) => each.outcome === said.outcome && each.slip?.amountMinor === said.slip?.amountMinor,
      );
      const settled = agreeing.length >= voicesOf(world, operation);
      const failure = { code: 'decided', message: 'A person decided that it did not happen.' } as const;
      const part = {
        decisions,
        ...(settled ? { state: said.outcome, failure: said.outcome === 'failed' ? failure : null } : {}),
        ...(settled && said.outcome === 'succeeded' ? shownBySlip(operation, said.slip) : {}),
      };
      const succeeds = settled && said.outcome === 'succeeded';
      return decided(change(world, id, part, succeeds ? applyEffect(world, { ...operation, ...part }) : null));
    },
    async keepApproved(id) {
      const operation = world.operations.get(id);
      const code = operation?.doubt?.code;
      if (operation === undefined || (code !== 'approved-less' && code !== 'approved-more')) return notDecidable;
      return decided(change(world, id, { state: 'succeeded' }, applyEffect(world, operation)));
    },
    async freeTerminal(id) {
      world.freed.add(id);
      return decided(change(world, id, {}));
    },
    seeDiffering: async () => notDecidable,
    payRestOtherwise: async (id, _, value) => payOtherwise(world, id, value),
    takeBackRest: async (id) => takeBackRest(world, id),
  };
}

const notDecidable: Refused = refuse('not-decidable', 'It is not in a state that a person decides.');

/** Kept where an answer would have had it. */
function shownBySlip(operation: OperationView, slip: Slip | undefined): Partial<OperationView> {
  if (slip === undefined) return {};
  const { amountMinor, ...numbers } = slip;
  const { currency } = amountAt(operation.input);
  return {
    ...(amountMinor === undefined ? {} : { approved: { value: amountMinor, currency } }),
    result: { ...(isJsonObject(operation.result) ? operation.result : {}), ...numbers },
  };
}
