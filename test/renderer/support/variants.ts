// The themes and languages in which each screen is checked: `npm test` takes two that have every theme and every language
// once, `npm run test:all` all four.
import { inject } from 'vitest';

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

export const variants = inject('share') === 'large' ? all : all.slice(0, 2);
