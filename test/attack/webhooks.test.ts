// The listener for the gateway's notifications. It stands behind something that forwards from the internet, so what
// arrives may come from anybody: nothing is believed but a signature, and of what is believed only which payment to ask
// the gateway about.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Wire, bytesOf } from '#support/strict-http.ts';
import { until } from '#support/until.ts';
import { type Attack, attacks, json } from './table.ts';
import { Target, serving, toldBy } from './target.ts';

const key = 'attacked-webhook-key';
const path = '/webhooks';

class WebhookTarget extends Target {
  override get port(): number {
    return Number(new URL(this.shop.webhookUrl).port);
  }

  override get sign() {
    return { path, text: 'This address takes POST' };
  }
}

const target = new WebhookTarget({
  bridgeArgs: ['--webhook-port', '0'],
  environment: { TILLBRIDGE_WEBHOOK_KEY: key },
});
beforeAll(() => target.open());
afterAll(() => target.close());

const body = '{"payId":"attacked-1"}';
const signature = (of: string | Buffer) => createHmac('sha256', key).update(of).digest('hex');
const signed = (of: string) => ['X-Signature', signature(of)] as const;
const notification = (text: string, ...headers: (readonly [string, string])[]) => ({
  method: 'POST',
  path,
  headers: [json, ...headers],
  body: text,
});
const raw = (headers: string, content: string) => `POST ${path} HTTP/1.1\r\nHost: HOST\r\n${headers}\r\n${content}`;
const sign = `X-Signature: ${signature(body)}\r\n`;
const length = `Content-Length: ${body.length}\r\n`;
const inside = raw(`${sign}${length}`, body);

const malformed = '400 malformed-request';
const wrong = '401 signature-refused';
const noJson = '400 malformed-json';

attacks('who is believed', target, [
  { what: 'a right notification', why: 'it is signed', expected: '200', request: notification(body, signed(body)) },
  {
    what: 'a signature of another body',
    why: 'the bytes are signed',
    expected: wrong,
    request: notification(body, signed(`${body} `)),
  },
  { what: 'an empty signature', why: 'it is none', expected: wrong, request: notification(body, ['X-Signature', '']) },
  {
    what: 'a signature of 8 KiB',
    why: 'it is none',
    expected: wrong,
    request: notification(body, ['X-Signature', 'a'.repeat(8_192)]),
  },
  {
    what: 'the right one behind a wrong one',
    why: 'two readers would take different ones',
    expected: wrong,
    request: notification(body, ['X-Signature', 'aa'], signed(body)),
  },
  {
    what: 'the right one cut',
    why: 'a part of it proves nothing',
    expected: wrong,
    request: notification(body, ['X-Signature', signature(body).slice(0, -2)]),
  },
  {
    what: 'much without a signature',
    why: 'what is more than an id must be signed',
    expected: wrong,
    request: notification('{"payId":"attacked-1","status":"OK"}'),
  },
  {
    what: 'a page, though it is signed',
    why: 'the gateway is no page',
    expected: '403 origin-refused',
    request: notification(body, signed(body), ['Origin', 'https://evil.example']),
  },
  {
    what: 'a preflight',
    why: 'nothing is open to pages here',
    expected: '405 method-not-allowed',
    request: { method: 'OPTIONS', path, headers: [['Origin', 'https://evil.example']] },
  },
] satisfies readonly Attack[]);

