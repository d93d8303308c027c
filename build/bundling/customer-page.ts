// Builds the page on the customer's screen. As a second page of the window's build it would share files with the till's
// page, which then read one file more at the start.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { bundledPackages } from './bundled-packages.ts';

await build({
  configFile: false,
  logLevel: 'warn',
  root: resolve('renderer/customer'),
  base: './',
  plugins: [react(), bundledPackages('customer')],
  build: {
    outDir: resolve('out/customer'),
    emptyOutDir: true,
    target: 'chrome114',
    modulePreload: { polyfill: false },
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    // The texts of six languages.
    chunkSizeWarningLimit: 2_000,
  },
});
