// Who may do what: tokens that are missing, wrong or taken back; a right token with the wrong scope, for every kind of
// operation that the registry has; and requests that were overheard and are sent again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { type Scope, scopes } from '#contract/programs/scopes.ts';
import { scopesOf } from '#loopback/access/scope.ts';
import { commands } from '#operations/index.ts';
import { sale } from '#support/shop.ts';
import { type Attack, attacks, bearer, json, wanted, wantedPath } from './table.ts';
import { Target, pageOrigin, serving, toldBy } from './target.ts';

const target = new Target();
const only = new Map<Scope, string>();

beforeAll(async () => {
  await target.open();
  for (const scope of scopes) only.set(scope, await target.newToken(`only ${scope}`, scope));
});
afterAll(() => target.close());

const status = '/v1/status';
const doors: readonly (readonly [method: string, path: string])[] = [
  ['GET', status],
  ['GET', '/v1/operations'],
  ['GET', '/v1/payments/P1'],
  ['GET', '/v1/customers'],
  ['GET', '/v1/terminals'],
  ['GET', '/v1/shifts/current'],
  ['GET', '/v1/nowhere'],
  ['GET', '/'],
  ['POST', wantedPath],
  ['POST', '/v1/operations/nothing/cancel'],
  ['DELETE', '/v1/operations'],
];

const wrongTokens: readonly (readonly [what: string, authorization: string])[] = [
  ['nothing', ''],
  ['the scheme alone', 'Bearer'],
  ['the scheme and a blank', 'Bearer '],
  ['another scheme', 'Basic TOKEN'],
  ['a scheme that begins like it', 'BearerX TOKEN'],
  ['no scheme', 'TOKEN'],
  ['one character more', 'Bearer TOKENx'],
  ['something behind it', 'Bearer TOKEN x'],
  ['two tokens', 'Bearer TOKEN, Bearer TOKEN'],
  ['another token in front', 'Bearer x TOKEN'],
  ['a tab between', 'Bearer\tTOKEN'],
  ['in quotes', 'Bearer "TOKEN"'],
  ['no token of anybody', `Bearer tb_${'A'.repeat(43)}`],
  ['the prefix of all', 'Bearer tb_'],
  ['a wildcard', 'Bearer *'],
  ['a word of SQL', "Bearer ' OR 1=1 --"],
  ['a name of the language', 'Bearer __proto__'],
  ['another name of the language', 'Bearer constructor'],
  ['one of 8 KiB', `Bearer ${'x'.repeat(8_192)}`],
  ['bytes that are no letters', `Bearer ${'\u00ff'.repeat(40)}`],
  ['one that was taken back', 'Bearer REVOKED'],
  ['the page’s own token of no origin, misspelt', 'Bearer PAGEx'],
];

const tokens: readonly Attack[] = [
  ...doors.map(([method, path]) => ({
    what: `${method} ${path} without a token`,
    why: 'every address but the open ones needs one, also where nothing is',
    expected: '401 token-missing',
    request: { method, path },
  })),
  ...wrongTokens.flatMap(([what, authorization]) => [
    {
      what: `a read with a token that is ${what}`,
      why: 'only a whole token that was given counts',
      expected: '401 token-unknown',
      request: { path: status, headers: [['Authorization', authorization] as const] },
    },
    {
      what: `a refund with a token that is ${what}`,
      why: 'only a whole token that was given counts',
      expected: '401 token-unknown',
      request: {
        method: 'POST',
        path: wantedPath,
        headers: [['Authorization', authorization] as const, json, ['Idempotency-Key', 't-1'] as const],
        body: wanted,
      },
    },
  ]),
  {
    what: 'two Authorization headers, the right one first',
    why: 'two readers would take different ones',
    expected: '400 malformed-request',
    request: { path: status, headers: [bearer, ['Authorization', 'Bearer x']] },
  },
  ...['X-Authorization', 'Proxy-Authorization', 'X-Api-Key', 'Cookie'].map((name) => ({
    what: `the token in ${name}`,
    why: 'it is read from one place',
    expected: '401 token-missing',
    request: { path: status, headers: [[name, name === 'Cookie' ? 'token=TOKEN' : 'Bearer TOKEN'] as const] },
  })),
];

attacks('a token that opens nothing', target, tokens);

/** Every input of every kind that decides on the scope: the kind alone, or with each value of what it is told by. */
const inputs = commands.flatMap((command) => {
  const deciding = Object.entries(command.input._zod.propValues ?? {}).flatMap(([name, values]) =>
    [...values].filter((value) => typeof value === 'string').map((value) => ({ [name]: value })),
  );
  const all: readonly JsonObject[] = deciding.length === 0 ? [{}] : deciding;
  return all.map((input) => {
    const mayBe = [...scopesOf({ ...command, scope: () => command.scope(input) })];
    return { kind: command.kind, input, needs: mayBe };
  });
});

/** What is read, and the scope that lets it be read. */
const reads: readonly (readonly [path: string, scope: Scope])[] = [
  ['/v1/operations', 'status'],
  ['/v1/operations/op-1', 'status'],
  ['/v1/payments?transId=none', 'status'],
  ['/v1/payments/none', 'status'],
  ['/v1/terminals', 'status'],
  [status, 'status'],
  ['/v1/customers', 'customers'],
  ['/v1/customers/none', 'customers'],
  ['/v1/customers/none/payment-methods', 'customers'],
  ['/v1/customers/none/payment-methods/none', 'customers'],
  ['/v1/shifts/current', 'export'],
  ['/v1/shifts/1', 'export'],
];

