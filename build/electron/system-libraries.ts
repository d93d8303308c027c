// Electron needs libraries of the system. Where some are missing it dies with one linker message a start; this says
// all of them at once, with the command that installs them.
import { spawnSync } from 'node:child_process';

/** Debian's package for each library that a bare machine lacks. */
const packages: readonly (readonly [library: RegExp, name: string])[] = [
  [/^lib(nss3|nssutil3|smime3|ssl3)\./, 'libnss3'],
  [/^libnspr4\./, 'libnspr4'],
  [/^libatk-1/, 'libatk1.0-0'],
  [/^libatk-bridge/, 'libatk-bridge2.0-0'],
  [/^libatspi/, 'libatspi2.0-0'],
  [/^libcups\./, 'libcups2'],
  [/^libdrm\./, 'libdrm2'],
  [/^lib(gtk-3|gdk-3)\./, 'libgtk-3-0'],
  [/^libgbm\./, 'libgbm1'],
  [/^libasound\./, 'libasound2'],
  [/^libxkbcommon\./, 'libxkbcommon0'],
  [/^libX?(.*)\.so/, 'libgtk-3-0'],
];

export interface MissingLibraries {
  readonly libraries: readonly string[];
  /** Debian's packages that bring them. */
  readonly packages: readonly string[];
}

/** Null where nothing is missing. */
export function missingLibraries(executable: string): MissingLibraries | null {
  if (process.platform !== 'linux') return null;
  const { status, stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return status === 0 ? missingIn(stdout) : null;
}

/** The same, from what `ldd` said. */
export function missingIn(stdout: string): MissingLibraries | null {
  const libraries = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].flatMap((match) => match[1] ?? []);
  if (libraries.length === 0) return null;
  const names = libraries.map((library) => packages.find(([pattern]) => pattern.test(library))?.[1] ?? library);
  return { libraries, packages: [...new Set(names)].toSorted() };
}

/** For the person who started it. */
export function inWords({ libraries, packages: wanted }: MissingLibraries): string {
  return `The window needs system libraries that are missing (${libraries.join(', ')}). On Debian or Ubuntu: sudo apt-get install ${wanted.join(' ')}`;
}
