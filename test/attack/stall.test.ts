// A program that may only read and takes all it can get: hundreds of lists at once, and answers that it asks
// for and never takes; and one that sends large orders, all at once. None of that puts off a sale, fills the memory, or costs another reader an
// operation.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Tillbridge } from '#client/index.ts';
import { Erp } from '#support/erp.ts';
import { merchantId, sale } from '#support/shop.ts';
import { type HeaderLine, Wire } from '#support/strict-http.ts';
import { until } from '#support/until.ts';
import { Target, serving, toldBy } from './target.ts';

// No printer is there: what is to be printed waits.
const target = new Target({ bridgeArgs: ['--printer', 'COUNTER=tcp://127.0.0.1:9'] });
const operations = 160;
/** They see what the operations are, and nothing of what is in them. */
const readers: string[] = [];
/** They see all of it. */
const sellers: string[] = [];

beforeAll(async () => {
  await target.open();
  for (const name of ['one', 'two', 'three']) {
    readers.push(await target.newToken(name, 'status'));
    sellers.push(await target.newToken(`${name} that sells`, 'status,sale'));
  }
  let left = operations;
  const fill = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const id = `canary-link-${left}`;
      // About as much as an input may have.
      const input = { transId: id, amount: { value: 100, currency: 'EUR' }, note: 'x'.repeat(60_000) };
      expect((await target.shop.erp.operate('create-link', input, id)).state).toBe('succeeded');
    }
  };
  await Promise.all(Array.from({ length: 8 }, fill));
});
afterAll(() => target.close());

const list = '/v1/operations?limit=500';

/** So many connections with the request on its way. */
async function asking(count: number, tokens: readonly string[], path = list): Promise<readonly Wire[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const wire = new Wire(target.port);
      onTestFinished(() => wire.close());
      await once(wire.socket, 'connect');
      const token = tokens[at % tokens.length] ?? '';
      const basic = Buffer.from(`${merchantId}:${token}`).toString('base64');
      const authorization = path.startsWith('/api/') ? `Basic ${basic}` : `Bearer ${token}`;
      wire.send(target.bytes({ path, headers: [['Authorization', authorization]] }));
      return wire;
    }),
  );
}

