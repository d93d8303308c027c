// One picture: a world of the fake bridge and the presses that lead there. Buttons are found by their place in the rail
// and by test-free means, so that one description serves both languages.
import type { Page } from 'playwright-core';
import type { Language } from '#contract/data/languages.ts';

export interface Scene {
  readonly name: string;
  /** The demo page's query. */
  readonly world: string;
  /** Whether README or a page of docs shows it; the others are for the developer who changes the window. */
  readonly kept: boolean;
  /** Where it is about the words of other languages than English and German; else those two. */
  readonly languages?: readonly Language[];
  readonly act: (page: Page) => Promise<void>;
}
