// Ways round the limits of what goes out without a supervisor. A program with a limit for refunds a day: the same sum
// again in every currency there is, and many at once. A cashier: a sale that is voided, and many small refunds.
import { data } from 'currency-codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { Erp, ledgerOf } from '#support/erp.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const limit = 1_000;
const shop = new Shop();
let erp: Erp;
beforeAll(async () => {
  await shop.open();
  const { token, id } = await shop.addProgram('limited', 'refund-unreferenced');
  const limited = ['--id', id, '--scopes', 'refund-unreferenced', '--refunds-per-day', String(limit)];
  await shop.run(['token', 'change', '--data-dir', shop.dataDir, ...limited]);
  erp = new Erp(shop.bridgeUrl, token);
});
afterAll(() => shop.close());

async function refunded(transId: string, currency: string): Promise<string> {
  const card = { number: '5555555555554444', cardholderName: 'Sample', expiryDate: '203012', brand: 'mastercard' };
  const body = { transId, amount: { value: limit, currency }, paymentMethods: { card } };
  const reply = await erp.post('/v1/operations/refund-unreferenced?wait=60', body, transId);
  return textAt(reply.body, 'code') ?? textAt(reply.body, 'state') ?? '';
}

it('a limit of refunds a day is paid out once, and not once more in each currency', async () => {
  const codes = data.map(({ code }) => code).filter((code) => code !== 'EUR');
  const told = new Set<string>();
  for (const currency of codes) told.add(await refunded(`other-${currency}`, currency));
  // A few of the list are no currencies that money is paid in.
  expect([...told].filter((each) => each !== 'invalid-input')).toEqual(['refund-limit']);

  const atOnce = await Promise.all(Array.from({ length: 8 }, (_, each) => refunded(`same-${each}`, 'EUR')));
  expect(atOnce.filter((each) => each === 'succeeded')).toHaveLength(1);
  expect(atOnce.filter((each) => each === 'refund-limit')).toHaveLength(7);
  const { executions } = await ledgerOf(shop.sandboxUrl);
  expect(executions.map(({ value }) => value)).toEqual([limit]);
});

describe('a cashier at the window', () => {
  const pins = { manager: '731926405817', supervisor: '582047196304', cashier: '409618275530' };

  async function aCashier() {
    const { window, session } = await aWholeBridge();
    const add = async (role: keyof typeof pins) => {
      const saved = await session.save({ id: null, name: role, role, active: true, pin: pins[role] });
      if (saved.type === 'refused') throw new Error(saved.refusal.detail);
      return { operatorId: saved.operator.id, pin: pins[role] };
    };
    await session.signIn(await add('manager'));
    const supervisor = await add('supervisor');
    await session.signIn(await add('cashier'));
    const submit = async (kind: string, input: JsonObject, requestId: string, isApproved = false) => {
      const approval = isApproved ? { approval: supervisor } : {};
      const answer = await window.submit({ kind, input, requestId, ...approval });
      return answer.type === 'refused'
        ? { code: answer.refusal.code, id: null }
        : { code: null, id: answer.operation.id };
    };
    const done = (id: string | null) =>
      until(async () => {
        const operation = window.operation({ id: id ?? '' });
        return operation?.state === 'succeeded' ? operation : null;
      });
    const sold = async (transId: string, value: number) => {
      const { result } = await done((await submit('cloud-pos', sale(transId, value), transId)).id);
      const said = result as JsonObject;
      return { payId: textAt(said, 'payId') ?? '', traceNr: textAt(said, 'traceNr') ?? '' };
    };
    return { submit, done, sold };
  }

  it('voids no sale of 8,000.00 alone, whatever sum is named beside it', async () => {
    const { submit, done, sold } = await aCashier();
    const { traceNr } = await sold('S-1', 800_000);
    const reversal = (value: number) => ({ ...sale('S-1', value), messageType: 'REVERSE', traceNr });
    expect((await submit('cloud-pos', reversal(800_000), 'one')).code).toBe('approval-needed');
    expect((await submit('cloud-pos', reversal(1), 'two')).code).toBe('approval-needed');
    expect((await done((await submit('cloud-pos', reversal(800_000), 'three', true)).id)).state).toBe('succeeded');
  });

  it('books no sale as a tip where the till asks for none', async () => {
    const { submit, done } = await aCashier();
    const tipped = { ...sale('S-2', 10_000), tipMinor: 9_900 };
    expect((await submit('cloud-pos', tipped, 'S-2')).code).toBe('invalid-input');
    expect((await done((await submit('cloud-pos', { ...tipped, tipMinor: 0 }, 'S-3')).id)).state).toBe('succeeded');
  });

  it('gives back 99.99 once and not twice', async () => {
    const { submit, done, sold } = await aCashier();
    const { payId } = await sold('S-1', 50_000);
    const refund = (transId: string) => ({ payId, transId, amount: { value: 9_999, currency: 'EUR' } });
    await done((await submit('refund', refund('R-1'), 'R-1')).id);
    expect((await submit('refund', refund('R-2'), 'R-2')).code).toBe('approval-needed');
  });
});
