// A database whose server ends at the worst moment.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#office/database/database.ts';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const signedIn = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const ended = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

it('ends no office where it says so in the packet that lets it in', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([signedIn, ready, ended])));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const database = openDatabase(`postgres://office@127.0.0.1:${port}/office`, () => undefined);
  await expect(database.chains()).rejects.toThrow('the database ended');
  await database.close();
});