describe('a token without the scope', () => {
  const submitted = async (kind: string, input: JsonObject, scope: Scope) => {
    const headers = [
      ['Authorization', `Bearer ${only.get(scope) ?? ''}`] as const,
      json,
      ['Idempotency-Key', `scope-${kind}-${scope}`] as const,
    ];
    // Wrong on purpose: a program with the scope is told so, and one without it must not even learn that.
    const body = JSON.stringify({ ...input, transId: {}, amount: 'none' });
    return target.told({ method: 'POST', path: `/v1/operations/${kind}`, headers, body });
  };

  it.each(inputs)('starts no $kind with $input: that takes $needs', async ({ kind, input, needs }) => {
    expect(needs).not.toEqual([]);
    for (const scope of scopes) {
      const expected = needs.includes(scope)
        ? { status: 400, code: 'invalid-input' }
        : { status: 403, code: 'scope-missing' };
      expect([scope, await submitted(kind, input, scope)]).toEqual([scope, expected]);
    }
  });

  it.each(reads)('reads nothing at %s: that takes %s', async (path, needed) => {
    for (const scope of scopes) {
      const headers = [['Authorization', `Bearer ${only.get(scope) ?? ''}`] as const];
      const { code } = await target.told({ path, headers });
      expect([scope, code === 'scope-missing']).toEqual([scope, scope !== needed]);
    }
  });

  it('takes nothing back that it could not have started', async () => {
    const id = 'canary-to-cancel';
    const operation = await target.shop.erp.operate('cloud-pos', sale(id, 100), id);
    for (const scope of scopes.filter((each) => each !== 'sale')) {
      const headers = [['Authorization', `Bearer ${only.get(scope) ?? ''}`] as const];
      const told = await target.told({ method: 'POST', path: `/v1/operations/${operation.id}/cancel`, headers });
      expect([scope, told]).toEqual([scope, { status: 403, code: 'scope-missing' }]);
    }
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('a request that was overheard', () => {
  const id = 'canary-replayed';
  const body = JSON.stringify(sale(id, 250));
  const path = '/v1/operations/cloud-pos?wait=60';
  const post = (authorization: string, text: string, to = path) => ({
    method: 'POST',
    path: to,
    headers: [['Authorization', `Bearer ${authorization}`] as const, json, ['Idempotency-Key', id] as const],
    body: text,
  });
  const first = { id: '' };

  it('and is sent a hundred times, at once and while it runs, is one operation', async () => {
    const bytes = target.bytes(post(target.token, body));
    const answers = (await Promise.all(Array.from({ length: 100 }, () => target.strike(bytes)))).flat();
    const ids = new Set(answers.map((answer) => (JSON.parse(answer.body.toString()) as { id: string }).id));
    expect(new Set(answers.map(({ status: each }) => each))).toEqual(new Set([200]));
    expect(ids.size).toBe(1);
    [first.id = ''] = ids;
  });

  it('and is sent again later, also written in another way, gets the same answer', async () => {
    const again = { ...(JSON.parse(body) as object) };
    const spaced = JSON.stringify(Object.fromEntries(Object.entries(again).toReversed()), null, 3);
    const [answer] = await target.strike(target.bytes(post(target.token, spaced)));
    expect([answer?.status, JSON.parse(answer?.body.toString() ?? '{}')]).toMatchObject([200, { id: first.id }]);
  });

  it.each([
    ['another amount', (text: string) => text.replace('250', '99999'), path],
    ['another transId', (text: string) => text.replace(id, `${id}-2`), path],
    ['another terminal', (text: string) => text.replace('T1', 'T2'), path],
    ['a field more', (text: string) => text.replace('{', '{"simulationMode":"0305",'), path],
    ['the same body for another kind', () => JSON.stringify({ bin: '400000' }), '/v1/operations/dcc-bin-check'],
  ])('with %s is refused', async (_what, change, to) => {
    expect(await target.told(post(target.token, change(body), to))).toEqual({ status: 409, code: 'request-id-reused' });
  });

  it('from another program is another request, and its transId was used', async () => {
    const told = await target.told(post(only.get('sale') ?? '', body));
    expect(told).toEqual({ status: 409, code: 'trans-id-used' });
  });

  it('from a page without its token does nothing', async () => {
    const headers = [['Origin', pageOrigin] as const, json, ['Idempotency-Key', id] as const];
    expect(await target.told({ method: 'POST', path, headers, body })).toEqual({ status: 401, code: 'token-missing' });
  });

  it('after its token was taken back does nothing', async () => {
    expect(await target.told(post(target.revokedToken, body))).toEqual({ status: 401, code: 'token-unknown' });
  });

  it('was carried out once', async () => {
    expect(await target.canary()).toEqual(serving);
    const ledger = await fetch(`${target.shop.sandboxUrl}/_sandbox/ledger`);
    const { executions } = (await ledger.json()) as { executions: { transId: string }[] };
    expect(executions.filter(({ transId }) => transId === id)).toHaveLength(1);
  });

  it('is no more than text in an answer', async () => {
    const [answer] = await target.strike(target.bytes(post(target.token, body)));
    expect(toldBy(answer)).toEqual({ status: 200, code: null });
    expect(answer?.headers.get('content-type')).toBe('application/json');
  });
});
