// What a body may be. Whatever cannot be read in exactly one way never reaches the bridge.
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Wire } from '#support/strict-http.ts';
import { type Till, jsonType, key, problemCode, refundBody, startTill } from './till.ts';
import { readAnswer, requestText, send } from './wire.ts';

const path = '/v1/operations/refund';

async function refusedAs(
  till: Till,
  body: string | Buffer,
  ...headers: (readonly [string, string])[]
): Promise<string> {
  const answer = await till.erp().post(path, body, key('K-1'), ...headers);
  const code = problemCode(answer);
  expect(till.bridge.submissions).toEqual([]);
  return `${answer.status} ${code}`;
}

describe('the media type', () => {
  const good = JSON.stringify(refundBody);

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json; charset=latin1',
    '',
  ])('%j is refused', async (type) => {
    expect(await refusedAs(await startTill(), good, ['Content-Type', type])).toBe('415 media-type-refused');
  });

  it('must be there', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization, key('K-1')];
    const answer = await send(till.port, { method: 'POST', path, headers, body: good });
    expect(problemCode(answer)).toBe('media-type-refused');
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('%j is taken', async (type) => {
    const till = await startTill();
    expect((await till.erp().post(path, good, key('K-1'), ['Content-Type', type])).status).toBe(202);
  });

  it('does not help a compressed body', async () => {
    expect(await refusedAs(await startTill(), good, ['Content-Encoding', 'gzip'])).toBe('415 media-type-refused');
  });
});

describe('a body that is too large', () => {
  const limit = 64 * 1024;
  const padded = (bytes: number) => {
    const text = JSON.stringify({ ...refundBody, metadata: { pad: '' } });
    return text.replace('"pad":""', `"pad":"${'x'.repeat(bytes - text.length)}"`);
  };

  it('is refused, one of the exact limit is taken', async () => {
    const till = await startTill();
    expect(await refusedAs(till, padded(limit + 1))).toBe('413 body-too-large');
    expect((await till.erp().post(path, padded(limit), key('K-1'))).status).toBe(202);
  });

  it('is refused by its announced length, before it was sent', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization, key('K-1'), jsonType, ['Content-Length', '10000000'] as const];
    const answer = await send(till.port, { method: 'POST', path, headers });
    expect(problemCode(answer)).toBe('body-too-large');
  });

  it('is refused without an announced length too, before its end', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization, key('K-1'), jsonType, ['Transfer-Encoding', 'chunked'] as const];
    const socket = connect(till.port, '127.0.0.1');
    socket.write(requestText(till.port, { method: 'POST', path, headers }));
    const piece = 'x'.repeat(0x8000);
    for (let sent = 0; sent <= limit; sent += piece.length) socket.write(`8000\r\n${piece}\r\n`);
    expect(problemCode(await readAnswer(socket))).toBe('body-too-large');
    socket.destroy();
    expect(till.bridge.submissions).toEqual([]);
  });

  it('may come to its end when it was refused, and the connection goes on', async () => {
    const till = await startTill();
    const wire = new Wire(till.port);
    const headers = [till.erp().authorization, key('K-1'), jsonType, ['Transfer-Encoding', 'chunked'] as const];
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    wire.send(requestText(till.port, { method: 'POST', path, headers }));
    wire.send(chunk + chunk);
    expect((await wire.answer('POST'))?.status).toBe(413);
    wire.send(`${chunk.repeat(8)}0\r\n\r\n`);
    wire.send(requestText(till.port, { path: '/v1/status', headers: [till.erp().authorization] }));
    expect((await wire.answer())?.status).toBe(200);
    wire.close();
  });

  it('that was refused and does not end takes its connection with it', async () => {
    const till = await startTill();
    const wire = new Wire(till.port);
    const headers = [till.erp().authorization, key('K-1'), jsonType, ['Transfer-Encoding', 'chunked'] as const];
    wire.send(requestText(till.port, { method: 'POST', path, headers }));
    wire.send(`20000\r\n${'x'.repeat(0x20000)}\r\n`);
    expect((await wire.answer('POST'))?.status).toBe(413);
    await wire.ended();
    wire.close();
  });

  it('in chunks within the limit is taken', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization, key('K-1'), jsonType, ['Transfer-Encoding', 'chunked'] as const];
    const text = JSON.stringify(refundBody);
    const body = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    expect((await send(till.port, { method: 'POST', path, headers, body })).status).toBe(202);
  });
});

describe('a body that does not mean one thing', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it.each([
    ['empty', ''],
    ['cut off', '{"payId":"P1"'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['two values', '{}{}'],
    ['JSON with a comment', '{}//'],
    ['JSON with a byte order mark', '\uFEFF{}'],
    ['33 levels deep', deep(33)],
    ['10,000 levels deep', deep(10_000)],
    ['10,000 arrays deep', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['an object with a name twice', '{"transId":"A","transId":"B"}'],
    ['an object with a name twice, escaped', '{"transId":"A","tr\\u0061nsId":"B"}'],
    ['an object with an inner name twice', '{"amount":{"value":1,"currency":"EUR","value":100}}'],
    ['an object with a __proto__', '{"__proto__":{"payId":"P1"}}'],
    ['an object with an inner __proto__', '{"metadata":{"__proto__":{}}}'],
    ['an object with half a surrogate pair', '{"transId":"\\ud800"}'],
  ])('%s is refused', async (_name, body) => {
    expect(await refusedAs(await startTill(), body)).toBe('400 malformed-json');
  });

  it('bytes that are not UTF-8 are refused', async () => {
    const body = Buffer.concat([Buffer.from('{"payId":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(await refusedAs(await startTill(), body)).toBe('400 malformed-json');
  });
});

describe('a number that cannot be kept exactly', () => {
  const whole = 'is a number that cannot be kept exactly: whole numbers go up to 9007199254740991';

  it.each(['9007199254740993', '1e21', '1e999', '-9007199254740992', '9007199254740991.5'])(
    '%s is refused by the name of its field',
    async (number) => {
      const till = await startTill();
      const body = `{"payId":"P1","transId":"R-1","amount":{"value":${number},"currency":"EUR"}}`;
      const answer = await till.erp().post(path, body, key('K-1'));
      expect([answer.status, problemCode(answer)]).toEqual([400, 'invalid-input']);
      expect(answer.json['errors']).toEqual({ 'amount.value': [whole] });
      expect(answer.json['detail']).toBe(`In the body: amount.value ${whole}.`);
      expect(till.bridge.submissions).toEqual([]);
    },
  );
});

describe('a caller that leaves before the end of its body', () => {
  it('has started nothing', async () => {
    const till = await startTill();
    const { authorization } = till.erp();
    const headers = [authorization, key('K-1'), jsonType, ['Content-Length', '200'] as const];
    const socket = connect(till.port, '127.0.0.1');
    socket.write(requestText(till.port, { method: 'POST', path, headers, body: '{"payId":"P1",' }));
    await new Promise<void>((resolve) => {
      socket.end(resolve);
    });
    socket.destroy();
    expect((await till.erp().get('/v1/status')).status).toBe(200);
    expect(till.bridge.submissions).toEqual([]);
  });
});
