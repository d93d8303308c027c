// What the preload script puts into the window. Nobody but this folder knows that it is there.
import type { WindowApi } from '#contract/window.ts';

declare global {
  interface Window {
    readonly tillbridge?: WindowApi;
  }
}

/** Null where the page was opened without the preload script. */
export function windowApi(): WindowApi | null {
  return window.tillbridge ?? null;
}
