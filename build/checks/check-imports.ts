// What the linter cannot see of the import table: a file that belongs to no zone, a dynamic import whose path is a
// template, a loader made at run time, an augmentation of another zone's module, and comments that would switch the
// table off. None of these is needed, so none is weighed against the table: each is refused where it stands.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { maxDepth, zoneOf } from './import-table.ts';

const roots = ['main', 'office', 'preload', 'renderer', 'client/src'];
const comment = String.raw`(?:\/\*[^]*?\*\/\s*)*`;
// A line break that still lies inside a block comment: its end comes before any other comment's beginning.
const inBlock = String.raw`(?:(?!\/\*)[^])*?\*\/`;
const guards = [
  'no-restricted-(?:imports|globals|properties)',
  'consistent-type-imports',
  'no-dynamic-require',
  'no-require-imports',
  'triple-slash-reference',
];

const refused: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\bimport\s*${comment}\(\s*${comment}\``, 'g'), 'a dynamic import takes a plain string'],
  [/\bcreateRequire\b/g, 'modules are imported, not loaded by a require made at run time'],
  [/\bdeclare\s+module\s+['"][.#]/g, "no zone augments another one's modules"],
  [
    /(?:oxlint|eslint)-disable(?:-next-line|-line)?\s*(?:\*\/|--|$)/gm,
    'rules are switched off by name, not all at once',
  ],
  [
    new RegExp(String.raw`(?:oxlint|eslint)-disable(?:[^\n]|\n(?=${inBlock}))*?(?:${guards.join('|')})`, 'g'),
    'the import table cannot be switched off',
  ],
];

const sourceFiles = (root: string): string[] =>
  roots
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .map((file) => relative(root, file).replaceAll(sep, '/'))
    .toSorted();

const placeProblem = (file: string): string | undefined => {
  const zone = zoneOf(file);
  if (zone === undefined) return 'belongs to no zone: add a row to build/checks/import-table.ts';
  const depth = file.slice(zone.path.length + 1).split('/').length;
  return depth > maxDepth
    ? `lies deeper than ${maxDepth} folders: raise maxDepth in build/checks/import-table.ts`
    : undefined;
};

// Only the registry imports the screens; a screen must not import another screen.
const anyImport = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const screenOf = (path: string): string | undefined => /^renderer\/screens\/([^/]+)\//.exec(path)?.[1];

const foreignScreens = (file: string, text: string): string[] => {
  const own = screenOf(file);
  if (own === undefined) return [];
  return [...text.matchAll(anyImport)].flatMap((match) => {
    const target = posix.join(posix.dirname(file), match[1] ?? '');
    const other = match[1]?.startsWith('.') === true ? screenOf(target) : undefined;
    const line = text.slice(0, match.index).split('\n').length;
    return other === undefined || other === own ? [] : [`${file}:${line}: screens never import each other`];
  });
};

// What only tests and pictures show must not come into the window that ships: only their page imports their bridge.
const fakeFolder = 'renderer/bridge/fake';
const demoPage = 'renderer/demo.tsx';

const fakeImports = (file: string, text: string): string[] => {
  if (!file.startsWith('renderer/') || file.startsWith(`${fakeFolder}/`) || file === demoPage) return [];
  return [...text.matchAll(anyImport)].flatMap((match) => {
    const target = posix.join(posix.dirname(file), match[1] ?? '');
    const line = text.slice(0, match.index).split('\n').length;
    const isFake = match[1]?.startsWith('.') === true && target.startsWith(`${fakeFolder}/`);
    return isFake ? [`${file}:${line}: only ${demoPage} and tests import ${fakeFolder}`] : [];
  });
};

/** Problems as `path:line: reason`, of all source files under `root`. */
const checkImports = (root: string): string[] =>
  sourceFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const place = placeProblem(file);
    const found = refused.flatMap(([pattern, reason]) =>
      [...text.matchAll(pattern)].map((match) => `${file}:${text.slice(0, match.index).split('\n').length}: ${reason}`),
    );
    found.push(...foreignScreens(file, text), ...fakeImports(file, text));
    return place === undefined ? found : [`${file}:1: ${place}`, ...found];
  });

const problems = checkImports(process.cwd());
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
