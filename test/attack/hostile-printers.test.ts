// A printer, or a stranger in its place, that talks back: its word for documents that it never got or that came before,
// words cut in two, bytes without an end. Nothing is said to be printed by such a word, a document ends in bounded time,
// and the one after it comes out of the printer that is honest again.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { driverAt, noWait } from '#support/printer-bench.ts';
import { type SerialLine, serialLine } from '#support/serial-line.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const receipt: PrintDocument = {
  blocks: [...Array.from({ length: 20 }, (_, at) => ({ type: 'text' as const, text: `line ${at}` })), { type: 'cut' }],
};

const ready = 0x12;
const word = (id: Buffer) => Buffer.concat([Buffer.of(0x37, 0x22), id, Buffer.of(0)]);
const pushed = Buffer.of(0x10, 0, 0, 0x0f);
const beside = (id: Buffer, step: number) => Buffer.from(id.map((byte, at) => (at === 0 ? byte + step : byte)));

interface Manners {
  readonly connected?: (socket: Socket) => unknown;
  /** A byte of a document. */
  readonly document?: (socket: Socket) => unknown;
  /** It is asked for its state, which it tells afterwards; `printing`: in a document. */
  readonly asked?: (socket: Socket, printing: boolean) => unknown;
  /** It is asked to tell when all before came out. */
  readonly fence?: (socket: Socket, id: Buffer) => unknown;
  /** The same of a printer that knows no numbers. */
  readonly workedOff?: (socket: Socket) => unknown;
}

const honest: Manners = {
  fence: (socket, id) => socket.write(word(id)),
  workedOff: (socket) => socket.write(Buffer.of(0)),
};
let manners: Manners = honest;
/** Of the last word that it was asked for: each driver of this test begins with the same one, so it is known before. */
let lastId = Buffer.from('1111');

