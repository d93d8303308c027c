// Checks who may decide an operation before it is decided: the same for a person at the window (staff-actions.ts) and for one
// who uses the command (control-calls.ts).
import type { DecisionResult } from '../operation/change.ts';
import { messagesOf } from '#contract/data/issue-words.ts';
import type { Approval, DecisionInput, Person } from '#contract/people/people.ts';
import { decisionSchema, personWords } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { Mode } from '#contract/operation/states.ts';
import { freeTextIssues } from '../sensitive-data/free-text.ts';
import { supervisorShown } from './people.ts';
import type { Session } from './session.ts';
import type { Policy } from '../ports/policy.ts';
import type { ManualActions } from '../recovery/manual-actions.ts';

export interface DecisionPins {
  /** A supervisor's, who decides beside a cashier. */
  readonly approval: Approval | null;
  /** Another supervisor's, so that two can decide at one screen. */
  readonly second: Approval | null;
}

export interface StaffDecisions {
  /** In the name of the supervisor who is signed in, or whose PIN is shown. */
  decide(id: string, decision: DecisionInput, pins: DecisionPins): Promise<DecisionResult | null>;
  /** Accepts what was really approved of a sale, less or more than was asked for. Any role may do it. */
  keepApproved(id: string): Promise<DecisionResult | null>;
  /** Notes that the customer paid the rest of a sale without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise(id: string, value: number): Promise<DecisionResult | null>;
  /** Takes the latest note of that kind back: the person who made it, or a supervisor, while its shift is open. */
  takeBackRest(id: string, reason: string): Promise<DecisionResult | null>;
  /** Ends the alarm of a payment of another sum than was asked for: a supervisor has seen it. */
  seeDiffering(id: string): Promise<DecisionResult | null>;
  /** Frees a terminal whose last command's outcome is not known: a supervisor has seen that it is idle. */
  freeTerminal(id: string, reason: string, approval: Approval | null): Promise<DecisionResult | null>;
}

export interface StaffDecisionPorts {
  readonly engine: Omit<ManualActions, 'cancel'>;
  /** `current` is the person who does it now. */
  readonly session: Pick<Session, 'current' | 'isManned' | 'touch' | 'verify'>;
  readonly mode: Mode;
  readonly policy: Pick<Policy, 'idsMayLookLikeCards'>;
  /** When the last shift was closed, engine time in ms; null before the first. */
  readonly lastClosedMs: () => number | null;
}

export function createStaffDecisions({
  engine,
  session,
  mode,
  policy,
  lastClosedMs,
}: StaffDecisionPorts): StaffDecisions {
  async function decider(approval: Approval | null): Promise<Person | Refused> {
    const person = session.current();
    if (person === null) return notSignedIn;
    if (mayActAs(person.role, 'supervisor')) return person;
    const detail = `${person.name} may not decide that; it needs a supervisor.`;
    if (approval === null) return refuse('role-missing', detail, { facts: { role: 'supervisor' } });
    return supervisorShown(session, approval, { detail });
  }

  return {
    async keepApproved(id) {
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      session.touch();
      return engine.keepApproved(id, operator);
    },
    async payRestOtherwise(id, value) {
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      session.touch();
      return engine.payRestOtherwise(id, operator, value);
    },
    async takeBackRest(id, reason) {
      const said = wordsOf(reason, mode);
      if (said.type === 'refused') return said;
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      session.touch();
      return engine.takeBackRest(id, operator, said.words, lastClosedMs);
    },
    async seeDiffering(id) {
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      if (operator !== null && !mayActAs(operator.role, 'supervisor')) {
        return refuse('role-missing', `${operator.name} may not settle that; it needs a supervisor.`, {
          facts: { role: 'supervisor' },
        });
      }
      session.touch();
      return engine.seeDiffering(id, operator);
    },
    async freeTerminal(id, reason, approval) {
      const said = wordsOf(reason, mode);
      if (said.type === 'refused') return said;
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      if (operator === null || mayActAs(operator.role, 'supervisor')) {
        session.touch();
        return engine.freeTerminal(id, operator, said.words);
      }
      const detail = 'A supervisor frees a terminal: enter their PIN.';
      const supervisor = await supervisorShown(session, approval, { detail });
      if ('refusal' in supervisor) return supervisor;
      session.touch();
      return engine.freeTerminal(id, supervisor, said.words);
    },
    async decide(id, input, { approval, second }) {
      const parsed = decisionSchema.safeParse(input);
      if (!parsed.success) {
        const errors = Object.fromEntries(parsed.error.issues.map((each) => [each.path.join('.'), [each.message]]));
        return refuseFields(errors);
      }
      const free = freeTextIssues(parsed.data, mode, [], policy);
      if (free.length > 0) return refuseFields(messagesOf(free));
      const signedIn = session.current();
      const first = await decider(approval);
      if ('refusal' in first) return first;
      session.touch();
      const verified = second === null ? null : await session.verify(second, 'supervisor');
      if (verified?.type === 'refused') return verified;
      if (verified?.person.id === first.id) {
        return refuse('second-person-needed', 'The second person must be somebody else.');
      }
      // Meanwhile a manager or the office may have removed the first person.
      if (signedIn?.id === first.id && session.current()?.id !== first.id) return notSignedIn;
      const settlement = await engine.decide(id, { ...parsed.data, by: first });
      if (verified === null || settlement?.type !== 'decided' || settlement.record.state !== 'needs-person') {
        return settlement;
      }
      return engine.decide(id, { ...parsed.data, by: verified.person });
    },
  };
}

/** Checks a reason in a person's own words: it may hold nothing that is barred from all texts. */
export function wordsOf(reason: string, mode: Mode): { readonly type: 'words'; readonly words: string } | Refused {
  const said = personWords(3).safeParse(reason);
  if (!said.success) return refuseFields({ reason: said.error.issues.map(({ message }) => message) });
  const free = freeTextIssues({ reason: said.data }, mode, []);
  return free.length > 0 ? refuseFields(messagesOf(free)) : { type: 'words', words: said.data };
}

export const notSignedIn: Refused = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};

function refuseFields(errors: { [field: string]: string[] }): Refused {
  const detail = `Nothing was changed. Correct: ${Object.keys(errors).join(', ')}.`;
  return { type: 'refused', refusal: { code: 'invalid-input', detail, errors } };
}