function rssMiB(): number {
  const status = readFileSync(`/proc/${target.shop.program.child.pid ?? 0}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

describe('hundreds of lists that are asked for at once', () => {
  it('are answered after the sale that came behind them, and each of them whole', async () => {
    const wires = await asking(120, readers);
    let answered = 0;
    const reading = wires.map(async (wire) => {
      const answer = await wire.answer();
      answered += 1;
      return answer ?? undefined;
    });
    const id = 'canary-behind-all';
    expect((await target.shop.erp.operate('cloud-pos', sale(id, 100), id)).state).toBe('succeeded');
    // Without turns nearly all of them come first.
    expect(answered).toBeLessThan(wires.length / 2);
    for (const answer of await Promise.all(reading)) {
      const { status, code } = toldBy(answer);
      expect([200, 429]).toContain(status);
      if (status === 429) expect([code, answer?.headers.has('retry-after')]).toEqual(['too-many-requests', true]);
      else expect(() => JSON.parse(answer?.body.toString() ?? '') as unknown).not.toThrow();
    }
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('hundreds of large orders that are sent at once', () => {
  it('are taken after the sale that came behind them, and each of them is told', async () => {
    const importer = await target.newToken('that imports', 'status,sale');
    // Pairs of digits, none of them a card's number: the dearest to look at.
    const note = '11 '.repeat(20_000);
    const wires = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const wire = new Wire(target.port);
        onTestFinished(() => wire.close());
        await once(wire.socket, 'connect');
        const id = `canary-large-${at}`;
        const body = JSON.stringify({ transId: id, amount: { value: 100, currency: 'EUR' }, note });
        const headers: HeaderLine[] = [
          ['Authorization', `Bearer ${importer}`],
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', id],
        ];
        return { wire, bytes: target.bytes({ method: 'POST', path: '/v1/operations/create-link', headers, body }) };
      }),
    );
    for (const { wire, bytes } of wires) wire.send(bytes);
    let answered = 0;
    const taken = wires.map(async ({ wire }) => {
      const answer = await wire.answer('POST');
      answered += 1;
      return answer ?? undefined;
    });
    const id = 'canary-behind-orders';
    const reply = await target.shop.erp.post('/v1/operations/cloud-pos', sale(id, 100), id);
    expect([200, 202]).toContain(reply.status);
    // Without turns nearly all of them come first.
    expect(answered).toBeLessThan(wires.length / 2);
    for (const answer of await Promise.all(taken)) expect([200, 202, 429]).toContain(toldBy(answer, 'POST').status);
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('large documents that a program sends to be printed, as fast as it can', () => {
  // 450 kB: pairs of digits, the dearest text to look at; and pictures, which are taken.
  const texts = Array.from({ length: 250 }, () => ({ type: 'text', text: '11 '.repeat(600) }));
  const pictures = Array.from({ length: 2 }, () => ({ type: 'picture', pbm: 'A'.repeat(200_000) }));

  it.each([
    ['texts', 2, texts],
    ['texts', 16, texts],
    ['pictures', 2, pictures],
    ['pictures', 16, pictures],
  ])('%s over %d connections: few are looked into, and a sale goes past them', async (what, connections, blocks) => {
    const token = await target.newToken(`that prints ${what} ${connections}`, 'print');
    const body = JSON.stringify({ device: 'COUNTER', document: { blocks } });
    const over = new AbortController();
    const told: (string | number | null)[] = [];
    const working = Array.from({ length: connections }, async (_, at) => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        const wire = new Wire(target.port);
        const headers: HeaderLine[] = [
          ['Authorization', `Bearer ${token}`],
          ['Content-Type', 'application/json'],
          ['Idempotency-Key', `${what}-${at}-${count}`],
        ];
        wire.send(target.bytes({ method: 'POST', path: '/v1/print-jobs', headers, body }));
        const answer = await wire.answer('POST');
        wire.close();
        const { status, code } = toldBy(answer ?? undefined, 'POST');
        told.push(code ?? status);
      }
    });
    await until(async () => (told.length > connections ? true : null));
    const id = `canary-beside-${what}-${connections}`;
    expect((await target.shop.erp.operate('cloud-pos', sale(id, 100), id)).state).toBe('succeeded');
    over.abort();
    await Promise.all(working);
    const lookedInto = told.filter((each) => each !== 'too-many-requests');
    expect(new Set(lookedInto)).toEqual(new Set<unknown>([what === 'texts' ? 'invalid-input' : 202]));
    // The burst of the budget, and what it gives back in the seconds of a sale.
    expect(lookedInto.length).toBeLessThan(12);
    expect(told.length).toBeGreaterThan(lookedInto.length);
  });

  it('the list of the devices has a budget', async () => {
    const token = await target.newToken('that asks for the devices', 'print');
    const erp = new Erp(target.shop.bridgeUrl, token);
    const statuses = new Set<number>();
    // 64 MiB at once come to 500 lists.
    for (let round = 0; round < 40 && !statuses.has(429); round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => erp.get('/v1/devices')));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('answers that their client does not read', () => {
  it.skipIf(process.platform !== 'linux')('do not pile up, and hold nobody else up', async () => {
    const restMiB = rssMiB();
    const wires = await asking(240, sellers);
    for (const { socket } of wires) socket.pause();
    const id = 'canary-beside-untaken';
    expect((await target.shop.erp.operate('cloud-pos', sale(id, 100), id)).state).toBe('succeeded');
    // Asked last, by another program.
    expect((await target.shop.erp.get(list)).status).toBe(200);
    expect(rssMiB() / restMiB).toBeLessThan(2);
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('hundreds of look-ups that are asked for at once', () => {
  const sold = 'canary-looked-up';
  const tokens: string[] = [];
  const native = `/v1/payments?transId=${sold}`;
  const atGateway = `/api/v2/payments/getByTransId/${sold}`;

  beforeAll(async () => {
    for (const name of ['four', 'five', 'six']) tokens.push(await target.newToken(name, 'status'));
    await target.shop.erp.operate('cloud-pos', sale(sold, 100), sold);
  });

  it.each([
    { programs: 1, path: native, most: 4 },
    { programs: 3, path: native, most: 12 },
    { programs: 3, path: atGateway, most: 12 },
  ])('of $programs at $path: $most are at the gateway, and a sale goes past them', async ({ programs, path, most }) => {
    const { cable, erp } = target.shop;
    cable.hold(`GET ${atGateway}`);
    onTestFinished(() => cable.release());
    const wires = await asking(200, tokens.slice(0, programs), path);
    await until(async () => (cable.heldUp >= most ? true : null));
    const id = `canary-past-${programs}-${path.length}`;
    expect((await erp.operate('cloud-pos', sale(id, 100), id)).state).toBe('succeeded');
    // None of those that are held up is answered: that many are at the gateway at one time.
    expect(cable.heldUp).toBe(most);
    cable.release();
    const answers = await Promise.all(wires.map((wire) => wire.answer()));
    expect(answers.map((answer) => answer?.status)).toEqual(wires.map(() => 200));
  });

  it('the bridge serves on, and nothing was moved', async () => {
    expect(await target.canary()).toEqual(serving);
  });
});

describe('a program that goes on with the cursor', () => {
  it('gets every operation once and in order beside all of that', async () => {
    const all = await target.shop.erp.get('/v1/operations?limit=1');
    expect(all.status).toBe(200);
    await asking(60, readers);
    const { bridgeUrl, token } = target.shop;
    const bridge = new Tillbridge({ baseUrl: bridgeUrl, token, maxRetries: 12, timeoutMs: 60_000 });
    const ids: string[] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages += 1) {
      const page = await bridge.operations.list({ limit: 500, ...(after === '' ? {} : { after }) });
      ids.push(...page.operations.map(({ id }) => id));
      after = page.next;
    }
    const one = new Erp(bridgeUrl, token);
    const each: string[] = [];
    for (let after = ''; ;) {
      const { body } = await one.get(`/v1/operations?limit=1&after=${after}`);
      const [found] = body['operations'] as { readonly id: string }[];
      if (found === undefined) break;
      each.push(found.id);
      after = found.id;
    }
    expect(ids).toEqual(each);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(operations);
    expect(pages).toBeGreaterThan(5);
  });
});
