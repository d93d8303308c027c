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

/** One line for the person who started it, or null where nothing is missing. */
export function missingLibraries(executable: string): string | null {
  if (process.platform !== 'linux') return null;
  const { status, stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  return status === 0 ? missingIn(stdout) : null;
}

/** The same, from what `ldd` said. */
export function missingIn(stdout: string): string | null {
  const missing = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].flatMap((match) => match[1] ?? []);
  if (missing.length === 0) return null;
  const names = missing.map((library) => packages.find(([pattern]) => pattern.test(library))?.[1] ?? library);
  const wanted = [...new Set(names)].toSorted().join(' ');
  return `The window needs system libraries that are missing (${missing.join(', ')}). On Debian or Ubuntu: sudo apt-get install ${wanted}`;
}
