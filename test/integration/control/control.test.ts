// Both sides of the control socket over real sockets: what a command is told of a bridge that it must not ask.
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Asked, ControlCalls } from '#contract/programs/control.ts';
import { askBridge } from '#control/client.ts';
import { openControl } from '#control/server.ts';
import { aFolder } from '#support/store-folder.ts';

const row = {
  id: 'op_1',
  kind: 'refund',
  state: 'cancelled',
  client: 'c',
  amount: null,
  payId: null,
  transId: null,
  createdAt: '2026-01-31T18:05:00.000Z',
} as const;

function theCalls(change: Partial<ControlCalls> = {}): Partial<ControlCalls> {
  const changed = async () => ({ type: 'changed', operation: row }) as const;
  const list = async () => ({ operations: [row], next: null });
  return { list, cancel: changed, decide: changed, keepApproved: changed, freeTerminal: changed, ...change };
}

const head = () => 7;
const answer = (value: unknown) => ({ type: 'answer', answer: value });

async function aSocket(change: Partial<ControlCalls> = {}, dataDir = aFolder(), workingMs = 10_000) {
  const events: string[] = [];
  const log = (_level: string, event: string) => void events.push(event);
  const calls = theCalls(change);
  const socket = await openControl({ dataDir, version: '1.0.0', calls, head, log, runtimeDir: null, workingMs });
  if (socket === null) throw new Error('no socket');
  onTestFinished(() => socket.close(0));
  return { socket, dataDir, events };
}

const all = { state: 'accepted', client: null, after: null } as const;

