// One look-up of a payment or a customer, with the token renewed once where it was refused. The resolver reads the bare
// answer; a caller who asks for a payment gets it, or a refusal in words.
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { refuse, type Refused } from '#contract/programs/problems.ts';
import { type LookUp, type Query, fillPath } from '#operations/define.ts';
import { problemDetailsSchema } from '#operations/fields/errors.ts';
import { type PaymentView, readPayment } from '#operations/payment-view.ts';
import { addressOf } from '#operations/query-address.ts';
import { queries } from '#operations/index.ts';
import { withoutCardData } from '../sensitive-data/card-data.ts';
import type { Connection } from './connection.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { GatewayAnswer, GatewayRequest } from '../ports/gateway.ts';
import { lookUpRequest } from '../operation/requests.ts';

interface LookUpPorts {
  readonly ports: Pick<EnginePorts, 'gateway' | 'policy' | 'keyWithheld'>;
  readonly connection: Connection;
}

/** `otherPayId`: what the payment is called that the gateway shows instead of the one that was asked for. */
export type LookUpOutcome = Found | (LookUpRefused & { readonly otherPayId?: string });

interface Found {
  readonly type: 'found';
  readonly payment: JsonObject;
  /**
   * An operation on this payment succeeded meanwhile, so the record may be older: what customers paid was not counted.
   */
  readonly overtaken?: true;
}

/** The name under which it is remembered that a look-up once showed a customer (a positive control). */
export const customerShown = 'look-up:customerId';

/** Which query answers which look-up, and the field of its path that the id goes into. */
const asked: { readonly [By in LookUp['by']]: { readonly query: Query; readonly field: string } } = {
  payId: { query: queries.getPaymentByPayId, field: 'payId' },
  transId: { query: queries.getPaymentByTransId, field: 'transId' },
  customerId: { query: queries.getCustomer, field: 'customerId' },
  methodsOfCustomer: { query: queries.listCustomerPaymentMethods, field: 'customerId' },
};

/**
 * Whether a record is of another payment than the one whose payId was asked for: then it says nothing of that one. A
 * look-up by transId may be by that of a later operation, and shows the payment's own.
 */
export function isOfAnother({ by, id }: LookUp, { payId }: Pick<PaymentView, 'payId'>): boolean {
  return by === 'payId' && payId !== null && payId !== '' && payId !== id;
}

/** Whether a record names another merchant: it is shown to a caller, and proves and counts nothing here. */
export function isOfAnotherMerchant(
  { merchantId }: Pick<PaymentView, 'merchantId'>,
  { environment }: Pick<EnginePorts, 'environment'>,
): boolean {
  return merchantId !== null && merchantId !== '' && merchantId !== environment.merchantId;
}

/** The gateway's answer to a look-up; safe to repeat, it has no effect. */
export async function askForPayment(context: LookUpPorts, lookUp: LookUp): Promise<GatewayAnswer> {
  const { query, field } = asked[lookUp.by];
  return ask(context, fillPath(query.path, { [field]: lookUp.id }));
}

/** The same with the credentials as they are: whether they are refused tells what a refused sending was about. */
export async function askAsItIs(context: LookUpPorts, { by, id }: LookUp): Promise<GatewayAnswer> {
  const { query, field } = asked[by];
  return askOnce(context, lookUpRequest(fillPath(query.path, { [field]: id }), context.ports.policy));
}

async function askOnce({ ports, connection }: LookUpPorts, request: GatewayRequest): Promise<GatewayAnswer> {
  const answer = await ports.gateway.send(request);
  connection.note(answer, false);
  return answer;
}

async function ask({ ports, connection }: LookUpPorts, path: string): Promise<GatewayAnswer> {
  const request = lookUpRequest(path, ports.policy);
  const answer = await askOnce({ ports, connection }, request);
  if (answer.type !== 'response' || (answer.status !== 401 && answer.status !== 403)) return answer;
  const renewal = await ports.gateway.renew(answer.credential);
  if (renewal === 'refused' || renewal === 'same') connection.credentialsRefused();
  if (renewal !== 'renewed') return answer;
  const second = await ports.gateway.send(request);
  connection.note(second, false);
  if (second.type === 'response' && (second.status === 401 || second.status === 403)) connection.credentialsRefused();
  return second;
}

