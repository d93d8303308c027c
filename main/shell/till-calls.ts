// What a person does at the window: everything that moves money or decides goes through the desk, which knows who is
// signed in and whose PIN stands for it. Where the folder is sealed nobody is known, and nothing is done.
import type { Till } from '#assembly/ports.ts';
import type { OperationView } from '#contract/operation.ts';
import { sealedRefusal } from '#contract/window-roles.ts';
import type { WindowBridge } from './window-bridge.ts';

export type TillCalls = Pick<
  WindowBridge,
  | 'submit'
  | 'cancel'
  | 'operators'
  | 'signIn'
  | 'changePin'
  | 'signOut'
  | 'touch'
  | 'saveOperator'
  | 'needsApproval'
  | 'decide'
  | 'keepApproved'
  | 'payRestOtherwise'
  | 'takeBackRest'
  | 'freeTerminal'
  | 'resume'
  | 'seat'
  | 'verify'
>;

export function tillCalls({ desk, people }: Till, view: (id: string) => OperationView | null): TillCalls {
  const seen = (id: string): OperationView => {
    const operation = view(id);
    if (operation === null) throw new Error('An operation that was just changed cannot be read.');
    return operation;
  };
  const settled = (id: string, settlement: Awaited<ReturnType<Till['desk']['decide']>>) => {
    if (settlement === null) return missing(id);
    return settlement.type === 'refused' ? settlement : ({ type: 'decided', operation: seen(id) } as const);
  };
  const missing = (id: string) =>
    ({
      type: 'refused',
      refusal: { code: 'operation-not-found', detail: `There is no operation ${id}.` },
    }) as const;
  return {
    async submit({ approval, replaces, partOf, refundOf, ...submission }) {
      const named = { replaces: replaces ?? null, partOf: partOf ?? null, refundOf: refundOf ?? null };
      const acceptance = await desk.submit({ ...submission, approval: approval ?? null, ...named });
      if (acceptance.type === 'refused') return acceptance;
      return { type: 'accepted', operation: seen(acceptance.record.id) };
    },
    async cancel(id) {
      const outcome = await desk.cancel(id);
      if (outcome === null) return missing(id);
      return outcome.type === 'refused' ? outcome : { type: 'accepted', operation: seen(id) };
    },
    operators: () => people.list(),
    async signIn(approval) {
      const verified = await people.signIn(approval);
      if (verified.type === 'refused') return verified;
      const { person } = verified;
      return { type: 'signed-in', person, newPin: people.pinIssue(approval.pin, person.role) !== null };
    },
    async changePin({ pin, next }) {
      const changed = await people.changePin(pin, next);
      return changed.type === 'refused' ? changed : { type: 'changed' };
    },
    signOut() {
      people.signOut();
      return { signedOut: true };
    },
    touch() {
      people.touch();
      return { signedIn: people.current() !== null };
    },
    saveOperator: (wish) => people.save(wish),
    needsApproval({ kind, input }) {
      const need = desk.approvalFor(kind, input);
      const { paidOut, limit } = need?.why.facts ?? {};
      const known = paidOut !== undefined && paidOut.value > 0 && typeof limit === 'object';
      return { asked: need?.asked ?? null, sums: known ? { paidOut, limit } : null };
    },
    async decide({ id, second, slip, ...said }) {
      const decision = slip === undefined ? said : { ...said, slip };
      return settled(id, await desk.decide(id, decision, second));
    },
    keepApproved: async ({ id }) => settled(id, await desk.keepApproved(id)),
    payRestOtherwise: async ({ id, value }) => settled(id, await desk.payRestOtherwise(id, value)),
    takeBackRest: async ({ id, reason }) => settled(id, await desk.takeBackRest(id, reason)),
    freeTerminal: async ({ id, reason, approval }) => settled(id, await desk.freeTerminal(id, reason, approval)),
    resume: (reason) => desk.resume(reason),
    seat: () => ({ person: people.current(), manned: people.isManned(), sealed: false }),
    verify: (approval, needed) => people.verify(approval, needed),
  };
}

export const sealedTill: TillCalls = {
  submit: async () => sealedRefusal,
  cancel: async () => sealedRefusal,
  operators: () => [],
  signIn: async () => sealedRefusal,
  changePin: async () => sealedRefusal,
  signOut: () => ({ signedOut: false }),
  touch: () => ({ signedIn: false }),
  saveOperator: async () => sealedRefusal,
  needsApproval: () => ({ asked: null, sums: null }),
  decide: async () => sealedRefusal,
  keepApproved: async () => sealedRefusal,
  payRestOtherwise: async () => sealedRefusal,
  takeBackRest: async () => sealedRefusal,
  freeTerminal: async () => sealedRefusal,
  resume: () => sealedRefusal,
  seat: () => ({ person: null, manned: false, sealed: true }),
  verify: async () => sealedRefusal,
};