/** Every few milliseconds, until the other side closes. */
function again(socket: Socket, bytes: Buffer, everyMs = 5): void {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function flood(socket: Socket, byte: number): void {
  const piece = Buffer.alloc(65_536, byte);
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const attacks: { readonly [name: string]: Manners } = {
  'gives its word before a byte was sent': {
    connected: (socket) => socket.write(word(lastId)),
    asked: (socket, printing) => printing || socket.write(word(lastId)),
  },
  'gives the word for the document before': { fence: (socket, id) => socket.write(word(beside(id, -2))) },
  'gives the word for the document after': { fence: (socket, id) => socket.write(word(beside(id, 2))) },
  'gives its word for another number': { fence: (socket) => socket.write(word(Buffer.from('zzzz'))) },
  'gives many other words': {
    fence: (socket, id) => {
      for (let step = 1; step < 256; step += 1) socket.write(word(beside(id, step)));
    },
  },
  'says that it threw the document away': {
    fence: (socket, id) => socket.write(Buffer.concat([Buffer.of(0x37, 0x22), id, Buffer.of(1)])),
  },
  'says that its buffers are empty, and no more': { fence: (socket) => socket.write(Buffer.of(0x37, 0x25, 0)) },
  'says its number without a frame': { fence: (socket, id) => socket.write(id) },
  'sends back what it is sent': {
    document: (socket) => socket.write(Buffer.of(0x1d, 0x28, 0x48, 0x06, 0, 0x30, 0x30)),
    fence: (socket, id) => socket.write(Buffer.concat([Buffer.of(0x1d, 0x28, 0x48, 0x06, 0, 0x30, 0x30), id])),
  },
  'never stops telling its state': { fence: (socket) => again(socket, pushed) },
  'never stops answering a question that was not asked': { fence: (socket) => again(socket, Buffer.of(ready)) },
  'never stops sending zeros': { fence: (socket) => again(socket, Buffer.of(0)) },
  'never stops sending 0xFF': { fence: (socket) => again(socket, Buffer.of(0xff)) },
  'never stops giving the beginning of its word': { fence: (socket) => again(socket, Buffer.of(0x37, 0x22)) },
  'floods zeros': { fence: (socket) => flood(socket, 0) },
  'floods 0xFF': { fence: (socket) => flood(socket, 0xff) },
  'floods zeros when it is connected': { connected: (socket) => flood(socket, 0) },
  'floods the beginning of its word': { fence: (socket) => flood(socket, 0x37) },
};

/** Of printers that only say that they are through with what came (`GS r`): a bare byte. */
const weaker: { readonly [name: string]: Manners } = {
  'never stops saying so': { connected: (socket) => again(socket, Buffer.of(0)) },
  'never stops saying so once it was asked': { workedOff: (socket) => again(socket, Buffer.of(0)) },
  'says so while it prints': {
    document: (socket) => socket.write(Buffer.of(0)),
    workedOff: (socket) => socket.write(Buffer.of(0)),
  },
  'says so once': { workedOff: once1((socket) => socket.write(Buffer.of(0))) },
  'tells its state instead': { workedOff: (socket) => socket.write(Buffer.of(ready)) },
  'says nothing': {},
};

function once1(act: (socket: Socket) => void): (socket: Socket) => void {
  const done = new WeakSet<Socket>();
  return (socket) => {
    if (!done.has(socket)) act(socket);
    done.add(socket);
  };
}

/** What it answers, by how it begins, with its length; all else is a document. */
const commands = [
  { name: 'asked', head: Buffer.of(0x10, 0x04), length: 3 },
  { name: 'clear', head: Buffer.of(0x10, 0x14), length: 10 },
  { name: 'workedOff', head: Buffer.of(0x1d, 0x72), length: 3 },
  { name: 'fence', head: Buffer.of(0x1d, 0x28, 0x48, 0x06, 0, 0x30, 0x30), length: 11 },
] as const;

/** Reads what it is sent as a printer would, and answers by its manners. */
function behave(socket: Socket): void {
  let left: Buffer = Buffer.alloc(0);
  let printing = false;
  const its = manners;
  const carryOut = (name: (typeof commands)[number]['name'], bytes: Buffer) => {
    if (name === 'clear') return socket.write(Buffer.of(0x37, 0x25, 0));
    if (name === 'workedOff') return its.workedOff?.(socket);
    if (name === 'asked') {
      its.asked?.(socket, printing);
      return socket.write(Buffer.of(ready));
    }
    lastId = Buffer.from(bytes.subarray(7));
    return its.fence?.(socket, lastId);
  };
  socket.on('error', () => undefined);
  its.connected?.(socket);
  socket.on('data', (bytes: Buffer) => {
    left = Buffer.concat([left, bytes]);
    while (left.length > 0) {
      const begun = commands.find(({ head }) => {
        const shared = Math.min(head.length, left.length);
        return left.subarray(0, shared).equals(head.subarray(0, shared));
      });
      if (begun !== undefined && left.length < begun.length) return;
      if (begun !== undefined) carryOut(begun.name, left.subarray(0, begun.length));
      else if (left[0] === 0x6c) {
        printing = true;
        its.document?.(socket);
      }
      left = left.subarray(begun?.length ?? 1);
    }
  });
}

const server = createServer(behave);
let line: SerialLine;
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  line = serialLine(`TCP:127.0.0.1:${port}`);
});
afterAll(async () => {
  await line[Symbol.asyncDispose]();
  server.close();
});
beforeEach(() => {
  manners = honest;
});

const limits = { answerMs: 1_000, clearMs: 300, silenceMs: 500, stuckMs: 1_500, pulseMs: 500 };

