// Which npm packages went into a bundle: each build writes its list to out/packages/, and the licences that the package
// for shops must hold are gathered from the lists (licences.ts). What was shaken out of a bundle is on none.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

export const listsFolder = join('out', 'packages');

/** The folder of the package that a module or asset belongs to; null for our own. */
export function packageFolderOf(file: string): string | null {
  const [path = ''] = file.replaceAll('\\', '/').split('?');
  const [, folder = null] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(path) ?? [];
  return folder;
}

/** `part`: the name of the bundle's list. */
export function bundledPackages(part: string): Plugin {
  // Assets are named from there.
  let root = process.cwd();
  return {
    name: 'bundled-packages',
    configResolved(config) {
      ({ root } = config);
    },
    writeBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((each) => {
        if (each.type === 'asset') return each.originalFileNames;
        return Object.entries(each.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
      });
      const folders = files.flatMap((file) => packageFolderOf(resolve(root, file.replace(/^\0+/, ''))) ?? []);
      // Relative, so that the lists are the same wherever the project lies.
      const own = `${process.cwd().replaceAll(sep, '/')}/`;
      const list = [...new Set(folders.map((folder) => folder.replace(own, '')))].toSorted();
      mkdirSync(listsFolder, { recursive: true });
      writeFileSync(join(listsFolder, `${part}.json`), `${JSON.stringify(list, null, 2)}\n`);
    },
  };
}

/** The folders of all packages on the lists of these bundles. */
export function packagesIn(parts: readonly string[]): string[] {
  const lists = parts.map((part) => JSON.parse(readFileSync(join(listsFolder, `${part}.json`), 'utf8')) as string[]);
  return [...new Set(lists.flat())].toSorted();
}
