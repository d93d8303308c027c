import type { WindowApi } from '#contract/calls/table.ts';
// What the preload script puts into the page, for code that tests run there.

declare global {
  interface Window {
    readonly tillbridge: WindowApi;
  }
}
