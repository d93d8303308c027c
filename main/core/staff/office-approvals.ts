// A supervisor at the office approves instead of a PIN (ADR 87). A question is held in memory only, for one window's
// session and the person who is signed in there; its answer counts once, for exactly what was asked, and for a short
// while by the till's own late clock. What is gone from here approves nothing, whatever the office says later.
import { type ApprovalQuestion, type SignedApproval, approvalWaitMs } from '#contract/office/approvals.ts';
import { lineSchema } from '#contract/office/claims.ts';
import { type JsonObject, canonicalJson, textAt } from '#contract/data/json.ts';
import { type OfficeApproval, type Person, personData } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';
import type { ApprovalAsked, OfficeAnswer } from '#contract/till/window.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import { ownReference } from '#texts/operation-facts.ts';
import type { Submission } from '../acceptance/accept.ts';
import { paymentRefOf } from '../acceptance/refund-claims.ts';
import type { Engine } from '../engine/engine.ts';
import { knownPayment } from '../operation/lanes.ts';
import type { Chance, Digests } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApprovalOffice, OfficeSaid, OperatorRegistry } from '../ports/operators.ts';
import type { Policy } from '../ports/policy.ts';
import type { Environment, KnownPayment } from '../ports/record.ts';
import type { StoreReads } from '../ports/store.ts';
import { isManualRefund } from '../sale/money-out.ts';
import type { Session } from './session.ts';

type WindowSession = Pick<Session, 'current'>;

/** What a window wants to submit. */
export type WantedRequest = Omit<Submission, 'origin' | 'requestId'>;

export interface OfficeApprovalPorts {
  readonly engine: Pick<Engine, 'examine'>;
  readonly store: StoreReads;
  readonly office: ApprovalOffice;
  readonly clock: Pick<Clock, 'nowMs' | 'lateMs' | 'after'>;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly digests: Digests;
  readonly journal: OperatorRegistry['journal'];
  readonly policy: Pick<Policy, 'officeApprovals'>;
  readonly environment: Pick<Environment, 'id' | 'mode'>;
}

interface Open {
  readonly id: string;
  readonly person: Person;
  /** Of all that is to be submitted. */
  readonly request: string;
  /** Done when it ends, whatever ends it. */
  readonly atEnd: (() => void)[];
  /** Set once it is approved; then it is used before `untilMs`, by the late clock. */
  approved: { readonly by: Person; readonly untilMs: number } | null;
}

interface Asking {
  readonly wanted: WantedRequest;
  readonly askedNow: () => ApprovalAsked | null;
  readonly end: (answer: OfficeAnswer) => void;
}

/** From the answer to the submission, which the window makes at once. */
const useWithinMs = 30_000;
const windowId = 'window';

export class OfficeApprovals {
  readonly #ports: OfficeApprovalPorts;
  /** One for each window. */
  readonly #open = new Map<WindowSession, Open>();

  constructor(ports: OfficeApprovalPorts) {
    this.#ports = ports;
  }

  /** A card number that is typed is no part of a question, so the office would not know whom it pays. */
  isOffered(session: WindowSession, kind: string): boolean {
    const { policy, environment, office } = this.#ports;
    const command = commandOf(kind);
    if (!policy.officeApprovals || environment.mode === 'training' || command === null) return false;
    // Asked by the kind alone, before there is an input.
    return command.secretFields({}).length === 0 && session.current() !== null && office.isThere();
  }