describe('a command', () => {
  it('gets what the call gives, and knows where no bridge runs', async () => {
    const { socket, dataDir } = await aSocket();
    const whom = { dataDir, version: '1.0.0' };
    expect(await askBridge(whom, 'list', all)).toEqual(answer({ operations: [row], next: null }));
    await socket.close(0);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await askBridge(whom, 'list', all)).toEqual({ type: 'none', asked: null });
  });

  it('gets an answer of many members', async () => {
    const operations = Array.from({ length: 1_000 }, () => row);
    const { dataDir } = await aSocket({ list: async () => ({ operations, next: null }) });
    const heard = await askBridge({ dataDir, version: '1.0.0' }, 'list', all);
    expect(heard).toEqual(answer({ operations, next: null }));
  });

  it('waits for a call that takes long while the bridge says that it works, and gives up on one that says nothing', async () => {
    const long = {
      cancel: async () => {
        await setTimeout(2_500);
        return { type: 'changed', operation: row } as const;
      },
    };
    const ask = (dataDir: string) =>
      askBridge({ dataDir, version: '1.0.0', silenceMs: 1_500 }, 'cancel', { id: 'op_1', by: 'command: x' });
    expect(await ask((await aSocket(long, aFolder(), 50)).dataDir)).toMatchObject({ type: 'answer' });
    await expect(ask((await aSocket(long)).dataDir)).rejects.toThrow('did not answer in time. Whether it was done');
  });

  it('keeps no bridge from ending: a call that is not carried out in time is asked of the next one', async () => {
    const { promise, resolve } = Promise.withResolvers<{ readonly type: 'changed'; readonly operation: typeof row }>();
    const begun = Promise.withResolvers<undefined>();
    const cancel = () => (begun.resolve(undefined), promise);
    const { socket, dataDir } = await aSocket({ cancel });
    const heard = askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
    await begun.promise;
    await socket.close(100);
    expect(await heard).toMatchObject({ type: 'none', asked: { since: 7 } });
    resolve({ type: 'changed', operation: row });
  });

  it('of another version is told which one runs, and its request is not sent', async () => {
    const asked: string[] = [];
    const { dataDir } = await aSocket({
      cancel: async ({ id }) => (asked.push(id), { type: 'changed', operation: row }),
    });
    const newer = askBridge({ dataDir, version: '2.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
    await expect(newer).rejects.toThrow('has version 1.0.0, this command has version 2.0.0');
    expect(asked).toEqual([]);
  });

  it('shows nothing to a program that took the address of a bridge that was killed', async () => {
    const dataDir = aFolder();
    const heard: string[] = [];
    const thief = createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard.push(text);
        socket.write(
          `${JSON.stringify({ product: 'Tillbridge', version: '1.0.0', folder: 'x', proof: '0'.repeat(64) })}\n`,
        );
      });
    }).listen(join(dataDir, 'bridge.sock'));
    await once(thief, 'listening');
    onTestFinished(() => void thief.close());
    writeFileSync(
      join(dataDir, 'bridge.control.json'),
      JSON.stringify({ address: 'bridge.sock', key: 'ab'.repeat(32) }),
    );
    const asked = askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
    await expect(asked).rejects.toThrow('is not the bridge of this data folder');
    expect(heard.join('')).toMatch(/^\{"nonce":"[0-9a-f]{32}"\}\n$/);
  });

  it('asks again where another bridge began between the reading of its key and the greeting', async () => {
    const { dataDir } = await aSocket({ list: async () => ({ operations: [], next: null }) });
    const file = join(dataDir, 'bridge.control.json');
    const now = readFileSync(file, 'utf8');
    const address = join(aFolder(), 'bridge.sock');
    const before = createServer((socket) => {
      socket.once('data', () => {
        writeFileSync(file, now);
        socket.write(
          `${JSON.stringify({ product: 'Tillbridge', version: '1.0.0', folder: 'x', proof: '0'.repeat(64) })}\n`,
        );
      });
    }).listen(address);
    await once(before, 'listening');
    onTestFinished(() => void before.close());
    writeFileSync(file, JSON.stringify({ address, key: 'ab'.repeat(32) }));
    expect(await askBridge({ dataDir, version: '1.0.0' }, 'list', all)).toEqual(answer({ operations: [], next: null }));
  });

  it('is told that something broke, and not what was sent', async () => {
    const { dataDir, events } = await aSocket({ cancel: () => Promise.reject(new Error('a bug')) });
    const asked = askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
    await expect(asked).rejects.toThrow('Something went wrong inside the bridge');
    expect(events).toEqual(['control-broke']);
  });

  it('fills no log: what is refused again and again is one line, and a count', async () => {
    const { socket, dataDir, events } = await aSocket({ cancel: () => Promise.reject(new Error('a bug')) });
    for (let count = 0; count < 20; count += 1) {
      const stranger = connect(join(dataDir, 'bridge.sock')).on('error', () => undefined);
      stranger.end('no message\n');
      await once(stranger.resume(), 'close');
      const asked = askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
      await expect(asked).rejects.toThrow('Something went wrong');
    }
    expect(events.toSorted()).toEqual(['control-broke', 'control-refused']);
    await socket.close(0);
    expect(events.toSorted()).toEqual(['control-broke', 'control-broke', 'control-refused', 'control-refused']);
  });

  it('is told of a bridge that dies what it was asked to change, so that the next one is asked for the same', async () => {
    const over = Promise.withResolvers<never>();
    const wishes: Asked[] = [];
    const reading = await aSocket({ list: () => (void reading.socket.close(0), over.promise) });
    const changing = await aSocket({
      cancel: (_input, asked) => (wishes.push(asked), void changing.socket.close(0), over.promise),
    });
    const whom = { dataDir: reading.dataDir, version: '1.0.0' };
    expect(await askBridge(whom, 'list', all)).toEqual({ type: 'none', asked: null });
    const cancelled = { id: 'op_1', by: 'command: x' };
    const heard = await askBridge({ ...whom, dataDir: changing.dataDir }, 'cancel', cancelled);
    const [asked = null] = wishes;
    expect(asked).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) as string, since: 7 });
    expect(heard).toEqual({ type: 'none', asked });
    over.reject(new Error('the bridge is gone'));

    const next = await aSocket({
      cancel: async (_input, again) => (wishes.push(again), { type: 'changed', operation: row }),
    });
    await askBridge({ ...whom, dataDir: next.dataDir }, 'cancel', cancelled, asked);
    expect(wishes).toEqual([asked, asked]);
  });

  it('of a folder whose key is not at hand is told so, where it cannot be carried out without', async () => {
    const { dataDir } = await aSocket();
    const asked = askBridge({ dataDir, version: '1.0.0' }, 'operators', {});
    await expect(asked).rejects.toThrow('the key of the data folder is not at hand');
  });

  it('that reaches a bridge in its last moment finds that none runs', async () => {
    const dataDir = aFolder();
    const dying = createServer((socket) => {
      dying.close();
      socket.destroy();
    }).listen(join(dataDir, 'bridge.sock'));
    await once(dying, 'listening');
    const place = { address: 'bridge.sock', key: 'ab'.repeat(32) };
    writeFileSync(join(dataDir, 'bridge.control.json'), JSON.stringify(place));
    expect(await askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' })).toEqual({
      type: 'none',
      asked: null,
    });
  });

  it('that runs when the bridge ends has its answer first', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const { socket, dataDir } = await aSocket({
      async cancel() {
        begun.resolve();
        await end.promise;
        return { type: 'changed', operation: row };
      },
    });
    const asked = askBridge({ dataDir, version: '1.0.0' }, 'cancel', { id: 'op_1', by: 'command: x' });
    await begun.promise;
    const closed = socket.close(60_000);
    expect(existsSync(join(dataDir, 'bridge.control.json'))).toBe(false);
    end.resolve();
    expect(await asked).toEqual(answer({ type: 'changed', operation: row }));
    await closed;
  });
});

it('a bridge that finds no place for a socket runs without one', async () => {
  const events: string[] = [];
  const log = (_level: string, event: string) => void events.push(event);
  const gone = join(aFolder(), 'not-there');
  const runtimeDir = aFolder();
  expect(await openControl({ dataDir: gone, version: '1', calls: theCalls(), head, log, runtimeDir })).toBeNull();
  expect([events, readdirSync(runtimeDir)]).toEqual([['control-unavailable'], []]);
});
