// Why a serial line does not open, and what a person does about it, with the command. The library gives the system's
// words only, so they are read here.
import { readFileSync, statSync } from 'node:fs';
import type { LineObstacle, LineState, LineTrouble } from '#contract/devices/line-devices.ts';

export interface OpenTrouble extends LineState {
  readonly obstacle: LineObstacle;
  readonly advice: string;
  readonly trouble: LineTrouble;
}

interface Found {
  readonly obstacle: LineObstacle;
  readonly code: LineTrouble['code'];
  readonly words: string;
  readonly group?: string;
  readonly command?: string;
}

export function openTrouble(path: string, error: unknown, platform: NodeJS.Platform = process.platform): OpenTrouble {
  const { obstacle, code, words, group = null, command = null } = troubleOf(path, error, platform);
  const advice = command === null ? words : `${words} ${command}`;
  return { obstacle, advice, trouble: { code, path, group, command, advice } };
}

function troubleOf(path: string, error: unknown, platform: NodeJS.Platform): Found {
  const reason = error instanceof Error ? error.message : '';
  const isLinux = platform === 'linux';
  if (/no such file|file not found|ENOENT|ENODEV|ENXIO|no such device|no adapter/i.test(reason)) {
    const words = `There is no ${path}. Plug the device in, or correct its address.`;
    const found = { obstacle: 'not-found', code: 'not-found' } as const;
    if (!isLinux) return { ...found, words };
    return { ...found, words: `${words} To see what is plugged in:`, command: 'ls -l /dev/serial/by-id/' };
  }
  if (reason.startsWith('Another device')) {
    const words = `Another device is at ${path} now. Plug in the one that was there; where this one takes its place, start Tillbridge again.`;
    return { obstacle: 'not-found', code: 'another-device', words };
  }
  if (/^\d+ adapters are /.test(reason)) {
    const words = `Several devices are ${path}. Add the serial number (usb:VENDOR:PRODUCT:SERIALNUMBER) or the socket (usb:VENDOR:PRODUCT@LOCATION).`;
    return { obstacle: 'no-answer', code: 'several-alike', words };
  }
  const isDenied = /permission denied|access denied|EACCES|EPERM/i.test(reason);
  // Windows says so of a line that another program has.
  if (/busy|cannot lock|temporarily unavailable|EBUSY/i.test(reason) || (isDenied && platform === 'win32')) {
    const words = `Another program has ${path} open. End that program.`;
    const found = { obstacle: 'busy', code: 'busy' } as const;
    if (!isLinux) return { ...found, words };
    return { ...found, words: `${words} To see which:`, command: `sudo fuser -v ${quoted(path)}` };
  }
  if (isDenied) return { obstacle: 'no-permission', ...rightsOf(path, platform) };
  return { obstacle: 'no-answer', code: 'not-open', words: `${path} does not open. Plug the device out and in again.` };
}

function rightsOf(path: string, platform: NodeJS.Platform): Omit<Found, 'obstacle'> {
  const denied = `This user may not open ${path}.`;
  if (platform !== 'linux') {
    return { code: 'no-right', words: `${denied} Give the user that runs Tillbridge the right to read and write it.` };
  }
  const group = groupThatMay(path);
  if (group !== null) {
    const words = `${denied} Add the user to the group ${group}, then sign out and in:`;
    return { code: 'no-permission', words, group, command: `sudo usermod -aG ${group} "$USER"` };
  }
  const rule = 'SUBSYSTEM=="tty", GROUP="dialout", MODE="0660"';
  return {
    code: 'no-right',
    words: `${denied} No group may either. Add a udev rule, then plug the device out and in:`,
    command:
      `echo '${rule}' | sudo tee /etc/udev/rules.d/60-tillbridge.rules && sudo udevadm control --reload && ` +
      'sudo usermod -aG dialout "$USER"',
  };
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
