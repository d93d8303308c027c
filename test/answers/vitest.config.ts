// The answer tests on their own: `npx vitest run --config test/answers/vitest.config.ts`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'answers',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
});
