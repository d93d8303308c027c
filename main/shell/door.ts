// The channels on which the window may ask, open from the first moment: what the page asks before the works are there
// waits for them. A channel without anybody behind it would be an error in the page, and a till without its terminals.
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { callChannel, windowCallNames } from '#contract/window-channels.ts';
import type { WindowCall } from '#contract/window.ts';

/** Checks who asks and what, and answers; see ipc.ts. */
export type Answerer = (call: WindowCall, event: IpcMainInvokeEvent, args: unknown[]) => Promise<unknown>;

/** `answers`: resolves when somebody is there who can answer. */
export function openDoor(ipc: Pick<IpcMain, 'handle'>, answers: Promise<Answerer>): void {
  for (const call of windowCallNames) {
    ipc.handle(callChannel(call), async (event, ...args: unknown[]) => (await answers)(call, event, args));
  }
}
