// The gateway's notifications through the whole product: a customer pays on the hosted page, the gateway notifies the
// bridge, and the bridge knows what was paid without anybody having asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { addFaults } from '#support/erp.ts';
import { filesHolding } from '#support/files.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';

const key = 'process-test-webhook-key';
const shop = new Shop({ bridgeArgs: ['--webhook-port', '0'], environment: { TILLBRIDGE_WEBHOOK_KEY: key } });

interface Notification {
  readonly payId: string;
  readonly attempts: readonly { readonly result: number | string; readonly againAt: string | null }[];
}

async function control(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${shop.sandboxUrl}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as JsonObject;
}

/** A hosted payment that the customer pays at once. */
async function paid(transId: string): Promise<string> {
  const webhook = shop.webhookUrl;
  const operation = await shop.erp.operate(
    'create-payment',
    {
      transId,
      amount: { value: 1000, currency: 'EUR' },
      urls: { webhook },
      paymentMethods: { integrationType: 'HOSTED', type: 'CARD' },
    },
    transId,
  );
  const { payId, _links } = operation.result as { payId: string; _links: { redirect: { href: string } } };
  const form = new URLSearchParams({ action: 'pay', method: 'CARD', card: 'visa' });
  const page = await fetch(_links.redirect.href, { method: 'POST', body: form, redirect: 'manual' });
  if (page.status >= 400) throw new Error(await page.text());
  return payId;
}

/** The notification of a payment once the sandbox has nothing more to send for it. */
async function delivered(payId: string): Promise<Notification> {
  return until(async () => {
    const { notifications } = await control('GET', 'webhooks');
    const mine = (notifications as unknown as Notification[]).find((each) => each.payId === payId);
    return mine?.attempts.at(-1)?.againAt === null ? mine : null;
  });
}

function refund(payId: string, value: number) {
  const body = { payId, transId: `R-${payId}`, amount: { value, currency: 'EUR' } };
  return shop.erp.post('/v1/operations/refund', body, `R-${payId}-${value}`);
}

beforeAll(async () => {
  await shop.open();
  await control('POST', 'webhooks', { type: 'enhanced', key, retryMs: [1, 1, 1] });
});

afterAll(async () => {
  await shop.close();
});

describe('a notification', () => {
  it('tells the bridge what was paid: more than that is not refunded', async () => {
    const payId = await paid('hook-1');
    await delivered(payId);
    expect(await refund(payId, 1001)).toMatchObject({ status: 422, body: { code: 'refund-exceeds-captured' } });
  });

  it('counts what was paid among the takings, without a look-up by a person or program', async () => {
    const payId = await paid('hook-takings');
    await delivered(payId);
    const { body } = await shop.erp.get(`/v1/operations?payId=${payId}`);
    const [made] = body['operations'] as { offer: JsonObject }[];
    expect(made?.offer).toMatchObject({ state: 'paid', lookUps: 0, nextLookUpAt: null });
  });

  it('that comes twice changes nothing', async () => {
    await addFaults(shop.sandboxUrl, [{ route: 'WEBHOOK', fault: 'duplicate', times: 1 }]);
    const payId = await paid('hook-2');
    await delivered(payId);
    expect(await refund(payId, 1001)).toMatchObject({ status: 422, body: { code: 'refund-exceeds-captured' } });
  });

  it('that is wrongly signed is refused, and taken once it is signed rightly', async () => {
    await addFaults(shop.sandboxUrl, [{ route: 'WEBHOOK', fault: 'wrong-signature', times: 1 }]);
    const payId = await paid('hook-3');
    const { attempts } = await delivered(payId);
    expect(attempts.map(({ result }) => result)).toEqual([401, 200]);
  });

  it('of the basic sort is taken as well', async () => {
    await control('POST', 'webhooks', { type: 'basic' });
    const payId = await paid('hook-4');
    await delivered(payId);
    expect(await refund(payId, 1001)).toMatchObject({ status: 422, body: { code: 'refund-exceeds-captured' } });
  });

  it('leaves neither key nor signature on the disk or in the log', () => {
    expect(shop.program.stderrText).toContain('webhook');
    expect(shop.program.stderrText).not.toContain(key);
    expect(filesHolding(shop.dataDir, key)).toEqual([]);
  });
});
