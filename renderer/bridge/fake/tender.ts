// Purchases that are paid in parts, as the real bridge counts them.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { refuse, type Refused } from '#contract/programs/problems.ts';
import type { DecisionResult } from '#core/operation/change.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { amountAt } from './answers.ts';
import { type Handlers, recordOf, tell, type World, withQueue } from './world.ts';

const payIdOf = (operation: OperationView) => textAt(operation.result ?? {}, 'payId');

function tenderOf(world: World, operation: OperationView | undefined): TenderView | null {
  const head = operation?.partOf === undefined ? operation : world.operations.get(operation.partOf);
  if (head?.state !== 'succeeded' || head.approved === undefined) return null;
  if (textAt(head.input, 'messageType') !== 'SALE') return null;
  const { value: asked, currency } = amountAt(head.input);
  if (head.approved.value >= asked) return null;
  const parts = [head, ...[...world.operations.values()].filter(({ partOf }) => partOf === head.id)].map((part) => ({
    operationId: part.id,
    payId: payIdOf(part),
    state: part.state,
    amount: part.state === 'succeeded' ? (part.approved ?? amountAt(part.input)).value : amountAt(part.input).value,
    ...givenBackOf(world, part),
    at: part.createdAt,
  }));
  const sum = (which: (part: (typeof parts)[number]) => boolean) =>
    parts.filter(which).reduce((total, { amount, givenBack }) => total + amount - givenBack, 0);
  const taken = sum(({ state }) => state === 'succeeded');
  const underWay = sum(({ state }) => !isFinal(state));
  const paidOtherwise = head.paidOtherwise?.value ?? 0;
  // The bridge goes by what was paid at the time of the refund; the fake counts every refund once the purchase is paid.
  const givenBack = parts.filter(({ reversed }) => !reversed).reduce((total, part) => total + part.givenBack, 0);
  const returned = taken + givenBack + paidOtherwise >= asked ? givenBack : 0;
  const remaining = Math.max(0, asked - taken - underWay - paidOtherwise - returned);
  const reference = textAt(head.input, 'refNr');
  const sums = { asked, remaining, underWay, returned, goingBack: 0, paidOtherwise };
  return { operationId: head.id, reference, currency, ...sums, parts };
}

function givenBackOf(world: World, part: OperationView) {
  const { reversed = false, refunded = 0 } = world.payments.get(payIdOf(part) ?? '') ?? {};
  const amount = part.state === 'succeeded' ? (part.approved ?? amountAt(part.input)).value : 0;
  return { reversed, givenBack: reversed ? amount : Math.min(amount, refunded ?? 0) };
}

/** Why an operation cannot take the rest of that sale, or null. */
export function restRefusal(world: World, input: JsonObject, partOf: string | undefined): Refused | null {
  if (partOf === undefined) return null;
  const tender = tenderOf(world, world.operations.get(partOf));
  const { value } = amountAt(input);
  if (tender !== null && value <= tender.remaining) return null;
  const left = { value: tender?.remaining ?? 0, currency: tender?.currency ?? 'EUR' };
  const facts = { left, asked: { ...left, value } };
  return refuse('rest-exceeded', 'More than is left to pay.', { facts });
}

export function withTender(world: World, payment: PaymentSummary): PaymentSummary {
  const creator = [...world.operations.values()].find((each) => payIdOf(each) === payment.payId);
  return { ...payment, tender: tenderOf(world, creator) };
}

/** Whether the operation was made to take the rest of another sale. */
export function isPart(world: World, { payId }: PaymentSummary): boolean {
  return [...world.operations.values()].some((each) => each.partOf !== undefined && payIdOf(each) === payId);
}

export function tenderCalls(world: World) {
  return {
    tender: ({ id }) => tenderOf(world, world.operations.get(id)),
  } satisfies Partial<Handlers>;
}

export function payOtherwise(world: World, id: string, value: number): DecisionResult {
  const head = world.operations.get(id);
  const tender = tenderOf(world, head);
  if (head === undefined || tender === null || tender.remaining !== value) {
    return refuse('rest-exceeded', 'Another amount is left by now.');
  }
  const paidOtherwise = { value: (head.paidOtherwise?.value ?? 0) + value, currency: tender.currency };
  const operation = { ...head, paidOtherwise, revision: head.revision + 1 };
  world.operations.set(id, operation);
  tell(world, 'operationChanged', withQueue(world, operation));
  return { type: 'decided', record: recordOf(operation) };
}

export function takeBackRest(world: World, id: string): DecisionResult {
  const head = world.operations.get(id);
  if (head?.paidOtherwise === undefined) {
    return refuse('not-decidable', 'Nobody noted it.');
  }
  const { paidOtherwise: _, ...others } = head;
  const operation = { ...others, revision: head.revision + 1 };
  world.operations.set(id, operation);
  tell(world, 'operationChanged', withQueue(world, operation));
  return { type: 'decided', record: recordOf(operation) };
}