  /**
   * Waits for a person there. `askedNow`: what a supervisor at the till would be shown, by what is known when it is
   * called; null where none is needed any more.
   */
  async ask(
    session: WindowSession,
    wanted: WantedRequest,
    askedNow: () => ApprovalAsked | null,
  ): Promise<OfficeAnswer | Refused> {
    const person = session.current();
    const command = commandOf(wanted.kind);
    if (person === null || command === null || !this.isOffered(session, wanted.kind)) return notOffered;
    this.withdraw(session);
    const { promise: ended, resolve: end } = Promise.withResolvers<OfficeAnswer>();
    const open: Open = {
      id: this.#ports.chance.hex128(),
      person,
      request: this.#digestOf(wanted),
      atEnd: [() => end(unanswered('withdrawn'))],
      approved: null,
    };
    this.#open.set(session, open);
    try {
      return await Promise.race([ended, this.#askIn(session, open, command, { wanted, askedNow, end })]);
    } finally {
      if (open.approved === null) this.#close(session, open);
    }
  }

  /** The window waits no longer, or its person is another one. */
  withdraw(session: WindowSession): void {
    const open = this.#open.get(session);
    if (open !== undefined) this.#close(session, open);
  }

  /** Whose approval it is, where it was given for exactly this; it is used up, whatever becomes of the submission. */
  take(session: WindowSession, { officeRequest }: OfficeApproval, wanted: WantedRequest): Person | Refused {
    const open = this.#open.get(session);
    if (open === undefined || open.id !== officeRequest || open.approved === null) return gone;
    this.#close(session, open);
    const { by, untilMs } = open.approved;
    const isInTime = this.#ports.clock.lateMs() <= untilMs;
    const isSame = open.request === this.#digestOf(wanted) && session.current()?.id === open.person.id;
    return isInTime && isSame ? by : gone;
  }

  /** The program ends. */
  end(): void {
    for (const session of this.#open.keys()) this.withdraw(session);
  }

  async #askIn(
    session: WindowSession,
    open: Open,
    command: Command,
    { wanted, askedNow, end }: Asking,
  ): Promise<OfficeAnswer | Refused> {
    const { engine, clock } = this.#ports;
    const { person } = open;
    // What the till would refuse anyway is asked nobody, and nothing leaves it that no input may hold.
    const origin = { type: 'cashier', clientId: windowId, operator: person, approvedBy: person } as const;
    const examined = await engine.examine({ ...wanted, requestId: `office-${open.id}`, origin });
    if (examined?.type === 'refused') return examined;
    // Read after the look at the gateway, which may have shown another sum.
    const asked = askedNow();
    if (!this.#waits(session, open) || asked === null) return unanswered('withdrawn');
    const office = this.#ports.office.ask(this.#questionOf(open, command, wanted, asked));
    const untilMs = clock.lateMs() + approvalWaitMs;
    const stopClock = clock.after(approvalWaitMs, () => end(unanswered('time')));
    open.atEnd.push(stopClock, () => office.end());
    return this.#answerOf(session, open, asked, { said: await office.said, untilMs });
  }

  /** Neither withdrawn nor signed out. */
  #waits(session: WindowSession, open: Open): boolean {
    return session.current()?.id === open.person.id && this.#open.get(session) === open;
  }

  #answerOf(
    session: WindowSession,
    open: Open,
    asked: ApprovalAsked,
    { said, untilMs }: { readonly said: OfficeSaid; readonly untilMs: number },
  ): OfficeAnswer {
    const { clock } = this.#ports;
    if (!this.#waits(session, open)) return unanswered('withdrawn');
    if (clock.lateMs() > untilMs) return unanswered('time');
    if (said.type !== 'answered') return unanswered(said.type);
    const { by, verdict } = said.answer;
    if (namesakeIn([open.person.name], by.name) !== null) return unanswered('own');
    this.#journal(open, asked, said);
    if (verdict === 'declined') return { type: 'declined', by: by.name };
    const approver: Person = { id: by.id, name: by.name, role: 'supervisor', office: open.id };
    open.approved = { by: approver, untilMs: clock.lateMs() + useWithinMs };
    return { type: 'approved', request: open.id, by: by.name };
  }

  #journal(open: Open, asked: ApprovalAsked, said: Extract<OfficeSaid, { readonly type: 'answered' }>): void {
    const { journal, clock } = this.#ports;
    journal({
      type: 'office-answered',
      operationId: null,
      atMs: clock.nowMs(),
      data: {
        approval: open.id,
        askedBy: personData(open.person),
        amount: moneyOf(asked),
        question: said.question,
        ...answerData(said.answer),
      },
    });
  }

  #close(session: WindowSession, open: Open): void {
    if (this.#open.get(session) === open) this.#open.delete(session);
    for (const end of open.atEnd) end();
  }

  #digestOf({ kind, input, line, replaces, partOf, refundOf }: WantedRequest): string {
    const links = [line ?? null, replaces ?? null, partOf ?? null, refundOf ?? null];
    return this.#ports.digests.keyed(canonicalJson({ kind, input, links }));
  }

