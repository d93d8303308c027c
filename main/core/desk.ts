// What a person at the till does, checked before the engine hears of it: is anybody signed in, may they, and whose PIN
// stands for it. What comes out carries who did it, so that the journal can say so.
import { messagesOf } from '#contract/issue-words.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Approval, DecisionInput, Person } from '#contract/people.ts';
import { decisionSchema, personWords } from '#contract/people.ts';
import { mayActAs } from '#contract/roles.ts';
import type { Refusal } from '#contract/problems.ts';
import { commandOf } from '#operations/index.ts';
import type { Acceptance } from './accept.ts';
import { isManualRefund, needsSupervisor } from './money-out.ts';
import type { Settlement } from './decisions.ts';
import type { Cancellation } from './cancel.ts';
import type { Engine } from './engine.ts';
import { freeTextIssues } from './free-text.ts';
import type { People } from './people.ts';
import type { Policy } from './ports/policy.ts';
import type { Environment } from './record.ts';

export interface DeskPorts {
  readonly engine: Engine;
  readonly people: People;
  readonly policy: Policy;
  readonly environment: Environment;
}

export interface DeskSubmission {
  readonly kind: string;
  readonly input: JsonObject;
  readonly requestId: string;
  readonly approval: Approval | null;
  /** The operation that this one is a new try of, or null. */
  readonly replaces: string | null;
  /** The sale whose rest this one takes. */
  readonly partOf?: string | null;
}

export interface Desk {
  submit(submission: DeskSubmission): Promise<Acceptance>;
  cancel(id: string): Promise<Cancellation | null>;
  /** `second`: another person's PIN, so that two can decide at one screen. */
  decide(id: string, decision: DecisionInput, second: Approval | null): Promise<Settlement | null>;
  /** Accepts what was really approved of a sale, less or more than was asked for. Any role may do it. */
  keepApproved(id: string): Promise<Settlement | null>;
  /** Notes that the customer paid the rest of a sale without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise(id: string, value: number): Promise<Settlement | null>;
  /** Frees a terminal whose last command's outcome is not known: a supervisor has seen that it is idle. */
  freeTerminal(id: string, reason: string, approval: Approval | null): Promise<Settlement | null>;
  /** Whether a supervisor's PIN will be asked for. A manual refund always needs one, whatever its input. */
  needsApproval(kind: string, input: JsonObject): boolean;
  /** Why whoever is at the till may not change settings, programs and the like; null where they may. */
  administration(): Refusal | null;
  /**
   * The same for one act, with the person for the journal (null where the till knows nobody by name): whoever is signed
   * in, or a manager who shows their PIN beside them.
   */
  administrator(
    approval: Approval | null,
  ): Promise<{ readonly type: 'person'; readonly person: Person | null } | Refused>;
  /** Who closes the shift, for the journal; a supervisor where the till has operators. */
  closesShift(): { readonly type: 'person'; readonly name: string } | Refused;
  /** A person has made sure that this data folder is the only copy in use, and says why. */
  resume(reason: string): { readonly type: 'resumed' } | Refused;
}

/** The till's own name among those whose request ids must differ. */
const clientId = 'window';

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

