// The window's part of moving this till into the machine's folder: the key leaves the vault, and a person is told the
// command that moves the folder (ADR 76). The bridge goes on until the app is quit; the command waits for nothing.
import type { Implementations } from '#contract/calls/table.ts';
import type { StatusView } from '#contract/till/window.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { DataKey } from '#secrets/data-key.ts';
import { writeOut } from '../credentials/folder-key.ts';
import type { AppPaths } from '../machine/app-paths.ts';

interface Ports {
  readonly paths: Pick<AppPaths, 'dataDir' | 'keyFile'>;
  readonly platform: NodeJS.Platform;
  readonly isJoined: () => boolean;
  readonly status: () => StatusView | null;
  readonly dataKey: () => DataKey;
  readonly log: EngineEvents['log'];
}

/** Of the service (docs/service.md). */
const machineFolder = '/var/lib/tillbridge';

const none = { command: '' } as const;

export function createTillMove(ports: Ports): Implementations['prepareMove'] {
  const { paths, platform, isJoined, status, dataKey, log } = ports;
  return () => {
    if (platform !== 'linux' || isJoined()) return { outcome: 'not-here', ...none };
    const { accepted = 1, sending = 1, pending = 1, unknown = 1 } = status()?.operations ?? {};
    if (accepted + sending + pending + unknown > 0) return { outcome: 'under-way', ...none };
    const key = dataKey();
    if (key.type === 'sealed') return { outcome: 'locked', ...none };
    writeOut(paths, key.key);
    log('warn', 'folder-key-written-out', {});
    const make = `install -d -m 0700 -o tillbridge -g tillbridge ${machineFolder}`;
    const move = `tillbridge folder move --data-dir ${quoted(paths.dataDir)} --to ${machineFolder}`;
    return { outcome: 'ready', command: `sudo ${make} && sudo ${move}` };
  };
}

/** For a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
