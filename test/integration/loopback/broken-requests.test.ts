// Bytes that are no request of HTTP, and requests that ask for what this server never does: the sender is told
// why, in the same form as everywhere, and the connection ends.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { jsonType, key, problemCode, refundBody, startTill } from './till.ts';
import { readAnswer, requestText } from './wire.ts';

const wellKnown = '/.well-known/tillbridge';
const path = '/v1/operations/refund';

/** The answer to bytes, after the connection has ended by itself. HOST is the server's own. */
async function answerTo(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(Buffer.from(bytes.replaceAll('HOST', `127.0.0.1:${port}`), 'latin1'));
  const answer = await readAnswer(socket);
  socket.end();
  await closed;
  return answer;
}

describe('what is no HTTP request', () => {
  const post = `POST ${path} HTTP/1.1\r\nHost: HOST\r\n`;

  it.each([
    ['an unknown method', 'FOO /v1/status HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['a method in lower case', 'get /v1/status HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a length that is none', `${post}Content-Length: x\r\n\r\n`],
    ['an unknown coding', `${post}Transfer-Encoding: gzip\r\n\r\n`],
    ['raw bytes in the path', 'GET /v1/\u00ff\u00fe HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['a blank in the path', 'GET /v1/a b HTTP/1.1\r\nHost: HOST\r\n\r\n'],
    ['a line that is no header', 'GET /v1/status HTTP/1.1\r\nHost: HOST\r\nno header\r\n\r\n'],
    ['a null byte in a header', 'GET /v1/status HTTP/1.1\r\nHost: HOST\r\nX-A: a\u0000b\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['another version', 'GET /v1/status HTTP/3.7\r\nHost: HOST\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  ])('%s is refused with a problem', async (_name, bytes) => {
    const { port } = await startTill();
    const answer = await answerTo(port, bytes);
    expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
    expect(answer.headers['connection']).toBe('close');
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
  });

  it('a head that ends before its end is refused with a problem', async () => {
    const { port } = await startTill();
    const socket = connect(port, '127.0.0.1');
    socket.end('GET /v1/status HTTP/1.1\r\nHost: x');
    const answer = await readAnswer(socket);
    expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
  });

  it('a head of a megabyte is refused with a problem that its sender still gets', async () => {
    const { port } = await startTill();
    const answer = await answerTo(port, `GET ${wellKnown} HTTP/1.1\r\nX-Long: ${'x'.repeat(1024 * 1024)}`);
    expect([answer.status, problemCode(answer)]).toEqual([431, 'headers-too-large']);
  });

  it('a broken chunk is refused with a problem, and starts nothing', async () => {
    const till = await startTill();
    const { authorization } = till.erp();
    const headers = [authorization, jsonType, key('K-1'), ['Transfer-Encoding', 'chunked'] as const];
    const head = requestText(till.port, { method: 'POST', path, headers }).toString('latin1');
    const text = JSON.stringify(refundBody);
    const answer = await answerTo(till.port, `${head}${text.length.toString(16)}\r\n${text}\r\nzz\r\n`);
    expect([answer.status, problemCode(answer)]).toEqual([400, 'malformed-request']);
    expect(till.bridge.submissions).toEqual([]);
  });

  it('behind a request that still waits does not take its answer', async () => {
    const till = await startTill();
    const headers = [till.erp().authorization, jsonType, key('K-1')];
    const body = JSON.stringify(refundBody);
    const request = requestText(till.port, { method: 'POST', path: `${path}?wait=120`, headers, body });
    const answering = answerTo(till.port, `${request.toString('latin1')}rubbish`);
    await till.bridge.waitersAre(1);
    till.bridge.move('op-1', 'succeeded');
    const answer = await answering;
    expect([answer.status, answer.json['id'], answer.headers['connection']]).toEqual([200, 'op-1', 'close']);
  });
});

describe('what this server never does', () => {
  it('an expectation is refused', async () => {
    const { port } = await startTill();
    const answer = await answerTo(port, `GET ${wellKnown} HTTP/1.1\r\nHost: HOST\r\nExpect: a-miracle\r\n\r\n`);
    expect([answer.status, problemCode(answer)]).toEqual([417, 'expectation-refused']);
  });

  it('an expectation of another host is refused for the host', async () => {
    const { port } = await startTill();
    const answer = await answerTo(port, `GET / HTTP/1.1\r\nHost: evil.example\r\nExpect: a-miracle\r\n\r\n`);
    expect(problemCode(answer)).toBe('host-refused');
  });

  it('a tunnel is refused', async () => {
    const { port } = await startTill();
    const answer = await answerTo(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: HOST\r\n\r\n');
    expect([answer.status, problemCode(answer)]).toEqual([405, 'method-not-allowed']);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST, OPTIONS');
  });

  // Java's client offers HTTP/2 with its first request of each connection and goes on with HTTP/1.1.
  it.each(['h2c', 'websocket'])('an offer of %s is passed over, and the request answered', async (protocol) => {
    const till = await startTill();
    const offer = [
      ['Connection', 'Upgrade'],
      ['Upgrade', protocol],
    ] as const;
    expect((await till.erp().get('/v1/status', ...offer)).status).toBe(200);
    expect((await till.erp().post(path, refundBody, key('K-1'), ...offer)).status).toBe(202);
  });
});
