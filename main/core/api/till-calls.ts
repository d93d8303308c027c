// What a person does at the window: they sign in, start an operation (submit.ts) and do everything else to it through
// staff-actions.ts. Both check who is signed in and whose PIN approved it.
import type { Implementations } from '#contract/calls/table.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { TerminalView } from '#contract/till/window.ts';
import type { StaffActions } from '../staff/staff-actions.ts';
import type { Session } from '../staff/session.ts';
import type { Calls } from './calls.ts';
import { type Submissions, createSubmitCalls } from './submit.ts';

export interface TillCallPorts {
  readonly submissions: Submissions;
  readonly staffActions: StaffActions;
  readonly session: Session;
  readonly calls: Pick<Calls, 'operation'> & { terminals(): readonly object[] };
}

export type TillCalls = ReturnType<typeof createTillCalls>;

export function createTillCalls({ submissions, staffActions, session, calls }: TillCallPorts) {
  const seen = (id: string): OperationView => {
    const operation = calls.operation(id);
    if (operation === null) throw new Error('An operation that was just changed cannot be read.');
    return operation;
  };
  const answerOf = (id: string, decided: Awaited<ReturnType<StaffActions['decide']>>) => {
    if (decided === null) return missing(id);
    return decided.type === 'refused' ? decided : ({ type: 'decided', operation: seen(id) } as const);
  };
  const missing = (id: string) =>
    ({
      type: 'refused',
      refusal: { code: 'operation-not-found', detail: `There is no operation ${id}.` },
    }) as const;
  return {
    ...createSubmitCalls(submissions, session, seen),
    async cancel({ id }) {
      const outcome = await staffActions.cancel(id);
      if (outcome === null) return missing(id);
      return outcome.type === 'refused' ? outcome : { type: 'accepted', operation: seen(id) };
    },
    operation: ({ id }) => calls.operation(id),
    terminals: () => calls.terminals() as unknown as readonly TerminalView[],
    operators: () => session.list(),
    async signIn(approval) {
      const verified = await session.signIn(approval);
      if (verified.type === 'refused') return verified;
      const { person } = verified;
      // Another PIN of a person of the office is chosen there.
      const newPin = !isFromOffice(person.id) && session.pinIssue(approval.pin, person.role) !== null;
      return { type: 'signed-in', person, newPin };
    },
    async changePin({ pin, next }) {
      const changed = await session.changePin(pin, next);
      return changed.type === 'refused' ? changed : { type: 'changed' };
    },
    signOut() {
      session.signOut();
      return { signedOut: true };
    },
    touch() {
      session.touch();
      return { signedIn: session.current() !== null };
    },
    saveOperator: (wish) => session.save(wish),
    async decide({ id, approval, second, slip, ...said }) {
      const decision = slip === undefined ? said : { ...said, slip };
      return answerOf(id, await staffActions.decide(id, decision, { approval, second }));
    },
    keepApproved: async ({ id }) => answerOf(id, await staffActions.keepApproved(id)),
    payRestOtherwise: async ({ id, value }) => answerOf(id, await staffActions.payRestOtherwise(id, value)),
    takeBackRest: async ({ id, reason }) => answerOf(id, await staffActions.takeBackRest(id, reason)),
    freeTerminal: async ({ id, reason, approval }) =>
      answerOf(id, await staffActions.freeTerminal(id, reason, approval)),
    resume: ({ reason }) => staffActions.resume(reason),
  } satisfies Partial<Implementations>;
}
