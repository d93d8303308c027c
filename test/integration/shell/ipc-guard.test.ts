// Who may make a call of the window, and with what input.
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { type Implementations, windowCallNames } from '#contract/calls/table.ts';
import type { IpcMainInvokeEvent } from 'electron';
import { expect, it } from 'vitest';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { preferences } from '#support/preferences.ts';
import { createAnswerer, registerIpcChannels } from '../../../main/shell/ipc/ipc.ts';

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

const till = { url: 'app://till/' };

/** The check of calls with one handler behind it, and what an Electron would do with it. */
function anAnswerer(operation: Implementations['operation'], begun = true) {
  const channels = new Map<string, Listener>();
  const logged: string[] = [];
  const countedLog = createCountedLog((_, event, facts) => {
    logged.push(`${event} ${JSON.stringify(facts)}`);
  }, unheldTimer);
  const answers = createAnswerer({
    schemas: inputSchemas,
    handlerOf: () => operation,
    windowId: () => 7,
    seat: async () => ({ manned: false, role: null, preferences, sealed: false }),
    verify: () => Promise.reject(new Error('nobody shows a PIN')),
    countedLog,
  });
  const working = Promise.withResolvers<typeof answers>();
  registerIpcChannels({ handle: (channel, listener) => channels.set(channel, listener as Listener) }, working.promise);
  const ask = async (sender: unknown, senderFrame: unknown, ...args: unknown[]) =>
    channels.get('tillbridge:call:operation')?.({ sender, senderFrame } as IpcMainInvokeEvent, ...args);
  const begin = () => working.resolve(answers);
  if (begun) begin();
  return { channels, logged, countedLog, ask, begin };
}

it('has a channel for each call of the table and no other', () => {
  const { channels } = anAnswerer(() => null);
  expect([...windowCallNames].toSorted()).toEqual(Object.keys(inputSchemas).toSorted());
  expect(channels.size).toBe(windowCallNames.length);
});

it('lets the page of the till in', async () => {
  const { ask } = anAnswerer(() => null);
  expect(await ask({ id: 7, mainFrame: till }, till, { id: 'op_1' })).toBeNull();
});

it('keeps waiting who asks before anybody is there to answer', async () => {
  const { ask, begin } = anAnswerer(() => null, false);
  const answers: unknown[] = [];
  const asked = ask({ id: 7, mainFrame: till }, till, { id: 'op_1' }).then((answer) => answers.push(answer));
  await new Promise(setImmediate);
  expect(answers).toEqual([]);
  begin();
  await asked;
  expect(answers).toEqual([null]);
});

it.each([
  ['another window', { id: 8, mainFrame: till }, till],
  ['a frame within the page', { id: 7, mainFrame: till }, { url: 'app://till/' }],
  ['the customer’s screen', { id: 8, mainFrame: { url: 'app://customer/' } }, { url: 'app://customer/' }],
  [
    'the customer’s page in the till’s window',
    { id: 7, mainFrame: { url: 'app://customer/' } },
    { url: 'app://customer/' },
  ],
  ['a receipt', { id: 7, mainFrame: { url: 'receipt://page/1' } }, { url: 'receipt://page/1' }],
  ['a web page', { id: 7, mainFrame: { url: 'https://till/' } }, { url: 'https://till/' }],
  ['a frame that is gone', { id: 7, mainFrame: till }, null],
])('turns away %s', async (_, sender, frame) => {
  const same = frame !== null && frame.url === sender.mainFrame.url && !frame.url.startsWith('app://till');
  const { ask } = anAnswerer(() => null);
  await expect(ask(sender, same ? sender.mainFrame : frame, { id: 'op_1' })).rejects.toThrow('Only the till itself');
});

it.each([[{}], [{ id: '' }], [{ id: 'x', more: 1 }], [undefined], ['x']])('refuses the input %j', async (input) => {
  const { ask } = anAnswerer(() => null);
  await expect(ask({ id: 7, mainFrame: till }, till, input)).rejects.toThrow('cannot be understood');
});

it('says nothing of what went wrong inside', async () => {
  const { ask, logged } = anAnswerer(() => {
    throw new Error('a secret in a message');
  });
  await expect(ask({ id: 7, mainFrame: till }, till, { id: 'x' })).rejects.toThrow('Something went wrong inside');
  expect(logged.join()).not.toContain('secret');
});

it('writes one line of calls that are refused without end, and counts the rest', async () => {
  const { ask, logged, countedLog } = anAnswerer(() => null);
  for (let count = 0; count < 1_000; count += 1) {
    await expect(ask({ id: 7, mainFrame: till }, till, { id: count })).rejects.toThrow('cannot be understood');
  }
  const line = { call: 'operation', reason: 'input', fields: ['id'] };
  expect(logged).toEqual([`window-call-refused ${JSON.stringify(line)}`]);
  countedLog.end();
  expect(logged.slice(1)).toEqual([`window-call-refused ${JSON.stringify({ ...line, times: 999 })}`]);
});