  #questionOf(
    { id, person, request }: Open,
    command: Command,
    wanted: WantedRequest,
    asked: ApprovalAsked,
  ): ApprovalQuestion {
    const { store, environment } = this.#ports;
    const { payment, reason } = asked;
    const { input, line = null, refundOf = null } = wanted;
    const ref = paymentRefOf(store, command, refundOf, input);
    const known = ref === null ? null : knownPayment(store, environment.id, ref);
    // The card stands beside it.
    const reference = ownReference(known?.refNr ?? null) ?? known?.transId ?? payment;
    const payId = known?.payId ?? (ref?.by === 'payId' ? ref.payId : null);
    return {
      id,
      mode: environment.mode === 'live' ? 'live' : 'test',
      sort: sortOf(command, input, ref !== null),
      request,
      person: cut(person.name, 100),
      amount: moneyOf(asked),
      payment:
        ref === null
          ? null
          : { reference: reference === null ? null : cut(reference, 255), payId, ...cardOf(known), ...sumsOf(known) },
      // What no payment's own number sends back goes to the card at the terminal.
      terminal: isManualRefund(command, input) ? textAt(input, 'posTerminalId') : null,
      line: lineSchema.safeParse(line).data ?? null,
      reason: reason === null ? null : cut(reason, 100),
    };
  }
}

function moneyOf({ amount }: ApprovalAsked) {
  return amount === null ? null : { value: amount.value, currency: amount.currency };
}

function sortOf(command: Command, input: JsonObject, isOfPayment: boolean): ApprovalQuestion['sort'] {
  if (command.paysOut(input) === 'if-captured') return 'reversal';
  return isManualRefund(command, input) && !isOfPayment ? 'manual-refund' : 'refund';
}

type PaymentAsked = NonNullable<ApprovalQuestion['payment']>;

function cardOf(known: KnownPayment | null): Pick<PaymentAsked, 'brand' | 'last4'> {
  const { brand = null, last4 = null } = known ?? {};
  return {
    brand: brand === null || brand === '' ? null : cut(brand, 32),
    last4: last4 !== null && /^\d{4}$/.test(last4) ? last4 : null,
  };
}

function sumsOf(known: KnownPayment | null): Pick<PaymentAsked, 'captured' | 'refunded'> {
  const { currency = null, captured = null, refunded = null } = known ?? {};
  const money = (value: number | null) =>
    value === null || value < 0 || currency === null ? null : { value, currency };
  return { captured: money(captured), refunded: money(refunded) };
}

function cut(text: string, most: number): string {
  return text.slice(0, most);
}

function answerData({ verdict, by, at, keyId, signature }: SignedApproval): JsonObject {
  return { verdict, by: { id: by.id, name: by.name }, at, keyId, signature };
}

function unanswered(why: Extract<OfficeAnswer, { readonly type: 'unanswered' }>['why']): OfficeAnswer {
  return { type: 'unanswered', why };
}

const notOffered = refuse(
  'approval-needed',
  'The office cannot be asked to approve this: a supervisor enters their PIN.',
);
const gone = refuse(
  'approval-needed',
  'What the office approved does not count any more, or was something else. Ask again.',
);
