// One refund for one article at two tills of one office and one gateway, each a process of its own: one till refunds it, the
// other is refused; whatever is killed in between, it is never refunded twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { openClaims, wantClaims } from '#office/claims/open-claims.ts';
import { lockNames } from '#office/claims/claim-rows.ts';
import { asOwner } from '#office/database/database.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('two tills that refund one article', () => {
  const office = new OfficeBench();
  const one = new Shop();
  const two = new Shop({ besides: one });
  let number = 0;

  const sell = async (value = 1_000): Promise<string> => {
    number += 1;
    const sold = await one.erp.operate('cloud-pos', sale(`S-${number}`, value), `S-${number}`);
    return (sold.result as { payId: string }).payId;
  };
  const refund = (shop: Shop, payId: string, line: string, { value = 500, wait = 30 } = {}) => {
    number += 1;
    const input = { payId, transId: `R-${number}`, amount: { value, currency: 'EUR' } };
    return shop.erp.post(`/v1/operations/refund?wait=${wait}&line=${encodeURIComponent(line)}`, input, `R-${number}`);
  };
  /** To an account, without a payment. */
  const refundAlone = (shop: Shop, line: string) => {
    number += 1;
    const account = { number: 'DE89370400440532013000', accountHolderName: 'A. Holder' };
    const input = {
      transId: `R-${number}`,
      amount: { value: 500, currency: 'EUR' },
      paymentMethods: { directDebit: { account } },
    };
    return shop.erp.post(`/v1/operations/refund-unreferenced?wait=30&line=${line}`, input, `R-${number}`);
  };
  /** Accepted by the till while it cannot reach the gateway; the operation's id. */
  const refundOffline = async (shop: Shop, payId: string, line: string): Promise<string> => {
    await shop.cable.pullOut();
    const id = textAt((await refund(shop, payId, line, { wait: 0 })).body, 'id') ?? '';
    await until(async () => ((await shop.erp.operation(id)).state === 'accepted' ? true : null));
    return id;
  };
  const refundedOf = async (payId: string): Promise<number> => {
    const { payments } = await ledgerOf(one.sandboxUrl);
    return payments.find((each) => each.payId === payId)?.refunded ?? 0;
  };
  const stateOf = ({ body }: Awaited<ReturnType<typeof refund>>) => (body['state'] ?? body['code']) as string;
  /** Once both tills know that refunds are claimed. */
  const claimsKnown = async (shop: Shop): Promise<void> => {
    const payId = await sell();
    await until(async () => {
      const { body } = await refund(shop, payId, `known-${number}`, { value: 1 });
      return body['claim'] === 'granted' ? true : null;
    });
  };
  let chain = '';
  const listed = () => asOwner(office.databaseUrl, (tx) => openClaims(tx, chain));

  beforeAll(async () => {
    await Promise.all([office.start(), one.open()]);
    await two.open();
    chain = await asOwner(office.databaseUrl, async (tx) => {
      const { id } = (await tx.row<{ id: string }>('SELECT id FROM chain')) ?? { id: '' };
      await wantClaims(tx, id, true);
      return id;
    });
    const codes = await office.enrolMany(['Till 1', 'Till 2']);
    await Promise.all([one, two].map((shop, at) => office.letIn(shop, `Till ${at + 1}`, codes[at])));
    for (const shop of [one, two]) await claimsKnown(shop);
  }, 300_000);
  afterAll(async () => {
    await Promise.all([office.close(), two.close()]);
    await one.close();
  });

  it('is refunded at one of them, and the other is told where', async () => {
    const payId = await sell();
    expect((await refund(one, payId, '4711/1')).body).toMatchObject({
      state: 'succeeded',
      line: '4711/1',
      claim: 'granted',
    });
    const refused = await refund(two, payId, '4711/1');
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'refunded-elsewhere', facts: { refunded: { till: 'Till 1', amount: { value: 500 } } } },
    });
    expect(stateOf(await refund(two, payId, '4711/2'))).toBe('succeeded');
    expect(await refundedOf(payId)).toBe(1_000);
  });

  it('is refunded once where both do it at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payId = await sell();
      const states = await Promise.all([one, two].map(async (shop) => stateOf(await refund(shop, payId, '1'))));
      expect(states.toSorted()).toEqual(['refunded-elsewhere', 'succeeded']);
      expect(await refundedOf(payId)).toBe(500);
    }
  });

  it('is refunded once without a payment, whatever order numbers the tills give to it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const line = `alone-${round}`;
      const states = await Promise.all([one, two].map(async (shop) => stateOf(await refundAlone(shop, line))));
      expect(states.toSorted()).toEqual(['refunded-elsewhere', 'succeeded']);
      expect(stateOf(await refund(two, await sell(), line))).toBe('refunded-elsewhere');
    }
  });

  it('is free for the other till where the first one could not refund it', async () => {
    const payId = await sell();
    const id = await refundOffline(one, payId, '1');
    expect(stateOf(await refund(two, payId, '1'))).toBe('refunded-elsewhere');
    await one.erp.post(`/v1/operations/${id}/cancel`, {}, `C-${number}`);
    await one.cable.putIn();
    await until(async () => (stateOf(await refund(two, payId, '1')) === 'succeeded' ? true : null));
    expect(await refundedOf(payId)).toBe(500);
  });

  it('is refunded again at the same till at once after a refund that was not carried out', async () => {
    const payId = await sell();
    const id = await refundOffline(one, payId, '1');
    await one.erp.post(`/v1/operations/${id}/cancel`, {}, `C-${number}`);
    await one.cable.putIn();
    expect(stateOf(await refund(one, payId, '1'))).toBe('succeeded');
  });

  it('is held by a till that was killed while it asked, until that till is back', async () => {
    const payId = await sell();
    const refunding: Promise<unknown>[] = [];
    await asOwner(office.databaseUrl, async (tx) => {
      // The office cannot answer before this transaction ends.
      await lockNames(tx, { chain }, [{ mode: 'test', payment: payId, line: '1' }]);
      refunding.push(refund(two, payId, '1').catch(() => null));
      await until(async () => {
        const waiting = await tx.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
        return waiting.length > 0 ? true : null;
      });
      await two.killBridge();
    });
    await Promise.all(refunding);
    await until(async () =>
      (await listed()).some(({ till, state }) => till === 'Till 2' && state === 'held') ? true : null,
    );
    expect(stateOf(await refund(one, payId, '1'))).toBe('refunded-elsewhere');
    await two.startBridge();
    await until(async () => ((await listed()).length === 0 ? true : null));
    expect(stateOf(await refund(one, payId, '1'))).toBe('succeeded');
    expect(await refundedOf(payId)).toBe(500);
  });

  it('is refunded by a till that was killed after it accepted that, and by no other', async () => {
    const payId = await sell();
    await refundOffline(one, payId, '1');
    await one.killBridge();
    expect(stateOf(await refund(two, payId, '1'))).toBe('refunded-elsewhere');
    await one.cable.putIn();
    await one.startBridge();
    await until(async () => ((await refundedOf(payId)) === 500 ? true : null));
    expect(stateOf(await refund(two, payId, '1'))).toBe('refunded-elsewhere');
  });

  it('is refunded once where the till was killed while the gateway had it', async () => {
    const payId = await sell();
    await addFaults(one.sandboxUrl, [{ route: 'POST /payments/{id}/refunds', fault: 'hang-after', times: 1 }]);
    const refunding = refund(one, payId, '1').catch(() => null);
    await until(async () => ((await refundedOf(payId)) === 500 ? true : null));
    expect(stateOf(await refund(two, payId, '1'))).toBe('refunded-elsewhere');
    await one.killBridge();
    await refunding;
    await one.startBridge();
    await until(async () => ((await listed()).length === 0 ? true : null));
    expect(stateOf(await refund(two, payId, '1'))).toBe('refunded-elsewhere');
    expect(await refundedOf(payId)).toBe(500);
  });

  it('of another till is not refunded while the office is away; the till sells and refunds its own', async () => {
    const payId = await sell();
    await office.kill();
    office.killDatabase();
    expect(stateOf(await refund(two, payId, '1'))).toBe('office-away');
    const own = await refund(one, payId, '1');
    expect(own.body).toMatchObject({ state: 'succeeded', claim: 'away' });
    expect(await sell()).not.toBe('');
    await office.start();
    await until(() =>
      asOwner(office.databaseUrl, (tx) =>
        tx.row(`SELECT id FROM claim WHERE payment = $1 AND state = 'paid'`, [payId]),
      ),
    );
    await until(async () => (stateOf(await refund(two, payId, '1')) === 'refunded-elsewhere' ? true : null));
    expect(await refundedOf(payId)).toBe(500);
  });
});
