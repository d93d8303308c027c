// The webhooks' listener over real sockets: who is believed, what is refused, and that nothing but a payId ever
// comes through.
import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsSchema } from '#settings/settings.ts';
import { type WebhookOptions, createWebhooks } from '#webhooks/server.ts';
import { type WireAnswer, send } from '../loopback/wire.ts';

const key = 'sample-webhook-key';
const { port: off, ...defaults } = settingsSchema.parse({}).webhooks;

const enhanced = {
  payId: 'P1',
  transId: 'T-1',
  status: 'OK',
  responseCode: '00000000',
  responseDescription: 'success',
  amount: { value: 1000, currency: 'EUR' },
  paymentMethods: [{ type: 'CARD' }],
  creationDate: '2026-01-31T18:05:00Z',
};
const body = JSON.stringify(enhanced);
const nowMs = Date.parse('2026-01-31T18:05:30Z');
const hex = (text: string, algorithm = 'sha256') => createHmac(algorithm, key).update(text).digest('hex');

class Told {
  readonly payIds: string[] = [];
  reached = true;
  #hold: Promise<void> | null = null;
  #release = () => {};

  async notified(payId: string): Promise<boolean> {
    this.payIds.push(payId);
    await this.#hold;
    return this.reached;
  }

  /** Every question stays open until the function returned is called. */
  holdBack(): () => void {
    this.#hold = new Promise((resolve) => {
      this.#release = resolve;
    });
    return () => this.#release();
  }
}

async function listen(change: Partial<WebhookOptions> = {}) {
  const told = new Told();
  const log: string[] = [];
  const webhooks = await createWebhooks({
    port: 0,
    settings: defaults,
    key: () => key,
    bridge: told,
    clock: { wallMs: () => nowMs },
    log: (level, event, facts) => log.push(JSON.stringify({ level, event, ...facts })),
    ...change,
  });
  onTestFinished(() => webhooks.close());
  const port = Number(new URL(webhooks.url).port);
  const post = (text: string, signature?: string, ...headers: (readonly [string, string])[]): Promise<WireAnswer> => {
    const signed = signature === undefined ? [] : [['X-Signature', signature] as const];
    return send(port, { method: 'POST', path: '/webhooks', headers: [...signed, ...headers], body: text });
  };
  return { told, log, port, post };
}

/** The headers of a notification that says when it was signed. */
const stamped = (
  text: string,
  { atMs = nowMs, header = 'X-Paygate-Signature', around = (own: string) => own } = {},
) => {
  const time = String(Math.floor(atMs / 1_000));
  return [
    ['X-Paygate-Timestamp', time],
    [header, around(hex(`${time}.${text}`))],
  ] as const;
};

const codeOf = ({ status, json }: WireAnswer) => [status, json['code']];

describe('a notification', () => {
  it('that is signed is acknowledged once the gateway was asked', async () => {
    const { told, post } = await listen();
    const answer = await post(body, hex(body));
    expect([answer.status, told.payIds]).toEqual([200, ['P1']]);
  });

  it('of the basic sort needs no signature', async () => {
    const { told, post } = await listen();
    expect((await post('{"payId":"P1"}')).status).toBe(200);
    expect(told.payIds).toEqual(['P1']);
  });

  it('of the basic sort can be switched off', async () => {
    const { told, post } = await listen({ settings: { ...defaults, basic: false } });
    expect(codeOf(await post('{"payId":"P1"}'))).toEqual([401, 'signature-refused']);
    expect((await post('{"payId":"P1"}', hex('{"payId":"P1"}'))).status).toBe(200);
    expect(told.payIds).toEqual(['P1']);
  });

  it('may come again: the gateway is only asked again', async () => {
    const { told, post } = await listen();
    for (const answer of [await post(body, hex(body)), await post(body, hex(body))]) expect(answer.status).toBe(200);
    expect(told.payIds).toEqual(['P1', 'P1']);
  });

  it('that comes twice at once asks once', async () => {
    const { told, post } = await listen();
    const letGo = told.holdBack();
    const both = [post(body, hex(body)), post(body, hex(body))];
    await expect.poll(() => told.payIds.length).toBeGreaterThan(0);
    letGo();
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(told.payIds).toHaveLength(1);
  });

  it('is not acknowledged where the gateway could not be asked: it is to come again', async () => {
    const { told, post } = await listen();
    told.reached = false;
    expect(codeOf(await post(body, hex(body)))).toEqual([503, 'offline']);
  });

  it('may carry the name that the gateway called, not the till’s', async () => {
    const { post } = await listen();
    expect((await post(body, hex(body), ['Host', 'hooks.shop.example'])).status).toBe(200);
  });
});

