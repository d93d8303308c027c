// Bundles one file for the old runtime, which knows neither TypeScript nor modules in its main process.
import { type Plugin, build } from 'vite';

/** Writes `<name of entry>.cjs` into the folder, with everything in it but Node's modules and Electron. */
export async function bundleForOldRuntime(
  entry: string,
  folder: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: 'node18',
      minify: false,
      rolldownOptions: {
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });
}
