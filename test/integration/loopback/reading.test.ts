// How much a program can read: pages that end early and lose nothing, a budget, and answers that are not taken. None of
// it holds up an operation or another program.
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Client } from '#contract/programs/client.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { LoopbackContext } from '#loopback/request/context.ts';
import { OperationPage, pageRows } from '#loopback/request/operation-page.ts';
import { FakeBridge, template } from './fake-bridge.ts';
import { type Erp, type Till, key, problemCode, refundBody, startTill } from './till.ts';
import { requestText, send } from './wire.ts';

interface Page {
  readonly operations: readonly { readonly id: string }[];
  readonly next: string | null;
}

async function pagesOf(erp: Erp, query: string): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let after: string | null = ''; after !== null;) {
    const answer = await erp.get(`/v1/operations?${query}&after=${after}`);
    expect(answer.status).toBe(200);
    const page = answer.json as unknown as Page;
    pages.push(page);
    after = page.next;
  }
  return pages;
}

const idsIn = (pages: readonly Page[]) => pages.flatMap(({ operations }) => operations.map(({ id }) => id));

describe('a page', () => {
  it('holds 200 operations at most, however many are asked for, and what follows it loses none', async () => {
    const till = await startTill();
    const ids = Array.from({ length: 450 }, (_, at) => `op-${at}`);
    for (const id of ids) till.bridge.put({ ...template, id });
    const pages = await pagesOf(till.erp(), 'limit=500');
    expect(pages.map(({ operations }) => operations.length)).toEqual([pageRows, pageRows, 50]);
    expect(idsIn(pages)).toEqual(ids);
  });

  it('ends where it gets long, with one operation at least', async () => {
    const till = await startTill();
    const kilobytes = [100, 100, 300, 1, 1, 2_000, 1, 600, 500, 11, 1];
    kilobytes.forEach((size, at) => {
      till.bridge.put({ ...template, id: `op-${at}`, input: { text: 'x'.repeat(size * 1_000) } });
    });
    const pages = await pagesOf(till.erp(), 'limit=500');
    expect(pages.map(({ operations }) => operations.length)).toEqual([5, 1, 1, 1, 3]);
    expect(idsIn(pages)).toEqual(kilobytes.map((_, at) => `op-${at}`));
  });

  it('is made anew where its client may see less in the middle of it', () => {
    const bridge = new FakeBridge();
    for (let at = 0; at < 20; at += 1) bridge.put({ ...template, id: `op-${at}`, input: { refNr: 'R', custom: 'C' } });
    let client = aClient(['status', 'refund', 'capture', 'sale']);
    const context = {
      get client() {
        return client;
      },
      barred: () => null,
      reader: { charge: () => undefined },
    } as unknown as LoopbackContext;
    const page = new OperationPage(bridge, { limit: 100 }, context);
    expect(page.goOn(() => false)).toBe(null);
    client = aClient(['status']);
    const body = page.goOn(() => true)?.body;
    const { operations } = JSON.parse(typeof body === 'string' ? body : '') as { operations: { withheld?: boolean }[] };
    expect(operations.map(({ withheld }) => withheld)).toEqual(operations.map(() => true));
    expect(operations).toHaveLength(20);
  });
});

function aClient(scopes: readonly Scope[]): Client {
  const times = { createdAt: '2026-01-31T18:05:00.000Z', lastUsedAt: null, revokedAt: null };
  return { id: 'reader', name: 'Reader', scopes: [...scopes], origin: null, options: plainClientOptions, ...times };
}

describe('a program that has read as much as it may', () => {
  const reads = { budget: { perSecond: 1, burst: 1 } };

  it('is told when to come again, and no other program is', async () => {
    const till = await startTill({ reads });
    till.bridge.put({ ...template, id: 'op-1' });
    const [greedy, other] = [till.erp(), till.erp()];
    expect((await greedy.get('/v1/operations')).status).toBe(200);
    for (const path of ['/v1/operations', '/v1/operations/op-1', '/v1/status', '/v1/terminals', '/v1/customers']) {
      const refused = await greedy.get(path);
      expect([path, refused.status, problemCode(refused)]).toEqual([path, 429, 'too-many-requests']);
      expect(Number(refused.headers['retry-after'])).toBe(refused.json['retryAfterSeconds']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    }
    expect((await other.get('/v1/operations')).status).toBe(200);
  });

  it('still does operations', async () => {
    const till = await startTill({ reads });
    const erp = till.erp();
    await erp.get('/v1/status');
    expect(problemCode(await erp.get('/v1/status'))).toBe('too-many-requests');
    expect((await erp.post('/v1/operations/refund', refundBody, key('K-1'))).status).toBe(202);
  });

  it("is told so in the gateway's own language, too", async () => {
    const assignRequestId = () => ({ type: 'submit', requestId: 'K-1', replaces: null }) as const;
    const till = await startTill({ reads, dropIn: { merchantId: 'SHOP', answerMs: 60_000, assignRequestId } });
    const erp = till.erp();
    await erp.get('/v1/status');
    const basic = `Basic ${Buffer.from(`${erp.id}:${erp.token}`).toString('base64')}`;
    const headers = [['Authorization', basic]] as const;
    const refused = await send(till.port, { path: '/api/v2/payments/getByPayId/P1', headers });
    expect([refused.status, refused.headers['tillbridge-problem']]).toEqual([429, 'too-many-requests']);
  });
});

describe('a program that does not take its answer', () => {
  /** Far more than the system holds for a connection. */
  const large = { ...template, id: 'large', input: { text: 'x'.repeat(24_000_000) } };

  async function untaken(till: Till, erp: Erp) {
    till.bridge.put(large);
    till.bridge.put({ ...template, id: 'small' });
    const socket = connect(till.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(requestText(till.port, { path: '/v1/operations/large', headers: [erp.authorization] }));
    await once(socket, 'data');
    return socket.pause();
  }

  it('gets no other one before; its operations and all other programs go on', async () => {
    const till = await startTill();
    const [greedy, other] = [till.erp(), till.erp()];
    const socket = await untaken(till, greedy);
    const order: string[] = [];
    const second = greedy.get('/v1/operations/small').then(() => order.push('its second read'));
    await greedy.post('/v1/operations/refund', refundBody, key('K-1')).then(() => order.push('its refund'));
    await other.get('/v1/operations/small').then(() => order.push("another program's read"));
    socket.resume();
    await second;
    expect(order).toEqual(['its refund', "another program's read", 'its second read']);
  });

  it('gets the next one where it leaves instead', async () => {
    const till = await startTill();
    const erp = till.erp();
    const socket = await untaken(till, erp);
    const second = erp.get('/v1/operations/small');
    socket.destroy();
    expect((await second).status).toBe(200);
  });
});
