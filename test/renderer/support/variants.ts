// The themes and languages in which each screen is checked: two that have both themes, and English and German once. The
// large share takes them crossed in every other run, and looks whether the texts of the other languages have room.
import { inject } from 'vitest';
import { languages } from '#contract/data/languages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** test/support/share.ts, which a browser cannot read. */
    share: 'small' | 'large';
    crossed: boolean;
  }
}

/** In which each screen must fit. */
export const fitting = inject('share') === 'large' ? languages : (['en', 'de'] as const);

interface Variant {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'de';
}

const [inLight, inDark] = inject('crossed') ? (['de', 'en'] as const) : (['en', 'de'] as const);

export const variants: readonly [Variant, Variant] = [
  { theme: 'light', language: inLight },
  { theme: 'dark', language: inDark },
];
