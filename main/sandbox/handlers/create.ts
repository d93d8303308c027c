// Payments that are made over the web: checkout session, HOSTED and DIRECT payment, payment link and intent
// (specification, "Create checkout session" and the following). Hosted ones wait for their customer.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { problem } from '../exchange/answers.ts';
import { type MaskedCard, declineOfCard, maskNumber, testCards } from '../facts/cards.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { newApprovalCode, newId } from '../facts/ids.ts';
import { confirmedMethods, isCardMethod } from '../rules/methods.ts';
import { type Refusal, refusal } from '../facts/refusals.ts';
import type { Channel, Opening } from '../state/payment.ts';
import type { Customer, VaultChange } from '../state/vault.ts';
import { customerOf, storing } from '../rules/vault-rules.ts';
import { type Job, amountOf, objectOf } from './job.ts';
import {
  type NewPayment,
  declineOf,
  isTransIdTaken,
  linksTo,
  makePayment,
  decline,
  declinePayment,
} from './perform.ts';
import { captureMethodOf, channelOf, openingFacts } from './request-facts.ts';

export function createSession(job: Job): SandboxAnswer {
  return makeOffer(job, hosted(job, { channel: 'ECOM', body: (payId) => linksTo(job, payId) }));
}

/** The bodies are not shown: the answer is a result with the link where the session has it. */
export function createLink(job: Job): SandboxAnswer {
  if (amountOf(job.input) === null) return problem(400, { amount: ['is required: what the customer is to pay'] });
  return makeOffer(withTransId(job, 'LINK'), hosted(job, { channel: 'PAYBYLINK' }));
}

/** The bodies are not shown, except that the answer holds "a payment intent id". */
export function createIntent(job: Job): SandboxAnswer {
  const paymentIntentId = `intent-${newId()}`;
  const details = { paymentIntentId };
  if (amountOf(job.input) !== null) {
    return makeOffer(withTransId(job, 'INTENT'), hosted(job, { channel: 'APP', details }));
  }
  if (job.refusal !== null) return decline(job, job.refusal);
  return job.settle({ status: job.successStatus, body: details, executed: { payId: null, value: 0 } });
}

/** Where the caller named none, the service does: a payment without a transId could not be found. */
function withTransId(job: Job, prefix: string): Job {
  const transId = textAt(job.input, 'transId') ?? `${prefix}-${newId()}`;
  return { ...job, input: { ...job.input, transId } };
}

export function createPayment(job: Job): SandboxAnswer {
  const reference = textAt(job.input, 'referencePayId');
  if (reference !== null && job.ledger.payment(reference) === null) return decline(job, refusal('reference-unknown'));
  const method = textAt(job.input, 'paymentMethods.type');
  if (textAt(job.input, 'paymentMethods.integrationType') !== 'DIRECT') {
    return makeOffer(job, hosted(job, { channel: 'ECOM', method }));
  }
  if (isTransIdTaken(job)) return decline(job, refusal('trans-id-used'));
  return createDirect(job, method ?? 'CARD');
}

interface Hosting {
  readonly channel: Channel;
  /** Null: the customer chooses. */
  readonly method?: string | null;
  readonly details?: JsonObject;
  readonly body?: (payId: string) => JsonObject;
}

function hosted(job: Job, { channel, method = null, details, body }: Hosting): NewPayment {
  const customer = customerOf(job.ledger.vault, job.input, job.at());
  return {
    ...common(job, channel, customer),
    steps: [['CREATION', 'CREATED']],
    details: { ...customerDetails(job, customer), ...details },
    opening: { ...opening(job, customer), method, waitsFor: 'customer' },
    ...(body === undefined ? {} : { body }),
  };
}

function makeOffer(job: Job, making: NewPayment): SandboxAnswer {
  if (isTransIdTaken(job)) return decline(job, refusal('trans-id-used'));
  return job.refusal === null ? makePayment(job, making) : declinePayment(job, making, job.refusal);
}

function createDirect(job: Job, method: string): SandboxAnswer {
  const customer = customerOf(job.ledger.vault, job.input, job.at());
  const card = isCardMethod(method) ? cardOf(job) : null;
  if (card === 'unknown') return decline(job, job.refusal ?? refusal('stored-card-unknown'));
  const making: NewPayment = {
    ...common(job, 'ECOM', customer),
    card,
    details: customerDetails(job, customer),
    ...stepsOf(job, method),
    opening: {
      ...opening(job, customer),
      method,
      ...(isCardMethod(method) ? { approvalCode: newApprovalCode() } : {}),
      ...(waitsForConfirm(job, method) ? { waitsFor: 'confirm' as const } : {}),
    },
  };
  const declined = declineOf(job) ?? declinedByCard(job);
  if (declined !== null) return declinePayment(job, making, declined);
  const stored = customer === null || card === null ? [] : [storing(job.ledger.vault, customer, card, job.at())];
  return makePayment(job, { ...making, vault: [...(making.vault ?? []), ...stored] });
}

function waitsForConfirm({ simulation }: Job, method: string): boolean {
  return confirmedMethods.has(method) || simulation?.type === 'authentication';
}

function stepsOf(job: Job, method: string): Pick<NewPayment, 'steps' | 'code'> {
  if (waitsForConfirm(job, method)) return { steps: [['CREATION', 'CREATED']] };
  if (job.simulation?.type === 'pending') return { steps: [['AUTHORIZATION', 'PENDING']], code: job.simulation.code };
  const atOnce = (captureMethodOf(job.input) ?? { type: 'AUTOMATIC' }).type === 'AUTOMATIC';
  return {
    steps: [['AUTHORIZATION', 'AUTHORIZED'], ...(atOnce ? ([['CAPTURE', 'CAPTURED']] as const) : [])],
  };
}

/** DIRECT card data has no specified shape: a number, a pseudo card number, or nothing, which stands for a test card. */
function cardOf({ input, ledger }: Job): MaskedCard | 'unknown' | null {
  const card = objectOf(objectOf(input, 'paymentMethods') ?? {}, 'card') ?? {};
  const given = textAt(card, 'number') ?? textAt(card, 'pseudoCardNumber');
  const [visa] = testCards;
  const masked = maskNumber(given ?? visa?.number ?? '', textAt(card, 'brand') ?? '');
  const expiryDate = textAt(card, 'expiryDate') ?? visa?.expiryDate ?? '';
  if (masked !== null) return { ...masked, expiryDate };
  const stored = ledger.vault.byPseudoNumber(given ?? '');
  if (stored === null) return 'unknown';
  const { brand = 'card', last4Digits = '' } = stored;
  return { brand: brand.toUpperCase(), bin: '000000', last4Digits, expiryDate: stored.expiryDate ?? '' };
}

function declinedByCard({ input }: Job): Refusal | null {
  const reason = declineOfCard(textAt(input, 'paymentMethods.card.number'));
  return reason === null ? null : refusal(reason);
}

function common(job: Job, channel: Channel, customer: Customer | null): Omit<NewPayment, 'steps'> {
  const vault: VaultChange[] = customer === null ? [] : [{ customer }];
  return { channel: channelOf(job.input, channel), terminalId: null, card: null, vault };
}

function opening(job: Job, customer: Customer | null): Partial<Opening> {
  return { ...openingFacts(job), ...(customer === null ? {} : { gatewayCustomerId: customer.id }) };
}

/** "gatewayCustomerId: populated in results when the customer vault is enabled." */
function customerDetails(job: Job, customer: Customer | null): JsonObject {
  if (customer === null) return {};
  return { customerInfo: { ...objectOf(job.input, 'customerInfo'), gatewayCustomerId: customer.id } };
}
