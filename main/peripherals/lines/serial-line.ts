// A device on a serial line, or on USB with an adapter. The line is kept open, so that a person who opens the cover or
// pulls the plug is noticed at once; where it is lost, who uses it opens it again.
// Without a device at the other end neither a write nor a drain ever calls back, and only closing ends it.
import { statSync } from 'node:fs';
import type { SerialPort } from 'serialport';
import type { SerialEndpoint } from '../address/parts.ts';
import { createConnectionEnd } from './connection-end.ts';
import type { Connection, Line } from './line.ts';
import { type ListPorts, type ListedPort, listPorts, portOf } from './usb-ports.ts';

/** Start bit, eight bits, stop bit. */
const bitsPerByte = 10;
/** A system that cannot close a line must not keep the till waiting. */
const closeMs = 1_000;
/** A device that is away is opened again within a second of its return. */
const lookMs = 250;

/** `list`: the serial ports that are there now. */
export function createSerialLine(endpoint: SerialEndpoint, list: ListPorts = listPorts): Line {
  /** The device that was opened: it is looked for under whatever number it comes back. */
  let seen: ListedPort | null = null;
  return {
    name: `serial:${endpoint.path}`,
    keptOpen: true,
    losesBytes: true,
    holdsBack: endpoint.flow !== 'none',
    bytesPerSecond: endpoint.baud / bitsPerByte,
    open: async (timeoutMs) => {
      const port = portOf(endpoint, seen, await list());
      const connection = await open({ ...endpoint, path: port?.path ?? endpoint.path }, timeoutMs);
      seen = port;
      return connection;
    },
  };
}

async function open({ path, baud, flow }: SerialEndpoint, timeoutMs: number): Promise<Connection> {
  // It loads a native part, which a till without such a line does not need.
  const { SerialPort } = await import('serialport');
  const port = new SerialPort({
    path,
    baudRate: baud,
    autoOpen: false,
    rtscts: flow === 'rts-cts',
    xon: flow === 'xon-xoff',
    xoff: flow === 'xon-xoff',
  });
  return new Promise((resolve, reject) => {
    let late = false;
    const giveUp = setTimeout(() => {
      late = true;
      reject(new Error(`${path} did not open within ${timeoutMs} ms.`));
    }, timeoutMs);
    port.open((error) => {
      clearTimeout(giveUp);
      if (error !== null) reject(error);
      else if (late) port.close();
      else resolve(connectionOf(port, path));
    });
  });
}

function connectionOf(port: SerialPort, path: string): Connection {
  const end = createConnectionEnd();
  const stopLooking = whenGone(path, () => {
    end.lose();
    port.close();
  });
  end.onLost(stopLooking);
  port.on('error', end.lose);
  port.on('close', end.lose);
  // A line without a reader does not notice that it is gone.
  port.resume();
  return {
    write: (bytes) => end.whileOpen((done, failed) => port.write(bytes, (error) => (error ? failed() : done()))),
    finish: () => end.whileOpen((done, failed) => port.drain((error) => (error ? failed() : done()))),
    onBytes: (listener) => port.on('data', listener),
    onLost: end.onLost,
    isOpen: end.isOpen,
    close: () =>
      new Promise((resolve) => {
        stopLooking();
        end.closed();
        if (!port.isOpen) {
          resolve();
          return;
        }
        const giveUp = setTimeout(resolve, closeMs);
        // What the system still holds would otherwise leave later.
        port.flush(() =>
          port.close(() => {
            clearTimeout(giveUp);
            resolve();
          }),
        );
      }),
  };
}

/**
 * Looks whether the port is still the one that was opened: one that goes in the moment of its opening is not always told by
 * the system. Returns a function that ends it.
 */
function whenGone(path: string, gone: () => void): () => void {
  const opened = fileAt(path);
  // Windows has no file for it.
  if (opened === null) return () => {};
  const timer = setInterval(() => {
    if (fileAt(path) !== opened) gone();
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}

function fileAt(path: string): string | null {
  try {
    const { dev, ino, rdev } = statSync(path);
    return `${dev} ${ino} ${rdev}`;
  } catch {
    return null;
  }
}
