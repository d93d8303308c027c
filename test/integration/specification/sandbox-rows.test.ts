// Every row of the specification over HTTP, at every place where it may stand: the sandbox takes what is documented
// and refuses what is not with problem details that name the field. Rows of the token's form and of the list's query
// have cases of their own here, since their requests are no JSON.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/server.ts';
import {
  type RequestCase,
  requestBlocks,
  requestCases,
  ruleCases,
} from '../../../build/documents/specification/cases.ts';
import { type EndpointRow, readSpecification } from '../../../build/documents/specification/rows.ts';

const specification = readSpecification();
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, terminalDelayMs: 0 });
});
afterAll(async () => {
  agent.destroy();
  await sandbox.close();
});

interface Reply {
  readonly status: number;
  readonly text: string;
}

function send({ method, route, root }: EndpointRow, text: string, contentType = 'application/json'): Promise<Reply> {
  const path = `${root === 'auth' ? '' : '/api/v2'}${route.replaceAll(/\{\w+\}/g, 'no-such-id')}`;
  const authorization = `Basic ${Buffer.from('SHOP:key').toString('base64')}`;
  const headers = { authorization, 'content-type': contentType, 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${sandbox.url}${path}`, { method, agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

const endpointOf = (block: string): EndpointRow =>
  specification.endpoints.find(({ request: own, query }) => own === block || query === block)!;

/** Null where the sandbox does what the case asks for. */
async function surpriseOf({ request: block, what, body, refused }: RequestCase): Promise<string | null> {
  const { status, text } = await send(endpointOf(block), JSON.stringify(body));
  if (refused === null) return status === 400 || status >= 500 ? `${what}: ${status} ${text}` : null;
  if (status !== 400) return `${what}: ${status}`;
  const names = Object.keys((JSON.parse(text) as { errors: object }).errors);
  const neighbors = refused.slice(0, refused.lastIndexOf('.') + 1);
  const right = names.includes(refused) && names.every((name) => name.startsWith(neighbors));
  return right ? null : `${what}: named ${names.join()}`;
}

async function surprises(cases: readonly RequestCase[]): Promise<string[]> {
  const found: string[] = [];
  // A few at a time: each has a transId of its own only where it sets one, so order does not matter.
  for (let start = 0; start < cases.length; start += 8) {
    const some = await Promise.all(cases.slice(start, start + 8).map(surpriseOf));
    found.push(...some.filter((each) => each !== null));
  }
  return found;
}

describe('a request', () => {
  test.each(requestBlocks(specification))('%s: each field is taken and refused as documented', async (block) => {
    expect(await surprises(requestCases(specification, block))).toEqual([]);
  });

  test.each(ruleCases(specification).map((each) => [each.what, each] as const))('%s', async (_what, each) => {
    expect(await surprises([each])).toEqual([]);
  });
});

describe('the token form', () => {
  const whole = { grant_type: 'client_credentials', client_id: 'SHOP', client_secret: 'key' };
  const form = (fields: { [name: string]: string }): Promise<Reply> =>
    send(endpointOf('token'), new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');

  test('is taken whole', async () => {
    expect((await form(whole)).status).toBe(200);
  });

  test.each(['grant_type', 'client_id', 'client_secret'] as const)(
    'without %s is refused and names it',
    async (field) => {
      const { [field]: _, ...rest } = whole;
      const { status, text } = await form(rest);
      expect([status, Object.keys((JSON.parse(text) as { errors: object }).errors)]).toEqual([400, [field]]);
    },
  );
});

describe('the list of customers', () => {
  const list = (query: string): Promise<Reply> => {
    const row = endpointOf('list-customers');
    return send({ ...row, route: `${row.route}?${query}` }, '');
  };

  test.each([
    'page=1',
    'createdFrom=2026-01-01',
    'createdTo=2026-12-31',
    'merchantCustomerId=c-1',
    'email=customer%40shop.example',
    'phoneCountry=49',
    'phoneNumber=301234567',
    '',
  ])('takes %s', async (query) => {
    expect((await list(query)).status).toBe(200);
  });

  test.each([
    ['page', 'page=first'],
    ['createdFrom', 'createdFrom=yesterday'],
    ['createdTo', 'createdTo=2026-13-01'],
    ['surprise', 'surprise=1'],
  ])('refuses %s', async (field, query) => {
    const { status, text } = await list(query);
    expect([status, Object.keys((JSON.parse(text) as { errors: object }).errors)]).toEqual([400, [field]]);
  });
});
