// The channels on which window and main process talk: one for each call and each event.
import type { WindowCall } from './table.ts';
import type { WindowEvents } from './window-events.ts';

/** Between main and the preload script alone: whether the page's thread is free. The page itself has no part in it. */
export const thereChannel = 'tillbridge:there';

export function callChannel(call: WindowCall): string {
  return `tillbridge:call:${call}`;
}

export function eventChannel(event: keyof WindowEvents): string {
  return `tillbridge:event:${event}`;
}
