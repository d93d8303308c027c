// What of each kind's input a program sees that may only read. A new field is shown to no program until a person has
// judged here that it says nothing of a person.
import { expect, it } from 'vitest';
import { commands } from '#operations/index.ts';
import { impersonalFields } from '#operations/impersonal-fields.ts';

const step = ['payId', 'transId', 'refNr', 'amount'];
const offered = ['transId', 'refNr', 'amount'];
const request = [
  ...offered,
  'externalIntegrationId',
  'language',
  'captureMethod',
  'simulationMode',
  'partialPayment',
  'expirationTime',
  'channel',
];

const seenByAll: { readonly [kind: string]: readonly string[] } = {
  'create-session': [...request, 'allowedPaymentMethods'],
  'create-payment': [...request, 'referencePayId'],
  confirm: [...step, 'captureMethod', 'expirationTime', 'paymentMethods'],
  incremental: [...step, 'duration'],
  reverse: step,
  capture: [...step, 'simulationMode', 'captureMethod'],
  refund: [...step, 'simulationMode'],
  'refund-unreferenced': offered,
  'update-payment': ['payId'],
  'create-link': offered,
  'create-intent': offered,
  'cloud-pos': [
    'messageType',
    ...offered,
    'tipMinor',
    'posTerminalId',
    'localDateTime',
    'cardReadMode',
    'traceNr',
    'approvalCode',
  ],
  'dcc-bin-check': ['bin'],
  'dcc-quote': ['bin', 'amount'],
  'update-customer': ['customerId'],
  'delete-customer': ['customerId'],
  'delete-payment-method': ['customerId', 'paymentMethodId'],
};

it.each(commands)('of $kind all may see what is about nobody, and is no free text', (command) => {
  expect(impersonalFields(command).toSorted()).toEqual(seenByAll[command.kind]?.toSorted());
});
