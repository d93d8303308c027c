// The rooms within the large folders: each is small enough to be seen at once, and no two need each other.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const most = 15;
const folders = [
  'build',
  'client/src',
  'main/assembly',
  'main/commands',
  'main/contract',
  'main/core',
  'main/host',
  'main/http',
  'main/loopback',
  'main/sandbox',
  'main/settings',
  'main/shell',
  'main/store',
  'office',
  'renderer/app',
  'renderer/model',
  'renderer/screens',
  'renderer/stores',
  'renderer/ui',
];

const modulesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));

/** The folder below `folder` that the file lies in; empty for what stands beside the rooms. */
function roomOf(folder: string, file: string): string {
  const place = relative(folder, file);
  return place.includes('/') ? (place.split('/')[0] ?? '') : '';
}

/** Each room with the rooms that its files import, types too. */
function neighbors(folder: string): Map<string, Set<string>> {
  const alias = `#${folder.replace('main/', '')}/`;
  const found = new Map<string, Set<string>>();
  for (const file of modulesIn(folder)) {
    const from = roomOf(folder, file);
    const others = found.get(from) ?? new Set();
    found.set(from, others);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)) {
      const path = target.startsWith(alias) ? join(folder, target.slice(alias.length)) : join(dirname(file), target);
      const isInside = target.startsWith(alias) || target.startsWith('.');
      if (isInside && path.startsWith(`${folder}/`) && roomOf(folder, path) !== from) others.add(roomOf(folder, path));
    }
  }
  return found;
}

/** One circle, as the rooms that it goes through; null where there is none. */
function circleIn(graph: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (room: string, path: readonly string[]): string[] | null => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of graph.get(room) ?? []) {
      const circle = visit(next, [...path, room]);
      if (circle !== null) return circle;
    }
    done.add(room);
    return null;
  };
  for (const room of graph.keys()) {
    const circle = visit(room, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe.each(folders)('%s', (folder) => {
  it('has rooms that form no circle', () => {
    expect(circleIn(neighbors(folder))).toBeNull();
  });
});

/** Each file with the files that it imports, types too. */
function importsOf(files: readonly string[]): Map<string, Set<string>> {
  const known = new Set(files);
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: { [alias: string]: string } };
  const targetOf = (file: string, target: string): string => {
    if (target.startsWith('.')) return join(dirname(file), target);
    const [alias = ''] = target.split('/');
    return join(imports[`${alias}/*`] ?? imports[target] ?? target).replace('*', target.slice(alias.length + 1));
  };
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      const targets = [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, target = '']) =>
        targetOf(file, target),
      );
      return [file, new Set(targets.filter((target) => known.has(target)))] as const;
    }),
  );
}

const zones = ['build', 'client/src', 'main', 'office', 'preload', 'renderer'];
/** Here a file is an entry of a list. */
const lists = ['main/operations', 'main/operations/fields', 'main/texts'];

it(`no folder has more than ${most} files beside each other`, () => {
  const sizes = new Map<string, number>();
  for (const file of zones.flatMap(modulesIn)) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  const large = [...sizes].filter(([, count]) => count > most).map(([folder]) => folder);
  expect(large.toSorted()).toEqual(lists);
});

it('no two files need each other, not even for a type', () => {
  const files = [...zones, 'test'].flatMap(modulesIn);
  const graph = importsOf(files);
  expect([...graph.values()].reduce((sum, each) => sum + each.size, 0)).toBeGreaterThan(9_000);
  expect(circleIn(graph)).toBeNull();
});

it('a circle is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
});
