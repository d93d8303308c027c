// What may stand behind the program's name, and in its environment, where the app is packaged. Chromium and Node have
// hundreds of switches of their own: one opens the page to every user of the machine (`--remote-debugging-port`),
// others lead it through a foreign proxy or let scripts be put into it. A till needs next to none of them, so what is
// not listed here ends the start. Chromium reads its switches before any script of ours, and acts on the dangerous ones
// once the script has run: what is refused here was never served. ADR 37.

/** Of a machine and its screen, not of the till. */
const allowed: ReadonlySet<string> = new Set([
  // Linux systems without user namespaces for everybody; an AppImage starts itself with it.
  'no-sandbox',
  'disable-dev-shm-usage',
  'password-store',
  'lang',
  'force-device-scale-factor',
  'disable-gpu',
  'ozone-platform',
  'ozone-platform-hint',
  'touch-events',
]);

/**
 * They write what pages and requests hold to places that others may read. `NODE_OPTIONS` is missing here: a fuse has
 * Electron pass it over.
 */
const harmfulVariables = [
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'ELECTRON_ENABLE_STACK_DUMPING',
  'ELECTRON_RUN_AS_NODE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'SSLKEYLOGFILE',
] as const;

export interface Begun {
  /** With the program's name in front. */
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /**
   * Whether this process can be debugged already, so that nothing is left to protect. The fuses of what a shop gets
   * close that way; the copy that end-to-end tests drive has them open (build/open-fuses.ts).
   */
  readonly isDebugged: boolean;
}

/** The first thing that the app may not be started with, as it is to be named to a person; null where there is none. */
export function foreignSwitch({ argv, environment, platform, isPackaged, isDebugged }: Begun): string | null {
  if (!isPackaged || isDebugged) return null;
  for (const argument of argv.slice(1)) {
    const name = switchName(argument, platform);
    if (name !== null && !allowed.has(name)) return `--${name}`;
  }
  return harmfulVariables.find((name) => (environment[name] ?? '') !== '') ?? null;
}

/**
 * As Chromium reads it: with one dash or two, on Windows with a slash and in letters of any size. What follows a bare
 * `--` is none to Chromium, but may be one to Node.
 */
function switchName(argument: string, platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/;
  const [name = ''] = argument.trim().replace(prefix, '').split('=', 1);
  if (name === '' || !prefix.test(argument.trim())) return null;
  // The Finder adds one, with the number of the process.
  if (platform === 'darwin' && /^psn_\d+_\d+$/.test(name)) return null;
  return platform === 'win32' ? name.toLowerCase() : name;
}
