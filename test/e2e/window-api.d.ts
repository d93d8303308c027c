// What the preload script puts into the page, for code that tests run there.
import type { WindowApi } from '#contract/window.ts';

declare global {
  interface Window {
    readonly tillbridge: WindowApi;
  }
}
