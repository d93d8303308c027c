// Texts that mean to be a printer's commands (a pulse for the drawer, a cut, another code page, a question), in every field
// that a program, the gateway or the settings can fill, at an ESC/POS and at a Star printer and on the customer's display.
// What reaches the line is read here by a reader of its own, which knows only the commands that a document consists of.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { Erp } from '#support/erp.ts';
import { type FarEnd, farEnd } from '#support/far-end.ts';
import { Workbench } from '#support/processes.ts';
import { apiKey, merchantId, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const smuggled: { readonly [what: string]: string } = {
  'a pulse': '\u001bp\u0000\u0019\u00fa',
  'a pulse at once': '\u0010\u0014\u0001\u0000\u0005',
  'a cut': '\u001dV\u0000\u001dVB\u0000',
  'a code page': '\u001bt\u0010\u001b\u001dt\u0010',
  'another device': '\u001b=\u0000',
  'a reset': '\u001b@\u001b?\n\u0000',
  'a test print': '\u001d(A\u0002\u0000\u0000\u0002',
  'a question': '\u0010\u0004\u0001\u001b\u0006\u0001\u0005\u0004',
  'an end of its own': '\u001d(H\u0006\u000000aaaa\u001dr\u0001\u0017\u001b\u001eE\u0000',
  'the pulses of Star': '\u0007\u001c\u001a\u0019\u001b\u0007\u0014\u0014\u0007',
  'the cuts of Star': '\u001bd\u0002\u001bd\u0003\u000c\u000b\u000e\u000f',
  'a reset of Star': '\u001b\u0006\u0018\u0018\u001b*rA\u001b*rB',
  'kanji and definitions': '\u001c&\u001c.\u001b%\u0001\u001b&\u0003',
  'the end of a code': '\u001e\u0000\u001bp\u0000\u0001\u0001\u0007',
  'C1 controls': '\u009bp\u0090\u0084\u0085\u009d',
  // What code page 437 has at the places of control characters.
  'arrows for ESC p': '←p☺♥♦',
  'arrows for ESC @ and GS V': '←@ ↔V☺ ←t►',
  'signs for DLE DC4': '►¶☺☻☻ ►♦☺',
  'signs for BEL, FS, SUB, EM, ETB': '•∟→↓↨ ▲♪♫',
  'letters whose low bytes are controls': 'ěĐĜğĚęćĐĔā 谛谐ⴛ\ud834\udd1b',
};

interface Seen {
  readonly commands: string[];
  readonly strange: string[];
}

const hex = (bytes: Buffer) => bytes.toString('hex').replace(/(..)(?=.)/g, '$1 ');
const fixed = (name: string, length: number) => ({ name, length: () => length });
interface Known {
  readonly name: string;
  readonly length: (rest: Buffer) => number;
}

/** By how they begin. */
const escPos: { readonly [head: string]: Known } = {
  '1b40': fixed('reset', 2),
  '1b74': fixed('page', 3),
  '1b61': fixed('align', 3),
  '1b45': fixed('bold', 3),
  '1b21': fixed('mode', 3),
  '1b4d': fixed('font', 3),
  '1b2d': fixed('underline', 3),
  '1b32': fixed('spacing', 2),
  '1b33': fixed('spacing', 3),
  '1b52': fixed('country', 3),
  '1c2e': fixed('no-kanji', 2),
  '1d21': fixed('size', 3),
  '1d42': fixed('inverse', 3),
  '1d56': { name: 'cut', length: (rest) => ((rest[2] ?? 0) >= 0x41 ? 4 : 3) },
  '1d68': fixed('code-height', 3),
  '1d77': fixed('code-width', 3),
  '1d48': fixed('code-text', 3),
  '1d66': fixed('code-font', 3),
  '1d6b': { name: 'barcode', length: (rest) => 4 + (rest[3] ?? 0) },
  '1d286b': { name: 'qr', length: (rest) => 5 + rest.readUInt16LE(3) },
  '1d2848': { name: 'fence', length: (rest) => 5 + rest.readUInt16LE(3) },
  '1d2844': { name: 'real-time-off', length: (rest) => 5 + rest.readUInt16LE(3) },
  '1d61': fixed('watch', 3),
  '1d72': fixed('worked-off', 3),
  '1004': fixed('ask', 3),
  '1014': { name: 'clear', length: (rest) => (rest.subarray(2, 10).toString('hex') === '0801031401060208' ? 10 : 0) },
};

const star: { readonly [head: string]: Known } = {
  '1b40': fixed('reset', 2),
  '18': fixed('reset', 1),
  '1b1d74': fixed('page', 4),
  '1b1d61': fixed('align', 4),
  '1b45': fixed('bold', 2),
  '1b46': fixed('bold', 2),
  '1b69': fixed('size', 4),
  '1b57': fixed('size', 3),
  '1b68': fixed('size', 3),
  '1b7a': fixed('spacing', 3),
  '1b30': fixed('spacing', 2),
  '1b64': fixed('cut', 3),
  '1b1e46': fixed('font', 4),
  '1b52': fixed('country', 3),
  '1b1e45': fixed('zero', 4),
  '1b0601': fixed('ask', 3),
  '17': fixed('fence', 1),
  '1b1d7953': fixed('qr-set', 6),
  '1b1d795330': fixed('qr-set', 6),
  '1b1d795331': fixed('qr-set', 6),
  '1b1d795332': fixed('qr-set', 6),
  '1b1d7944': { name: 'qr', length: (rest) => (rest[4] === 0x31 ? 8 + rest.readUInt16LE(6) : 5) },
  '1b1d7950': fixed('qr-print', 4),
  '1b62': { name: 'barcode', length: (rest) => rest.indexOf(0x1e) + 1 },
  '1b4b': { name: 'picture', length: (rest) => 4 + (rest[2] ?? 0) },
  '1b58': { name: 'picture', length: (rest) => 4 + 3 * rest.readUInt16LE(2) },
};

/** The data of a code, without how it is framed. */
function carried(name: string, bytes: Buffer): Buffer {
  if (name === 'qr') return bytes[0] === 0x1b || bytes[6] === 0x50 ? bytes.subarray(8) : Buffer.alloc(0);
  if (name === 'barcode') return bytes[0] === 0x1b ? bytes.subarray(6, -1) : bytes.subarray(4);
  return Buffer.alloc(0);
}

/** Reads what came as these commands and text; what is neither is strange. */
function read(bytes: Buffer, known: typeof escPos): Seen {
  const seen: Seen = { commands: [], strange: [] };
  let at = 0;
  while (at < bytes.length) {
    const rest = bytes.subarray(at);
    const first = rest[0] ?? 0;
    if (first >= 0x20 && first !== 0x7f) {
      at += 1;
      continue;
    }
    // Zeros are nothing by themselves: the driver ends with them what was cut off before.
    if (first === 0x0a || first === 0) {
      at += 1;
      continue;
    }
    const head = [5, 4, 3, 2, 1].map((many) => rest.subarray(0, many).toString('hex')).find((each) => each in known);
    const command = head === undefined ? undefined : known[head];
    const length = command?.length(rest) ?? 0;
    if (command === undefined || length === 0) {
      seen.strange.push(hex(rest.subarray(0, 8)));
      at += 1;
      continue;
    }
    seen.commands.push(command.name);
    // In what is carried as data a printer may still take a command at once.
    for (const byte of carried(command.name, rest.subarray(0, length)))
      if (byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)) seen.strange.push(`${command.name} with ${byte}`);
    at += length;
  }
  return seen;
}

