// Readers that leave a bridge no peace, as a process of its own: `readers.ts PORT TOKEN PATH CONNECTIONS MODE`; without a
// token (-) they are strangers. `again`: each connection asks anew as soon as it was answered. `pairings`: each asks to be
// paired, again and again. `unread`: each asks, and takes nothing of the answer. `refused`:
// each sends a body of 64 kB that is refused, again and again. `accepted`: each sends a new order of 60 kB that is taken.
// `texts` and `pictures`: each sends a new document of 450 kB to be printed. `drawers`: each opens the drawer anew.
// `displays`: each writes on the customer's display anew.
// Prints a line when all are connected, and one with what it was told when it is ended by a SIGTERM.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

const [port = '', token = '', path = '', count = '', mode = ''] = process.argv.slice(2);
const known = token === '-' ? '' : `Authorization: Bearer ${token}\r\n`;
const head = `Host: 127.0.0.1:${port}\r\n${known}`;
const fixed = always();
let sent = 0;
const told = new Map<string, number>();
let bytes = 0;

/** What is the same each time. */
function always(): string {
  if (mode === 'refused') return refused();
  return mode === 'pairings' ? pairing() : `GET ${path} HTTP/1.1\r\n${head}\r\n`;
}

function pairing(): string {
  return post('pairing', { name: 'Stranger', scopes: ['status'] });
}

/** Digits that nearly are card numbers, and marks that pile up: what was dearest to look at. */
function refused(): string {
  const text = `${'4444-'.repeat(7_000)}a${'\u0301\u0323'.repeat(7_000)}`;
  return post('refused', { amount: { value: 'much', currency: 'EUR' }, note: text });
}

/** Pairs of digits, none of them a card's number: the dearest text that is taken. */
function accepted(): string {
  sent += 1;
  const id = `large-${sent}`;
  return post(id, { transId: id, amount: { value: 100, currency: 'EUR' }, note: '11 '.repeat(20_000) });
}

/** The dearest text, and pictures, which are taken. */
function document(): string {
  sent += 1;
  const blocks =
    mode === 'texts'
      ? Array.from({ length: 250 }, () => ({ type: 'text', text: '11 '.repeat(600) }))
      : Array.from({ length: 2 }, () => ({ type: 'picture', pbm: 'A'.repeat(200_000) }));
  return post(`document-${sent}`, { device: 'COUNTER', document: { blocks } });
}

function post(key: string, input: object, method = 'POST'): string {
  const body = JSON.stringify(input);
  const more = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nIdempotency-Key: ${key}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${head}${more}\r\n${body}`;
}

/** What is written differs each time, so that it is sent to the line. */
function onDisplay(): string {
  sent += 1;
  return post('display', { lines: [`Total ${sent}`, '2 x Espresso'] }, 'PUT');
}

function opening(): string {
  sent += 1;
  return post(`opening-${sent}`, { reason: 'Change' });
}

function request(): string {
  if (mode === 'displays') return onDisplay();
  if (mode === 'drawers') return opening();
  if (mode === 'texts' || mode === 'pictures') return document();
  return mode === 'accepted' ? accepted() : fixed;
}

function note(status: string): void {
  told.set(status, (told.get(status) ?? 0) + 1);
}

/** Reads lengths only: what a reader costs should be little. */
function askAgain(socket: Socket): void {
  let begun = '';
  let left = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        begun += chunk.toString('latin1', at, Math.min(chunk.length, at + 4_096));
        const end = begun.indexOf('\r\n\r\n');
        if (end < 0) return;
        const before = begun.length - Math.min(chunk.length - at, 4_096);
        at += end + 4 - before;
        note(begun.slice(9, 12));
        left = Number(/content-length: (\d+)/i.exec(begun)?.[1] ?? 0);
        begun = '';
      }
      const taken = Math.min(left, chunk.length - at);
      left -= taken;
      at += taken;
      if (left === 0) socket.write(request());
    }
  });
}

async function open(): Promise<void> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  // A reader that is cut off connects again.
  socket.on('error', () => undefined).once('close', () => void open());
  await once(socket, 'connect').catch(() => undefined);
  if (mode === 'unread') socket.pause();
  else askAgain(socket);
  socket.write(request());
}

await Promise.all(Array.from({ length: Number(count) }, open));
process.stdout.write('connected\n');
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ bytes, answers: Object.fromEntries(told) })}\n`, () => process.exit(0));
});
