// The themes and languages in which each screen is checked: `npm test` takes two that have both themes, English and
// German once, `npm run test:all` all four. Whether the texts of the other languages have room is checked there as well.
import { inject } from 'vitest';
import { languages } from '#contract/data/languages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** test/support/share.ts, which a browser cannot read. */
    share: 'small' | 'large';
  }
}

const all = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'de' },
  { theme: 'light', language: 'de' },
  { theme: 'dark', language: 'en' },
] as const;

/** In which each screen must fit. */
export const fitting = inject('share') === 'large' ? languages : (['en', 'de'] as const);

export const variants = inject('share') === 'large' ? all : all.slice(0, 2);
