// Why a serial line does not open, and what a person does about it, with the command: a code, for which the texts have the words.
// The library gives the system's words only, so they are read here.
import { readFileSync, statSync } from 'node:fs';
import type { LineObstacle, LineState, LineTrouble } from '#contract/devices/line-devices.ts';
import { sayIn } from '#texts/index.ts';

export interface OpenTrouble extends LineState {
  readonly obstacle: LineObstacle;
  readonly advice: string;
  readonly trouble: LineTrouble;
}

type Found = Pick<LineTrouble, 'code'> & Partial<Pick<LineTrouble, 'group' | 'command'>>;

/** The window says it in its own language; programs and the log read the same texts in English. */
const english = sayIn('en');

const obstacles: { readonly [code in LineTrouble['code']]: LineObstacle } = {
  'invalid-address': 'invalid-address',
  'not-found': 'not-found',
  'another-device': 'not-found',
  'several-alike': 'no-answer',
  busy: 'busy',
  'no-permission': 'no-permission',
  'no-right': 'no-permission',
  'not-open': 'no-answer',
};

export function openTrouble(path: string, error: unknown, platform: NodeJS.Platform = process.platform): OpenTrouble {
  const { code, group = null, command = null } = troubleOf(path, error, platform);
  const what = english(`device.is.${code}`, { path });
  const todo =
    code === 'no-permission'
      ? english('device.do.no-permission', { group: group ?? '' })
      : english(`device.do.${code}`);
  const advice = [what, todo, command].filter((part) => part !== null).join(' ');
  return { obstacle: obstacles[code], advice, trouble: { code, path, group, command, advice } };
}

function troubleOf(path: string, error: unknown, platform: NodeJS.Platform): Found {
  const reason = error instanceof Error ? error.message : '';
  const onLinux = (command: string) => (platform === 'linux' ? { command } : {});
  if (/no such file|file not found|ENOENT|ENODEV|ENXIO|no such device|no adapter/i.test(reason)) {
    return { code: 'not-found', ...onLinux('ls -l /dev/serial/by-id/') };
  }
  if (reason.startsWith('Another device')) return { code: 'another-device' };
  if (/^\d+ adapters are /.test(reason)) return { code: 'several-alike' };
  const isDenied = /permission denied|access denied|EACCES|EPERM/i.test(reason);
  // Windows says so of a line that another program has.
  if (/busy|cannot lock|temporarily unavailable|EBUSY/i.test(reason) || (isDenied && platform === 'win32')) {
    return { code: 'busy', ...onLinux(`sudo fuser -v ${quoted(path)}`) };
  }
  return isDenied ? rightsOf(path, platform) : { code: 'not-open' };
}

function rightsOf(path: string, platform: NodeJS.Platform): Found {
  if (platform !== 'linux') return { code: 'no-right' };
  const group = groupThatMay(path);
  if (group !== null) return { code: 'no-permission', group, command: `sudo usermod -aG ${group} "$USER"` };
  const rule = 'SUBSYSTEM=="tty", GROUP="dialout", MODE="0660"';
  const command =
    `echo '${rule}' | sudo tee /etc/udev/rules.d/60-tillbridge.rules && sudo udevadm control --reload && ` +
    'sudo usermod -aG dialout "$USER"';
  return { code: 'no-right', command };
}

/** The group whose members may open it, by name; null where there is none, or only the group of root. */
function groupThatMay(path: string): string | null {
  try {
    const { gid, mode } = statSync(path);
    if (gid === 0 || (mode & 0o060) !== 0o060) return null;
    const line = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(gid));
    return line?.split(':')[0] ?? null;
  } catch {
    // Its folder cannot be read: what Debian does with serial lines.
    return 'dialout';
  }
}

function quoted(path: string): string {
  return /^[\w/.:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
