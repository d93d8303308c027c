// The native part of `serialport` in a bundle: its file lies beside the bundle and is loaded from there. What the package
// does itself looks for it in a node_modules, which the packaged app does not have.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const fileName = 'serialport.node';
const prebuilds = join('node_modules', '@serialport', 'bindings-cpp', 'prebuilds');

/** For this machine's system; packages are made on the system that they are for. */
function nativePart(platform = process.platform, arch = process.arch): string {
  const names = ['@serialport+bindings-cpp.glibc.node', '@serialport+bindings-cpp.armv8.glibc.node'];
  const folder = platform === 'darwin' ? 'darwin-x64+arm64' : `${platform}-${arch}`;
  const candidates = [...names, '@serialport+bindings-cpp.node', '@serialport+bindings-cpp.armv8.node'];
  const found = candidates.map((name) => join(prebuilds, folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`serialport has no native part for ${platform} on ${arch}.`);
  return found;
}

export function serialNativePart(): Plugin {
  let isUsed = false;
  return {
    name: 'serial-native-part',
    enforce: 'pre',
    load(id) {
      if (!/[\\/]bindings-cpp[\\/]dist[\\/]serialport-bindings\.js$/.test(id)) return null;
      isUsed = true;
      return [
        "import { createRequire } from 'node:module';",
        'const load = createRequire(import.meta.url);',
        `export const binding = load('./${fileName}');`,
      ].join('\n');
    },
    // Builds for Node leave out what is emitted as an asset.
    writeBundle({ dir }) {
      if (isUsed && dir !== undefined) copyFileSync(nativePart(), join(dir, fileName));
    },
  };
}
