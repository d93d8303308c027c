// What goes wrong before there is a request: shapes that one reader ends elsewhere than another (request smuggling),
// paths that mean another path, heads that never end, methods and headers that ask for what is never done here.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireRequest } from '#support/strict-http.ts';
import { type Attack, attacks, bearer, json, wanted, wantedPath } from './table.ts';
import { Target, wellKnown } from './target.ts';

const target = new Target();
beforeAll(() => target.open());
afterAll(() => target.close());

const malformed = '400 malformed-request';
const host = 'Host: HOST\r\n';
const open = `GET ${wellKnown} HTTP/1.1\r\n${host}\r\n`;
const inside = `POST ${wantedPath} HTTP/1.1\r\n${host}Authorization: Bearer TOKEN\r\nContent-Type: application/json\r\nIdempotency-Key: w-1\r\nContent-Length: ${wanted.length}\r\n\r\n${wanted}`;
const post = `POST /v1/operations/refund HTTP/1.1\r\n${host}Authorization: Bearer TOKEN\r\nContent-Type: application/json\r\nIdempotency-Key: w-2\r\n`;
const chunked = `${post}Transfer-Encoding: chunked\r\n`;

const oneEnd = 'its end must be told in one way only';
const packed = 'what is packed is not unpacked here, and must not be read as if it were not';
const offer = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const shapes: readonly (readonly [what: string, bytes: string, why: string, expected?: Attack['expected']])[] = [
  ['CL.TE', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX${inside}`, oneEnd],
  ['TE.CL', `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${inside}\r\n0\r\n\r\n`, oneEnd],
  ['TE.TE', `${chunked}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE.TE, twice chunked', `${chunked}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE with a prefix', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE with a suffix', `${post}Transfer-Encoding: chunkedx\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE in quotes', `${post}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE as a list', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE that ends in another', `${post}Transfer-Encoding: gzip, chunked, gzip\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['TE of a packed body', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${inside}`, packed],
  ['TE of two lines', `${post}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inside}`, packed],
  ['TE of HTTP/1.0', `${chunked.replace('1.1', '1.0')}\r\n2\r\n{}\r\n0\r\n\r\n${inside}`, 'RFC 9112, section 6.1'],
  ['TE identity', `${post}Transfer-Encoding: identity\r\n\r\n${inside}`, oneEnd],
  ['TE, empty', `${post}Transfer-Encoding:\r\nContent-Length: 2\r\n\r\n{}${open}`, oneEnd],
  ['a vertical tab in front of chunked', `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['a NUL behind chunked', `${post}Transfer-Encoding: chunked\u0000\r\n\r\n0\r\n\r\n${inside}`, oneEnd],
  ['a blank before the colon of TE', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inside}`, 'RFC 9112, 5.1'],
  ['a blank before the colon of CL', `${post}Content-Length : 2\r\n\r\n{}`, 'RFC 9112, section 5.1'],
  ['a tab before the colon', `${post}Content-Length\t: 2\r\n\r\n{}`, 'RFC 9112, section 5.1'],
  ['a blank before the colon of Host', `GET ${wellKnown} HTTP/1.1\r\nHost : HOST\r\n\r\n`, 'RFC 9112, section 5.1'],
  ['a blank before the first header', `GET ${wellKnown} HTTP/1.1\r\n ${host}\r\n`, 'RFC 9112, section 2.2'],
  ['a header on two lines', `${post}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`, 'obs-fold'],
  ['TE on two lines', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inside}`, 'RFC 9112, section 5.2'],
  ['Host on two lines', `GET ${wellKnown} HTTP/1.1\r\nHost:\r\n HOST\r\n\r\n`, 'RFC 9112, section 5.2'],
  ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 200\r\n\r\n{}`, oneEnd],
  ['two equal lengths', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, oneEnd],
  ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`, oneEnd],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n${inside}`, oneEnd],
  ['a length with a plus', `${post}Content-Length: +2\r\n\r\n{}`, oneEnd],
  ['a length in hex', `${post}Content-Length: 0x2\r\n\r\n{}`, oneEnd],
  ['a length with a point', `${post}Content-Length: 2.0\r\n\r\n{}`, oneEnd],
  ['an empty length', `${post}Content-Length:\r\n\r\n${inside}`, oneEnd],
  ['a length beyond 64 bits', `${post}Content-Length: 18446744073709551618\r\n\r\n{}`, oneEnd],
  ['a length with a blank in it', `${post}Content-Length: 2 2\r\n\r\n{}`, oneEnd],
  ['bare LF for every line', `GET ${wellKnown} HTTP/1.1\nHost: HOST\n\n`, 'RFC 9112, section 2.2: lines end in CRLF'],
  ['bare LF behind a header', `${post}X-A: b\nContent-Length: 2\r\n\r\n{}`, 'another reader sees one header more'],
  ['bare LF at the end of the head', `${post}Content-Length: 2\r\n\n{}`, 'another reader sees another end'],
  ['bare CR in a header', `${post}X-A: b\rContent-Length: 2\r\n\r\n{}`, 'another reader sees one header more'],
  ['bare LF in a chunk', `${chunked}\r\n2\n{}\r\n0\r\n\r\n`, 'another reader sees another end'],
  ['bare CR in a chunk', `${chunked}\r\n2\r{}\r\n0\r\n\r\n`, 'another reader sees another end'],
  ['a chunk without its end', `${chunked}\r\n2\r\n{}0\r\n\r\n${inside}`, 'another reader sees another end'],
  ['a chunk longer than it says', `${chunked}\r\n1\r\n{}\r\n0\r\n\r\n${inside}`, 'another reader sees another end'],
  ['a negative chunk', `${chunked}\r\n-2\r\n{}\r\n0\r\n\r\n`, 'no size'],
  ['a chunk in 0x', `${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n`, 'no size'],
  ['a chunk of blanks', `${chunked}\r\n 2\r\n{}\r\n0\r\n\r\n`, 'no size'],
  ['a chunk without a size', `${chunked}\r\n;a=b\r\n{}\r\n0\r\n\r\n`, 'no size'],
  ['a chunk beyond 64 bits', `${chunked}\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`, 'no size'],
  ['an extension with a bare LF', `${chunked}\r\n2;a\nb\r\n{}\r\n0\r\n\r\n`, 'another reader sees another end'],
  ['an extension with a NUL', `${chunked}\r\n2;a=\u0000\r\n{}\r\n0\r\n\r\n`, 'no extension'],
  ['an extension of 32 KiB', `${chunked}\r\n2;a=${'b'.repeat(32_768)}\r\n{}\r\n0\r\n\r\n`, 'nobody reads extensions'],
  [
    'a request line with two blanks',
    `GET  ${wellKnown} HTTP/1.1\r\n${host}\r\n`,
    'RFC 9112, section 3, lets a reader take it, and nobody reads it before us',
    '200',
  ],
  ['a request line with a tab', `GET\t${wellKnown}\tHTTP/1.1\r\n${host}\r\n`, 'RFC 9112, section 3'],
  ['no version', `GET ${wellKnown}\r\n${host}\r\n`, 'HTTP/0.9 is not spoken'],
  ['version 1.2', `GET ${wellKnown} HTTP/1.2\r\n${host}\r\n`, 'not spoken'],
  ['version 01.1', `GET ${wellKnown} HTTP/01.1\r\n${host}\r\n`, 'not spoken'],
  ['version in small letters', `GET ${wellKnown} http/1.1\r\n${host}\r\n`, 'not spoken'],
  ['HTTP/2 from its beginning', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, 'not spoken'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 'not spoken'],
  ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n', 'not spoken'],
  ['mail, as a browser can be made to send it to a port', 'EHLO evil.example\r\n', 'not spoken'],
  ['a header without a name', `GET ${wellKnown} HTTP/1.1\r\n${host}: x\r\n\r\n`, 'no header'],
  ['a header without a colon', `GET ${wellKnown} HTTP/1.1\r\n${host}nothing\r\n\r\n`, 'no header'],
  ['a NUL in a header', `GET ${wellKnown} HTTP/1.1\r\n${host}X-A: a\u0000b\r\n\r\n`, 'no header'],
  ['a NUL in a name', `GET ${wellKnown} HTTP/1.1\r\n${host}X\u0000A: b\r\n\r\n`, 'no header'],
  ['parentheses in a name', `GET ${wellKnown} HTTP/1.1\r\n${host}(X): b\r\n\r\n`, 'no header'],
  ['a letter that is none in a name', `GET ${wellKnown} HTTP/1.1\r\n${host}X-\u00e4: b\r\n\r\n`, 'no header'],
  [
    'one behind a request that asks for the end',
    `GET ${wellKnown} HTTP/1.1\r\n${host}Connection: close\r\n\r\n${inside}`,
    'what comes after the end is not read',
    '200',
  ],
  [
    'rubbish behind a request',
    `${open}rubbish\r\n\r\n`,
    'the first was in order; the connection ends with its answer',
    '200',
  ],
  ['two requests', `${open}${open}`, 'each gets its answer, in order', ['200', '200']],
  [
    'a refused one, and one behind it',
    `GET ${wellKnown} HTTP/1.1\r\nHost: evil.example\r\n\r\n${inside}`,
    'what is behind a refused head is not read',
    '421 host-refused',
  ],
  [
    'an offer of websocket, and a request behind it',
    `GET ${wellKnown} HTTP/1.1\r\n${host}${offer}\r\n${inside}`,
    'the connection ends with the answer, so that nobody waits for a second one',
    '200',
  ],
  [
    'an offer of websocket, and one and a half requests behind it',
    `GET ${wellKnown} HTTP/1.1\r\n${host}${offer}\r\n${open}GET /v1/sta`,
    'the connection ends with the answer',
    '200',
  ],
  [
    'an offer of websocket with a body, and a request behind it',
    `${post.replace('POST /v1/operations/refund', 'POST /v1/nowhere')}${offer}Content-Length: 2\r\n\r\n{}${inside}`,
    'the connection ends with the answer',
    '404 not-found',
  ],
  [
    'a request, an offer of websocket, and a request behind it',
    `${open}GET ${wellKnown} HTTP/1.1\r\n${host}${offer}\r\n${inside}`,
    'each gets its answer; the connection ends with that of the offer',
    ['200', '200'],
  ],
  ['an empty line in front', `\r\n${open}`, 'RFC 9112, section 2.2: one is to be passed over', '200'],
];

attacks('a request that ends elsewhere for another reader', target, [
  ...shapes.map(([what, bytes, why, expected = malformed]) => ({ what, bytes, why, expected })),
  {
    what: 'a body that is a request',
    why: 'a body is a body',
    expected: '400 malformed-json',
    request: { method: 'POST', path: wantedPath, headers: [bearer, json, ['Idempotency-Key', 'w-3']], body: inside },
  },
]);

it.each([
  ['a request', inside],
  ['a part of one', 'GET /v1/sta'],
  ['nothing', ''],
])('an offer of another protocol with %s behind it ends its connection: its answer says so', async (_what, behind) => {
  const [answer] = await target.strike(target.filled(`GET ${wellKnown} HTTP/1.1\r\n${host}${offer}\r\n${behind}`));
  expect({ status: answer?.status, last: answer?.last }).toEqual({ status: 200, last: true });
});

const noSuch = '404 not-found';
const get = (path: string): WireRequest => ({ path, headers: [bearer] });
const paths: readonly (readonly [path: string, expected: string, why: string])[] = [
  ['/v1/../v1/status', malformed, 'a dot segment'],
  ['/v1/./status', malformed, 'a dot segment'],
  ['/v1/%2e%2e/v1/status', malformed, 'a dot segment'],
  ['/v1/%2E%2E%2Fstatus', noSuch, 'one segment, whose name is nothing here'],
  ['/v1/.%2e/status', malformed, 'a dot segment'],
  ['/%2e%2e/%2e%2e/etc/passwd', malformed, 'a dot segment'],
  ['/v1/status/..', malformed, 'a dot segment'],
  ['/v1/status/.', malformed, 'a dot segment'],
  ['/v1/..;/status', noSuch, 'no dot segment, and nothing here'],
  ['/v1/%252e%252e/status', noSuch, 'decoded once only'],
  ['//v1/status', noSuch, 'an empty segment is a segment'],
  ['/v1//status', noSuch, 'an empty segment is a segment'],
  ['/v1/status/', noSuch, 'another address'],
  ['/v1/status//', noSuch, 'another address'],
  ['//evil.example/v1/status', noSuch, 'a path, not a host'],
  ['/v1/status;a=b', noSuch, 'another address'],
  ['/v1;a/status', noSuch, 'another address'],
  ['/v1/status%00', malformed, 'a control character'],
  ['/v1/status%00.json', malformed, 'a control character'],
  ['/v1/status%0d%0aX-A:b', malformed, 'a control character'],
  ['/v1/status%0a', malformed, 'a control character'],
  ['/v1/status%09', malformed, 'a control character'],
  ['/v1/status%7f', malformed, 'a control character'],
  ['/v1/status%20', noSuch, 'another address'],
  ['/v1/%73tatus', '200', 'an encoded letter is that letter'],
  ['/V1/status', noSuch, 'small letters are other letters'],
  ['/v1/STATUS', noSuch, 'small letters are other letters'],
  ['/v1%2fstatus', noSuch, 'an encoded slash is no separator'],
  ['/v1%5cstatus', noSuch, 'an encoded backslash is no separator'],
  ['/v1\\status', malformed, 'must be percent-encoded'],
  ['/v1/status#x', malformed, 'a fragment is never sent'],
  ['/v1/status%23', noSuch, 'another address'],
  ['/v1/status%3f', noSuch, 'another address'],
  ['/v1/%ff', malformed, 'not UTF-8'],
  ['/v1/%c0%af', malformed, 'not UTF-8: overlong'],
  ['/v1/%e0%80%af', malformed, 'not UTF-8: overlong'],
  ['/v1/%ed%a0%80', malformed, 'not UTF-8: a surrogate'],
  ['/v1/%', malformed, 'no encoding'],
  ['/v1/%2', malformed, 'no encoding'],
  ['/v1/%zz', malformed, 'no encoding'],
  ['/v1/%u002e', malformed, 'no encoding'],
  ['/v1/\u00ffstatus', malformed, 'must be percent-encoded'],
  ['/v1/%ef%bc%8e%ef%bc%8e/status', noSuch, 'wide dots are no dots'],
  ['/v1/%e2%80%ae', noSuch, 'text that runs backwards is text'],
  ['/v1/operations/%2e%2e%2fstatus', '404 operation-not-found', 'an encoded slash in an id stays in it'],
  ['/v1/operations/a%2fcancel', '404 operation-not-found', 'an encoded slash in an id stays in it'],
  ['/v1/operations/', noSuch, 'another address'],
  ['/v1/payments/%2e%2e%2frefunds', '400 invalid-input', 'an id has no slash'],
  ['/v1/payments/a%2fcaptures', '400 invalid-input', 'an id has no slash'],
  ['/v1/payments/a%3fb', '400 invalid-input', 'an id has no question mark'],
  ['/v1/payments/a%23b', '400 invalid-input', 'an id has no such sign'],
  ['/v1/payments/%252e%252e', '400 invalid-input', 'an id has no percent sign'],
  ['/v1/customers/%2e%2e%2fpayments', '400 invalid-input', 'an id has no slash'],
  ['/v1/customers/a/payment-methods/%2e%2e%2fx', '400 invalid-input', 'an id has no slash'],
  ['/v1/shifts/1e3', noSuch, 'no number of a shift'],
  ['/v1/shifts/-1', noSuch, 'no number of a shift'],
  ['/v1/shifts/99999999999999999999', noSuch, 'no number of a shift'],
  ['/v1/shifts/%31%20', noSuch, 'no number of a shift'],
  ['/v1/operations?limit=%00', malformed, 'a control character'],
  ['/v1/operations?limit=%ff', malformed, 'not UTF-8'],
  ['/v1/operations?limit=1;limit=2', '400 invalid-input', 'one parameter, whose value is no number'],
  ['/v1/operations?limit=1%26limit=2', '400 invalid-input', 'one parameter, whose value is no number'],
  ['/v1/operations?limit=1e2', '400 invalid-input', 'no number as it is written here'],
  ['/v1/operations?LIMIT=1', '400 invalid-input', 'another name'],
  ['/v1/operations?=1', '400 invalid-input', 'no name'],
  [`/v1/operations?after=${'x'.repeat(3_000)}`, '400 invalid-input', 'no id of an operation'],
  [`/v1/${'a'.repeat(5_000)}`, malformed, 'longer than any address here'],
  [`/v1${'/a'.repeat(1_900)}`, noSuch, 'many segments are slow for nobody'],
  ['/v1/operations/x?wait=999', '400 invalid-input', 'longer than may be waited'],
  ['/v1/operations/x?wait=-1', '400 invalid-input', 'no time'],
];

attacks(
  'a path that means another path',
  target,
  paths.map(([path, expected, why]) => ({ what: path.slice(0, 60), expected, why, request: get(path) })),
);

const head = `GET ${wellKnown} HTTP/1.1\r\n${host}`;
const tooLarge = '431 headers-too-large';
const shortHeaders = (count: number) => Array.from({ length: count }, (_, index) => `h${index}:`).join('\r\n');

attacks('a head without an end', target, [
  {
    what: 'a header of 1 MiB',
    why: '16 KiB at most',
    expected: tooLarge,
    bytes: `${head}X-Long: ${'x'.repeat(1_048_576)}`,
  },
  {
    what: 'a name of 32 KiB',
    why: '16 KiB at most',
    expected: tooLarge,
    bytes: `${head}${'X'.repeat(32_768)}: 1\r\n\r\n`,
  },
  {
    what: 'an address of 32 KiB',
    why: '16 KiB at most',
    expected: tooLarge,
    bytes: `GET /${'a'.repeat(32_768)} HTTP/1.1\r\n${host}\r\n`,
  },
  {
    what: 'a method of 32 KiB',
    why: 'none of HTTP',
    expected: malformed,
    bytes: `${'A'.repeat(32_768)} / HTTP/1.1\r\n${host}\r\n`,
  },
  {
    what: 'headers of 100 KiB together',
    why: '16 KiB at most',
    expected: tooLarge,
    bytes: `${head}${'X-A: aaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}\r\n`,
  },
  {
    what: '2,500 headers',
    why: 'no program needs so many, and of more than 2,000 the rest would be passed over',
    expected: tooLarge,
    bytes: `${head}${shortHeaders(2_500)}\r\n\r\n`,
  },
  {
    what: 'a second Host behind 2,100 headers',
    why: 'nothing may hide behind others',
    expected: tooLarge,
    bytes: `${head}${'a:\r\n'.repeat(2_100)}Host: evil.example\r\n\r\n`,
  },
  {
    what: 'a body behind 2,100 headers',
    why: 'nothing may hide behind others',
    expected: tooLarge,
    bytes: `${head}${'a:\r\n'.repeat(2_100)}Content-Length: 5\r\n\r\nhello`,
  },
  {
    what: 'trailers of 100 KiB',
    why: '16 KiB at most',
    expected: tooLarge,
    bytes: `${chunked}\r\n2\r\n{}\r\n0\r\n${'X-A: aaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}\r\n`,
  },
  {
    what: 'a trailer that names a length',
    why: 'RFC 9110, section 6.5.1: not allowed there',
    expected: malformed,
    bytes: `${chunked}\r\n2\r\n{}\r\n0\r\nContent-Length: 5\r\nAuthorization: Bearer x\r\n\r\n`,
  },
]);