export function createDesk(ports: DeskPorts): Desk {
  const { engine, people, policy, environment } = ports;

  function needsApproval(kind: string, input: JsonObject): boolean {
    const command = commandOf(kind);
    // Nobody to ask: a till in training may be tried out alone, one that moves real money may not pay out alone.
    if (command === null || !(people.isManned() || environment.mode === 'live')) return false;
    if (isManualRefund(command, input)) return true;
    const parsed = command.input.safeParse(input);
    return parsed.success && needsSupervisor(engine.payOut(command, parsed.data), policy);
  }

  async function approver(
    kind: string,
    input: JsonObject,
    approval: Approval | null,
  ): Promise<Person | Refused | null> {
    if (!needsApproval(kind, input)) return null;
    if (approval === null) return refuse('approval-needed', approvalWords(people.isManned()));
    const verified = await people.verify(approval, 'supervisor');
    return verified.type === 'refused' ? verified : verified.person;
  }

  function administration(): Refusal | null {
    if (!people.isManned()) return null;
    const person = people.current();
    if (person === null) return notSignedIn.refusal;
    if (mayActAs(person.role, 'manager')) return null;
    return { code: 'role-missing', detail: `${person.name} may not change that; it needs a manager.` };
  }

  return {
    needsApproval,
    administration,
    async administrator(approval) {
      const refusal = administration();
      if (refusal !== null && approval !== null) return people.verify(approval, 'manager');
      if (refusal !== null) return { type: 'refused', refusal };
      people.touch();
      return { type: 'person', person: people.current() };
    },
    closesShift() {
      const person = people.current();
      if (person === null) return people.isManned() ? notSignedIn : { type: 'person', name: 'cashier' };
      people.touch();
      if (mayActAs(person.role, 'supervisor')) return { type: 'person', name: person.name };
      return refuse('role-missing', `${person.name} may not close the shift; it needs a supervisor.`);
    },
    resume(reason) {
      const refusal = administration();
      if (refusal !== null) return { type: 'refused', refusal };
      const said = personWords(3).safeParse(reason);
      if (!said.success) return refuseFields({ reason: said.error.issues.map(({ message }) => message) });
      const free = freeTextIssues({ reason: said.data }, environment.mode, []);
      if (free.length > 0) return refuseFields(messagesOf(free));
      people.touch();
      engine.resume(people.current()?.name ?? 'cashier', said.data);
      return { type: 'resumed' };
    },
    async submit({ kind, input, requestId, approval, replaces, partOf = null }) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      const approvedBy = await approver(kind, input, approval);
      if (approvedBy !== null && 'refusal' in approvedBy) return approvedBy;
      people.touch();
      const origin = { type: 'cashier', clientId, operator, approvedBy } as const;
      const part = partOf === null ? {} : { partOf };
      return engine.submit({ kind, input, requestId, origin, replaces, ...part });
    },
    async cancel(id) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      return engine.cancel(id, operator?.name ?? 'cashier');
    },
    async keepApproved(id) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      people.touch();
      return engine.keepApproved(id, operator);
    },
    async payRestOtherwise(id, value) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      people.touch();
      return engine.payRestOtherwise(id, operator, value);
    },
    async freeTerminal(id, reason, approval) {
      const said = personWords(3).safeParse(reason);
      if (!said.success) return refuseFields({ reason: said.error.issues.map(({ message }) => message) });
      const free = freeTextIssues({ reason: said.data }, environment.mode, []);
      if (free.length > 0) return refuseFields(messagesOf(free));
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      if (operator === null || mayActAs(operator.role, 'supervisor')) {
        people.touch();
        return engine.freeTerminal(id, operator, said.data);
      }
      if (approval === null) return refuse('approval-needed', 'A supervisor frees a terminal: enter their PIN.');
      const verified = await people.verify(approval, 'supervisor');
      if (verified.type === 'refused') return verified;
      people.touch();
      return engine.freeTerminal(id, verified.person, said.data);
    },
    async decide(id, input, second) {
      const parsed = decisionSchema.safeParse(input);
      if (!parsed.success) {
        const errors = Object.fromEntries(parsed.error.issues.map((each) => [each.path.join('.'), [each.message]]));
        return refuseFields(errors);
      }
      const free = freeTextIssues(parsed.data, environment.mode, []);
      if (free.length > 0) return refuseFields(messagesOf(free));
      const first = people.current();
      if (first === null) return notSignedIn;
      if (!mayActAs(first.role, 'supervisor')) {
        return refuse('role-missing', `${first.name} may not decide that; it needs a supervisor.`);
      }
      people.touch();
      const verified = second === null ? null : await people.verify(second, 'supervisor');
      if (verified?.type === 'refused') return verified;
      if (verified?.person.id === first.id) {
        return refuse('second-person-needed', 'The second person must be somebody else.');
      }
      const settlement = await engine.decide(id, { ...parsed.data, by: first });
      if (verified === null || settlement?.type !== 'decided' || settlement.record.state !== 'needs-person') {
        return settlement;
      }
      return engine.decide(id, { ...parsed.data, by: verified.person });
    },
  };
}

function approvalWords(manned: boolean): string {
  return manned
    ? 'This pays money out and needs a supervisor: enter their PIN.'
    : 'This pays money out and needs a supervisor, and the till has no operators yet. Add them in the settings.';
}

const notSignedIn: Refused = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};

function refuse(code: Refusal['code'], detail: string): Refused {
  return { type: 'refused', refusal: { code, detail } };
}

function refuseFields(errors: { [field: string]: string[] }): Refused {
  const detail = `Nothing was changed. Correct: ${Object.keys(errors).join(', ')}.`;
  return { type: 'refused', refusal: { code: 'invalid-input', detail, errors } };
}
