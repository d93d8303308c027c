// THE ONE WAY of an operation to the engine, for a person at the window and for a program alike. The requester is
// authorized here, both kinds side by side:
//
//                  a person at the window                    a program
// before           the table of calls asks for a role        the loopback API asks for a token with the scope
// here             signed in; typed card numbers allowed;    a person at the till confirms a manual refund
//                  a supervisor's PIN, or the office's
//                  answer, for what pays out
// at acceptance    still there, with that role; approval,    scope and access once more; limit of the day
//                  by the sum of the day
//
// The checks at acceptance run in its transaction (acceptance/access.ts, acceptance/refund-limit.ts), because they
// depend on what others do meanwhile. The command line starts no operation. What it does to an existing one goes
// through the same checks as at the window (staff/staff-decisions.ts).
import type { Implementations } from '#contract/calls/table.ts';
import { mayTypeCardNumbers } from '#contract/till/card-entry.ts';
import { messagesOf, ruleIssue } from '#contract/data/issue-words.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Approval, OfficeApproval, Person } from '#contract/people/people.ts';
import { type Refusal, type Refused, refuse } from '#contract/programs/problems.ts';
import type { ApprovalAsked, OfficeAnswer } from '#contract/till/window.ts';
import { amountSchema } from '#operations/fields/amount.ts';
import { commandOf } from '#operations/index.ts';
import type { Acceptance, Submission } from '../acceptance/accept.ts';
import { approvalWords } from '../acceptance/refund-limit.ts';
import type { Engine } from '../engine/engine.ts';
import type { Policy } from '../ports/policy.ts';
import type { Environment } from '../ports/record.ts';
import { type PayOut, isManualRefund, needsSupervisor } from '../sale/money-out.ts';
import { reasonIn } from '../staff/confirmation-view.ts';
import type { Confirmations, WhenGone } from '../staff/confirmations.ts';
import type { OfficeApprovals, WantedRequest } from '../staff/office-approvals.ts';
import { notSignedIn } from '../staff/staff-decisions.ts';
import { type People, supervisorShown } from '../staff/people.ts';
import type { Session } from '../staff/session.ts';

/** Who asks. */
export type Requester =
  /** The person who is signed in at a window. `approval`: a supervisor's PIN that is shown beside them, or the office's. */
  | {
      readonly type: 'person';
      readonly session: WindowSession;
      readonly approval: Approval | OfficeApproval | null;
    }
  /** A paired program. `whenGone` calls back when it has left and waits no longer. */
  | { readonly type: 'program'; readonly clientId: string; readonly whenGone?: WhenGone };

/** The part of a window's session that is asked here. */
type WindowSession = Pick<Session, 'current' | 'touch'>;

export type OperationRequest = Omit<Submission, 'origin'>;

/** Resolves when the operation is durable, or refused with nothing stored. */
export type Submit = (requester: Requester, request: OperationRequest) => Promise<Acceptance>;

/** `why`: the reason in words, with the sums of the day; `asked`: what the supervisor is shown. */
export interface ApprovalNeed {
  readonly why: Pick<Refusal, 'detail' | 'facts'>;
  readonly asked: ApprovalAsked;
}

export interface SubmitPorts {
  readonly engine: Pick<Engine, 'submit' | 'payOut' | 'paidOutToday' | 'needsSupervisorAway'>;
  readonly people: Pick<People, 'isManned' | 'verify'>;
  readonly confirmations: Pick<Confirmations, 'isNeeded' | 'ask'>;
  readonly policy: Pick<Policy, 'cardNumbersTyped' | 'refundLimitMinor' | 'shopCurrency'>;
  readonly environment: Pick<Environment, 'mode'>;
  /** Left out: no office is asked. */
  readonly approvals?: Pick<OfficeApprovals, 'isOffered' | 'ask' | 'withdraw' | 'take'>;
}

export interface Submissions {
  readonly submit: Submit;
  /** What a supervisor would be asked to approve; null where none is. A manual refund always needs one. */
  approvalFor(session: WindowSession, kind: string, input: JsonObject): ApprovalNeed | null;
  mayAskOffice(session: WindowSession, kind: string): boolean;
  /** Waits for a person at the office. */
  askOffice(session: WindowSession, wanted: WantedRequest): Promise<OfficeAnswer | Refused>;
  withdrawOffice(session: WindowSession): void;
}

/** The client id of the window: request ids are unique within a client id. */
const windowId = 'window';
const cardNumber = 'paymentMethods.card.number';

