// The emulated printer on a port of its own, as one in the network: it serves one connection at a time, others wait.
// Its cable can be pulled (connections break, none is taken), and it can hang (nothing is read or said).
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { EmulatedPrinter } from '#peripherals/emulator/emulated-printer.ts';

export interface EmulatorServer {
  readonly port: number;
  /** Connections break, and new ones are refused. The printer goes on with what it has. */
  readonly pullCable: () => void;
  readonly plugCable: () => void;
  /** Nothing is read any more, connections stay. */
  readonly hang: () => void;
  readonly goOn: () => void;
  /** Loses its power, and its connections with it. */
  readonly powerOff: () => void;
  readonly powerOn: () => void;
  readonly close: () => Promise<void>;
}

export async function serveEmulator(printer: EmulatedPrinter, port = 0, host = '127.0.0.1'): Promise<EmulatorServer> {
  const sockets: Socket[] = [];
  /** What the printer had no room for, of the connection that is served. */
  let waiting: Uint8Array = new Uint8Array();
  let breaks = 0;
  let pulled = false;
  let hanging = false;

  /** Reads of the first connection, as far as there is room. */
  function serve(): void {
    const [socket] = sockets;
    if (socket === undefined || hanging) return;
    if (waiting.length > 0) {
      const all = waiting;
      const before = breaks;
      let taken = 0;
      const goesOn = () => breaks === before && taken < all.length;
      // Byte by byte: at each the line may break, and what follows is lost.
      while (goesOn() && printer.receive(all.subarray(taken, taken + 1)) === 1) taken += 1;
      if (breaks === before) waiting = all.subarray(taken);
    }
    if (sockets[0] === socket && waiting.length === 0) socket.resume();
  }

  function accept(socket: Socket): void {
    if (pulled || !printer.isOn()) {
      socket.resetAndDestroy();
      return;
    }
    sockets.push(socket);
    socket.setNoDelay(true);
    socket.pause();
    socket.on('data', (bytes) => {
      socket.pause();
      waiting = Buffer.concat([waiting, bytes]);
      serve();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', (broken) => {
      const index = sockets.indexOf(socket);
      // What was sent before an orderly end is printed.
      if (index === 0 && broken) waiting = new Uint8Array();
      if (index >= 0) sockets.splice(index, 1);
      serve();
    });
    serve();
  }

  const server: Server = createServer(accept);
  printer.onSend((bytes) => {
    if (!hanging) sockets[0]?.write(bytes);
  });
  printer.onRoom(() => queueMicrotask(serve));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  const breakAll = () => {
    breaks += 1;
    waiting = new Uint8Array();
    for (const socket of sockets.splice(0)) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    pullCable: () => {
      pulled = true;
      breakAll();
    },
    plugCable: () => {
      pulled = false;
    },
    hang: () => {
      hanging = true;
      sockets[0]?.pause();
    },
    goOn: () => {
      hanging = false;
      serve();
    },
    powerOff: () => {
      printer.powerOff();
      breakAll();
    },
    powerOn: () => printer.powerOn(),
    close: () => {
      printer.close();
      breakAll();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
