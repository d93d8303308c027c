// Answers that show the numbers of a sale in other capitals, at other paths or within an object: what is believed of them
// is what the guards go by.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok, terminalCommand } from '#support/till.ts';

const good = { status: 'OK', responseCode: '00000000' };
const done = ok({ ...good, payId: 'P1' });

async function aTillThatSold(answer: JsonObject) {
  const folder = opened(aFolder());
  const till = await aTill({
    folder,
    answer: ({ method, path }) => {
      if (method === 'GET') return answered(404, json({ title: 'not found' }));
      return path === '/cloudpos' ? ok({ ...good, ...answer }) : done;
    },
  });
  const sale = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1_000) }));
  expect(sale.state).toBe('succeeded');
  return till;
}

describe('the numbers of a sale', () => {
  it.each([
    ['in other capitals', { PayId: 'P1', TraceNr: '000123', APPROVALCODE: 'A1' }],
    ['within an object', { data: { payId: 'P1', traceNr: '000123' }, approvalCode: 'A1' }],
    ['in a list of one', { results: [{ payId: 'P1', traceNumber: '000123' }], approvalCode: 'A1' }],
    ['at other paths', { payId: 'P1', terminal: { traceNr: '000123' }, authCode: 'A1' }],
  ])('count %s: what went back by the one does not go back by the other', async (_, answer) => {
    const till = await aTillThatSold(answer);
    expect(till.store.payment('env', 'P1')).toMatchObject({ traceNr: '000123', approvalCode: 'A1', captured: 1_000 });
    const refund = await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(1_000) });
    expect(refund.state).toBe('succeeded');
    const reverse = terminalCommand('REVERSE', 'S-1', { amount: amountOf(1_000), traceNr: '000123' });
    expect(await till.refused('cloud-pos', reverse)).toBe('payment-refunded');
  });

  it.each([
    ['at its own place', { receipt: { customer: ['A', 'B'] } }, { customer: ['A', 'B'] }],
    ['as one text', { receipt: { customer: 'A\r\nB' } }, { customer: ['A', 'B'] }],
    ['under other names', { customerReceipt: ['A'], MerchantReceipt: 'B' }, { customer: ['A'], merchant: ['B'] }],
    ['within an object', { data: { receipt: { merchant: ['B'] } } }, { merchant: ['B'] }],
  ])('and the lines of its receipt, %s, are kept', async (_, answer, receipt) => {
    const till = await aTillThatSold({ ...answer, payId: 'P1', traceNr: '000123' });
    const [sale] = till.store.list('env', { limit: 1 });
    expect(sale?.result).toMatchObject({ receipt });
  });

  it('and what is no text is no line of a receipt', async () => {
    const till = await aTillThatSold({ customerReceipt: { url: 'x' }, payId: 'P1', traceNr: '000123' });
    const [sale] = till.store.list('env', { limit: 1 });
    expect(sale?.result).not.toHaveProperty('receipt');
  });

  it('are found by look-up as well', async () => {
    const till = await aTill({ answer: () => ({ type: 'lost', reason: 'reset' }) });
    const { id } = await till.submit('cloud-pos', terminalCommand('SALE', 'S-1', { amount: amountOf(1_000) }));
    const { refNr } = till.operation(id);
    const record = {
      PAYID: 'P1',
      TransId: 'S-1',
      refNr,
      status: 'CAPTURED',
      amount: amountOf(1_000),
      traceNumber: '000123',
    };
    till.gateway.answer = ({ method }) => (method === 'GET' ? ok(record) : done);
    await till.clock.advance(600_000);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')).toMatchObject({ traceNr: '000123' });
  });
});
