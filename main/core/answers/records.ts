// What a look-up shows of an operation under its own reference is held to what its answer would be held to
// (docs/answers.md): whose it is, for how much, and what it says. The record of a payment tells of its whole life: what
// was captured or refunded since, and what its other operations said, speaks neither for nor against its making.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Command, Facts } from '#operations/define.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { withNames } from '#operations/evidence/names.ts';
import { isReceiptForOther, slipRefuses } from '#operations/evidence/receipt.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { meaningOf } from '#operations/evidence/words.ts';
import { type Sums, movedBeyond, movesAnything, ownEntries } from '#operations/payment-evidence.ts';
import type { PaymentView } from '#operations/payment-view.ts';
import { type AmountShown, type Asked, amountShown, foreignIdentity } from './agreement.ts';
import { chargeOf, isOtherConversion, reportedConversion, sumsOf } from './conversion.ts';
import { contraryToRefusal } from './contrary-to-refusal.ts';
import { verdictOf } from './state.ts';

/** `foreign`: it shows another operation's name, so that nothing of it may be noted. */
export interface RecordSays {
  readonly observation: 'applied' | 'refused' | 'pending' | 'contradicted';
  readonly foreign: boolean;
  /** Where it shows another sum than was asked for. */
  readonly approved: Money | null;
}

/** For an operation that `command.observe` found to be applied. */
export function recordSays(
  command: Command,
  asked: Asked,
  facts: Facts,
  payment: PaymentView,
  reading: AnswerReading,
): RecordSays {
  const rule = command.evidence(asked.input);
  const agreed: RecordSays = { observation: 'applied', foreign: false, approved: command.approved(facts, payment) };
  // Of an offer, of an update and of what is not listed nothing of its own is shown.
  if (rule.entry === null || rule.openIsDone) return agreed;
  if (command.createsPayment(asked.input)) {
    const said = partSays(ofPayment(rule), asked, withoutEntries(payment.raw), reading);
    return withApproved(said, agreed.approved);
  }
  // The look-up found the entry by its reference. Its other names may be those of the payment.
  const named = { ...asked, transId: null, refNr: null, madeAfterMs: null };
  const own = ownEntries(facts, payment, rule).filter(({ observation }) => observation === 'applied');
  const said = own.map(({ raw }) => partSays(rule, named, raw, reading));
  return said.find(({ observation }) => observation !== 'applied') ?? agreed;
}

/**
 * For an operation that `command.observe` found to be refused: a refusal only where nothing that is shown of it says that
 * it was carried out, nor its answer, which left the outcome open. `before`: what was known of the payment's sums before
 * it was sent.
 */
export function refusalSays(
  command: Command,
  asked: Asked,
  facts: Facts,
  payment: PaymentView,
  { before, answer }: { readonly before: Sums | null; readonly answer: Json | null },
  reading: AnswerReading,
): RecordSays {
  const rule = command.evidence(asked.input);
  const makes = command.createsPayment(asked.input);
  const parts = makes ? [withoutEntries(payment.raw)] : ownEntries(facts, payment, rule).map(({ raw }) => raw);
  const isShown = makes ? movesAnything(payment) : movedBeyond(facts, payment, rule, before);
  const told = isJsonObject(answer) ? [...parts, answered(answer, reading)] : parts;
  const isDenied = isShown || told.some((part) => deniesRefusal(rule, asked, part, reading));
  return isDenied ? contradicted : { observation: 'refused', foreign: false, approved: null };
}

const ofRequest: ReadonlySet<string> = new Set(['status', 'responsecode', 'responsedescription']);

/** Where the operation was still open, the code and text of its answer are about the request. */
function answered(answer: JsonObject, { statuses }: AnswerReading): JsonObject {
  if (meaningOf(textAt(caseless(answer).view, 'status') ?? '', statuses) !== 'open') return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !ofRequest.has(name.toLowerCase())));
}

function deniesRefusal(rule: EvidenceRule, asked: Asked, part: JsonObject, reading: AnswerReading): boolean {
  const told = withNames(part, caseless(part).view, reading);
  return contraryToRefusal(rule, asked, told, caseless(told).view, reading) !== null;
}

/** Whether the record of a payment, but for its single operations, says in words, codes or flags that it was not made. */
export function deniesMaking(
  rule: EvidenceRule,
  asked: Asked,
  { raw }: PaymentView,
  amount: AmountShown,
  reading: AnswerReading,
): boolean {
  const { view } = caseless(withoutEntries(raw));
  const { type } = verdictOf(ofPayment(rule), asked, view, amount, reading);
  return type === 'contrary' || type === 'fatal' || type === 'refused';
}

/** What became of a payment later is no part of its making. */
function ofPayment(rule: EvidenceRule): EvidenceRule {
  const contrary = rule.contrary.filter((word) => word !== 'REFUNDED' && word !== 'CREDITED');
  return { ...rule, contrary, captured: 'any', refunded: 'any' };
}

function partSays(rule: EvidenceRule, asked: Asked, part: JsonObject, reading: AnswerReading): RecordSays {
  const told = withNames(part, caseless(part).view, reading);
  const { view } = caseless(told);
  if (foreignIdentity(asked, view, reading) !== null) return { ...contradicted, foreign: true };
  const conversion = reportedConversion(asked, told, reading);
  const amount = amountShown(rule, { ...asked, charge: chargeOf(rule, asked, conversion) }, view, reading);
  if (slipRefuses(told, rule)) return contradicted;
  if (isReceiptForOther(rule, told, sumsOf(rule, asked, amount, conversion), reading)) return contradicted;
  if (amount.type === 'contrary' || isOtherConversion(rule, asked, conversion, amount)) return contradicted;
  switch (verdictOf(rule, asked, view, amount, reading).type) {
    case 'contrary':
    case 'fatal':
    case 'refused':
      return contradicted;
    case 'open':
      return { observation: 'pending', foreign: false, approved: null };
    // The reference is the proof.
    case 'no-evidence':
    case 'done':
      return { observation: 'applied', foreign: false, approved: approvedBy(amount) };
  }
}

const contradicted: RecordSays = { observation: 'contradicted', foreign: false, approved: null };

function approvedBy(amount: AmountShown): Money | null {
  return amount.type === 'less' || amount.type === 'more' ? amount.approved : null;
}

/** Two approved sums in one record contradict each other. */
function withApproved(said: RecordSays, bySums: Money | null): RecordSays {
  if (said.observation !== 'applied' || said.approved === null) return { ...said, approved: bySums };
  return bySums === null || bySums.value === said.approved.value ? said : contradicted;
}

const faults: ReadonlySet<string> = new Set(['error', 'errors', 'fault']);

/** The lists of a record tell of single operations; those of errors stay, and the one method that it was paid by. */
function withoutEntries(body: JsonObject): JsonObject {
  const stays = (name: string, value: Json) => faults.has(name) || (name === 'paymentmethods' && isListOfOne(value));
  const kept = Object.entries(body).filter(([name, value]) => stays(name.toLowerCase(), value) || !isList(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, isJsonObject(value) ? withoutEntries(value) : value]));
}

function isList(value: Json): boolean {
  return Array.isArray(value) && value.some(isJsonObject);
}

function isListOfOne(value: Json): boolean {
  return Array.isArray(value) && value.length === 1;
}
