// What a web page can make a browser send: to a name that suddenly means this machine (DNS rebinding), from an origin
// that nobody let in, and as a form, which asks for no leave. The page's author knows the port; the token he does not,
// but each guard must hold as if he did.
import { afterAll, beforeAll } from 'vitest';
import { type Attack, attacks, bearer, json, wanted, wantedPath } from './table.ts';
import { Target, pageOrigin, wellKnown } from './target.ts';

const target = new Target();
beforeAll(() => target.open());
afterAll(() => target.close());

const status = '/v1/status';

const otherHosts: readonly (readonly [host: string, why: string])[] = [
  ['evil.example', 'a name that was pointed at 127.0.0.1'],
  ['evil.example:PORT', 'the same with the port, as browsers send it'],
  ['127.0.0.1.evil.example:PORT', 'an address as the beginning of a name'],
  ['localhost.evil.example:PORT', 'our name as the beginning of another'],
  ['evil.localhost:PORT', 'names under localhost are resolved by browsers, and are not ours'],
  ['localhost.:PORT', 'with its final dot it is another origin to a browser'],
  ['LOCALHOST.EVIL.EXAMPLE:PORT', 'our name in capitals as the beginning of another'],
  ['localhost', 'the port is missing'],
  ['127.0.0.1', 'the port is missing'],
  ['127.0.0.1:80', 'another port'],
  ['127.0.0.1:0PORT', 'not how a port is written'],
  ['127.0.0.1:PORT:PORT', 'no host'],
  ['127.0.0.1:+PORT', 'no port'],
  ['127.0.0.2:PORT', 'another address of this machine'],
  ['127.1:PORT', 'a short form that browsers resolve before they send it'],
  ['2130706433:PORT', 'the address as a number'],
  ['0x7f000001:PORT', 'the address as a number'],
  ['0177.0.0.1:PORT', 'the address in octal'],
  ['0.0.0.0:PORT', 'reaches this machine in some browsers'],
  ['[::]:PORT', 'reaches this machine in some browsers'],
  ['[::ffff:127.0.0.1]:PORT', 'the mapped form'],
  ['[::1%25lo]:PORT', 'with a zone'],
  ['[0:0:0:0:0:0:0:1]:PORT', 'the long form, which browsers shorten'],
  ['::1:PORT', 'without brackets'],
  ['user@127.0.0.1:PORT', 'who asks has no place in it'],
  ['127.0.0.1:PORT/x', 'no host'],
  ['127.0.0.1:PORT evil.example', 'two in one'],
  ['127.0.0.1:PORT, evil.example', 'two in one'],
  ['127.0.0.1:PORT,127.0.0.1:PORT', 'two in one'],
  ['evil.example#127.0.0.1:PORT', 'ours as a decoy'],
  ['', 'nothing'],
];