attacks('what is in it', target, [
  { what: 'no JSON', why: 'one object', expected: noJson, request: notification('{', signed('{')) },
  { what: 'a list', why: 'one object', expected: noJson, request: notification('[]', signed('[]')) },
  ...(
    [
      ['a name twice', '{"payId":"a","payId":"b"}', noJson],
      ['a prototype', '{"__proto__":{"payId":"a"}}', noJson],
      ['a thousand levels', `{"payId":"a","b":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, noJson],
      ['another address as an id', '{"payId":"../customers/1"}', '400 invalid-input'],
      ['an address with a query as an id', '{"payId":"a?b=c"}', '400 invalid-input'],
      ['a line break in an id', '{"payId":"a\\r\\nX-A: b"}', '400 invalid-input'],
      ['an id of 10,000 characters', `{"payId":"${'a'.repeat(10_000)}"}`, '400 invalid-input'],
      ['a number as an id', '{"payId":1}', '400 invalid-input'],
    ] as const
  ).map(([what, text, expected]) => ({
    what,
    why: 'it becomes a part of an address',
    expected,
    request: notification(text, signed(text)),
  })),
  {
    what: 'no UTF-8',
    why: 'what cannot be read is not guessed',
    expected: noJson,
    bytes: Buffer.concat([
      Buffer.from(raw(`X-Signature: ${signature(Buffer.from([0xff, 0xfe]))}\r\nContent-Length: 2\r\n`, ''), 'latin1'),
      Buffer.from([0xff, 0xfe]),
    ]),
  },
  {
    what: '65 KiB',
    why: '64 KiB at most',
    expected: '413 body-too-large',
    request: notification(`{"payId":"${'x'.repeat(66_000)}"}`),
  },
  {
    what: 'a terabyte that is announced',
    why: 'it is refused before it comes',
    expected: '413 body-too-large',
    bytes: raw('Content-Length: 1099511627776\r\n', body),
    unfinished: true,
  },
] satisfies readonly Attack[]);

attacks('a head that is not one', target, [
  ...(
    [
      ['no Host', `POST ${path} HTTP/1.1\r\n${sign}${length}\r\n${body}`],
      ['two Hosts', `POST ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${sign}${length}\r\n${body}`],
      ['CL.TE', raw(`${sign}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\nX${inside}`)],
      ['TE.CL', raw(`Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `5c\r\n${inside}\r\n0\r\n\r\n`)],
      ['TE.TE', raw('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${inside}`)],
      ['two lengths', raw(`${sign}${length}Content-Length: 200\r\n`, body)],
      ['a negative length', raw('Content-Length: -1\r\n', inside)],
      ['a blank before the colon of the length', raw(`Content-Length : ${body.length}\r\n`, body)],
      ['a header on two lines', raw(`X-A: b\r\n Transfer-Encoding: chunked\r\n${length}`, body)],
      ['bare LF behind a header', raw(`X-A: b\nX-Signature: ${signature(body)}\r\n${length}`, body)],
      ['a chunk longer than it says', raw('Transfer-Encoding: chunked\r\n', `1\r\n${body}\r\n0\r\n\r\n${inside}`)],
      ['an absolute address', `POST http://evil.example/webhooks HTTP/1.1\r\nHost: HOST\r\n${length}\r\n${body}`],
      ['a dot segment', `POST /v1/../webhooks HTTP/1.1\r\nHost: HOST\r\n${length}\r\n${body}`],
      ['a body of a GET', `GET ${path} HTTP/1.1\r\nHost: HOST\r\n${length}\r\n${body}`],
    ] as const
  ).map(([what, bytes]) => ({ what, why: 'two readers would read it differently', expected: malformed, bytes })),
  {
    what: 'a header of 1 MiB',
    why: '16 KiB at most',
    expected: '431 headers-too-large',
    bytes: raw(`X-Long: ${'x'.repeat(1_048_576)}`, ''),
  },
  {
    what: 'a tunnel',
    why: 'none is made',
    expected: '405 method-not-allowed',
    bytes: 'CONNECT gateway.example:443 HTTP/1.1\r\nHost: HOST\r\n\r\n',
  },
  {
    what: 'the name of another host',
    why: 'whoever forwards keeps the name that was called',
    expected: '200',
    request: notification(body, signed(body), ['Host', 'shop.example']),
  },
] satisfies readonly Attack[]);

attacks(
  'the doors of the other listener',
  target,
  ['/v1/status', '/v1/pairings', '/docs', '/openapi.json', '/.well-known/tillbridge', '/webhooks/', '/'].map(
    (other) => ({
      what: other,
      why: 'nothing but notifications is taken here',
      expected: '404 not-found',
      request: { path: other, headers: [['Authorization', 'Bearer TOKEN'] as const] },
    }),
  ),
);

/** What a right notification is told; a limit on how many may come is waited out. */
async function told(): Promise<number> {
  return until(async () => {
    const wire = new Wire(target.port);
    try {
      wire.send(bytesOf(target.host, notification(body, signed(body))));
      const answer = await wire.answer('POST');
      return answer === null || answer.status === 429 ? null : answer.status;
    } finally {
      wire.close();
    }
  });
}

describe('callers that cost places and time', () => {
  async function opened(bytes: string): Promise<Wire> {
    const wire = new Wire(target.port);
    onTestFinished(() => wire.close());
    await once(wire.socket, 'connect');
    wire.send(target.filled(bytes));
    return wire;
  }

  it.each([
    ['a head that never begins', ''],
    ['a head that stops', 'POST /webh'],
    ['a head without its end', `POST ${path} HTTP/1.1\r\nHost: HOST\r\n`],
    ['a body that stops', raw(length, '{"payId":')],
  ])('%s is ended with a problem', { concurrent: true, timeout: 60_000 }, async (_what, bytes) => {
    const wire = await opened(bytes);
    expect(toldBy((await wire.answer()) ?? undefined)).toEqual({ status: 408, code: 'request-timeout' });
    await wire.ended();
  });

  it('more silent connections than there are places lock no other sender out', async () => {
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 100 }, () => opened('POST /w')));
    expect(await told()).toBe(200);
  });

  it('a flood of unsigned notifications is bounded, and signed ones have their own share', async () => {
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const wire = await opened('');
        for (let count = 0; count < 30 && !wire.closed; count += 1) {
          wire.send(bytesOf(target.host, notification(`{"payId":"flood-${count}"}`)));
          const answer = await wire.answer('POST');
          if (answer !== null) statuses.push(answer.status);
          // A refused caller is told that the connection ends.
          if (answer?.last !== false) break;
        }
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await told()).toBe(200);
  });

  it('a flood of refused ones does not turn the log over: they are counted', async () => {
    const lines = () => target.shop.program.stderrText.split('\n').filter((line) => line.includes('webhook-refused'));
    const before = lines().length;
    const bad = bytesOf(target.host, notification(body, ['X-Signature', 'aa']));
    for (let count = 0; count < 300; count += 1) {
      const wire = await opened('');
      wire.send(bad);
      expect((await wire.answer('POST'))?.status).toBe(401);
    }
    // The first of its kind, and one a minute however long it lasts.
    expect(lines().length - before).toBeLessThan(10);
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});
