// What the preload script puts into the window. Only this folder uses it.
import type { WindowApi } from '#contract/calls/table.ts';

declare global {
  interface Window {
    readonly tillbridge?: WindowApi;
  }
}

/** Null where the page was opened without the preload script. */
export function windowApi(): WindowApi | null {
  return window.tillbridge ?? null;
}
