// 12: at rest the takings of all reports are the gateway's ledger, per currency, by the journal's own records read through
// the product's own tally; and those of each shift are what the ledger has of the operations that the journal says it
// settled in it. What the till cannot know is left out on both sides, each with its reason, and counted.
import { textAt, valueAt } from '#contract/data/json.ts';
import { tipChosen } from '#contract/money/tip.ts';
import { payIdLane, transIdLane } from '#core/operation/lanes.ts';
import { movedIn, seenPaid } from '#core/payments/moved.ts';
import type { JournalFact } from '#core/ports/books.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { OpenAuthorization } from '#core/shift/shift-takings.ts';
import { type ShiftTally, addFact, emptyTally } from '#core/shift/shift-tally.ts';
import type { Execution, Payment } from '../gateway/ledger.ts';
import type { Server } from '../gateway/server.ts';
import { epochMs } from '../schedule.ts';
import { type Rows, addToRows, noRows, rowsHold } from './takings-rows.ts';
import type { World } from '../world.ts';

interface Sums {
  readonly taken: number;
  readonly givenBack: number;
  /** Of what was taken. */
  readonly tip: number;
}

export function takingsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  const { journalRecords } = world.disk.tables;
  const shifts = new Shifts(journalRecords);
  const expected = world.places.map((place) => ({ place, ...expectedOf(world, place, byTag, shifts) }));
  const skipped = new Set(expected.flatMap(({ left }) => [...left]));
  const facts = journalRecords.filter(({ operation }) => operation === null || !skipped.has(operation));
  const tallies = talliesOf(facts, shifts);
  const last = tallies.at(-1)!;
  for (const { place, sums, open, unsure, rows } of expected) {
    const { id } = place.environment;
    rowsHold(world, tallies, id, rows);
    const told = tallies.map((tally) => sumsIn(tally, id));
    for (const currency of new Set([...sums.keys(), ...told.flat().map((each) => each.currency)])) {
      const truth = sums.get(currency) ?? new Map<number | null, Sums>();
      const reported = told.map((each) => sumOf(each.filter((one) => one.currency === currency)));
      const words = `in ${currency} at ${id}`;
      differ(world, `the reports ${words}`, plus(reported), plus([...truth.values()]));
      world.coverage.count('takings held against the ledger');
      // What no record of the journal says was done belongs to none of them.
      if (truth.has(null)) continue;
      for (const [number, mine] of reported.entries()) {
        differ(world, `the report of shift ${number + 1} ${words}`, mine, truth.get(number) ?? nothing);
        world.coverage.count("a shift's takings held against the ledger");
      }
    }
    const listed = authorizationsIn(last, id);
    for (const [lane, { openMinor }] of listed) {
      if (openMinor === 0 || open.has(lane) || unsure.has(lane)) continue;
      world.report(12, `the report says ${openMinor} is authorized and open in ${lane}, which the till cannot hold`);
    }
    for (const [lane, value] of open) {
      const shown = listed.get(lane)?.openMinor ?? 0;
      if (shown !== value) world.report(12, `the report says ${shown} is authorized and open in ${lane}, not ${value}`);
      if (value > 0) world.coverage.count('open authorizations held against the ledger');
    }
  }
}

const nothing: Sums = { taken: 0, givenBack: 0, tip: 0 };

function plus(all: readonly Sums[]): Sums {
  return all.reduce(
    (sum, { taken, givenBack, tip }) => ({
      taken: sum.taken + taken,
      givenBack: sum.givenBack + givenBack,
      tip: sum.tip + tip,
    }),
    nothing,
  );
}

function sumOf(takings: ReturnType<typeof sumsIn>): Sums {
  return plus(
    takings.map(({ takenMinor, givenBackMinor, tipMinor }) => ({
      taken: takenMinor,
      givenBack: givenBackMinor,
      tip: tipMinor,
    })),
  );
}

function differ(world: World, whose: string, told: Sums, truth: Sums): void {
  if (told.tip > 0) world.coverage.count('tips held against the ledger');
  if (told.taken === truth.taken && told.givenBack === truth.givenBack && told.tip === truth.tip) return;
  const words = ({ taken, givenBack, tip }: Sums) => `${taken} taken (${tip} of it tips) and ${givenBack} given back`;
  world.report(12, `${whose} say ${words(told)}, the ledger ${words(truth)}`);
}

/** Shifts were closed at a third and at two thirds of what there is to report. */
const shiftCount = 3;