describe('a signature', () => {
  it.each([
    ['of another body', hex(`${body} `)],
    ['under another key', createHmac('sha256', 'other').update(body).digest('hex')],
    ['by another algorithm', hex(body, 'sha512')],
    ['in another encoding', createHmac('sha256', key).update(body).digest('base64')],
    ['that is cut', hex(body).slice(0, -2)],
    ['that is longer', `${hex(body)}00`],
    ['with something behind it', `${hex(body)}zz`],
    ['that is empty', ''],
  ])('%s is refused', async (_what, signature) => {
    const { told, log, post } = await listen();
    expect(codeOf(await post(body, signature))).toEqual([401, 'signature-refused']);
    expect(told.payIds).toEqual([]);
    expect(log.join()).not.toContain('P1');
  });

  it('that is given twice is refused', async () => {
    const { post } = await listen();
    expect(codeOf(await post(body, hex(body), ['X-Signature', hex(body)]))).toEqual([401, 'signature-refused']);
  });

  it('may cover the time at which it was made, as two public clients take it', async () => {
    const { told, post } = await listen();
    expect((await post(body, undefined, ...stamped(body))).status).toBe(200);
    // In whatever form the rest comes: only the payId is used.
    const other = JSON.stringify({ ...enhanced, xid: 'X-1', amount: undefined, paymentMethods: { type: 'CARD' } });
    expect((await post(other, undefined, ...stamped(other))).status).toBe(200);
    expect(told.payIds).toEqual(['P1', 'P1']);
  });

  it.each([
    ['with its version before it', (own: string) => `v1=${own}`],
    ['beside one of the old key', (own: string) => `${'0'.repeat(64)},v1=${own}`],
    ['behind the word OR', (own: string) => `v1=${'0'.repeat(64)} OR ${own}`],
  ])('is found %s', async (_what, around) => {
    const { post } = await listen();
    expect((await post(body, undefined, ...stamped(body, { around }))).status).toBe(200);
  });

  it.each([-300, 300])('of five minutes is taken, in whole seconds as its time is: %i s', async (awaySeconds) => {
    const { post } = await listen({ clock: { wallMs: () => nowMs + 999 } });
    const headers = stamped(body, { atMs: nowMs + awaySeconds * 1_000 });
    expect((await post(body, undefined, ...headers)).status).toBe(200);
  });

  it.each([
    ['older than five minutes', stamped(body, { atMs: nowMs - 301_000 })],
    ['more than five minutes ahead', stamped(body, { atMs: nowMs + 301_000 })],
    ['of another time than its header says', [['X-Paygate-Timestamp', '1'], stamped(body)[1]] as const],
    ['whose time is no number', [['X-Paygate-Timestamp', '1e9'], stamped(body)[1]] as const],
    ['whose time is given twice', [...stamped(body), stamped(body)[0]] as const],
    ['over the body alone, with a time beside it', [stamped(body)[0], ['X-Signature', hex(body)]] as const],
    ['behind many others', stamped(body, { around: (own) => `${'00,'.repeat(8)}${own}` })],
  ])('%s is refused', async (_what, headers) => {
    const { told, post } = await listen();
    expect(codeOf(await post(body, undefined, ...headers))).toEqual([401, 'signature-refused']);
    expect(told.payIds).toEqual([]);
  });

  it('is needed for anything but a payId', async () => {
    const { told, post } = await listen();
    expect(codeOf(await post(body))).toEqual([401, 'signature-refused']);
    expect(codeOf(await post('{"payId":"P1","status":"OK"}'))).toEqual([401, 'signature-refused']);
    expect(told.payIds).toEqual([]);
  });

  it('cannot be right where there is no key', async () => {
    const { log, post } = await listen({ key: () => null });
    expect(codeOf(await post(body, hex(body)))).toEqual([401, 'signature-refused']);
    expect(codeOf(await post(body, createHmac('sha256', '').update(body).digest('hex')))).toEqual([
      401,
      'signature-refused',
    ]);
    expect(log.join()).toContain('webhook-key-missing');
  });

  it.each(['sha256', 'sha384', 'sha512'] as const)(
    'is what the settings say: %s, base64, a prefix',
    async (algorithm) => {
      const settings = { ...defaults, header: 'Gateway-HMAC', algorithm, encoding: 'base64', prefix: 'v1=' } as const;
      const { port } = await listen({ settings });
      const signature = createHmac(algorithm, key).update(body).digest('base64');
      const headers = [['gateway-hmac', `v1=${signature}`] as const];
      expect((await send(port, { method: 'POST', path: '/webhooks', headers, body })).status).toBe(200);
      const bare = [['gateway-hmac', signature] as const];
      expect((await send(port, { method: 'POST', path: '/webhooks', headers: bare, body })).status).toBe(401);
    },
  );
});

