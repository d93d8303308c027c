// A till with operators of whom none is signed in: main itself answers the window what the lock screen needs and
// nothing else, whatever the page asks, and tells it nothing else.
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { type WindowCall, windowCallNames, windowCalls } from '#contract/calls/table.ts';
import { windowEvents, windowEventNames } from '#contract/calls/window-events.ts';
import { failsWhenDenied, lockedRefusal } from '#contract/calls/window-roles.ts';
import type { StatusView } from '#contract/till/window.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { preferences } from '#support/preferences.ts';
import { EventsOut } from '../../../main/shell/ipc/events-out.ts';
import { createAnswerer } from '../../../main/shell/ipc/ipc.ts';

const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;

const pin = { operatorId: 'p1', pin: '123456' };
/** Of the calls whose input is read at a locked till, those that take one. */
const inputs: { readonly [call in WindowCall]?: object } = {
  quit: { evenIfWaiting: false },
  unlock: { passphrase: 'x' },
  signIn: pin,
  answerConfirmation: { id: 'c1', allow: true, approval: pin },
};

function anAnswerer(locked: () => boolean) {
  const handled: WindowCall[] = [];
  const handler = (call: WindowCall) => () => {
    handled.push(call);
    return `what ${call} shows`;
  };
  const answer = createAnswerer({
    schemas: inputSchemas,
    handlerOf: handler,
    windowId: () => 7,
    seat: async () => ({ manned: true, role: locked() ? null : 'manager', preferences, sealed: false }),
    verify: () => Promise.reject(new Error('nobody shows a PIN')),
    countedLog: createCountedLog(() => {}, unheldTimer),
  });
  return { handled, ask: (call: WindowCall, input: unknown = inputs[call] ?? {}) => answer(call, event, [input]) };
}

describe('while the till is locked', () => {
  it('what is open is what the lock screen needs', () => {
    expect(windowCallNames.filter((call) => windowCalls[call].role === 'anyone')).toEqual([
      'dccSetting',
      'withdrawOffice',
      'confirmations',
      'answerConfirmation',
      'status',
      'checkConnection',
      'shopSettings',
      'lockedSettings',
      'preferences',
      'unlock',
      'operators',
      'signIn',
      'signOut',
      'touch',
      'tipSetting',
    ]);
    expect(windowEventNames.filter((name) => windowEvents[name].whileLocked)).toEqual([
      'statusChanged',
      'confirmationsChanged',
      'quitAsked',
    ]);
  });

  it.each(windowCallNames)('main keeps to it: %s', async (call) => {
    const { ask, handled } = anAnswerer(() => true);
    const open = windowCalls[call].role === 'anyone';
    const answer = ask(call);
    if (open) expect(await answer).toBe(`what ${call} shows`);
    else if (failsWhenDenied(call)) await expect(answer).rejects.toThrow('till-locked');
    else expect(await answer).toEqual(lockedRefusal);
    expect(handled).toEqual(open ? [call] : []);
  });

  it('what is asked before and answered after the lock is kept back', async () => {
    let locked = false;
    const { ask } = anAnswerer(() => {
      const now = locked;
      locked = true;
      return now;
    });
    await expect(ask('operations', { limit: 10 })).rejects.toThrow('till-locked');
  });

  it('where it cannot be told whether it is, nothing is shown', async () => {
    const { ask, handled } = anAnswerer(() => {
      throw new Error('the disk fails');
    });
    await expect(ask('operations', { limit: 10 })).rejects.toThrow('Something went wrong inside');
    expect(handled).toEqual([]);
  });

  it('the window is told its status and what the lock screen asks, and of the rest once somebody is signed in', () => {
    let locked = true;
    const sent: string[] = [];
    const webContents = { on: () => {}, isCrashed: () => false, send: (channel: string) => sent.push(channel) };
    const window = { isDestroyed: () => false, webContents } as unknown as BrowserWindow;
    const events = new EventsOut({
      status: () => ({}) as StatusView,
      printing: () => null,
      onStatus: () => {},
      attention: () => {},
      customer: () => {},
      locked: () => locked,
    });
    onTestFinished(() => events.stop());
    events.attach(window);
    const tellAll = () => {
      for (const name of windowEventNames) events.send(name, null);
      return sent.splice(0).map((channel) => channel.replace('tillbridge:event:', ''));
    };
    expect(tellAll()).toEqual(['statusChanged', 'confirmationsChanged', 'quitAsked']);
    locked = false;
    expect(tellAll()).toEqual([...windowEventNames]);
  });
});

it('while a person is signed in, or the till has no operators, every call is answered', async () => {
  const { ask, handled } = anAnswerer(() => false);
  await ask('operations', { limit: 10 });
  await ask('customer', { customerId: 'c1' });
  expect(handled).toEqual(['operations', 'customer']);
});