const notAllowed = '405 method-not-allowed';
const operation = '/v1/operations/refund-unreferenced';

attacks('a method that is not meant', target, [
  ...['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'SEARCH', 'PURGE', 'MKCOL', 'M-SEARCH'].map((method) => ({
    what: `${method} of the status`,
    why: 'it takes GET',
    expected: notAllowed,
    request: { method, path: '/v1/status', headers: [bearer] },
  })),
  ...['PUT', 'DELETE', 'PATCH', 'TRACE'].map((method) => ({
    what: `${method} of an operation`,
    why: 'GET and POST only',
    expected: notAllowed,
    request: { method, path: operation, headers: [bearer, json], body: wanted },
  })),
  ...['FOO', 'get', 'GETT', 'G\u0000T', 'GET,POST'].map((method) => ({
    what: `a method ${JSON.stringify(method)}`,
    why: 'none of HTTP',
    expected: malformed,
    bytes: `${method} /v1/status HTTP/1.1\r\n${host}\r\n`,
  })),
  {
    what: 'a tunnel',
    why: 'none are made',
    expected: notAllowed,
    bytes: `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  },
  {
    what: 'a tunnel to ourselves',
    why: 'none are made',
    expected: notAllowed,
    bytes: `CONNECT HOST HTTP/1.1\r\n${host}Authorization: Bearer TOKEN\r\n\r\n`,
  },
  {
    what: 'OPTIONS of everything',
    why: 'only paths are answered',
    expected: malformed,
    bytes: `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  },
  {
    what: 'HEAD of an operation that waits to be started',
    why: 'HEAD starts nothing',
    expected: '404',
    request: { method: 'HEAD', path: operation, headers: [bearer] },
  },
  {
    what: 'GET of a kind',
    why: 'GET starts nothing; it is read as an id',
    expected: '404 operation-not-found',
    request: { path: operation, headers: [bearer] },
  },
  {
    what: 'POST to what is only read',
    why: 'it takes GET',
    expected: notAllowed,
    request: { method: 'POST', path: '/v1/payments/P1', headers: [bearer, json], body: '{}' },
  },
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'].flatMap((name) => [
    {
      what: `${name} on a read`,
      why: 'the method is what the request line says',
      expected: '200',
      request: { path: '/v1/status', headers: [bearer, [name, 'DELETE'] as const] },
    },
    {
      what: `${name} on a GET of a kind`,
      why: 'the method is what the request line says',
      expected: '404 operation-not-found',
      request: { path: operation, headers: [bearer, json, [name, 'POST'] as const] },
    },
  ]),
  {
    what: 'a method in the address',
    why: 'an unknown parameter',
    expected: '400 invalid-input',
    request: { path: '/v1/status?_method=POST', headers: [bearer] },
  },
]);

