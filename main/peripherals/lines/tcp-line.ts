// A printer in the network, port 9100. Connected for each job: many printers serve one connection at a time and close
// an idle one, so that a kept connection would shut out the till beside this one.
import { connect, type Socket } from 'node:net';
import { lookup } from '#http/found-addresses.ts';
import type { TcpEndpoint } from '../address/address.ts';
import { createConnectionEnd } from './connection-end.ts';
import type { Connection, Line } from './line.ts';
import { floodGuard } from './flood-guard.ts';

export function createTcpLine({ host, port }: TcpEndpoint): Line {
  return {
    name: `tcp://${host}:${port}`,
    keptOpen: false,
    losesBytes: false,
    holdsBack: false,
    bytesPerSecond: null,
    open: (timeoutMs) => open(host, port, timeoutMs),
  };
}

function open(host: string, port: number, timeoutMs: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup, noDelay: true, keepAlive: true, keepAliveInitialDelay: 5_000 });
    const giveUp = setTimeout(() => socket.destroy(new Error(`No connection within ${timeoutMs} ms.`)), timeoutMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(giveUp));
    socket.once('connect', () => {
      clearTimeout(giveUp);
      socket.off('error', reject);
      resolve(connectionOf(socket));
    });
  });
}

function connectionOf(socket: Socket): Connection {
  const end = createConnectionEnd();
  socket.on('error', end.lose);
  // The other side closes: what is written from now on does not arrive.
  socket.on('end', end.ended);
  socket.on('close', end.ended);
  return {
    write: (bytes) => end.whileOpen((done, failed) => socket.write(bytes, (error) => (error ? failed() : done()))),
    finish: () => {
      end.finishing();
      return end.whileOpen((done) => {
        // The other side closes once it has read all of it; a broken line is an error before that.
        socket.once('close', done);
        socket.end();
      });
    },
    onBytes: (listener) => {
      const isFlood = floodGuard();
      socket.on('data', (bytes) => {
        if (!isFlood(bytes.length)) return listener(bytes);
        end.lose();
        socket.destroy();
      });
    },
    onLost: end.onLost,
    isOpen: end.isOpen,
    close: () =>
      new Promise((resolve) => {
        end.closed();
        if (socket.closed) resolve();
        else socket.once('close', () => resolve());
        socket.destroy();
      }),
  };
}
