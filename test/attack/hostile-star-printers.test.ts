// A Star printer, or a stranger in its place, that talks back in line mode: a counter that stands still, jumps or goes
// back, words that came before, frames cut in two, bytes without an end. Nothing is said to be printed by such a word, a
// document ends in bounded time, and the one after it comes out of the printer that is honest again.
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrintDocument } from '#contract/devices/documents.ts';
import { driverAt, noWait } from '#support/printer-bench.ts';
import { type SerialLine, serialLine } from '#support/serial-line.ts';

const receipt: PrintDocument = {
  blocks: [...Array.from({ length: 20 }, (_, at) => ({ type: 'text' as const, text: `line ${at}` })), { type: 'cut' }],
};
/** As many lines as keep the line busy for a few questions. */
const long: PrintDocument = {
  blocks: Array.from({ length: 300 }, (_, at) => ({ type: 'text' as const, text: `line ${at} `.repeat(5) })),
};

/** A frame of nine bytes; its eighth holds how many documents came out, modulo 32. */
function frame(count: number, { offline = 0, paper = 0 } = {}): Buffer {
  const counter = ((count & 0b111) << 1) | (((count >> 3) & 0b11) << 5);
  return Buffer.of(0x23, 0x86, offline, 0, 0, paper, 0, counter, 0);
}

/** What one of them knows of itself. */
interface Printer {
  readonly socket: Socket;
  /** Documents that it counted, honestly. */
  count: number;
  /** Ends of documents in this connection. */
  ends: number;
  /** Bytes of a document came in this connection. */
  printing: boolean;
  asked: number;
}

interface Manners {
  readonly connected?: (printer: Printer) => unknown;
  readonly document?: (printer: Printer) => unknown;
  /** It is told to count one more. */
  readonly end?: (printer: Printer) => unknown;
  /** It is asked for its frame. Nothing: an honest one. */
  readonly asked?: (printer: Printer) => unknown;
}

let manners: Manners = {};
/** All that came since it was emptied. */
let got: Buffer[] = [];
/** It goes on counting over connections, as a printer does. */
let total = 0;