/** A printer that answers rightly and keeps all that came. */
async function printer(language: 'esc-pos' | 'star') {
  const got: Buffer[] = [];
  let count = 0;
  const answers = (bytes: Buffer): Buffer => {
    if (language === 'star') {
      const text = bytes.toString('latin1');
      if (text.includes('\u001b\u001eE')) count = 0;
      count += text.split('\u0017').length - 1;
      const counter = ((count & 7) << 1) | (((count >> 3) & 3) << 5);
      const many = text.split('\u001b\u0006\u0001').length - 1;
      return Buffer.concat(Array.from({ length: many }, () => Buffer.of(0x23, 0x86, 0, 0, 0, 0, 0, counter, 0)));
    }
    const out: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      const rest = bytes.subarray(at);
      if (rest[0] === 0x10 && rest[1] === 4) out.push(Buffer.of(0x12));
      if (rest[0] === 0x10 && rest[1] === 0x14) out.push(Buffer.of(0x37, 0x25, 0));
      if (rest.subarray(0, 7).toString('hex') === '1d284806003030')
        out.push(Buffer.concat([Buffer.of(0x37, 0x22), rest.subarray(7, 11), Buffer.of(0)]));
    }
    return Buffer.concat(out);
  };
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      got.push(bytes);
      const answer = answers(bytes);
      if (answer.length > 0) socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, got, close: () => server.close() };
}

