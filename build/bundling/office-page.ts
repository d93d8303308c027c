// Builds the office's page into out/office, from where `office serve --page-port` reads it once.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

await build({
  configFile: false,
  logLevel: 'warn',
  root: resolve('office/page'),
  base: './',
  plugins: [react()],
  build: {
    outDir: resolve('out/office'),
    emptyOutDir: true,
    target: 'chrome114',
    modulePreload: { polyfill: false },
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
  },
});
