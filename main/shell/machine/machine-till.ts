// Where the till of this machine is, which its service runs for all users (docs/service.md). A user whose own folder has
// a till already keeps that one until it is moved: what is in doubt there must not be left alone.
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '#host/close-process.ts';

interface Machine {
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** The data folder of this user. */
  readonly dataDir: string;
  /** Whether the app was started with a folder that was named for it. */
  readonly isFolderNamed: boolean;
  /** The service starts only where this file holds something (build/linux/tillbridge.service). */
  readonly provision?: string;
}

const usualProvision = '/etc/tillbridge/environment';
const serviceFolder = '/run/tillbridge';

/** The folder of the service's socket for windows; null where this user's window runs a bridge itself. */
export function machineTill(machine: Machine): string | null {
  const { environment, platform, dataDir, isFolderNamed, provision = usualProvision } = machine;
  if (existsSync(join(dataDir, 'tillbridge.db')) && !existsSync(join(dataDir, 'moved.json'))) return null;
  const named = environment['TILLBRIDGE_WINDOW_DIR'];
  if (named !== undefined && named !== '') return resolve(named);
  if (platform !== 'linux' || isFolderNamed) return null;
  return (statSync(provision, { throwIfNoEntry: false })?.size ?? 0) > 0 ? serviceFolder : null;
}
