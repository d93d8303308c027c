// The operation result object as the specification lists it; a 422 has the same one.
import type { Findings } from './findings.ts';
import { type Answer, type Body, at, isObject, textOf } from './http.ts';
import type { Shop } from './shop.ts';

const members = [
  'payId',
  'merchantId',
  'transId',
  'xId',
  'refNr',
  'status',
  'responseCode',
  'responseDescription',
  'metadata',
  'order',
  'customerInfo',
  'paymentMethods',
];

/** The documented types, the echoes of the request, and one method at most. */
export function seeResult(see: Findings, shop: Shop, answer: Answer, sent: Body): void {
  for (const field of ['xId', 'status', 'responseCode', 'responseDescription']) see.text(answer, field);
  see.equal('merchantId', at(answer.json, 'merchantId'), shop.gateway.address.merchantId);
  for (const echo of ['transId', 'refNr', 'metadata']) {
    if (sent[echo] !== undefined) see.equal(echo, at(answer.json, echo), sent[echo]);
  }
  see.typeWhereThere(answer, 'payId', 'string');
  for (const field of ['order', 'customerInfo', 'paymentMethods']) see.typeWhereThere(answer, field, 'object');
  const methods = at(answer.json, 'paymentMethods');
  if (isObject(methods)) {
    const used = Object.keys(methods).filter((name) => isObject(methods[name]));
    see.that(used.length <= 1, 'only the method in use adds fields', used.join(', '));
  }
  see.beyond(answer, members);
}

/** A 422: an operation result that says no. */
export function seeRefusal(see: Findings, shop: Shop, answer: Answer, sent: Body): void {
  if (!see.status(answer, 422)) return;
  seeResult(see, shop, answer, sent);
  const { responseCode } = isObject(answer.json) ? answer.json : {};
  const isSuccess = typeof responseCode === 'string' && /^0+$/.test(responseCode);
  see.that(!isSuccess, 'a refusal has no code of success', textOf(responseCode));
}