const plain = (...headers: NonNullable<WireRequest['headers']>[number][]): WireRequest => ({
  path: '/v1/status',
  headers: [bearer, ...headers],
});

attacks('a header that asks for what is never done', target, [
  {
    what: 'an expectation nobody knows',
    why: 'RFC 9110, section 10.1.1',
    expected: '417 expectation-refused',
    request: plain(['Expect', 'a-miracle']),
  },
  {
    what: 'an expectation of another host',
    why: 'the guards stand first',
    expected: '421 host-refused',
    bytes: 'GET / HTTP/1.1\r\nHost: evil.example\r\nExpect: a-miracle\r\n\r\n',
  },
  {
    what: '100-continue with another host',
    why: 'the guards stand first, also before the body',
    expected: '421 host-refused',
    bytes: `POST ${operation} HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
  },
  {
    what: 'an offer of websocket',
    why: 'an offer may be passed over',
    expected: '200',
    request: plain(
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Key', 'x3JJHMbDL1EzLkh9GBhXDw=='],
      ['Sec-WebSocket-Version', '13'],
    ),
  },
  {
    what: 'a websocket without a token',
    why: 'the guards stand first',
    expected: '401 token-missing',
    request: {
      path: '/v1/status',
      headers: [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'websocket'],
      ],
    },
  },
  {
    what: 'an offer of h2c',
    why: 'an offer may be passed over',
    expected: '200',
    request: plain(
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
    ),
  },
  {
    what: 'an offer of TLS',
    why: 'an offer may be passed over',
    expected: '200',
    request: plain(['Connection', 'Upgrade'], ['Upgrade', 'TLS/1.0']),
  },
  ...['bytes=0-0', 'bytes=0-,0-,0-,0-', `bytes=${'0-1,'.repeat(500)}0-1`, 'bytes=99999999999-', 'lines=1-2'].map(
    (range) => ({
      what: `Range ${range.slice(0, 30)}`,
      why: 'ranges are not served: the whole is',
      expected: '200',
      request: plain(['Range', range]),
    }),
  ),
  {
    what: 'If-Match',
    why: 'nothing here has a version to compare',
    expected: '200',
    request: plain(['If-Match', '"x"'], ['If-None-Match', '*'], ['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT']),
  },
  {
    what: 'another form of answer',
    why: 'there is one',
    expected: '200',
    request: plain(
      ['Accept', 'text/html, */*;q=0'],
      ['Accept-Encoding', 'gzip, br;q=1.0, *;q=0'],
      ['Accept-Charset', 'utf-7'],
    ),
  },
  {
    what: 'the token named as a header of the hop',
    why: 'nothing is forwarded',
    expected: '200',
    request: plain(['Connection', 'authorization, host, origin']),
  },
  {
    what: 'an address of somebody else',
    why: 'nobody is believed about that',
    expected: '200',
    request: plain(['X-Forwarded-For', '127.0.0.1'], ['X-Real-IP', '127.0.0.1'], ['X-Forwarded-Proto', 'https']),
  },
  {
    what: 'no address of ours but a claim to come from here',
    why: 'nobody is believed about that',
    expected: '401 token-missing',
    request: {
      path: '/v1/status',
      headers: [
        ['X-Forwarded-For', '127.0.0.1'],
        ['X-Original-User', 'admin'],
      ],
    },
  },
  {
    what: 'TE and Trailer',
    why: 'nothing is sent that they ask for',
    expected: '200',
    request: plain(['TE', 'trailers, gzip'], ['Trailer', 'Authorization']),
  },
  {
    what: 'Keep-Alive for ever',
    why: 'the bridge decides how long',
    expected: '200',
    request: plain(['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=99999999, max=99999999']),
  },
]);