const bench = new Workbench();
let erp: Erp;
let url = '';
let token = '';
let dataDir = '';
let printers: Record<'ESC' | 'STAR', Awaited<ReturnType<typeof printer>>>;
let display: FarEnd;
let gateway = '';
let own: JsonObject = {};
let bridge: ReturnType<Workbench['start']> | null = null;

/** The sandbox, with texts of ours in what it says of a sale. */
async function lyingGateway(root: string) {
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const headers = Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name));
      const answer = await fetch(new URL(request.url ?? '/', root), {
        method: request.method ?? 'GET',
        headers: headers.map(([name, value]) => [name, String(value)]),
        ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
      });
      const text = await answer.text();
      const isSale = request.url?.includes('cloudpos') === true && answer.ok;
      const body = isSale ? JSON.stringify({ ...(JSON.parse(text) as JsonObject), ...own }) : text;
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
      response.end(body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  bench.onClose(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(settings: JsonObject): Promise<void> {
  if (bridge !== null) await bridge.kill('SIGTERM');
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const devices = [
    ['--printer', `ESC=tcp://127.0.0.1:${printers.ESC.port}`],
    ['--printer', `STAR=tcp://127.0.0.1:${printers.STAR.port}?language=star-line`],
    ['--display', `POLE=serial:${display.line.path}?baud=9600`],
  ].flat();
  const place = ['--data-dir', dataDir, '--port', '0', '--gateway', gateway, '--merchant-id', merchantId];
  const rest = ['--processing-seconds', '1', ...devices];
  bridge = bench.start('main/cli.ts', ['serve', ...place, ...rest], { TILLBRIDGE_API_KEY: apiKey });
  ({ url } = await bridge.ready());
  erp = new Erp(url, token);
}

beforeAll(async () => {
  printers = { ESC: await printer('esc-pos'), STAR: await printer('star') };
  display = await farEnd();
  dataDir = join(bench.folder(), 'till');
  const args = ['--port', '0', '--merchant-id', merchantId, '--api-key', apiKey, '--terminal-delay-ms', '20'];
  const sandbox = await bench.start('main/sandbox/cli.ts', args).ready();
  gateway = await lyingGateway(sandbox.url);
  mkdirSync(dataDir, { mode: 0o700 });
  await start({});
  const scopes = ['--scopes', 'status,sale,print,display,drawer'];
  const made = bench.start('main/cli.ts', ['token', 'create', '--data-dir', dataDir, '--name', 'ERP', ...scopes]);
  await made.exited();
  token = made.stdoutLines.join('').trim();
  erp = new Erp(url, token);
});
afterAll(async () => {
  await display.close();
  await bench.close();
  for (const each of Object.values(printers)) each.close();
});

const languages = [
  ['ESC', escPos],
  ['STAR', star],
] as const;

function taken(device: 'ESC' | 'STAR'): Buffer {
  return Buffer.concat(printers[device].got.splice(0));
}

const mixed =
  '\u001bp\u0000\u0019\u00fa\u0010\u0014\u0001\u0000\u0005\u001dV\u0000\u0007\u001c\u001a\u001bd\u0002\u001b@';
const all = Object.values(smuggled).join(' ');

describe.each(languages)('at the printer %s', (device, known) => {
  async function printed(blocks: readonly Json[], key: string): Promise<Seen | null> {
    taken(device);
    const asked = { device, document: { blocks: blocks as Json[] } };
    const { status, body } = await erp.post('/v1/print-jobs?wait=30', asked, `${device}-${key}`);
    if (status === 400) return null;
    expect([key, body['state']]).toEqual([key, 'printed']);
    return read(taken(device), known);
  }
  const cuts = (seen: Seen | null) => seen?.commands.filter((name) => name === 'cut').length;

  it.each(Object.keys(smuggled))('%s in text, columns, codes and pictures stays text', async (what) => {
    const text = smuggled[what]!;
    const fields: { readonly [name: string]: readonly Json[] } = {
      text: [{ type: 'text', text: `a${text}b`, bold: true, size: 'large', align: 'center' }],
      columns: [{ type: 'columns', left: `a${text}b`, right: `c${text}d` }],
      qr: [{ type: 'qr', data: `a${text}b` }],
      barcode: [{ type: 'barcode', symbology: 'code128', data: `a${text}b`.slice(0, 80) }],
      ean: [{ type: 'barcode', symbology: 'ean13', data: `4006381333931${text}`.slice(0, 80) }],
    };
    for (const [name, blocks] of Object.entries(fields)) {
      const key = `${name}-${Object.keys(smuggled).indexOf(what)}`;
      const seen = await printed([...blocks, { type: 'cut' }], key);
      if (seen === null) continue;
      expect([name, seen.strange, cuts(seen)]).toEqual([name, [], 1]);
    }
  });

  it('the shop’s name and address, and what the gateway says of a sale, stay text', async () => {
    const texts = Object.values(smuggled);
    const settings = {
      shopName: `S${mixed}`.slice(0, 60),
      shopAddress: `A${mixed}←p☺♥♦ ►¶☺☻☻ •∟→↓↨`.slice(0, 120),
      devices: { receipts: { customer: 'always', merchant: 'always', printer: device } },
    };
    await start(settings);
    // With the terminal's lines, and with what the till makes by itself.
    const answers: readonly JsonObject[] = [
      { receipt: { customer: texts, merchant: texts } },
      { receipt: { customer: texts.join('\n'), merchant: texts.join('\r\n') } },
      {
        receipt: null,
        approvalCode: all,
        traceNr: all,
        aid: all,
        applicationLabel: all,
        cvm: all,
        posTerminalId: 'T1',
        responseText: all,
        paymentMethods: { card: { brand: all, maskedNumber: `4111********1111${all}`, merchantId: all, aid: all } },
      },
    ];
    for (const [index, answer] of answers.entries()) {
      own = answer;
      taken(device);
      const id = `${device}-sale-${index}`;
      const made = await erp.operate('cloud-pos', sale(id, 100), id);
      const jobs = await until(async () => {
        const bytes = Buffer.concat(printers[device].got);
        const { commands } = read(bytes, known);
        return made.state !== 'succeeded' || commands.filter((name) => name === 'cut').length >= 2 ? commands : null;
      });
      const seen = read(taken(device), known);
      expect([index, made.state, seen.strange, cuts(seen)]).toEqual([index, 'succeeded', [], 2]);
      expect(jobs.length).toBeGreaterThan(0);
    }
  });
});

async function show(...lines: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ lines });
  return (await fetch(`${url}/v1/displays/POLE`, { method: 'PUT', headers, body })).status;
}

it('what a program writes on the customer’s display stays text', async () => {
  await show('plain');
  await until(async () => (display.got().includes('plain') ? true : null));
  for (const [what, text] of Object.entries(smuggled)) {
    const before = display.got().length;
    const status = await show(`a${text}`.slice(0, 20), `${text}b`.slice(-20));
    if (status === 400) continue;
    await until(async () => (display.got().length > before ? true : null));
    await show(`end ${what}`.slice(0, 20));
    await until(async () => (display.got().slice(before).includes('end ') ? true : null));
    const bytes = Buffer.from(display.got().slice(before), 'latin1').toString('hex');
    const rest = bytes
      // Its own choice of a code page stands before both lines, behind CLR.
      .replaceAll(/0c1b7400(?=1b5141)/g, '')
      .replaceAll(/1b51(?:41|42)(?:..){20}0d/g, (found) => found.slice(6, -2))
      .replaceAll(/(?:..)/g, (byte) => (Number.parseInt(byte, 16) < 0x20 ? byte : ''));
    expect([what, rest]).toEqual([what, '']);
  }
});
