// The document and a real bridge: every address that is documented is called, as it should be and as it should not, and
// every answer is one that the document names, with the body that it shows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { exampleCall } from '#loopback/document/examples.ts';
import { kindNamed } from '#operations/index.ts';
import { type Documented, type Said, documented, objections } from '#support/openapi/document.ts';
import { type Ids, prepareIds } from '#support/openapi/ids.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { Shop } from '#support/shop.ts';

const counter = await emulatedCounter();
const shop = new Shop({ bridgeArgs: [...counter.args, '--display', 'FRONT=serial:/nowhere/display'] });
let ids: Ids;

beforeAll(async () => {
  await shop.open(
    'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers,export,print,drawer,display,scan',
  );
  ids = await prepareIds(shop);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await counter.close();
});

interface Request {
  readonly target: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

/** The documented example, as it is sent. */
function requestOf({ path, method, operation }: Documented): Request {
  const call = exampleCall(path, method, operation);
  const { target, authorization, kind, requestId, body } = call;
  return {
    target: ids.fill(target, kind),
    method,
    headers: {
      ...(authorization?.scheme === 'Bearer' ? { authorization: `Bearer ${shop.token}` } : {}),
      ...(requestId === null ? {} : { 'idempotency-key': requestId }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body: ids.fill(JSON.stringify(body), kind) }),
  };
}

async function send({ target, method, headers, body }: Request): Promise<Said> {
  const leaving = new AbortController();
  const answer = await fetch(`${shop.bridgeUrl}${target}`, {
    method,
    headers,
    signal: leaving.signal,
    ...(body === undefined ? {} : { body }),
  });
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (mediaType !== 'text/event-stream') return { status: answer.status, mediaType, text: await answer.text() };
  // It has no end.
  leaving.abort();
  return { status: answer.status, mediaType, text: '' };
}

async function expectDocumented(each: Documented, request: Request, statuses: readonly number[]): Promise<void> {
  const said = await send(request);
  expect(statuses, said.text).toContain(said.status);
  expect(objections(each, said), said.text).toEqual([]);
}

const bySomething = documented.filter(({ operation }) => !operation.tags.includes('pairing'));
const guarded = bySomething.filter(({ operation }) => operation.security.length > 0);
const started = bySomething.filter(({ operation }) => operation['x-kind'] !== undefined);
const named = (list: readonly Documented[]) => list.map((each) => [each.operation.operationId, each] as const);

/** Nothing stands in its way any more when it is the last. */
const lastOnes = ['submitDeletePaymentMethod', 'submitDeleteCustomer', 'cancelOperation'];
const inOrder = [
  ...named(bySomething).filter(([id]) => !lastOnes.includes(id)),
  ...named(bySomething).filter(([id]) => lastOnes.includes(id)),
];

test.each(inOrder)('%s answers its example as documented', async (id, each) => {
  // What was sent cannot be taken back, and what was printed is in no doubt.
  const others: { readonly [id: string]: number } = {
    cancelOperation: 409,
    cancelPrintJob: 409,
    decidePrintJob: 409,
  };
  const statuses = [others[id] ?? 200];
  await expectDocumented(each, requestOf(each), statuses);
});

test.each(named(bySomething))('%s refuses what it does not know as documented', async (_id, each) => {
  const request = requestOf(each);
  const target = `${request.target}${request.target.includes('?') ? '&' : '?'}surprise=1`;
  await expectDocumented(each, { ...request, target }, [400]);
});

test.each(named(guarded))('%s asks for a token as documented', async (_id, each) => {
  const { authorization: _, ...headers } = requestOf(each).headers;
  await expectDocumented(each, { ...requestOf(each), headers }, [401]);
});

test.each(named(guarded))('%s asks for a scope as documented', async (_id, each) => {
  const scopes = each.operation.security.flatMap((scheme) => Object.values(scheme).flat());
  const other = scopes.includes('terminal') ? 'dcc' : 'terminal';
  const token = await tokenFor(other);
  const request = requestOf(each);
  await expectDocumented(
    each,
    { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } },
    [403],
  );
});

const tokens = new Map<string, Promise<string>>();

async function tokenFor(scope: string): Promise<string> {
  const made =
    tokens.get(scope) ?? shop.run(['token', 'create', '--data-dir', shop.dataDir, '--name', scope, '--scopes', scope]);
  tokens.set(scope, made);
  return made;
}

