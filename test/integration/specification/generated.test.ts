// A sample of the generated requests through a sandbox that runs as a process of its own: what is allowed is taken and
// comes back as it was sent, in the answer and when the payment is read; what is wrong is named.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import { Workbench } from '#support/processes.ts';
import { badBodies } from '#support/specification/mutations.ts';
import { goodBodies } from '#support/specification/requests.ts';
import { seed } from '#support/specification/runs.ts';
import { requestBlocks } from '../../../build/documents/specification/cases.ts';
import { readSpecification } from '../../../build/documents/specification/rows.ts';

const specification = readSpecification();
const blocks = requestBlocks(specification);
const shown = blocks.filter((block) => specification.fields(block).openBody !== true);
const sample = { seed, numRuns: 25 };
const bench = new Workbench();
let root = '';

beforeAll(async () => {
  root = (await bench.start('main/sandbox/cli.ts', ['--port', '0', '--terminal-delay-ms', '0']).ready()).url;
});
afterAll(() => bench.close());

interface Reply {
  readonly status: number;
  readonly body: Json;
}

async function ask(method: string, path: string, body?: JsonObject): Promise<Reply> {
  const headers = { authorization: `Basic ${btoa('SHOP:key')}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${root}/api/v2${path}`, { method, headers, ...sent });
  return { status: answer.status, body: (await answer.json()) as Json };
}

function send(block: string, body: JsonObject): Promise<Reply> {
  const { method, route } = specification.endpoints.find(({ request }) => request === block)!;
  return ask(method, route.replaceAll(/\{\w+\}/g, 'no-such-id'), body);
}

test.each(blocks)('%s: what is allowed is taken, and what comes back is what was sent', async (block) => {
  for (const [index, generated] of fc.sample(goodBodies(specification, block), sample).entries()) {
    // A transId is used once; what simulationMode asks for is an outcome, not a refusal.
    const { simulationMode: _, ...rest } = generated;
    const own = `G${index}x${block.replaceAll('-', '')}`.slice(0, 24);
    const body: JsonObject = rest['transId'] === undefined ? rest : { ...rest, transId: own };
    const reply = await send(block, body);
    expect([200, 201, 202, 404, 422], JSON.stringify([reply, body])).toContain(reply.status);
    if (!isJsonObject(reply.body)) continue;
    for (const echo of ['transId', 'refNr', 'metadata']) {
      if (body[echo] !== undefined && reply.body[echo] !== undefined) expect(reply.body[echo]).toEqual(body[echo]);
    }
    const { payId } = reply.body;
    if (reply.status !== 201 || typeof payId !== 'string') continue;
    for (const path of [`getByPayId/${payId}`, `getByTransId/${own}`]) {
      const { metadata, amount } = body;
      const read = await ask('GET', `/payments/${path}`);
      expect(read.body).toMatchObject({
        payId,
        transId: own,
        amount: { value: valueAt(amount, 'value'), currency: valueAt(amount, 'currency') },
        ...(metadata === undefined ? {} : { metadata }),
      });
    }
  }
});

test.each(shown)('%s: what is wrong is named', async (block) => {
  for (const { body, names } of fc.sample(badBodies(specification, block), sample)) {
    const { status, body: problem } = await send(block, body);
    expect([status, names, problem]).toEqual([400, names, problem]);
    expect(Object.keys((problem as { errors: object }).errors)).toContain(names);
  }
});
