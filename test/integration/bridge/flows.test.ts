// ARCHITECTURE.md says by which files a cashier's press and a program's request come to the engine. Both are made here, and
// the files are read from the stack of the engine's `submit`.
import type { IpcMainInvokeEvent } from 'electron';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Handler } from '#assembly/window/window-guard.ts';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import type { WindowApi, WindowCall } from '#contract/calls/table.ts';
import { Engine } from '#core/engine/engine.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { preferences } from '#support/preferences.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import { createAnswerer, registerIpcChannels } from '../../../main/shell/ipc/ipc.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createSaleStore } from '../../../renderer/stores/sale/sale-store.ts';

/** The files of ours that the code now running was called through, the first caller first. */
function filesOnStack(): string[] {
  const places = (new Error('only for its stack').stack ?? '').split(`${process.cwd()}/`).slice(1);
  const files = places.map((place) => /^(?:main|renderer)\/[\w/-]+\.tsx?/.exec(place)?.[0] ?? '').toReversed();
  return files.filter((file, at) => file !== '' && file !== files[at - 1]);
}

/** What the engine was called through, for each submission. */
function watchedEngine(): string[][] {
  const ways: string[][] = [];
  const submit = Reflect.get(Engine.prototype, 'submit');
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const spy = vi.spyOn(Engine.prototype, 'submit').mockImplementation(function spied(this: Engine, submission) {
    ways.push(filesOnStack());
    return submit.call(this, submission);
  });
  onTestFinished(() => {
    spy.mockRestore();
    Error.stackTraceLimit = limit;
  });
  return ways;
}

/** The files that ARCHITECTURE.md lists beneath the line that begins with these words. */
function listed(beginning: string): string[] {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const [, list = ''] = /^\n((?:\d+\. .+\n)+)/m.exec(text.slice(text.indexOf(beginning)).replace(/^.*\n/, '')) ?? [];
  return [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

it('a cashier’s press comes to the engine by the files that ARCHITECTURE.md lists', async () => {
  const whole = await aWholeBridge();
  const ways = watchedEngine();
  const page = { url: 'app://till/' };
  const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;
  const channels = new Map<string, (event: IpcMainInvokeEvent, input: unknown) => Promise<unknown>>();
  const answers = createAnswerer({
    windowId: () => 7,
    seat: async () => ({ manned: false, role: null, preferences, sealed: false }),
    verify: () => Promise.reject(new Error('nobody shows a PIN')),
    schemas: inputSchemas,
    handlerOf: (call: WindowCall) => (whole.window as unknown as Record<WindowCall, Handler>)[call],
    countedLog: createCountedLog(() => {}, unheldTimer),
  });
  registerIpcChannels({ handle: (channel, listener) => channels.set(channel, listener) }, Promise.resolve(answers));
  let inWindow: string[] = [];
  // In the preload script's place.
  const submit = (input: unknown) => {
    inWindow = filesOnStack();
    return channels.get('tillbridge:call:submit')?.(event, input);
  };
  const api = { submit, on: () => () => {} } as unknown as WindowApi;
  const taken = Promise.withResolvers<void>();
  const sale = createSaleStore({
    bridge: createBridge(api),
    operations: { take: () => taken.resolve() } as never,
    timers: { after: () => () => {} },
    newId: () => '1',
    person: () => null,
  });
  sale.charge({ value: 100, currency: 'EUR' }, 'T1');
  await taken.promise;

  const files = listed("A cashier's press");
  expect(files).toEqual([
    'renderer/screens/sale/sale-form.tsx',
    ...inWindow,
    'preload/index.ts',
    ...(ways[0] ?? []),
    'main/core/engine/engine.ts',
  ]);
  expect(files.length - 1).toBeLessThanOrEqual(9);
});

it('a program’s request comes to the engine by the files that ARCHITECTURE.md lists', async () => {
  const whole = await aWholeBridge();
  const ways = watchedEngine();
  const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: { value: 100, currency: 'EUR' } };
  expect(await whole.program().post('cloud-pos', sale, 'one')).toMatchObject({ status: 200 });
  expect(listed("A program's request")).toEqual([...(ways[0] ?? []), 'main/core/engine/engine.ts']);
});

it('a request in the gateway’s own language has its own route, and the same submit', async () => {
  const shop = await aDropInShop();
  const ways = watchedEngine();
  const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: { value: 100, currency: 'EUR' } };
  expect(await shop.pair().erp().post('/cloudpos', sale, { key: 'K-1' })).toMatchObject({ status: 200 });
  const [, ...way] = ways[0] ?? [];
  expect(way.slice(-4)).toEqual(['main/loopback/drop-in/submit.ts', ...listed("A program's request").slice(-4, -1)]);
});

it('nothing but the one submit asks the engine to take an operation, and nothing but the engine accepts one', () => {
  const sources = readdirSync('main', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join('main', file), 'utf8') }));
  const saying = (words: RegExp) => sources.filter(({ text }) => words.test(text)).map(({ file }) => file);
  expect(saying(/\bengine\.submit\b/)).toEqual(['core/api/submit.ts']);
  expect(saying(/import \{[^}]*\baccept\b[^}]*\}/)).toEqual(['core/engine/engine.ts']);
});
