// Loaded into a program before anything else (`NODE_OPTIONS=--import`): names lead where the test says, in turn where
// it says several addresses. Each name that is looked up, and each address that a connection is tried at, is written to
// stderr.
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket, isIP } from 'node:net';

const told = new Map(
  Object.entries(JSON.parse(process.env['TEST_NAMES'] ?? '{}') as { readonly [name: string]: readonly string[] }),
);
const asked = new Map<string, number>();
const system = dns.lookup;

type Done = (error: Error | null, address: string | dns.LookupAddress[], family?: number) => void;

const lookup = (name: string, options: dns.LookupOptions, done: Done): void => {
  process.stderr.write(`ASKED ${name}\n`);
  const addresses = told.get(name);
  if (addresses === undefined) return system(name, options, done);
  const times = asked.get(name) ?? 0;
  asked.set(name, times + 1);
  const address = addresses[Math.min(times, addresses.length - 1)] ?? '';
  const family = isIP(address);
  process.nextTick(() => (options.all === true ? done(null, [{ address, family }]) : done(null, address, family)));
};
Object.assign(dns, { lookup });
syncBuiltinESMExports();

subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: unknown };
  if (!(socket instanceof Socket)) return;
  socket.on('connectionAttempt', (address: string) => process.stderr.write(`TRIED ${address}\n`));
});