describe.each(['tcp', 'serial'] as const)('a printer at a line of %s that', (kind) => {
  const place = () => (kind === 'tcp' ? `tcp://127.0.0.1:${port}` : `serial:${line.path}`);
  async function printed(query = ''): Promise<string> {
    if (kind === 'serial') await line.plug();
    const { printer, close } = driverAt(`${place()}${query}`, limits);
    try {
      return (await printer.print(receipt, noWait, false)).type;
    } finally {
      await close();
    }
  }

  async function kicked(): Promise<string> {
    if (kind === 'serial') await line.plug();
    const { printer, close } = driverAt(`${place()}?confirms=gs-r`, limits);
    try {
      return await printer.openDrawer(noWait);
    } finally {
      await close();
    }
  }

  it('is honest is believed', async () => {
    expect(await printed()).toBe('printed');
    expect(await printed('?confirms=gs-r')).toBe('printed');
    expect(await kicked()).toBe('opened');
  });

  it.each(Object.keys(attacks))(
    '%s is not believed, and the next document comes out',
    async (name) => {
      manners = attacks[name]!;
      expect(['doubtful', 'not-sent']).toContain(await printed());
      manners = honest;
      expect(await printed()).toBe('printed');
    },
    30_000,
  );

  it.each(Object.keys(weaker))(
    'knows no numbers, and %s, is not believed, and the next document comes out',
    async (name) => {
      manners = weaker[name]!;
      expect(['doubtful', 'not-sent']).toContain(await printed('?confirms=gs-r'));
      manners = honest;
      expect(await printed('?confirms=gs-r')).toBe('printed');
    },
    30_000,
  );

  it('says all the time that it is through has not opened the drawer for all we know', async () => {
    manners = weaker['never stops saying so']!;
    expect(['unknown', 'not-sent']).toContain(await kicked());
  });
});

describe('a till with such a printer', () => {
  let shop: Shop;
  beforeAll(async () => {
    const devices = ['--printer', `COUNTER=tcp://127.0.0.1:${port}`, '--printer', `SERIAL=serial:${line.path}`];
    shop = new Shop({ bridgeArgs: devices });
    const settings = { devices: { receipts: { customer: 'always', printer: 'COUNTER' } } };
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
    await line.plug();
    await shop.open('status,sale,print,drawer');
  });
  afterAll(() => shop.close());

  const print = async (device: string, id: string): Promise<string> => {
    const { body } = await shop.erp.post('/v1/print-jobs', { device, document: receipt as unknown as JsonObject }, id);
    return `/v1/print-jobs/${textAt(body, 'id')}`;
  };
  const rssMiB = () => {
    const status = readFileSync(`/proc/${shop.program.child.pid ?? 0}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
  };
  const keyOf = (...parts: readonly string[]) => parts.join('-').replaceAll(' ', '-');
  const floods = [
    'floods zeros when it is connected',
    'floods zeros',
    'floods 0xFF',
    // The last one: a document is waited for, for two minutes.
    'never stops sending 0xFF',
  ];

  it.each(floods)(
    '%s: sells on, its memory stays what it was, and no document is said to be printed',
    async (name) => {
      for (const device of ['COUNTER', 'SERIAL']) await printedByHonest(device, keyOf(name, device, 'before'));
      const restMiB = rssMiB();
      manners = attacks[name]!;
      await line.plug();
      const jobs = await Promise.all(['COUNTER', 'SERIAL'].map((device) => print(device, keyOf(name, device))));
      for (const round of [1, 2, 3]) {
        const id = keyOf(name, String(round));
        expect((await shop.erp.operate('cloud-pos', sale(id, 100), id)).state).toBe('succeeded');
      }
      for (const job of jobs) {
        const { body } = await shop.erp.get(job);
        expect(['due', 'sending', 'doubtful']).toContain(body['state']);
      }
      if (process.platform === 'linux') expect(rssMiB() - restMiB).toBeLessThan(64);
      expect(shop.program.child.exitCode).toBeNull();
    },
    120_000,
  );

  async function printedByHonest(device: string, id: string): Promise<void> {
    manners = honest;
    await line.plug();
    await until(async () => {
      const { body } = await shop.erp.get('/v1/devices');
      const devices = body['devices'] as unknown as { id: string; obstacle: string | null }[];
      return devices.find((each) => each.id === device)?.obstacle === null ? true : null;
    });
    const { body } = await shop.erp.get(`${await print(device, id)}?wait=30`);
    expect(body).toMatchObject({ device, state: 'printed' });
  }
});
