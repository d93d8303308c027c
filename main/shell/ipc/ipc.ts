// Receives all calls from the window to the main process: the caller must be the till's own page in its main frame. The
// person and the input are checked by window-guard.ts, as for every window. The channels are registered first: a call
// that comes before the main services are ready waits for them, because a channel without a handler would be an error
// in the page.
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { type GuardPorts, type Handler, guarded } from '#assembly/window/window-guard.ts';
import { type WindowCall, windowCallNames } from '#contract/calls/table.ts';
import { callChannel } from '#contract/calls/window-channels.ts';
import { isWindowUrl } from '../window/address.ts';

/** Checks the sender, the person and the input, and answers. */
export type Answerer = (call: WindowCall, event: IpcMainInvokeEvent, args: unknown[]) => Promise<unknown>;

interface AnswererPorts extends GuardPorts {
  readonly handlerOf: (call: WindowCall) => Handler | Promise<Handler>;
  /** The id of the till's webContents, or null while there is none. */
  readonly windowId: () => number | null;
}

/** `answers`: resolves when the main services are there. */
export function registerIpcChannels(ipc: Pick<IpcMain, 'handle'>, answers: Promise<Answerer>): void {
  for (const call of windowCallNames) {
    ipc.handle(callChannel(call), async (event, ...args: unknown[]) => (await answers)(call, event, args));
  }
}

export function createAnswerer(ports: AnswererPorts): Answerer {
  return async (call, event, args) => {
    if (!mayAsk(ports, event)) {
      ports.countedLog.line('warn', 'window-call-refused', { call, reason: 'sender' });
      throw new CallRefused('Only the till itself may ask.');
    }
    const answer = await guarded(ports, call, args, ports.handlerOf);
    return answer;
  };
}

function mayAsk({ windowId }: AnswererPorts, { sender, senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame === undefined) return false;
  return sender.id === windowId() && senderFrame === sender.mainFrame && isWindowUrl(senderFrame.url);
}
