// What a person does at the window: they start an operation through the same `submit` as programs, and do everything
// else to it through staff-actions.ts. Both check who is signed in and whose PIN approved it.
import type { Implementations } from '#contract/calls/table.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { TerminalView } from '#contract/till/window.ts';
import type { StaffActions } from '../staff/staff-actions.ts';
import type { Session } from '../staff/session.ts';
import type { Calls } from './calls.ts';
import type { Submissions } from './submit.ts';

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
    async submit({ approval, officeRequest, replaces = null, partOf = null, refundOf = null, line = null, ...asked }) {
      const request = { ...asked, replaces, partOf, refundOf, line };
      const shown = officeRequest === undefined ? (approval ?? null) : { officeRequest };
      const acceptance = await submissions.submit({ type: 'person', session, approval: shown }, request);
      if (acceptance.type === 'refused') return acceptance;
      return { type: 'accepted', operation: seen(acceptance.record.id) };
    },
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
    needsApproval({ kind, input }) {
      const need = submissions.approvalFor(session, kind, input);
      const { paidOut, limit } = need?.why.facts ?? {};
      // A manual refund needs a supervisor whatever went out before it.
      const isForSums = need?.asked.payment !== null;
      const known = isForSums && paidOut !== undefined && paidOut.value > 0 && typeof limit === 'object';
      const office = need !== null && submissions.mayAskOffice(session, kind);
      return { asked: need?.asked ?? null, sums: known ? { paidOut, limit } : null, office };
    },
    askOffice({ replaces = null, partOf = null, refundOf = null, line = null, ...asked }) {
      session.touch();
      return submissions.askOffice(session, { ...asked, replaces, partOf, refundOf, line });
    },
    withdrawOffice() {
      submissions.withdrawOffice(session);
      return { withdrawn: true };
    },
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