/** To which shift an operation belongs: that of the journal's record that says what it moved, whatever the clocks said. */
class Shifts {
  readonly #facts: readonly JournalFact[];
  readonly #moved = new Map<string, number>();
  readonly #answered = new Set<string>();
  readonly #taken = new Set<string>();
  /** When a customer's payment was first seen to be paid, by its payId: a link may be paid twice. */
  readonly #seen = new Map<string, number>();
  /** What of it counted as given back before it was seen. */
  readonly #givenBack = new Map<string, number>();

  constructor(facts: readonly JournalFact[]) {
    this.#facts = facts;
    for (const { operation, seq, type, data } of facts) {
      const moved = movedIn(data);
      if (operation === null || moved === null || (type !== seenPaid && data['state'] !== 'succeeded')) continue;
      const counts = (moved.taken ?? 0) > 0 || (moved.givenBack ?? 0) > 0;
      const payId = textAt(data, 'payId');
      if (type === seenPaid && counts && payId !== null && !this.#seen.has(payId)) {
        this.#seen.set(payId, seq);
        this.#givenBack.set(payId, moved.givenBack ?? 0);
      }
      if (type === 'succeeded') this.#answered.add(operation);
      if ((moved.taken ?? 0) > 0) this.#taken.add(operation);
      if (counts || !this.#moved.has(operation)) this.#moved.set(operation, seq);
    }
  }

  /** Null where the journal does not know it. */
  of(operation: string | undefined): number | null {
    const seq = operation === undefined ? undefined : this.#moved.get(operation);
    return seq === undefined ? null : this.at(seq);
  }

  ofSeen(payId: string): number | null {
    const seq = this.#seen.get(payId);
    return seq === undefined ? null : this.at(seq);
  }

  givenBackBefore(payId: string): number {
    return this.#givenBack.get(payId) ?? 0;
  }

  /** Whether the journal says that it ended by an answer of the gateway. */
  answered(operation: string): boolean {
    return this.#answered.has(operation);
  }

  /** Whether the journal says that it took anything. */
  took(operation: string): boolean {
    return this.#taken.has(operation);
  }

  at(seq: number): number {
    // The journal's numbers have no gap.
    const place = seq - (this.#facts[0]?.seq ?? seq);
    return Math.min(shiftCount - 1, Math.floor((place * shiftCount) / this.#facts.length));
  }
}

/** As the product adds up one shift after the other, each with what the one before handed over. */
function talliesOf(facts: readonly JournalFact[], shifts: Shifts): readonly ShiftTally[] {
  const tallies = [emptyTally(1, 1, { operations: [], authorizations: [] })];
  for (const fact of facts) {
    while (tallies.length <= shifts.at(fact.seq)) {
      tallies.push(emptyTally(tallies.length + 1, fact.seq, carriedFrom(tallies.at(-1)!)));
    }
    addFact(tallies.at(-1)!, fact);
  }
  while (tallies.length < shiftCount) {
    const before = tallies.at(-1)!;
    tallies.push(emptyTally(tallies.length + 1, before.lastSeq + 1, carriedFrom(before)));
  }
  return tallies;
}

/** By the shift that the journal names; `null` is what it names none for. */
type ShiftSums = Map<number | null, Sums>;

interface Expected {
  readonly sums: ReadonlyMap<string, ShiftSums>;
  readonly rows: Rows;
  /** What is left to capture of each authorization of the till's, by its lane. */
  readonly open: ReadonlyMap<string, number>;
  /** Lanes of payments of which it is not certain what is left to capture. */
  readonly unsure: ReadonlySet<string>;
  /** Operations of which the till cannot know what they gave back. */
  readonly left: ReadonlySet<string>;
}

/**
 * Whether it is shown as another sum than was asked for, at no terminal: what of it was captured the till takes from look-ups
 * alone, and believes these only where a person has named the sum.
 */
function isShownConverted({ charge, terminalId }: Payment): boolean {
  return terminalId === null && (charge?.shown === 'card' || charge?.shown === 'bare');
}

/**
 * A payment without a terminal may be captured at once or later, so that the till takes it only where something said that it
 * was captured. A gateway that never shows captures says so in its answer alone: where the till had none that it believed (it
 * was lost, or contradicted itself), the record's own word counts, which is that the whole is authorized and nothing captured.
 * The same where a person settled it and another payment under its transId hides it. A refund that the record shows, or a
 * person, tells that it was.
 */
function isUnseen(
  { character, coverage }: World,
  { ledger }: Server,
  payment: Payment,
  { id, kind, state, decisions, payId }: OperationRecord,
  shifts: Shifts,
) {
  // By its number the till finds it, whatever else is under the transId.
  const isHidden = decisions.length > 0 && payId === null && ledger.byTransId(payment.transId) !== payment;
  if (character.blindTo !== 'CAPTURE' && !isHidden) return false;
  if (payment.terminalId !== null || kind !== 'create-payment') return false;
  if (payment.link !== null || state !== 'succeeded') return false;
  if (shifts.answered(id) || shifts.took(id)) return false;
  coverage.count('payments of which neither an answer nor a look-up said that they were captured');
  return true;
}

function expectedOf(
  world: World,
  place: World['places'][number],
  byTag: ReadonlyMap<string, OperationRecord>,
  shifts: Shifts,
): Expected {
  const { ledger } = place.server;
  const sums = new Map<string, ShiftSums>();
  const open = new Map<string, number>();
  const unsure = new Set<string>();
  const rows = noRows();
  const left = new Set<string>();
  const byPayment = Map.groupBy(ledger.executions, ({ payId }) => payId);
  for (const [payId, executions] of byPayment) {
    const payment = ledger.payments.get(payId);
    if (payment === undefined) continue;
    const why = unknowable(world, payment, executions, byTag, place.environment.id);
    if (why !== null) world.coverage.count(`payments that the till cannot know: ${why}`);
    const isRestored = executions.some(({ tag }) => tag !== null && (world.lost.has(tag) || world.unsettled.has(tag)));
    const lane = transIdLane(place.environment.id, payment.transId);
    const isHeld = why === null && isHeldByWord(world, place.server, payment, executions, byTag);
    // Of what a customer paid nothing is left to capture, and nothing of another till's is held here.
    const mayBeListed =
      payment.link === null ? payment.byTill : !isPaidLink(world, place.server, payment, byTag, shifts);
    if ((why !== null && mayBeListed) || isHeld) {
      for (const each of [lane, payIdLane(place.environment.id, payment.payId)]) unsure.add(each);
    }
    if (isRestored && isCapturedTwice(payment, executions)) {
      for (const { tag } of executions) {
        const record = tag === null ? undefined : byTag.get(tag);
        if (record !== undefined) left.add(record.id);
      }
      continue;
    }
    const isOthers = ({ tag }: Execution) =>
      tag === null || world.lost.has(tag) || byTag.get(tag)?.state !== 'succeeded';
    const before = givenBackBefore(world, payment, executions, isOthers, shifts);
    let [authorized, captured, reversed] = [0, 0, false];
    for (const execution of executions) {
      const { tag, type, value } = execution;
      const record = tag === null || world.lost.has(tag) ? undefined : byTag.get(tag);
      const link = payment.link === null ? undefined : byTag.get(payment.link);
      const seenAt = payment.link === null ? null : shifts.ofSeen(payId);
      const mine = sums.get(payment.currency) ?? new Map<number | null, Sums>();
      sums.set(payment.currency, mine);
      const add = (more: Partial<Sums>) => {
        const sum = { ...nothing, ...more };
        if (sum.taken === 0 && sum.givenBack === 0) return;
        const shift = record === undefined && seenAt !== null ? seenAt : shifts.of(record?.id ?? link?.id);
        const of = record ?? link;
        const maker = world.gaps.length > 0 ? null : (byTag.get(executions[0]?.tag ?? '') ?? null);
        if (of !== undefined) addToRows(rows, of, payment, maker, sum.taken, sum.givenBack, sum.tip);
        mine.set(shift, plus([mine.get(shift) ?? nothing, sum]));
      };
      // People said that it failed: they took it back in the back office.
      const undone = record?.state === 'failed' && record.decisions.length > 0;
      const unseen = record !== undefined && isUnseen(world, place.server, payment, record, shifts);
      const gives = record === undefined || undone ? 0 : 1;
      switch (type) {
        case 'AUTHORIZATION':
          authorized += value;
          break;
        case 'CAPTURE':
          if (isSale(execution, executions)) authorized += value;
          if (!unseen) captured += value;
          if (isPaidLink(world, place.server, payment, byTag, shifts)) add({ taken: value, givenBack: before });
          else {
            const tip = record === undefined ? 0 : tipWithin(record, value);
            add({ taken: unseen ? 0 : gives * value, givenBack: gives * before, tip: unseen ? 0 : gives * tip });
          }
          break;
        case 'REFUND':
        case 'CREDIT':
          add({ givenBack: gives * value });
          break;
        case 'REVERSAL':
          if (why === null) add({ givenBack: gives * value });
          else if (record !== undefined) left.add(record.id);
          reversed = true;
          captured = 0;
          break;
        case 'LINK':
          break;
      }
    }
    if (why === null && !isHeld) {
      open.set(lane, reversed ? 0 : Math.max(0, authorized - captured));
    }
  }
  // A reversal that was not carried out, because somebody else's was there before, tells of a payment that others touched.
  for (const record of byTag.values()) {
    if (record.environmentId !== place.environment.id || !isReversal(record)) continue;
    if (ledger.byTag.has(tagOf(record))) continue;
    const payment = reversedBy(ledger, record);
    const executions = (payment === null ? undefined : byPayment.get(payment.payId)) ?? [];
    const isAlone = payment !== null && unknowable(world, payment, executions, byTag, place.environment.id) === null;
    const isInLane = payment !== null && record.lanes.includes(transIdLane(place.environment.id, payment.transId));
    if (isAlone && isInLane) world.coverage.count('reversals that were not carried out, held against the ledger');
    else left.add(record.id);
  }
  return { sums, open, unsure, left, rows };
}

/** Why the till cannot know a payment's sums, or null: then it has to know them. */
function unknowable(
  world: World,
  payment: Payment,
  executions: readonly Execution[],
  byTag: ReadonlyMap<string, OperationRecord>,
  environmentId: string,
): string | null {
  if (!payment.byTill) return 'the payment was made elsewhere';
  const lanes = [transIdLane(environmentId, payment.transId), payIdLane(environmentId, payment.payId)];
  for (const { tag } of executions) {
    if (tag === null) return 'others worked on the payment';
    const record = byTag.get(tag);
    if (world.lost.has(tag) || record === undefined) return 'a backup that was put back did not know of it';
    if (world.unsettled.has(tag)) return 'it was in doubt in a backup that was put back';
    if (!record.lanes.some((each) => lanes.includes(each))) return 'a trace number that was used again';
  }
  return null;
}

/**
 * Held without a terminal, and a person said that it was: a record without references, with a time that the till's clock
 * disputes, under an order number that may be the one of the 409, or of another till's payment under the transId does not
 * tell the till which payment it was.
 */
function isHeldByWord(
  { character, coverage }: World,
  { ledger }: Server,
  payment: Payment,
  [first]: readonly Execution[],
  byTag: ReadonlyMap<string, OperationRecord>,
): boolean {
  const maker = byTag.get(first?.tag ?? '');
  if (payment.terminalId !== null || (maker?.decisions.length ?? 0) === 0) return false;
  const mayBeOfConflict =
    character.sharedOrders > 0 && maker?.attempts.some(({ reason }) => reason === 'http-status: 409') === true;
  const isOwn = !mayBeOfConflict && ledger.byTransId(payment.transId) === payment;
  // The till's clock was ahead by more than the tolerance when it was sent.
  const sentMs = maker?.attempts[0]?.sentWallMs ?? 0;
  const isDisputed = character.places && epochMs + payment.madeAtMs < sentMs - defaultAnswerReading.clockToleranceMs;
  if (character.references && !isDisputed && isOwn) return false;
  coverage.count('payments held without a terminal by the word of a person');
  return true;
}

/** A customer paid by a link that the till knows: it counts once the till has seen it, which it has long been able to. */
function isPaidLink(
  world: World,
  { ledger }: Server,
  payment: Payment,
  byTag: ReadonlyMap<string, OperationRecord>,
  shifts: Shifts,
): boolean {
  // A gateway that never shows captures shows no payment by a link either.
  const { link } = payment;
  if (link === null || world.lost.has(link) || world.character.blindTo === 'CAPTURE') return false;
  const record = byTag.get(link);
  if (record !== undefined && isHiddenLink(world, ledger, payment, record) && shifts.ofSeen(payment.payId) === null) {
    world.coverage.count("payments by a link that another till's payment hides");
    return false;
  }
  // What it shows in the currency of the card it shows as another sum than was asked for: a person looks at it.
  if (isShownConverted(payment)) return false;
  // Another sum than the one that a person has named is not believed: the alarm says so.
  const isOther = payment.value !== record?.amount?.value && (record?.decisions.length ?? 0) > 0;
  return record?.state === 'succeeded' && !isOther;
}

/** A look-up is answered, judged and committed within this time. */
const lookedUpMs = 180_000;

/**
 * Nothing was looked up while a person had to decide, and another till's payment under its transId hides it, unless the till
 * has its number: from an answer, or as it was shown the payment by that.
 */
function isHiddenLink(world: World, ledger: Server['ledger'], payment: Payment, record: OperationRecord): boolean {
  const { decisions, payId, id, attempts } = record;
  const hiding = ledger.byTransId(payment.transId);
  if (decisions.length === 0 || payId !== null || hiding === null || hiding.link !== null || hiding.byTill)
    return false;
  // A link that is decided is looked up like any other.
  if (payment.madeAtMs > (world.decidedAtMs.get(id) ?? Infinity) + lookedUpMs) return false;
  const toldMs = world.toldMs.get(payment.payId) ?? null;
  if (toldMs === null || world.gaps.some(({ fromMs, toMs }) => fromMs <= toldMs && toldMs <= toMs)) return true;
  // Which of two payments is its own it cannot tell by what it was shown of both, nor with a clock that was ahead.
  const isDisputed = epochMs + payment.madeAtMs < (attempts[0]?.sentWallMs ?? 0);
  return isDisputed || world.toldMs.has(hiding.payId);
}

/**
 * What others gave back of a customer's payment (by a link, or one that a look-up showed as paid) before the till noted that
 * it was paid, and the till itself where it does not know of it any more. Of what was done while the look-up ran, or the
 * record was out of date, any part may be in what it was shown; where a crash hid when that was, of all.
 */
function givenBackBefore(
  { character, coverage, paidSeenMs }: World,
  payment: Payment,
  executions: readonly Execution[],
  isOthers: (execution: Execution) => boolean,
  shifts: Shifts,
): number {
  const refunds = executions.filter(({ type }) => type === 'REFUND');
  const others = refunds.filter(isOthers);
  const isCustomers = payment.link !== null || shifts.ofSeen(payment.payId) !== null;
  if (!isCustomers || others.length === 0) return 0;
  const upTo = (ms: number, of = others) => of.reduce((sum, { atMs, value }) => sum + (atMs <= ms ? value : 0), 0);
  const told = shifts.givenBackBefore(payment.payId);
  if (told > 0) coverage.count('refunds at the portal before a payment by link was seen');
  // A record that shows more refunded than was paid is not believed.
  const isBeyond = refunds.reduce((sum, { value }) => sum + value, 0) > payment.value;
  const isShown = character.totals && character.blindTo !== 'REFUND' && payment.charge === null && !isBeyond;
  const seenMs = paidSeenMs.get(payment.payId) ?? null;
  const atPortal = others.filter(({ tag }) => tag === null);
  const least = isShown && seenMs !== null ? upTo(seenMs - lookedUpMs, atPortal) : 0;
  return Math.min(upTo(seenMs ?? Infinity), Math.max(least, told));
}

/**
 * More was captured than the payment is for. A till that lost the refund between, or knew the sale as in doubt in the
 * backup that was put back, takes the later capture for the money of the sale.
 */
function isCapturedTwice({ value }: Payment, executions: readonly Execution[]): boolean {
  const captures = executions.filter(({ type }) => type === 'CAPTURE');
  return captures.reduce((sum, each) => sum + each.value, 0) > value;
}

/** What of a sum that was moved is no part of the purchase: chosen at the till, or typed at the terminal. */
function tipWithin({ amount, input }: OperationRecord, value: number): number {
  return amount === null ? 0 : Math.max(0, value - amount.value + tipChosen(input));
}

/** The first that was done to the payment, and a capture: a sale. */
function isSale(execution: Execution, all: readonly Execution[]): boolean {
  return all[0] === execution;
}

function reversedBy(ledger: Server['ledger'], { payId, terminalId, input }: OperationRecord): Payment | null {
  const trace = valueAt(input, 'traceNr');
  if (payId !== null) return ledger.payments.get(payId) ?? null;
  return typeof trace === 'string' ? ledger.byTrace(terminalId ?? '', trace) : null;
}

function isReversal({ kind, input }: OperationRecord): boolean {
  return kind === 'reverse' || input['messageType'] === 'REVERSE';
}

function tagOf({ input }: OperationRecord): string {
  const tag = valueAt(input, 'metadata.sim');
  return typeof tag === 'string' ? tag : '';
}

function carriedFrom({ open, sections }: ShiftTally) {
  const authorizations = [...sections.values()].flatMap(({ mode, environment, authorizations: mine }) =>
    Array.from(mine.values(), (each) => ({ ...each, mode, environment })),
  );
  return { operations: [...open.values()], authorizations };
}

function sumsIn({ sections }: ShiftTally, environment: string) {
  return [...sections.values()]
    .filter((each) => each.environment === environment)
    .flatMap(({ takings }) => [...takings.all.values()]);
}

function authorizationsIn({ sections }: ShiftTally, environment: string): ReadonlyMap<string, OpenAuthorization> {
  return [...sections.values()].find((each) => each.environment === environment)?.authorizations ?? new Map();
}
