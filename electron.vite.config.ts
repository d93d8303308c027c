// Builds main, preload and window into `out/`. CommonJS for Node 18 and Chrome 114, so that one output runs on the
// product's Electron and on the old one that closed machines use for tests.
// All packages are bundled: the packaged app has no node_modules to search, to update or to attack.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { bundledPackages } from './build/bundling/bundled-packages.ts';
import { serialNativePart } from './build/bundling/serial-native-part.ts';

/** The development server writes script and styles into the page; main makes each nonce fresh (shell/window/dev-page.ts). */
const noncePlaceholder = '__CSP_NONCE__';

const renderer = resolve(process.env['TILLBRIDGE_RENDERER'] ?? 'renderer');

export default defineConfig(({ command }) => ({
  main: {
    plugins: [serialNativePart(), bundledPackages('main')],
    resolve: {
      alias: {
        'ajv/dist/2020.js': resolve('build/bundling/without-ajv.ts'),
        'ajv-formats': resolve('build/bundling/without-ajv.ts'),
      },
    },
    build: {
      outDir: 'out/main',
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve('main/index.ts'),
        external: ['electron'],
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
          // Less to read at the start. Names stay, for what support reads in a log.
          minify: { mangle: false },
        },
      },
    },
  },
  preload: {
    plugins: [bundledPackages('preload')],
    build: {
      outDir: 'out/preload',
      target: 'node18',
      externalizeDeps: false,
      rolldownOptions: {
        // They share no code (preload/customer.ts): a preload script in the sandbox can read no second file.
        input: { index: resolve('preload/index.ts'), customer: resolve('preload/customer.ts') },
        external: ['electron'],
        // They run before every page.
        output: { format: 'cjs', entryFileNames: '[name].cjs', minify: { mangle: false } },
      },
    },
  },
  renderer: {
    root: renderer,
    base: './',
    ...(command === 'serve' ? { html: { cspNonce: noncePlaceholder } } : {}),
    plugins: [react(), bundledPackages('renderer')],
    build: {
      outDir: resolve('out/renderer'),
      target: 'chrome114',
      // Half the bytes to read before the Sale screen is there.
      minify: true,
      modulePreload: { polyfill: false },
      // One small file for all screens: at the start, each file is a question to a busy main process.
      cssCodeSplit: false,
      // Inlined files would need data: in the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(renderer, 'index.html') },
    },
  },
}));
