// Builds the office's page into out/office, from where `office serve --page-port` reads it once. `--if-missing`: only where
// there is none.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const outDir = resolve('out/office');
if (!process.argv.includes('--if-missing') || !existsSync(resolve(outDir, 'index.html'))) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: resolve('office/page'),
    base: './',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome114',
      modulePreload: { polyfill: false },
      // Inlined files would need data: in the content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
    },
  });
}
