// What is known of a payment's sums stays readable, whatever sums a gateway takes.
import { expect, it } from 'vitest';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, lost, ok, terminalCommand } from '#support/till.ts';

it('a sum is never more than can be counted exactly, and is still read', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const done = { payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000' };
  const totals = { authorized: most, captured: 0, refunded: 0 };
  const record = { ...done, transId: 'A-1', amount: amountOf(most), totals };
  const till = await aTill({ answer: ({ method }) => ok(method === 'GET' ? record : done) });
  const asked = till.engine.payment({ by: 'payId', id: 'P1' });
  await till.clock.advance(0);
  await asked;
  const { id } = await till.submit('incremental', { payId: 'P1', transId: 'A-2', amount: amountOf(greatestMinor) });
  expect(till.operation(id).state).toBe('succeeded');
  expect(till.store.payment(till.operation(id).environmentId, 'P1')).toMatchObject({ authorized: most });
});

it('an increment stays authorized, whatever a record shows that lags behind it', async () => {
  const authorized = { payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7', approvalCode: 'A' };
  const lags = { payId: 'P1', transId: 'A-1', status: 'AUTHORIZED', totals: { authorized: 1_000, captured: 0 } };
  const till = await aTill({
    answer: ({ method, path }) => {
      if (method === 'GET') return ok(lags);
      return ok(path.endsWith('/captures') ? { ...authorized, status: 'CAPTURED' } : authorized);
    },
  });
  await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
  await till.submit('incremental', { payId: 'P1', transId: 'A-2', amount: amountOf(500) });
  const asked = till.engine.payment({ by: 'payId', id: 'P1' });
  await till.clock.advance(0);
  await asked;
  expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_500 });
  expect((await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(1_500) })).state).toBe(
    'succeeded',
  );
});

it("another till's payment under the same transId is not taken for ours, nor its sums", async () => {
  const sale = { payId: 'P1', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' };
  const anothers = {
    payId: 'P2',
    transId: 'S-1',
    posTerminalId: 'T9',
    amount: amountOf(1_500),
    status: 'REVERSED',
    totals: { authorized: 1_500, captured: 1_500, refunded: 0 },
  };
  const till = await aTill({ answer: ({ method }) => ok(method === 'GET' ? anothers : sale) });
  const { environmentId } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(500) }));
  const asked = till.engine.payment({ by: 'payId', id: 'P2' });
  await till.clock.advance(0);
  await asked;
  const ours = { payId: 'P1', authorized: 500, captured: 500, reversed: false };
  expect(till.store.payment(environmentId, 'P1')).toMatchObject(ours);
  expect(till.store.paymentByTransId(environmentId, 'S-1')).toMatchObject(ours);
  expect(till.store.payment(environmentId, 'P2')).toMatchObject({ captured: 1_500, reversed: true });
});

it("a sale does not wait for another till's payment of the same transId, nor stand in its lane", async () => {
  const anothers = {
    payId: 'P2',
    transId: 'S-1',
    posTerminalId: 'T9',
    amount: amountOf(1_500),
    status: 'CAPTURED',
    totals: { authorized: 1_500, captured: 1_500, refunded: 0 },
  };
  const sale = { payId: 'P1', status: 'CAPTURED', responseCode: '00000000', traceNr: '7' };
  const till = await aTill({ answer: ({ method }) => ok(method === 'GET' ? anothers : sale) });
  const asked = till.engine.payment({ by: 'payId', id: 'P2' });
  await till.clock.advance(0);
  await asked;
  till.gateway.answer = ({ method }) => (method === 'GET' ? ok(anothers) : lost);
  const { lanes } = await till.submit('refund', { payId: 'P2', transId: 'R-1', amount: amountOf(500) });
  till.gateway.answer = ({ method }) => ok(method === 'GET' ? anothers : sale);
  const sold = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(500) }));
  expect(sold.state).toBe('succeeded');
  expect(sold.lanes.filter((lane) => lanes.includes(lane))).toEqual([]);
});

it.each([
  ['a part', { captured: 400, refunded: 0 }, 400],
  ['all of it', { captured: 1_000, refunded: 0 }, 1_000],
  ['no sum', {}, 1_000],
])(
  'a direct payment whose answer was lost counts as captured what its record shows: %s',
  async (_, totals, captured) => {
    const folder = opened(aFolder());
    const till = await aTill({ folder, answer: () => lost });
    const input = {
      transId: 'P-1',
      amount: amountOf(1_000),
      paymentMethods: { integrationType: 'DIRECT', type: 'CARD' },
    };
    const { id } = await till.submit('create-payment', input);
    const { refNr } = till.operation(id);
    const record = { payId: 'P1', transId: 'P-1', refNr, status: 'CAPTURED', amount: amountOf(1_000), totals };
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(record) : lost);
    await till.clock.advance(3_600_000);
    expect(till.operation(id)).toMatchObject({ state: 'succeeded' });
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured });
    const [said] = folder.journal.after(0, 1_000).flatMap(({ data }) => data['moved'] ?? []);
    expect(said).toMatchObject({ taken: captured, open: 1_000 - captured });
  },
);

it('nothing is added to an authorization that was reversed', async () => {
  const authorized = { payId: 'P1', status: 'AUTHORIZED', responseCode: '00000000', traceNr: '7', approvalCode: 'A' };
  const till = await aTill({
    answer: ({ method, path }) => {
      if (method === 'GET') return lost;
      return ok(path.endsWith('/reversals') ? { ...authorized, status: 'REVERSED' } : authorized);
    },
  });
  await till.submit('cloud-pos', terminalCommand('AUTHORISATION_OR_RESERVATION', 'A-1'));
  expect((await till.submit('reverse', { payId: 'P1' })).state).toBe('succeeded');
  const more = { payId: 'P1', transId: 'A-2', amount: amountOf(500) };
  expect(await till.refused('incremental', more)).toBe('payment-reversed');
  expect(till.gateway.sent.filter(({ path }) => path.endsWith('/incrementals'))).toEqual([]);
});