function again(socket: Socket, bytes: () => Buffer, everyMs = 5): void {
  const timer = setInterval(() => socket.write(bytes()), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function flood(socket: Socket, bytes: Buffer): void {
  const piece = Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes));
  const more = () => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

const said = (count: (printer: Printer) => number) => ({
  asked: (printer: Printer) => printer.socket.write(frame(count(printer))),
});
const before = ({ count, ends }: Printer) => count - ends;

const attacks: { readonly [name: string]: Manners } = {
  'never counts': said(before),
  'counts from nothing each time': said(() => 0),
  'jumps ahead by two': said((printer) => before(printer) + 2 * printer.ends),
  'jumps ahead by half of its counter': said((printer) => before(printer) + 16 * printer.ends),
  'counts backwards': said((printer) => before(printer) - printer.ends),
  'says another number each time': said((printer) => before(printer) + 2 + printer.asked * 3),
  'counts a document before its end was sent': said((printer) =>
    printer.printing ? before(printer) + 1 : before(printer),
  ),
  'counts one more before a byte was sent, and none after': said((printer) =>
    printer.asked > 1 || printer.printing ? before(printer) + 1 : before(printer),
  ),
  'says its word for the document before, and closes': {
    end: ({ socket, count }) => {
      socket.write(frame(count - 1));
      socket.end();
    },
    asked: ({ socket, count, ends }) => ends === 0 && socket.write(frame(count)),
  },
  'tells all its numbers, again and again': {
    end: ({ socket, count }) => {
      let step = 2;
      again(socket, () => frame(count - 1 + (step = (step % 31) + 1)));
    },
    asked: ({ ends, socket, count }) => ends === 0 && socket.write(frame(count)),
  },
  'pushes frames of a counter that stands still, without an end': {
    connected: ({ socket, count }) => again(socket, () => frame(count)),
    ...said(before),
  },
  'cuts its frame in the middle, and says no more': {
    asked: ({ socket, count, ends }) => socket.write(ends === 0 ? frame(count) : frame(count).subarray(0, 7)),
  },
  'says the head of a frame, again and again': {
    end: ({ socket }) => again(socket, () => frame(0).subarray(0, 2)),
    asked: ({ socket, count, ends }) => ends === 0 && socket.write(frame(count)),
  },
  'says shorter frames, whose counter is another byte': {
    asked: ({ socket, count, ends }) =>
      socket.write(ends === 0 ? frame(count) : Buffer.concat([Buffer.of(0x0f), frame(count).subarray(1, 7)])),
  },
  'says a frame of no length': {
    asked: ({ socket, count, ends }) => socket.write(ends === 0 ? frame(count) : Buffer.of(0x01, 0x01, 0x01, 0x01)),
  },
  'says frames that claim to be as long as can be': {
    end: ({ socket }) => again(socket, () => Buffer.from('6f'.repeat(9), 'hex')),
    asked: ({ socket, count, ends }) => ends === 0 && socket.write(frame(count)),
  },
  'answers as an ESC/POS printer does': { asked: ({ socket }) => socket.write(Buffer.of(0x12)) },
  'says that it has no paper all the time': {
    asked: ({ socket, count, ends }) =>
      socket.write(ends === 0 ? frame(count) : frame(count - ends, { offline: 8, paper: 8 })),
  },
  'floods zeros when it is connected': { connected: ({ socket }) => flood(socket, Buffer.of(0)), ...said(before) },
  'floods zeros': { end: ({ socket }) => flood(socket, Buffer.of(0)), ...said(before) },
  'floods 0xFF': { end: ({ socket }) => flood(socket, Buffer.of(0xff)), ...said(before) },
  'floods frames of a counter that stands still': {
    end: ({ socket, count }) => flood(socket, frame(count - 1)),
    ...said(before),
  },
  'floods the head of a frame': { end: ({ socket }) => flood(socket, Buffer.of(0x23)), ...said(before) },
};

const asksForFrame = Buffer.of(0x1b, 0x06, 0x01);
const zeroesCounter = Buffer.of(0x1b, 0x1e, 0x45);

function behave(socket: Socket): void {
  const its = manners;
  const printer: Printer = { socket, count: total, ends: 0, printing: false, asked: 0 };
  let left: Buffer = Buffer.alloc(0);
  const begins = (bytes: Buffer) => {
    const shared = Math.min(bytes.length, left.length);
    return left.subarray(0, shared).equals(bytes.subarray(0, shared));
  };
  const take = (): number => {
    if (begins(asksForFrame)) {
      if (left.length < 3) return 0;
      printer.asked += 1;
      if (its.asked === undefined) socket.write(frame(printer.count));
      else its.asked(printer);
      return 3;
    }
    if (begins(zeroesCounter)) {
      if (left.length < 4) return 0;
      printer.count = 0;
      total = 0;
      return 4;
    }
    // As the manual has it (p. 186), this one begins to count anew, too.
    if (left[0] === 0x18) {
      printer.count = 0;
      total = 0;
    }
    if (left[0] === 0x17) {
      printer.ends += 1;
      printer.count += 1;
      total = printer.count;
      its.end?.(printer);
    }
    if (left[0] === 0x6c) {
      printer.printing = true;
      its.document?.(printer);
    }
    return 1;
  };
  socket.on('error', () => undefined);
  its.connected?.(printer);
  socket.on('data', (bytes: Buffer) => {
    got.push(bytes);
    left = Buffer.concat([left, bytes]);
    while (left.length > 0) {
      const taken = take();
      if (taken === 0) return;
      left = left.subarray(taken);
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
  manners = {};
});

const limits = {
  answerMs: 1_000,
  clearMs: 300,
  silenceMs: 500,
  stuckMs: 1_500,
  obstacleMs: 500,
  pulseMs: 500,
};

describe.each(['tcp', 'serial'] as const)('a Star printer at a line of %s that', (kind) => {
  const place = () => `${kind === 'tcp' ? `tcp://127.0.0.1:${port}` : `serial:${line.path}`}?language=star-line`;
  async function printed(document = receipt): Promise<string> {
    if (kind === 'serial') await line.plug();
    const { printer, close } = driverAt(place(), limits);
    try {
      return (await printer.print(document, noWait, false)).type;
    } finally {
      await close();
    }
  }

  it('is honest is believed, over the turn of its counter', async () => {
    for (let number = 0; number < 34; number += 1) expect(await printed()).toBe('printed');
    expect(await printed(long)).toBe('printed');
  });

  it.each(['2', '5'])('has no paper gets no pulse (pin %s) that would open its drawer later', async (pin) => {
    manners = { asked: ({ socket, count }) => socket.write(frame(count, { offline: 8, paper: 8 })) };
    if (kind === 'serial') await line.plug();
    got = [];
    const { printer, close } = driverAt(`${place()}&drawerPin=${pin}`, limits);
    try {
      expect(['unknown', 'not-sent']).toContain(await printer.openDrawer(noWait));
    } finally {
      await close();
    }
    const bytes = Buffer.concat(got);
    expect([bytes.includes(0x07), bytes.includes(0x1a), bytes.includes(0x1c)]).toEqual([false, false, pin === '2']);
  });

  it('says its frames byte by byte is believed', async () => {
    const slowly = async ({ socket, count }: Printer) => {
      for (const byte of frame(count)) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
    };
    manners = { asked: slowly };
    expect(await printed()).toBe('printed');
  });

  it.each(Object.keys(attacks))(
    '%s is not believed, and the next document comes out',
    async (name) => {
      manners = attacks[name]!;
      expect(['doubtful', 'not-sent']).toContain(await printed());
      if (kind === 'tcp') expect(['doubtful', 'not-sent']).toContain(await printed(long));
      manners = {};
      expect(await printed()).toBe('printed');
    },
    30_000,
  );
});
