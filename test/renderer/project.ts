// The window's tests, in a real browser: Debian's Chromium, without a sandbox of its own because build machines run as
// root. Another one can be named in TILLBRIDGE_CHROMIUM.
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumPath } from '../../build/machine/system-packages.ts';
import { seedOfRun, share } from '../support/share.ts';

const root = join(import.meta.dirname, '../..');

const asShipped = { 'process.env.NODE_ENV': '"production"' };

/** What a browser cannot read by itself (support/variants.ts). */
export const provided = {
  share: share({ small: 'small', large: 'large' } as const),
  crossed: share({ small: false, large: seedOfRun() % 2 === 1 }),
};

export const rendererProject = defineProject({
  // React as it ships: checking what it draws takes it half of the time, and types and linter say the same.
  define: asShipped,
  oxc: { jsx: { runtime: 'automatic', development: false } },
  cacheDir: join(root, 'node_modules/.vite-window-tests'),
  optimizeDeps: {
    rolldownOptions: { transform: { define: asShipped } },
    entries: ['renderer/main.tsx', 'renderer/demo.tsx'],
    include: [
      'vitest-browser-react',
      'axe-core',
      'react-dom/client',
      'react/jsx-runtime',
      'zustand/vanilla',
      'currency-codes',
      'zod',
      'zustand',
      'qr',
      '@tanstack/react-virtual',
    ],
  },
  test: {
    name: 'renderer',
    provide: provided,
    include: ['test/renderer/**/*.test.{ts,tsx}'],
    // Far more than any needs: many scans, or a machine with much else to do, are no failure.
    testTimeout: 120_000,
    // As for the other projects (vitest.config.ts).
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['test/renderer/support/setup.ts'],
    fileParallelism: false,
    sequence: { groupOrder: 3 },
    browser: {
      // The first page waits for what the window is made of to be prepared, on two slow processors perhaps.
      connectTimeout: 180_000,
      enabled: true,
      headless: true,
      screenshotFailures: true,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          executablePath: chromiumPath,
          args: ['--no-sandbox', '--disable-dev-shm-usage'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
