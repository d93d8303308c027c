// ARCHITECTURE.md says by which files a cashier's press and a program's request come to the engine, an event to the window,
// and an unknown outcome to what is found. Each way is gone here, and its files are read from the stack or, where a file is
// asked and has answered before the next one, from the order in which their functions were called.
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Handler } from '#assembly/window/window-guard.ts';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import type { WindowApi, WindowCall } from '#contract/calls/table.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import * as records from '#core/answers/records.ts';
import * as commit from '#core/commit/commit.ts';
import { Engine } from '#core/engine/engine.ts';
import * as judge from '#core/recovery/judge.ts';
import * as decide from '#core/sending/decide.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import * as evidence from '#operations/payment-evidence.ts';
import * as view from '#operations/payment-view.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { preferences } from '#support/preferences.ts';
import { aTill, amountOf, bodyOf, lost, ok } from '#support/till.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import { EventsOut } from '../../../main/shell/ipc/events-out.ts';
import { createAnswerer, registerIpcChannels } from '../../../main/shell/ipc/ipc.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createOperationsStore } from '../../../renderer/stores/operations/operations-store.ts';
import { createSaleStore } from '../../../renderer/stores/sale/sale-store.ts';

// Files of one worker share their modules: these are loaded anew, so that their calls are noted, and for the next file again.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// Their functions do what they do, and the order of their calls is noted.
vi.mock('#core/sending/decide.ts', { spy: true });
vi.mock('#operations/payment-view.ts', { spy: true });
vi.mock('#operations/payment-evidence.ts', { spy: true });
vi.mock('#core/answers/records.ts', { spy: true });
vi.mock('#core/recovery/judge.ts', { spy: true });
vi.mock('#core/commit/commit.ts', { spy: true });

/** When functions of the module were called, among all that are watched. */
function callsOf(module: object): number[] {
  const functions = Object.values(module).filter((each) => vi.isMockFunction(each));
  return functions.flatMap((each) => each.mock.invocationCallOrder);
}

const firstCall = (module: object): number => Math.min(...callsOf(module));

/** The files of ours that the code now running was called through, the first caller first. */
function filesOnStack(): string[] {
  const places = (new Error('only for its stack').stack ?? '').split(`${process.cwd()}/`).slice(1);
  const files = places.map((place) => /^(?:main|renderer)\/[\w/-]+\.tsx?/.exec(place)?.[0] ?? '').toReversed();
  return files.filter((file, at) => file !== '' && file !== files[at - 1]);
}

function withWholeStacks(): void {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  onTestFinished(() => {
    Error.stackTraceLimit = limit;
  });
}

/** What the engine was called through, for each submission. */
function watchedEngine(): string[][] {
  const ways: string[][] = [];
  const submit = Reflect.get(Engine.prototype, 'submit');
  withWholeStacks();
  const spy = vi.spyOn(Engine.prototype, 'submit').mockImplementation(function spied(this: Engine, submission) {
    ways.push(filesOnStack());
    return submit.call(this, submission);
  });
  onTestFinished(() => spy.mockRestore());
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
  expect(files.length - 1).toBeLessThanOrEqual(8);
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

it('an event comes to the window by the files that ARCHITECTURE.md lists', async () => {
  const whole = await aWholeBridge();
  let tell: (value: unknown) => void = () => {};
  const api = { on: (_: string, listener: typeof tell) => void (tell = listener) } as unknown as WindowApi;
  const store = createOperationsStore(createBridge(api));
  store.start();
  let inMain: string[] = [];
  const inWindow = Promise.withResolvers<string[]>();
  store.subscribe(() => inWindow.resolve(filesOnStack()));
  const send = (_channel: string, operation: OperationView) => {
    if (operation.state !== 'succeeded') return;
    inMain = filesOnStack();
    // In the preload script's place.
    setImmediate(() => tell(operation));
  };
  const webContents = { on: () => {}, isCrashed: () => false, send };
  const events = new EventsOut({
    status: () => null,
    printing: () => null,
    onStatus: () => {},
    attention: () => {},
    customer: () => {},
    locked: () => false,
  });
  onTestFinished(() => events.stop());
  events.attach({ isDestroyed: () => false, webContents } as unknown as BrowserWindow);
  onTestFinished(whole.window.subscribe(events));
  withWholeStacks();
  const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: { value: 100, currency: 'EUR' } };
  await whole.program().post('cloud-pos', sale, 'one');
  const last = await inWindow.promise;

  const fromEngine = inMain.slice(inMain.indexOf('main/core/engine/engine.ts'));
  expect(callsOf(commit).length).toBeGreaterThan(0);
  expect(listed("An event's way to the window")).toEqual([
    'main/core/commit/commit.ts',
    ...new Set(fromEngine),
    'preload/index.ts',
    ...last,
  ]);
});

it('an outcome that is not known comes to what is found by the files that ARCHITECTURE.md lists', async () => {
  let refNr: string | null = null;
  let look: readonly string[] = [];
  withWholeStacks();
  const till = await aTill({
    answer: ({ method, body }) => {
      if (method === 'POST') {
        refNr = textAt(bodyOf(body), 'refNr');
        return lost;
      }
      look = filesOnStack();
      const refund = { type: 'REFUND', status: 'REFUNDED', xId: 'X1', refNr, amount: amountOf(300) };
      const payment = { payId: 'P1', transId: 'BASE', status: 'CAPTURED', amount: amountOf(900) };
      return ok({ ...payment, operations: refNr === null ? [] : [refund] });
    },
  });
  const { id, state } = await till.submit('refund', { payId: 'P1', transId: 'R-1', amount: amountOf(300) });
  expect(state).toBe('unknown');
  expect(callsOf(decide).length).toBe(1);
  vi.clearAllMocks();
  await till.clock.advance(10_000);
  expect(till.operation(id).state).toBe('succeeded');

  const asked = { 'payment-view': view, 'payment-evidence': evidence, records, judge, commit };
  const inOrder = Object.entries(asked).toSorted(([, one], [, other]) => firstCall(one) - firstCall(other));
  const files = listed('The way of an outcome that is not known');
  expect(files.slice(0, -5)).toEqual(['main/core/sending/decide.ts', ...new Set(look)]);
  expect(files.slice(-5).map((file) => basename(file, '.ts'))).toEqual(inOrder.map(([name]) => name));
});
