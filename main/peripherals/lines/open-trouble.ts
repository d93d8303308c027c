// Why a serial line does not open, and what a person does about it, with the command. The library gives the system's
// words only, so they are read here.
import { readFileSync, statSync } from 'node:fs';
import type { LineObstacle, LineState } from '#contract/line-devices.ts';

export interface OpenTrouble extends LineState {
  readonly obstacle: LineObstacle;
  readonly advice: string;
}

export function openTrouble(path: string, error: unknown, platform: NodeJS.Platform = process.platform): OpenTrouble {
  const reason = error instanceof Error ? error.message : '';
  if (/no such file|file not found|ENOENT|ENODEV|ENXIO|no such device|no adapter/i.test(reason))
    return notFound(path, platform);
  if (reason.startsWith('Another device')) {
    const advice = `Another device is at ${path} now. Plug in the one that was there; where this one takes its place, start Tillbridge again.`;
    return { obstacle: 'not-found', advice };
  }
  if (/^\d+ adapters are /.test(reason)) {
    const advice = `Several devices are ${path}. Add the serial number (usb:VENDOR:PRODUCT:SERIALNUMBER) or the socket (usb:VENDOR:PRODUCT@LOCATION).`;
    return { obstacle: 'no-answer', advice };
  }
  const isDenied = /permission denied|access denied|EACCES|EPERM/i.test(reason);
  // Windows says so of a line that another program has.
  if (/busy|cannot lock|temporarily unavailable|EBUSY/i.test(reason) || (isDenied && platform === 'win32')) {
    const find = platform === 'linux' ? ` To see which: sudo fuser -v ${quoted(path)}` : '';
    return { obstacle: 'busy', advice: `Another program has ${path} open. End that program.${find}` };
  }
  if (isDenied) return { obstacle: 'no-permission', advice: permissionAdvice(path, platform) };
  return { obstacle: 'no-answer', advice: `${path} does not open. Plug the device out and in again.` };
}

function notFound(path: string, platform: NodeJS.Platform): OpenTrouble {
  const find = platform === 'linux' ? ' To see what is plugged in: ls -l /dev/serial/by-id/' : '';
  return { obstacle: 'not-found', advice: `There is no ${path}. Plug the device in, or correct its address.${find}` };
}

function permissionAdvice(path: string, platform: NodeJS.Platform): string {
  const denied = `This user may not open ${path}.`;
  if (platform !== 'linux') return `${denied} Give the user that runs Tillbridge the right to read and write it.`;
  const group = groupThatMay(path);
  if (group !== null) {
    return `${denied} Add the user to the group ${group}, then sign out and in: sudo usermod -aG ${group} "$USER"`;
  }
  const rule = 'SUBSYSTEM=="tty", GROUP="dialout", MODE="0660"';
  return (
    `${denied} No group may either. Add a udev rule, then plug the device out and in: ` +
    `echo '${rule}' | sudo tee /etc/udev/rules.d/60-tillbridge.rules && sudo udevadm control --reload && ` +
    'sudo usermod -aG dialout "$USER"'
  );
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
