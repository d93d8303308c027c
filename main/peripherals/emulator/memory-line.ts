// A line to an emulated printer within this program: no port is opened for it. Its cable can be pulled.
import { createConnectionEnd, type ConnectionEnd } from '../lines/connection-end.ts';
import type { Connection, Line } from '../lines/line.ts';
import type { EmulatedPrinter } from './emulated-printer.ts';

export interface MemoryLine {
  readonly line: Line;
  /** The connection breaks, and none can be made. The printer goes on with what it has. */
  readonly pullCable: () => void;
  readonly plugCable: () => void;
}

interface Open {
  readonly end: ConnectionEnd;
  readonly listeners: ((bytes: Uint8Array) => void)[];
  /** What the printer had no room for, with who waits for it to be taken. */
  readonly waiting: { bytes: Uint8Array; readonly taken: () => void }[];
}

export function memoryLine(printer: EmulatedPrinter): MemoryLine {
  let current: Open | null = null;
  let pulled = false;

  /** Gives the printer what fits, in order. */
  function serve(): void {
    const open = current;
    if (open === null) return;
    for (;;) {
      const [first] = open.waiting;
      if (first === undefined || !open.end.isOpen()) return;
      const taken = printer.receive(first.bytes);
      if (taken < first.bytes.length) {
        first.bytes = first.bytes.subarray(taken);
        return;
      }
      open.waiting.shift();
      first.taken();
    }
  }

  printer.onSend((bytes) => {
    for (const listener of current?.listeners ?? []) listener(bytes);
  });
  // In a later turn, as a line does: the printer must have finished what it is doing.
  printer.onRoom(() => queueMicrotask(serve));

  function connection(): Connection {
    const open: Open = { end: createConnectionEnd(), listeners: [], waiting: [] };
    current = open;
    return {
      write: (bytes) =>
        open.end.whileOpen((done) => {
          open.waiting.push({ bytes, taken: done });
          queueMicrotask(serve);
        }),
      finish: () => Promise.resolve(),
      onBytes: (listener) => open.listeners.push(listener),
      onLost: open.end.onLost,
      isOpen: open.end.isOpen,
      close: async () => {
        open.end.closed();
        if (current === open) current = null;
      },
    };
  }

  return {
    line: {
      name: 'training printer',
      keptOpen: true,
      losesBytes: false,
      holdsBack: true,
      bytesPerSecond: null,
      open: async () => {
        if (pulled || !printer.isOn()) throw new Error('The cable of the training printer is pulled.');
        return connection();
      },
    },
    pullCable: () => {
      pulled = true;
      const open = current;
      current = null;
      open?.end.lose();
    },
    plugCable: () => {
      pulled = false;
    },
  };
}