describe('what is no notification', () => {
  const signed = (value: object) => {
    const text = JSON.stringify(value);
    return [text, hex(text)] as const;
  };

  it.each([
    ['not JSON', ['{', hex('{')], 400, 'malformed-json'],
    ['a list', ['[]', hex('[]')], 400, 'malformed-json'],
    ['without a payId', signed({ status: 'OK' }), 400, 'invalid-input'],
    ['with an id that leaves its address', signed({ payId: '../customers' }), 400, 'invalid-input'],
    ['too large', signed({ payId: 'x'.repeat(65_536) }), 413, 'body-too-large'],
  ] as const)('%s is refused', async (_what, [text, signature], status, code) => {
    const { told, post } = await listen();
    expect(codeOf(await post(text, signature))).toEqual([status, code]);
    expect(told.payIds).toEqual([]);
  });

  it('a page, another address or another method is refused', async () => {
    const { told, port, post } = await listen();
    expect(codeOf(await post(body, hex(body), ['Origin', 'https://evil.example']))).toEqual([403, 'origin-refused']);
    expect(codeOf(await send(port, { path: '/webhooks' }))).toEqual([405, 'method-not-allowed']);
    expect(codeOf(await send(port, { method: 'POST', path: '/v1/operations/refund', body: '{}' }))).toEqual([
      404,
      'not-found',
    ]);
    expect(told.payIds).toEqual([]);
  });
});

describe('the listener', () => {
  it('is off unless a port is set', () => {
    expect(off).toBeNull();
  });

  it('keeps places for signed ones where unsigned ones flood it', async () => {
    const { told, post } = await listen({ rate: { perSecond: 0.001, burst: 2 } });
    const flood = [];
    for (let index = 0; index < 4; index += 1) flood.push((await post(`{"payId":"X${index}"}`)).status);
    expect(flood).toEqual([200, 200, 429, 429]);
    expect((await post(body, hex(body))).status).toBe(200);
    expect(told.payIds).toEqual(['X0', 'X1', 'P1']);
  });

  it('writes one line of a signed notification that is sent again and again', async () => {
    const { log, post } = await listen();
    for (let count = 0; count < 20; count += 1) await post(body, hex(body));
    expect(log.filter((line) => line.includes('"event":"webhook"'))).toHaveLength(1);
  });

  it('writes neither bodies nor signatures into the log', async () => {
    const { log, post } = await listen();
    await post(body, hex(body));
    expect(log.join()).toContain('"event":"webhook"');
    expect(log.join()).not.toMatch(new RegExp(`P1|T-1|${hex(body)}|${key}`));
  });
});
