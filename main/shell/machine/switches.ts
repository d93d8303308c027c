// Checks the arguments and the environment that the packaged app is started with. Chromium and Node have hundreds of
// switches: one opens the page to every user of the machine (`--remote-debugging-port`), others send it through a
// foreign proxy or inject scripts. A till needs few of them, so a switch that is not listed here ends the start.
// Chromium reads its switches before our first script and acts on the dangerous ones after it, so a refused switch has
// no effect. ADR 37.
import { harmfulToNode, harmfulVariable } from '#host/harmful-variables.ts';

/** Switches about the machine and its screen, which do not affect the till. */
const allowed: ReadonlySet<string> = new Set([
  // For Linux systems without unprivileged user namespaces; an AppImage starts itself with it.
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
 * These variables write the content of pages and requests to files that other users may read. `NODE_OPTIONS` is not
 * listed: a fuse makes Electron ignore it.
 */
const harmfulVariables: readonly string[] = [
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'ELECTRON_ENABLE_STACK_DUMPING',
  'ELECTRON_RUN_AS_NODE',
  ...harmfulToNode,
];

export interface Begun {
  /** The arguments, with the program's name first. */
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /**
   * Whether this process can be debugged already, so that nothing is left to protect. The fuses of what a shop gets
   * close that way; the copy that end-to-end tests drive has them open (build/packaging/open-fuses.ts).
   */
  readonly isDebugged: boolean;
}

/** The first argument or variable that is refused, as the message names it; null where there is none. */
export function foreignSwitch({ argv, environment, platform, isPackaged, isDebugged }: Begun): string | null {
  if (!isPackaged || isDebugged) return null;
  for (const argument of argv.slice(1)) {
    const name = switchName(argument, platform);
    if (name !== null && !allowed.has(name)) return `--${name}`;
  }
  return harmfulVariable(environment, harmfulVariables);
}

/**
 * Reads a switch as Chromium does: with one dash or two, on Windows with a slash and in any case. After a bare `--`
 * Chromium reads no switches, but Node may.
 */
function switchName(argument: string, platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/;
  const [name = ''] = argument.trim().replace(prefix, '').split('=', 1);
  if (name === '' || !prefix.test(argument.trim())) return null;
  // The Finder adds one, with the number of the process.
  if (platform === 'darwin' && /^psn_\d+_\d+$/.test(name)) return null;
  return platform === 'win32' ? name.toLowerCase() : name;
}
