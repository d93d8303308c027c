// Purchases that are paid in parts, as the real bridge counts them.
import { textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type { Refusal } from '#contract/problems.ts';
import { isFinal } from '#contract/states.ts';
import type { TenderView } from '#contract/tender.ts';
import type { PaymentSummary, WindowInput, WindowOutputs } from '#contract/window.ts';
import { amountAt } from './answers.ts';
import type { Handlers } from './fake-bridge.ts';
import { tell, type World, withQueue } from './world.ts';

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

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
    reversed: world.payments.get(payIdOf(part) ?? '')?.reversed ?? false,
    at: part.createdAt,
  }));
  const sum = (which: (part: (typeof parts)[number]) => boolean) =>
    parts.filter(which).reduce((total, { amount }) => total + amount, 0);
  const taken = sum(({ state, reversed }) => state === 'succeeded' && !reversed);
  const underWay = sum(({ state }) => !isFinal(state));
  const paidOtherwise = head.paidOtherwise?.value ?? 0;
  const remaining = Math.max(0, asked - taken - underWay - paidOtherwise);
  const reference = textAt(head.input, 'refNr');
  return { operationId: head.id, reference, currency, asked, remaining, underWay, paidOtherwise, parts };
}

/** Why it cannot take the rest of that sale, or null. */
export function restRefusal(world: World, { input, partOf }: WindowInput<'submit'>): Refused | null {
  if (partOf === undefined) return null;
  const tender = tenderOf(world, world.operations.get(partOf));
  const { value } = amountAt(input);
  if (tender !== null && value <= tender.remaining) return null;
  const left = { value: tender?.remaining ?? 0, currency: tender?.currency ?? 'EUR' };
  const facts = { left, asked: { ...left, value } };
  return { type: 'refused', refusal: { code: 'rest-exceeded', detail: 'More than is left to pay.', facts } };
}

export function withTender(world: World, payment: PaymentSummary): PaymentSummary {
  const creator = [...world.operations.values()].find((each) => payIdOf(each) === payment.payId);
  return { ...payment, tender: tenderOf(world, creator) };
}

/** It was made to take the rest of another sale. */
export function isPart(world: World, { payId }: PaymentSummary): boolean {
  return [...world.operations.values()].some((each) => each.partOf !== undefined && payIdOf(each) === payId);
}

export function tenderCalls(world: World): Pick<Handlers, 'tender' | 'payRestOtherwise' | 'takeBackRest'> {
  return {
    tender: ({ id }) => tenderOf(world, world.operations.get(id)),
    payRestOtherwise: ({ id, value }) => payOtherwise(world, id, value),
    takeBackRest: ({ id }) => takeBackRest(world, id),
  };
}

function payOtherwise(world: World, id: string, value: number): WindowOutputs['payRestOtherwise'] {
  const head = world.operations.get(id);
  const tender = tenderOf(world, head);
  if (head === undefined || tender === null || tender.remaining !== value) {
    return { type: 'refused', refusal: { code: 'rest-exceeded', detail: 'Another amount is left by now.' } };
  }
  const paidOtherwise = { value: (head.paidOtherwise?.value ?? 0) + value, currency: tender.currency };
  const operation = { ...head, paidOtherwise, revision: head.revision + 1 };
  world.operations.set(id, operation);
  tell(world, 'operationChanged', withQueue(world, operation));
  return { type: 'decided', operation };
}

function takeBackRest(world: World, id: string): WindowOutputs['takeBackRest'] {
  const head = world.operations.get(id);
  if (head?.paidOtherwise === undefined) {
    return { type: 'refused', refusal: { code: 'not-decidable', detail: 'Nobody noted it.' } };
  }
  const { paidOtherwise: _, ...others } = head;
  const operation = { ...others, revision: head.revision + 1 };
  world.operations.set(id, operation);
  tell(world, 'operationChanged', withQueue(world, operation));
  return { type: 'decided', operation };
}
