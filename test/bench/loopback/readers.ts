// Readers that leave a bridge no peace, as a process of its own: `readers.ts PORT TOKEN PATH CONNECTIONS MODE`. `again`:
// each connection asks anew as soon as it was answered. `unread`: each asks, and takes nothing of the answer. Prints a
// line when all are connected, and one with what it was told when it is ended by a SIGTERM.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

const [port = '', token = '', path = '', count = '', mode = ''] = process.argv.slice(2);
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
const told = new Map<string, number>();
let bytes = 0;

function note(status: string): void {
  told.set(status, (told.get(status) ?? 0) + 1);
}

/** Reads lengths only: what a reader costs should be little. */
function askAgain(socket: Socket): void {
  let head = '';
  let left = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        head += chunk.toString('latin1', at, Math.min(chunk.length, at + 4_096));
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const before = head.length - Math.min(chunk.length - at, 4_096);
        at += end + 4 - before;
        note(head.slice(9, 12));
        left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        head = '';
      }
      const taken = Math.min(left, chunk.length - at);
      left -= taken;
      at += taken;
      if (left === 0) socket.write(request);
    }
  });
}

async function open(): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  // Whoever is cut off comes back.
  socket.on('error', () => undefined).once('close', () => void open());
  await once(socket, 'connect').catch(() => undefined);
  if (mode === 'unread') socket.pause();
  else askAgain(socket);
  socket.write(request);
}

await Promise.all(Array.from({ length: Number(count) }, open));
process.stdout.write('connected\n');
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ bytes, answers: Object.fromEntries(told) })}\n`, () => process.exit(0));
});