const hosts: readonly Attack[] = [
  ...otherHosts.map(([host, why]) => ({
    what: `Host ${JSON.stringify(host)}`,
    why,
    expected: '421 host-refused',
    request: { path: status, headers: [['Host', host] as const, bearer] },
  })),
  ...['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH'].map((method) => ({
    what: `${method} for another host`,
    why: 'the guard stands before every method',
    expected: method === 'HEAD' ? '421' : '421 host-refused',
    request: { method, path: status, headers: [['Host', 'evil.example:PORT'] as const, bearer] },
  })),
  {
    what: 'an operation for another host, with the right token and an origin to match',
    why: 'this is what a rebound page sends',
    expected: '421 host-refused',
    request: {
      method: 'POST',
      path: wantedPath,
      headers: [['Host', 'evil.example:PORT'], ['Origin', 'http://evil.example:PORT'], bearer, json, key('h-1')],
      body: wanted,
    },
  },
  {
    what: 'the open address for another host',
    why: 'a page must not even learn that a till is here',
    expected: '421 host-refused',
    request: { path: wellKnown, headers: [['Host', 'evil.example:PORT']] },
  },
  {
    what: 'an address that is nowhere, for another host',
    why: 'a 404 would tell that somebody is here',
    expected: '421 host-refused',
    request: { path: '/nowhere', headers: [['Host', 'evil.example:PORT']] },
  },
  {
    what: 'a whole address of this server in the request line',
    why: 'that form is for proxies; the Host would have to be ignored for it',
    expected: '400 malformed-request',
    bytes: 'GET http://HOST/v1/status HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  },
  {
    what: 'a whole address of another server with our Host',
    why: 'the form for proxies',
    expected: '400 malformed-request',
    bytes: 'GET http://evil.example/v1/status HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  },
  {
    what: 'our own address with the Host of another',
    why: 'the form for proxies',
    expected: '400 malformed-request',
    bytes: 'GET http://HOST/v1/status HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  },
  ...[
    ['ours first', 'Host: HOST\r\nHost: evil.example'],
    ['ours last', 'Host: evil.example\r\nHost: HOST'],
    ['ours twice', 'Host: HOST\r\nHost: HOST'],
    ['in two spellings', 'Host: HOST\r\nhOsT: evil.example'],
  ].map(([what, lines]) => ({
    what: `two Host headers, ${what}`,
    why: 'RFC 9112, section 3.2: a bad request',
    expected: '400 malformed-request',
    bytes: `GET /v1/status HTTP/1.1\r\n${lines}\r\nAuthorization: Bearer TOKEN\r\n\r\n`,
  })),
  {
    what: 'no Host',
    why: 'RFC 9112, section 3.2: a bad request',
    expected: '400 malformed-request',
    bytes: 'GET /v1/status HTTP/1.1\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  },
  {
    what: 'no Host, as HTTP/1.0',
    why: 'the old version is no way around the guard',
    expected: '400 malformed-request',
    bytes: 'GET /v1/status HTTP/1.0\r\nAuthorization: Bearer TOKEN\r\n\r\n',
  },
  ...['X-Forwarded-Host', 'Forwarded', 'X-Host', 'X-Original-URL', 'X-Rewrite-URL'].map((name) => ({
    what: `${name} beside our Host`,
    why: 'nothing is forwarded here, so it is not looked at',
    expected: '200',
    request: { path: wellKnown, headers: [[name, name === 'Forwarded' ? 'host=evil.example' : '/nowhere'] as const] },
  })),
];

attacks('a name that was rebound to this machine', target, hosts);

const otherOrigins: readonly (readonly [origin: string, why: string])[] = [
  ['https://evil.example', 'nobody let it in'],
  ['null', 'a sandboxed frame, a file, a redirect'],
  ['NULL', 'no origin'],
  ['', 'no origin'],
  ['http://HOST', 'the bridge itself serves no page that may do this'],
  ['http://localhost:PORT', 'the bridge itself serves no page that may do this'],
  ['http://erp.example', 'another scheme than was let in'],
  ['https://erp.example:8443', 'another port than was let in'],
  ['https://erp.example:443', 'browsers leave the usual port out'],
  ['https://erp.example/', 'browsers send no path'],
  ['https://ERP.example', 'browsers write it small'],
  ['https://erp.example.', 'another host'],
  ['https://erp.example.evil.example', 'ours as the beginning of a name'],
  ['https://evil-erp.example', 'ours as the end of a name'],
  ['https://sub.erp.example', 'a host under ours is another'],
  ['https://erp.example https://evil.example', 'a list'],
  ['https://erp.example, https://evil.example', 'a list'],
  ['file://', 'a file'],
  ['chrome-extension://abcdefghijklmnop', 'an extension'],
  ['https://erp.example@evil.example', 'ours as a user'],
];

const origins: readonly Attack[] = [
  ...otherOrigins.flatMap(([origin, why]) => [
    {
      what: `a read from ${JSON.stringify(origin)}`,
      why,
      expected: '403 origin-refused',
      request: {
        path: status,
        headers: [['Origin', origin] as const, ['Authorization', 'Bearer PAGE'] as const],
      },
    },
    {
      what: `a refund from ${JSON.stringify(origin)}`,
      why,
      expected: '403 origin-refused',
      request: {
        method: 'POST',
        path: wantedPath,
        headers: [['Origin', origin] as const, ['Authorization', 'Bearer PAGE'] as const, json, key('o-1')],
        body: wanted,
      },
    },
    {
      what: `a preflight from ${JSON.stringify(origin)}`,
      why: `${why}; not answered, so the browser sends nothing after it`,
      expected: '403 origin-refused',
      request: {
        method: 'OPTIONS',
        path: '/v1/operations/refund',
        headers: [
          ['Origin', origin] as const,
          ['Access-Control-Request-Method', 'POST'] as const,
          ['Access-Control-Request-Headers', 'authorization,content-type,idempotency-key'] as const,
        ],
      },
    },
  ]),
  {
    what: 'the token of a program, from a page that was let in',
    why: 'a token of a program is not for pages',
    expected: '403 origin-refused',
    request: { path: status, headers: [['Origin', pageOrigin], bearer] },
  },
  {
    what: 'two origins',
    why: 'two readers would take different ones',
    expected: '400 malformed-request',
    request: {
      path: status,
      headers: [
        ['Origin', pageOrigin],
        ['Origin', 'https://evil.example'],
        ['Authorization', 'Bearer PAGE'],
      ],
    },
  },
  {
    what: 'a preflight without an origin',
    why: 'no browser sends it',
    expected: '403 origin-refused',
    request: { method: 'OPTIONS', path: status },
  },
];

attacks('a page that nobody let in', target, origins);

const form = 'application/x-www-form-urlencoded';
const boundary = 'multipart/form-data; boundary=x';
const parts = `--x\r\nContent-Disposition: form-data; name="transId"\r\n\r\nattack-1\r\n--x--\r\n`;
/** A form whose one field is written so that its body is JSON. */
const enctypePlain = `${wanted.slice(0, -1)},"pad":"="}`;
const shapes: readonly (readonly [what: string, type: string | null, body: string])[] = [
  ['a form', form, 'transId=attack-1&amount.value=100'],
  ['a form with a file', boundary, parts],
  ['a form of plain text that reads as JSON', 'text/plain', enctypePlain],
  ['sendBeacon of a text', 'text/plain;charset=UTF-8', wanted],
  ['sendBeacon of a form', form, `body=${encodeURIComponent(wanted)}`],
  ['fetch in no-cors mode with JSON as text', 'text/plain', wanted],
  ['a blob without a type', null, wanted],
  ['an empty type', '', wanted],
  ['a type that begins like JSON', 'application/jsonp', wanted],
  ['JSON as a second type', 'text/plain, application/json', wanted],
  ['JSON as a parameter', 'text/plain; application/json', wanted],
  ['JSON in another character set', 'application/json; charset=utf-7', wanted],
  ['a patch', 'application/json-patch+json', wanted],
];

function shaped(type: string | null, headers: readonly (readonly [string, string])[], body: string) {
  const typed = type === null ? [] : [['Content-Type', type] as const];
  return { method: 'POST', path: wantedPath, headers: [...typed, ...headers], body };
}

const simple: readonly Attack[] = [
  ...shapes.flatMap(([what, type, body]) => [
    {
      what: `${what} from a foreign page`,
      why: 'browsers name the origin of every POST',
      expected: '403 origin-refused',
      request: shaped(type, [['Origin', 'https://evil.example']], body),
    },
    {
      what: `${what} without an origin`,
      why: 'there is no token in it, and cookies are none',
      expected: '401 token-missing',
      request: shaped(type, [['Cookie', 'token=TOKEN; Authorization=Bearer TOKEN']], body),
    },
    {
      what: `${what} with the token`,
      why: 'only application/json needs a preflight, so nothing else is taken',
      expected: '415 media-type-refused',
      request: shaped(type, [bearer, key('s-1')], body),
    },
  ]),
  {
    what: 'the token in the address',
    why: 'addresses stand in histories and logs',
    expected: '401 token-missing',
    request: { path: `${status}?access_token=TOKEN&token=TOKEN` },
  },
  {
    what: 'the token as a password in the address',
    why: 'pages can send it without a preflight',
    expected: '401 token-unknown',
    request: { path: status, headers: [['Authorization', `Basic ${Buffer.from('x:TOKEN').toString('base64')}`]] },
  },
  {
    what: 'a picture, a script or a link that should start something',
    why: 'GET changes nothing',
    expected: '401 token-missing',
    request: { path: '/v1/operations/refund-unreferenced?transId=attack-1' },
  },
  {
    what: 'a GET with a body',
    why: 'nobody reads it, so the next request would begin in it',
    expected: '400 malformed-request',
    request: { path: wantedPath, headers: [bearer, json, key('s-2')], body: wanted },
  },
];

attacks('a form, which needs nobody’s leave', target, simple);

function key(value: string): readonly [string, string] {
  return ['Idempotency-Key', value];
}
