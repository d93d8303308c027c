// The money operations that the table goes through: what a program sends for each, and what a gateway that carried it
// out faithfully would say. Every id holds the row's number, so that rows never meet.

import { type Answer, type Sent } from './gateway.ts';

const asked = { value: 5000, currency: 'EUR' } as const;

export const operationNames = [
  'SALE',
  'AUTHORISATION',
  'CREDIT',
  'CAPTURE at a terminal',
  'REVERSE at a terminal',
  'capture',
  'refund',
  'reverse',
  'create DIRECT',
  'create HOSTED',
  'confirm',
  'incremental',
  'refund-unreferenced',
] as const;

export type OperationName = (typeof operationNames)[number];

export interface MoneyOperation {
  readonly name: OperationName;
  readonly kind: string;
  readonly input: (number: number) => Record<string, unknown>;
  /** The HTTP status that the specification, or custom where it is silent, has for success. */
  readonly http: 200 | 201;
  readonly word: string;
  readonly atTerminal: boolean;
  /** The payment exists already and is named in the path. */
  readonly ofPayment: boolean;
  /** Keyed and allowed to wait: after a lost answer the bridge may repeat it under the same key. */
  readonly keyed: boolean;
}

const padded = (number: number): string => String(number).padStart(5, '0');
export const transIdOf = (number: number): string => `T${padded(number)}`;
export const payIdOf = (number: number): string => `P${padded(number)}`;
export const newPayIdOf = (number: number): string => `N${padded(number)}`;
export const terminalOf = (number: number): string => `K${padded(number)}`;

const sentTrace = '000123';
export const sentApproval = '654321';

function terminalCommand(
  name: OperationName,
  messageType: string,
  word: string,
  extra: Record<string, unknown> = {},
): MoneyOperation {
  return {
    name,
    kind: 'cloud-pos',
    input: (number) => ({
      messageType,
      transId: transIdOf(number),
      posTerminalId: terminalOf(number),
      amount: asked,
      ...extra,
    }),
    http: 200,
    word,
    atTerminal: true,
    ofPayment: false,
    keyed: false,
  };
}

function onPayment(name: OperationName, kind: string, word: string, keyed: boolean): MoneyOperation {
  return {
    name,
    kind,
    input: (number) => ({ payId: payIdOf(number), transId: transIdOf(number), amount: asked }),
    http: 200,
    word,
    atTerminal: false,
    ofPayment: true,
    keyed,
  };
}

function creation(
  name: OperationName,
  kind: string,
  word: string,
  http: 200 | 201,
  extra: Record<string, unknown>,
): MoneyOperation {
  return {
    name,
    kind,
    input: (number) => ({ transId: transIdOf(number), amount: asked, ...extra }),
    http,
    word,
    atTerminal: false,
    ofPayment: false,
    keyed: false,
  };
}

const urls = {
  return: 'https://shop.example/paid',
  cancel: 'https://shop.example/cancelled',
  webhook: 'https://shop.example/notified',
};
const publishedTestCard = {
  number: '4111111111111111',
  cardholderName: 'Sam Sample',
  expiryDate: '203012',
  brand: 'visa',
};

export const operations: readonly MoneyOperation[] = [
  terminalCommand('SALE', 'SALE', 'OK'),
  terminalCommand('AUTHORISATION', 'AUTHORISATION_OR_RESERVATION', 'AUTHORIZED'),
  terminalCommand('CREDIT', 'CREDIT', 'OK'),
  terminalCommand('CAPTURE at a terminal', 'CAPTURE', 'CAPTURED', { traceNr: sentTrace, approvalCode: sentApproval }),
  terminalCommand('REVERSE at a terminal', 'REVERSE', 'REVERSED', { traceNr: sentTrace }),
  onPayment('capture', 'capture', 'CAPTURED', true),
  onPayment('refund', 'refund', 'REFUNDED', true),
  {
    ...onPayment('reverse', 'reverse', 'REVERSED', false),
    input: (number) => ({ payId: payIdOf(number) }),
  },
  creation('create DIRECT', 'create-payment', 'AUTHORIZED', 201, {
    paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
  }),
  creation('create HOSTED', 'create-payment', 'OK', 201, {
    urls,
    paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
  }),
  onPayment('confirm', 'confirm', 'AUTHORIZED', false),
  onPayment('incremental', 'incremental', 'AUTHORIZED', false),
  creation('refund-unreferenced', 'refund-unreferenced', 'OK', 200, { paymentMethods: { card: publishedTestCard } }),
];

export function operationNamed(name: OperationName): MoneyOperation {
  const found = operations.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
}

/** The ids that a truthful answer repeats. */
function identity(operation: MoneyOperation, number: number, sent: Sent): Record<string, unknown> {
  return {
    payId: operation.ofPayment ? payIdOf(number) : newPayIdOf(number),
    merchantId: 'SHOP',
    ...(sent.body['transId'] === undefined ? {} : { transId: sent.body['transId'] }),
    ...(sent.body['refNr'] === undefined ? {} : { refNr: sent.body['refNr'] }),
    xId: `X-${padded(number)}`,
    ...(operation.atTerminal
      ? { posTerminalId: sent.body['posTerminalId'], localDateTime: sent.body['localDateTime'] }
      : {}),
  };
}

/** What a terminal prints on the slip. A reversal or capture names the trace number that it was sent. */
function slip(operation: MoneyOperation): Record<string, unknown> {
  return operation.atTerminal ? { traceNr: sentTrace, approvalCode: sentApproval } : {};
}

/** A whole and truthful success. `over` replaces members; a member that is undefined is left out. */
export function wholeSuccess(
  operation: MoneyOperation,
  number: number,
  sent: Sent,
  over: Record<string, unknown> = {},
): Answer {
  return {
    status: operation.http,
    body: {
      ...identity(operation, number, sent),
      status: operation.word,
      responseCode: '00000000',
      responseDescription: 'success',
      ...(operation.kind === 'reverse' ? {} : { amount: asked }),
      ...slip(operation),
      ...(operation.name === 'create HOSTED'
        ? { _links: { redirect: { href: 'https://gateway.example/pay/1' } } }
        : {}),
      ...over,
    },
  };
}

/** A whole refusal: no slip, no amount. */
export function wholeRefusal(
  operation: MoneyOperation,
  number: number,
  sent: Sent,
  over: Record<string, unknown> = {},
): Answer {
  return {
    status: 200,
    body: {
      ...identity(operation, number, sent),
      status: 'FAILED',
      responseCode: '20000000',
      responseDescription: 'declined',
      ...over,
    },
  };
}
