// Turns the import table into lint overrides. A later override of the same rule replaces an earlier one, so every
// zone and depth gets exactly one override, over files of its own, that lists everything: first all is forbidden,
// then what the table allows is let through. Patterns apply in order, as in a .gitignore; the last match decides.

import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { type OxlintOverride } from 'oxlint';
import { isFileZone, maxDepth, targetPath, zones, type Zone } from './import-table.ts';

const electron = ['electron', 'electron/**'];
const builtins = ['node:*', 'node:*/**', ...builtinModules.flatMap((name) => [name, `${name}/**`])];
const elsewhere = ['#*', '#*/**', '..', '../**', '/**', 'file:**', 'data:**'];
const allow = (pattern: string): string => `!${pattern}`;

/** `main/core/ports/record.ts` seen from `main/store/sub` is `../../core/record.ts`; a folder stands for all that is in it. */
const relativePattern = (from: string, target: string): string => {
  const path = posix.relative(from, target);
  const dotted = path.startsWith('.') ? path : `./${path}`;
  return /\.\w+$/.test(target) ? dotted : `${dotted}/**`;
};

/** The `#` forms of a target: `#core/**` for a zone, `#bridge` for a zone of one file. */
const aliasPatterns = (target: string): string[] =>
  target.includes('.') ? [`#${target}`] : [`#${target}`, `#${target}/**`];

const patternsTo = (from: string, target: string): string[] => [
  relativePattern(from, targetPath(target)),
  ...aliasPatterns(target),
];

const typesOnlyRegex = (patterns: readonly string[]): string =>
  `^(?:${patterns.map((pattern) => pattern.replace('/**', '').replaceAll('.', String.raw`\.`)).join('|')})(?:/|$)`;

const packagePatterns = (zone: Zone): string[] => {
  if (zone.packages !== 'any') {
    const allowed = [...zone.packages.flatMap((name) => [name, `${name}/**`]), ...(zone.electron ? electron : [])];
    return ['**', ...allowed.map(allow)];
  }
  return [...elsewhere, ...(zone.electron ? [] : electron), ...(zone.builtins ? [] : builtins)];
};

const ownPatterns = (zone: Zone, depth: number): string[] => {
  if (isFileZone(zone)) return ['./**'];
  const inside = depth === 0 ? ['./**'] : ['./**', '..', '../**'];
  const above = Array<string>(depth + 1)
    .fill('..')
    .join('/');
  return [...inside.map(allow), above, `${above}/**`, ...aliasPatterns(zone.name).map(allow)];
};

const overrideFor = (zone: Zone, depth: number): OxlintOverride => {
  const from = isFileZone(zone) ? posix.dirname(zone.path) : posix.join(zone.path, ...Array<string>(depth).fill('x'));
  const typesOnly = (zone.typesOnly ?? []).flatMap((target) => patternsTo(from, target));
  const group = [
    ...packagePatterns(zone),
    ...ownPatterns(zone, depth),
    ...zone.mayImport.flatMap((target) => patternsTo(from, target)).map(allow),
    ...typesOnly.map(allow),
  ];
  const targets = [...zone.mayImport, ...(zone.typesOnly ?? []).map((name) => `types of ${name}`)].join(', ');
  const message = `${zone.name} may import: ${targets || 'no other zone'}. See the import table in ARCHITECTURE.md.`;
  // What the list's exceptions let through, no other list refuses: the further bounds are regular expressions,
  // and come first.
  const patterns = [
    // A path that turns back on its way (`./../store`) would be read wrongly by the list.
    { regex: String.raw`(?:^\.|[^./]|/\.|/)/\.\.(?:/|$)|%|\\`, message: 'Write import paths in their shortest form.' },
    ...(typesOnly.length > 0 ? [{ regex: typesOnlyRegex(typesOnly), allowTypeImports: true, message }] : []),
    { group, message },
  ];
  const files = isFileZone(zone) ? [zone.path] : [`${zone.path}/${'*/'.repeat(depth)}*`];
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
};

/** One lint override for each zone and depth of folders. */
export const importOverrides = (): OxlintOverride[] =>
  zones.flatMap((zone) =>
    isFileZone(zone)
      ? [overrideFor(zone, 0)]
      : Array.from({ length: maxDepth }, (_, depth) => overrideFor(zone, depth)),
  );
