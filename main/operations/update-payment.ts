// Update payment: "updates details of an existing payment". The bodies are not shown, so what the caller gives is sent as it
// is, and seen applied only where the payment's record shows every value of it. What is captured, reserved or given back
// is no detail: the specification has operations of their own for it, with guards and rights of their own.
import { z } from 'zod';
import { type Json, isJsonObject, without } from '#contract/data/json.ts';
import { onPayment } from './families.ts';
import { asGiven, effectOn } from './fields/effects.ts';
import { payIdSchema } from './fields/ids.ts';
import { showsAll } from './payment-evidence.ts';
import { evidenceRules } from './evidence/rules.ts';

/** Free for the caller or about people and goods: their names are not the payment's. */
const others: ReadonlySet<string> = new Set([
  'order',
  'metadata',
  'customerinfo',
  'billingaddress',
  'shipping',
  'statementdescriptor',
]);
/** `finishAuth` and `completeType` release the rest of an authorization. */
const ofMoney =
  /amount|captur|currenc|refund|revers|void|cancel|authori[sz]|settle|delayed|finishauth|completetype|^(?:value|status|state|tip|final)$/;

/** Where it names what moves money, the paths. */
function moneyNamed(value: Json, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => moneyNamed(each, [...at, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const plain = name.replaceAll(/[_-]/g, '').toLowerCase();
    if (others.has(plain)) return [];
    const here = [...at, name];
    return ofMoney.test(plain) && plain !== 'delayed' ? [here] : moneyNamed(member, here);
  });
}

const noMoney = 'is no detail: capture, incremental, refund and reverse change what a payment comes to';

export const updatePayment = onPayment({
  kind: 'update-payment',
  summary: 'Update details of a payment',
  method: 'PATCH',
  path: '/payments/{payId}',
  examples: [
    {
      title: 'Add the number of the order',
      input: { payId: 'PAY_ID', order: { merchantReference: 'order 1001' } },
    },
  ],
  input: z
    .object({ payId: payIdSchema })
    .catchall(z.json())
    .refine((input) => Object.keys(input).length > 1, { error: 'must hold at least one field to change' })
    .superRefine((input, issues) => {
      for (const path of moneyNamed(input)) issues.addIssue({ code: 'custom', path: [...path], message: noMoney });
    }),
  keyed: false,
  movesMoney: () => false,
  waits: () => 'always',
  taking: () => null,
  scope: () => 'sale',
  amount: () => null,
  evidence: () => evidenceRules.removal,
  recovery: () => 'look-up-only',
  // Values that differ may have been changed again since; that proves nothing.
  observe: ({ input }, payment) => (showsAll(payment.raw, without(input, ['payId'])) ? 'applied' : 'cannot-tell'),
  complete: asGiven,
  effect: (input) => effectOn(input, {}),
});
