// What a look-up for a caller teaches the guards: the sums that it shows, unless the bridge itself did something between
// the question and the answer.
import { describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';
import { aTill, amountOf, bodyOf, lost, ok, terminalCommand } from '#support/till.ts';

const capture = (transId: string, value: number) => ({ payId: 'P1', transId, amount: amountOf(value) });
const untouched = ok({ payId: 'P1', amount: { currency: 'EUR' }, totals: { authorized: 1_000, captured: 0 } });

describe('sums that a look-up shows', () => {
  it('hold for what is asked for next', async () => {
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? untouched : ok({ status: 'OK' })) });
    await till.engine.payment({ by: 'payId', id: 'P1' });
    expect(till.store.payment('env', 'P1')).toMatchObject({ authorized: 1_000, captured: 0 });
    expect(await till.refused('capture', capture('C-1', 1_001))).toBe('capture-exceeds-authorized');
  });

  it('do not, where they come back while the success of a capture is on its way to the disk', async () => {
    const [asked, sent] = [Promise.withResolvers<GatewayAnswer>(), Promise.withResolvers<GatewayAnswer>()];
    const till = await aTill({ answer: ({ method }) => (method === 'GET' ? asked : sent).promise });
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    const { id } = await till.submit('capture', capture('C-1', 700));
    // The capture's answer has been read, and its outcome waits for the commit that the look-up's sums would share.
    sent.resolve(ok({ status: 'OK' }));
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    asked.resolve(untouched);
    await looked;
    await till.clock.advance(0);
    expect(till.operation(id).state).toBe('succeeded');
    expect(till.store.payment('env', 'P1')?.captured ?? null).not.toBe(0);
  });

  const sale = { payId: 'P1', status: 'CAPTURED', responseCode: '00000000', traceNr: '7', approvalCode: '123456' };
  const refund = (transId: string, value: number, payId = 'P1') => ({ payId, transId, amount: amountOf(value) });
  const refundedBy = (refunded: number) =>
    ok({
      payId: 'P1',
      transId: 'S-1',
      status: 'CAPTURED',
      amount: amountOf(1_000),
      totals: { authorized: 1_000, captured: 1_000, refunded },
    });

  it('hold although another payment was refunded while they were read', async () => {
    const asked = Promise.withResolvers<GatewayAnswer>();
    const till = await aTill({
      answer: ({ method, path }) => {
        if (method === 'GET') return asked.promise;
        return ok(path.endsWith('/refunds') ? { status: 'REFUNDED', responseCode: '00000000' } : sale);
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.submit('refund', refund('R-9', 100, 'P9'));
    asked.resolve(refundedBy(1_000));
    await till.clock.advance(0);
    expect(await looked).toMatchObject({ type: 'found' });
    expect(await till.refused('refund', refund('R-1', 1_000))).toBe('refund-exceeds-captured');
  });

  it('are read again where the payment itself was refunded meanwhile', async () => {
    const asked = Promise.withResolvers<GatewayAnswer>();
    let looks = 0;
    const till = await aTill({
      answer: ({ method, path }) => {
        if (method === 'GET') return (looks += 1) === 1 ? asked.promise : refundedBy(900);
        return ok(path.endsWith('/refunds') ? { status: 'REFUNDED', responseCode: '00000000' } : sale);
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.submit('refund', refund('R-1', 100));
    asked.resolve(refundedBy(0));
    await till.clock.advance(0);
    expect(await looked).toMatchObject({ type: 'found', payment: { totals: { refunded: 900 } } });
    expect(await till.refused('refund', refund('R-2', 101))).toBe('refund-exceeds-captured');
  });

  it.each([
    ['is in them', 900],
    ['is not', 800],
  ])('hold beside a refund whose outcome is not known: whether it %s', async (_name, shown) => {
    let answer: GatewayAnswer = lost;
    const till = await aTill({
      answer: ({ method, path }) => {
        if (method === 'GET') return refundedBy(shown);
        return path.endsWith('/refunds') ? answer : ok(sale);
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const { id } = await till.submit('refund', refund('R-1', 100));
    expect(till.operation(id).state).toBe('unknown');
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await looked;
    answer = ok({ status: 'REFUNDED', responseCode: '00000000' });
    expect(await till.refused('refund', refund('R-2', 1_001 - shown))).toBe('refund-exceeds-captured');
    expect(till.store.payment('env', 'P1')).toMatchObject({ captured: 1_000, refunded: shown - 100 });
  });

  it('say that others reversed the payment, also beside a refund whose outcome is not known', async () => {
    const till = await aTill({
      answer: ({ method, path }) => {
        if (method === 'GET') return ok({ payId: 'P1', transId: 'S-1', status: 'REVERSED', amount: amountOf(1_000) });
        return path.endsWith('/refunds') ? lost : ok(sale);
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const { id } = await till.submit('refund', refund('R-1', 100));
    const looked = till.engine.payment({ by: 'payId', id: 'P1' });
    await till.clock.advance(0);
    await looked;
    expect(till.operation(id).state).toBe('unknown');
    expect(await till.refused('refund', refund('R-2', 100))).toBe('payment-reversed');
  });

  it('hold for a refund that waits behind one that a look-up found', async () => {
    let refNr = '';
    let open = false;
    const till = await aTill({
      answer: ({ method, path, body }) => {
        if (method !== 'GET') {
          if (!path.endsWith('/refunds')) return ok(sale);
          refNr ||= textAt(bodyOf(body), 'refNr') ?? '';
          return lost;
        }
        if (!open) return lost;
        const operations = [
          { type: 'REFUND', refNr, status: 'REFUNDED', amount: amountOf(100) },
          { type: 'REFUND', refNr: 'another', status: 'REFUNDED', amount: amountOf(500) },
        ];
        const totals = { authorized: 1_000, captured: 1_000, refunded: 600 };
        return ok({ payId: 'P1', transId: 'S-1', status: 'CAPTURED', amount: amountOf(1_000), totals, operations });
      },
    });
    await till.submit('cloud-pos', terminalCommand('SALE', 'S-1'));
    const first = await till.submit('refund', refund('R-1', 100));
    const second = await till.submit('refund', refund('R-2', 500));
    expect(second.state).toBe('accepted');
    open = true;
    await till.clock.advance(60_000);
    expect(till.operation(first.id).state).toBe('succeeded');
    expect(till.operation(second.id)).toMatchObject({ state: 'failed', failure: { code: 'nothing-left' } });
  });
});