export function createSubmissions(ports: SubmitPorts): Submissions {
  const { engine, people, confirmations, policy, environment, approvals } = ports;

  async function submitForPerson(
    session: WindowSession,
    approval: Approval | OfficeApproval | null,
    request: OperationRequest,
  ): Promise<Acceptance> {
    const { input } = request;
    const operator = session.current();
    if (operator === null && people.isManned()) return notSignedIn;
    const mayType = mayTypeCardNumbers(policy.cardNumbersTyped, environment.mode);
    if (!mayType && textAt(input, cardNumber) !== null) return cardEntryOff();
    const approvedBy = await approver(session, request, approval);
    if (approvedBy !== null && 'refusal' in approvedBy) return approvedBy;
    // Meanwhile a manager or the office may have removed the cashier, or another person may have signed in.
    if (operator !== null && session.current()?.id !== operator.id) return notSignedIn;
    session.touch();
    return engine.submit({ ...request, origin: { type: 'cashier', clientId: windowId, operator, approvedBy } });
  }

  async function submitForProgram(
    clientId: string,
    whenGone: WhenGone | undefined,
    request: OperationRequest,
  ): Promise<Acceptance> {
    const proceed = (approvedBy: Person | null) =>
      engine.submit({ ...request, origin: { type: 'erp', clientId, operator: null, approvedBy } });
    const asked = { ...request, origin: { type: 'erp', clientId } } as const;
    return confirmations.isNeeded(asked) ? confirmations.ask(asked, proceed, whenGone) : proceed(null);
  }

  /** What it pays out, where a supervisor must approve it after so much was paid out; null where none must. */
  function toApprove(kind: string, input: JsonObject, paidOutMinor: number): { readonly payOut: PayOut | null } | null {
    const command = commandOf(kind);
    // Without operators there is no supervisor to ask: a till that moves real money needs one all the same, others do
    // not.
    if (command === null || !(people.isManned() || environment.mode === 'live')) return null;
    const parsed = command.input.safeParse(input);
    const payOut = parsed.success ? engine.payOut(command, parsed.data) : null;
    const isAway = parsed.success && engine.needsSupervisorAway(command, parsed.data);
    const isNeeded = isManualRefund(command, input) || isAway || needsSupervisor(payOut, paidOutMinor, policy);
    return isNeeded ? { payOut } : null;
  }

  /** Whether it does is seen at acceptance, when the gateway was asked for the payment. */
  function mayPayOut(kind: string, input: JsonObject): boolean {
    const command = commandOf(kind);
    const parsed = command?.input.safeParse(input);
    return command !== null && parsed?.success === true && command.paysOut(parsed.data) !== 'never';
  }

  function approvalFor(session: WindowSession, kind: string, input: JsonObject): ApprovalNeed | null {
    const person = session.current();
    const paidOut = engine.paidOutToday(windowId, person);
    const found = toApprove(kind, input, paidOut.value);
    if (found === null) return null;
    const { amount, payment } = found.payOut ?? { amount: amountNamed(input), payment: null };
    const command = commandOf(kind);
    const isManual = command !== null && isManualRefund(command, input);
    return {
      why: approvalWords(found.payOut, paidOut, people.isManned(), policy),
      asked: { person: person?.name ?? null, amount, payment: isManual ? null : payment, reason: reasonIn(input) },
    };
  }

  async function approver(
    session: WindowSession,
    request: OperationRequest,
    approval: Approval | OfficeApproval | null,
  ): Promise<Person | Refused | null> {
    const { kind, input } = request;
    const need = approvalFor(session, kind, input);
    // By itself it is within the limit: the engine looks at the day's sum, where it knows that this is no repeat.
    if (approval === null) {
      return need === null || toApprove(kind, input, 0) === null ? null : supervisorShown(people, null, need.why);
    }
    // The engine may have asked for one: another till's payment, while the office is away, or one that the gateway does
    // not show.
    if (need === null && !mayPayOut(kind, input)) return null;
    if ('officeRequest' in approval) return approvals?.take(session, approval, request) ?? noOffice;
    return supervisorShown(
      people,
      approval,
      need?.why ?? { detail: 'A supervisor must approve this: enter their PIN.' },
    );
  }

  return {
    approvalFor,
    mayAskOffice: (session, kind) => approvals?.isOffered(session, kind) ?? false,
    async askOffice(session, wanted) {
      const asked = () => approvalFor(session, wanted.kind, wanted.input)?.asked ?? null;
      return (await approvals?.ask(session, wanted, asked)) ?? noOffice;
    },
    withdrawOffice: (session) => approvals?.withdraw(session),
    submit: (requester, request) =>
      requester.type === 'person'
        ? submitForPerson(requester.session, requester.approval, request)
        : submitForProgram(requester.clientId, requester.whenGone, request),
  };
}

/** The window's calls about what is started there. */
export function createSubmitCalls(submissions: Submissions, session: Session, seen: (id: string) => OperationView) {
  return {
    async submit({ approval, officeRequest, replaces = null, partOf = null, refundOf = null, line = null, ...asked }) {
      const request = { ...asked, replaces, partOf, refundOf, line };
      const shown = officeRequest === undefined ? (approval ?? null) : { officeRequest };
      const acceptance = await submissions.submit({ type: 'person', session, approval: shown }, request);
      if (acceptance.type === 'refused') return acceptance;
      return { type: 'accepted', operation: seen(acceptance.record.id) };
    },
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
  } satisfies Partial<Implementations>;
}

/** The window asks before the card's number is typed: then the input is not yet whole, but its amount is there. */
function amountNamed({ amount }: JsonObject): Money | null {
  const named = amountSchema.safeParse(amount);
  return named.success ? { value: named.data.value, currency: named.data.currency } : null;
}

const noOffice = refuse('approval-needed', 'This till asks no office: a supervisor enters their PIN.');

function cardEntryOff(): Refused {
  const issue = ruleIssue('must not be typed at this till: the shop has switched card entry off');
  const issues = [{ field: cardNumber, ...issue }];
  const detail = 'Nothing was stored. Card numbers are not typed at this till: let the terminal read the card.';
  return { type: 'refused', refusal: { code: 'invalid-input', detail, errors: messagesOf(issues), issues } };
}
