// What a person at the till does, checked before the engine hears of it: is anybody signed in, may they, and whose PIN
// stands for it. What comes out carries who did it, so that the journal can say so.
import { mayTypeCardNumbers } from '#contract/card-entry.ts';
import { messagesOf, ruleIssue } from '#contract/issue-words.ts';
import { type JsonObject, textAt } from '#contract/json.ts';
import type { Money } from '#contract/money.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { ApprovalAsked } from '#contract/window.ts';
import { mayActAs } from '#contract/roles.ts';
import type { Refusal } from '#contract/problems.ts';
import { amountSchema } from '#operations/fields/amount.ts';
import { commandOf } from '#operations/index.ts';
import type { Acceptance } from './accept.ts';
import { type DecisionDesk, createDecisionDesk, notSignedIn, refuse, wordsOf } from './decision-desk.ts';
import { type PayOut, isManualRefund, needsSupervisor } from './money-out.ts';
import type { Cancellation } from './cancel.ts';
import { reasonIn } from './confirmation-view.ts';
import type { Engine } from './engine.ts';
import type { People } from './people.ts';
import type { Policy } from './ports/policy.ts';
import { approvalWords } from './refund-limit.ts';
import type { Environment } from './record.ts';

export interface DeskPorts {
  readonly engine: Engine;
  readonly people: People;
  readonly policy: Policy;
  readonly environment: Environment;
  /** When the last shift was closed, engine time in ms; null before the first. */
  readonly lastClosedMs: () => number | null;
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
  /** The sale whose money this one gives back at the terminal. */
  readonly refundOf?: string | null;
}

/** `why`: the reason in words, with the sums of the day; `asked`: what the supervisor is shown. */
export interface ApprovalNeed {
  readonly why: Pick<Refusal, 'detail' | 'facts'>;
  readonly asked: ApprovalAsked;
}

export interface Desk extends DecisionDesk {
  submit(submission: DeskSubmission): Promise<Acceptance>;
  cancel(id: string): Promise<Cancellation | null>;
  /** What a supervisor will be asked to stand for; null where none is. A manual refund always needs one. */
  approvalFor(kind: string, input: JsonObject): ApprovalNeed | null;
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
  const { engine, people, policy, environment, lastClosedMs } = ports;

  /** What it pays out, where somebody must stand for it after so much was paid out; null where nobody must. */
  function toApprove(kind: string, input: JsonObject, paidOutMinor: number): { readonly payOut: PayOut | null } | null {
    const command = commandOf(kind);
    // Nobody to ask: a till in training may be tried out alone, one that moves real money may not pay out alone.
    if (command === null || !(people.isManned() || environment.mode === 'live')) return null;
    const parsed = command.input.safeParse(input);
    const payOut = parsed.success ? engine.payOut(command, parsed.data) : null;
    return isManualRefund(command, input) || needsSupervisor(payOut, paidOutMinor, policy) ? { payOut } : null;
  }

  function approvalFor(kind: string, input: JsonObject): ApprovalNeed | null {
    const person = people.current();
    const paidOut = engine.paidOutToday(clientId, person);
    const found = toApprove(kind, input, paidOut.value);
    if (found === null) return null;
    const { amount, payment } = found.payOut ?? { amount: amountNamed(input), payment: null };
    return {
      why: approvalWords(found.payOut, paidOut, people.isManned(), policy),
      asked: { person: person?.name ?? null, amount, payment, reason: reasonIn(input) },
    };
  }

  async function approver(
    kind: string,
    input: JsonObject,
    approval: Approval | null,
  ): Promise<Person | Refused | null> {
    const need = approvalFor(kind, input);
    // By itself it is within the limit: the engine looks at the day's sum, where it knows that this is no repeat.
    if (need === null || (approval === null && toApprove(kind, input, 0) === null)) return null;
    if (approval === null) return { type: 'refused', refusal: { code: 'approval-needed', ...need.why } };
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
    ...createDecisionDesk({ engine, people, mode: environment.mode, lastClosedMs }),
    approvalFor,
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
      const said = wordsOf(reason, environment.mode);
      if (said.type === 'refused') return said;
      people.touch();
      engine.resume(people.current()?.name ?? 'cashier', said.words);
      return { type: 'resumed' };
    },
    async submit({ kind, input, requestId, approval, replaces, partOf = null, refundOf = null }) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      const mayType = mayTypeCardNumbers(policy.cardNumbersTyped, environment.mode);
      if (!mayType && textAt(input, cardNumber) !== null) return cardEntryOff();
      const approvedBy = await approver(kind, input, approval);
      if (approvedBy !== null && 'refusal' in approvedBy) return approvedBy;
      people.touch();
      const origin = { type: 'cashier', clientId, operator, approvedBy } as const;
      const part = partOf === null ? {} : { partOf };
      const credit = refundOf === null ? {} : { refundOf };
      return engine.submit({ kind, input, requestId, origin, replaces, ...part, ...credit });
    },
    async cancel(id) {
      const operator = people.current();
      if (operator === null && people.isManned()) return notSignedIn;
      return engine.cancel(id, operator?.name ?? 'cashier');
    },
  };
}

/** The window asks before the card's number is typed: then the input is not yet whole, but its amount is there. */
function amountNamed({ amount }: JsonObject): Money | null {
  const named = amountSchema.safeParse(amount);
  return named.success ? { value: named.data.value, currency: named.data.currency } : null;
}

const cardNumber = 'paymentMethods.card.number';

function cardEntryOff(): Refused {
  const issue = ruleIssue('must not be typed at this till: the shop has switched card entry off');
  const issues = [{ field: cardNumber, ...issue }];
  const detail = 'Nothing was stored. Card numbers are not typed at this till: let the terminal read the card.';
  return { type: 'refused', refusal: { code: 'invalid-input', detail, errors: messagesOf(issues), issues } };
}