function keyWithheld({ ports }: LookUpPorts): LookUpRefused | null {
  const why = ports.keyWithheld ?? null;
  return why === null ? null : refuse('destination-changed', why);
}

export async function lookUpPayment(context: LookUpPorts, lookUp: LookUp): Promise<LookUpOutcome> {
  const withheld = keyWithheld(context);
  if (withheld !== null) return withheld;
  const answer = await askForPayment(context, lookUp);
  const otherPayId = otherShown(context, lookUp, answer);
  if (otherPayId !== null) return { ...unclear(), otherPayId };
  const read = readAnswer(answer, 'payment');
  switch (read.type) {
    case 'found':
      return { type: 'found', payment: read.record };
    case 'missing':
      return {
        ...refuse('payment-not-found', `The gateway has no payment with ${lookUp.by} ${lookUp.id}.`),
        ...read.said,
      };
    case 'refused':
      return read;
  }
}

export type ReadOutcome = { readonly type: 'found'; readonly record: JsonObject } | LookUpRefused;
/** `answer`: what the gateway itself said, where it refused with a JSON object; without card data. */
type LookUpRefused = Refused & { readonly answer?: { readonly status: number; readonly body: JsonObject } };

/** Reads what one of the registry's queries shows, for a caller. The gateway's own answer, without card data. */
export async function readRecord(
  context: LookUpPorts,
  query: Query,
  fields: { readonly [name: string]: string | undefined },
): Promise<ReadOutcome> {
  const withheld = keyWithheld(context);
  if (withheld !== null) return withheld;
  const read = readAnswer(await ask(context, addressOf(query, fields)), 'record');
  switch (read.type) {
    case 'found':
      return { type: 'found', record: read.record };
    case 'missing':
      return {
        ...refuse('customer-not-found', 'The gateway has no customer or stored payment method with this id.'),
        ...read.said,
      };
    case 'refused':
      return read;
  }
}

type Read =
  | { readonly type: 'found'; readonly record: JsonObject }
  | { readonly type: 'missing'; readonly said: Pick<LookUpRefused, 'answer'> }
  | LookUpRefused;

function readAnswer(answer: GatewayAnswer, what: string): Read {
  switch (answer.type) {
    case 'unsent':
    case 'withheld':
    case 'lost':
      return refuse('offline', `The gateway cannot be reached, so the ${what} could not be read.`);
    case 'credentials-refused':
      return refuse('credentials-refused', 'The gateway refuses the merchant id or the API key.');
    case 'response':
      break;
  }
  const { status, body } = answer;
  const json = body.type === 'json' && isJsonObject(body.value) ? withoutCardData(body.value) : null;
  if (status >= 200 && status < 300) {
    if (json !== null) return { type: 'found', record: json };
    return unclear();
  }
  const said = json === null ? {} : { answer: { status, body: json } };
  if (status === 404) return { type: 'missing', said };
  if (status === 401 || status === 403) {
    return refuse('credentials-refused', 'The gateway refuses the merchant id or the API key.');
  }
  if (status === 429 || status >= 500) {
    const words = `The gateway answered with status ${status}. Ask again in a moment.`;
    return { ...refuse('gateway-unclear', words, { facts: { status } }), ...said };
  }
  const errors = problemDetailsSchema.safeParse(json).data?.errors;
  const detail = `The gateway refused the look-up with status ${status}.`;
  return {
    type: 'refused',
    ...said,
    refusal: {
      code: 'gateway-refused',
      detail,
      facts: { status },
      ...(errors === undefined || errors === null ? {} : { errors }),
    },
  };
}

function otherShown({ ports: { policy } }: LookUpPorts, lookUp: LookUp, answer: GatewayAnswer): string | null {
  if (answer.type !== 'response' || answer.status < 200 || answer.status > 299) return null;
  const { body } = answer;
  if (body.type !== 'json' || !isJsonObject(body.value)) return null;
  const view = readPayment(body.value, policy.paymentPaths, policy.answers);
  return isOfAnother(lookUp, view) ? view.payId : null;
}

function unclear(): LookUpRefused {
  return refuse('gateway-unclear', 'The gateway answered, but its answer could not be read. Ask again.');
}