test.each(named(documented.filter(({ operation }) => operation.tags.includes('pairing'))))(
  '%s says that there is nobody to ask, and nothing to fetch, as documented',
  async (id, each) => {
    const request = requestOf(each);
    const headers = { ...request.headers, authorization: 'Pairing not-one-that-was-given' };
    const said = await send({ ...request, headers });
    expect(objections(each, said), said.text).toEqual([]);
    expect(said.text).toContain(id === 'askForPairing' ? 'pairing-impossible' : 'pairing-expired');
  },
);

describe.each(named(started))('%s', (_id, each) => {
  test('wants an Idempotency-Key as documented', async () => {
    const { 'idempotency-key': _key, ...headers } = requestOf(each).headers;
    await expectDocumented(each, { ...requestOf(each), headers }, [400]);
  });

  test('refuses a body that does not fit, is no JSON, or is no such media type, as documented', async () => {
    const request = requestOf(each);
    const other = { ...request.headers, 'idempotency-key': `${request.headers['idempotency-key'] ?? ''}-wrong` };
    await expectDocumented(each, { ...request, headers: other, body: '{"surprise":1,"amount":5}' }, [400, 403]);
    await expectDocumented(each, { ...request, headers: other, body: '{' }, [400]);
    await expectDocumented(each, { ...request, headers: { ...other, 'content-type': 'text/plain' } }, [415]);
    await expectDocumented(each, { ...request, headers: other, body: `{"a":"${'x'.repeat(70_000)}"}` }, [413]);
  });

  test('does the same once more under another key, or refuses it, as documented', async () => {
    const request = requestOf(each);
    const headers = { ...request.headers, 'idempotency-key': `${request.headers['idempotency-key'] ?? ''}-again` };
    const said = await send({ ...request, headers });
    expect(objections(each, said), said.text).toEqual([]);
    const input = JSON.parse(request.body ?? '{}') as JsonObject;
    const namedKind = kindNamed(each.operation['x-kind'] ?? '');
    const makesPayment = namedKind?.command.createsPayment({ ...namedKind.given, ...input }) === true;
    expect(said.text.includes('"trans-id-used"')).toBe(makesPayment);
  });

  test('refuses an Idempotency-Key that another body used, as documented', async () => {
    const request = requestOf(each);
    const body = JSON.stringify({ ...(JSON.parse(request.body ?? '{}') as object), surprise: 1 });
    await expectDocumented(each, { ...request, body }, [409]);
  });
});

test.each(named(bySomething.filter(({ path }) => path.includes('{'))))(
  '%s does not find what is not there, as documented',
  async (_id, each) => {
    const target = each.path.replaceAll(/\{\w+\}/g, '999999');
    await expectDocumented(each, { ...requestOf(each), target }, [404]);
  },
);

test('a refund of more than there is is refused as documented', async () => {
  const each = documented.find(({ operation }) => operation.operationId === 'submitRefund')!;
  const request = requestOf(each);
  const body = {
    ...(JSON.parse(request.body ?? '{}') as object),
    transId: 'too-much',
    amount: { value: 5_000_000, currency: 'EUR' },
  };
  const headers = { ...request.headers, 'idempotency-key': 'too-much' };
  await expectDocumented(each, { ...request, headers, body: JSON.stringify(body) }, [422]);
});

describe('while the gateway cannot be reached', () => {
  beforeAll(() => shop.cable.pullOut());
  afterAll(() => shop.cable.putIn());

  test.each(named(started))('%s waits or is refused, as documented', async (_id, each) => {
    const request = requestOf(each);
    const { wait: _wait, ...value } = JSON.parse(request.body ?? '{}') as { readonly [name: string]: unknown };
    const fresh = 'transId' in value ? { ...value, transId: `offline-${String(value['transId'])}` } : value;
    const headers = { ...request.headers, 'idempotency-key': `offline-${each.operation.operationId}` };
    const target = request.target.split('?')[0] ?? '';
    const mayWait = each.operation['x-rules']?.every((rule) => rule.mayWait === 'always') === true;
    await expectDocumented(each, { ...request, target, headers, body: JSON.stringify(fresh) }, mayWait ? [202] : [503]);
  });

  test.each(named(bySomething.filter(({ operation }) => /payments|customers/.test(operation.tags.join(' ')))))(
    '%s says so as documented',
    async (_id, each) => {
      await expectDocumented(each, requestOf(each), [503]);
    },
  );
});
