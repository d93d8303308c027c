// The machine's service, where the package installed one and this is its folder: whether it was told what it needs, and
// whether it runs.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Finding, problem, warning } from './finding.ts';

/** As build/linux/tillbridge.service has them. */
export interface ServicePlaces {
  readonly dataDir: string;
  /** Only root reads it; the service does not start before it holds something. */
  readonly environment: string;
}

export const usualPlaces: ServicePlaces = {
  dataDir: '/var/lib/tillbridge',
  environment: '/etc/tillbridge/environment',
};

/** `null`: no service was installed, or the folder is not its. */
export type Provision = { readonly file: string; readonly isEmpty: boolean } | null;

export function provisionOf(dataDir: string, { dataDir: its, environment }: ServicePlaces): Provision {
  if (resolve(dataDir) !== its) return null;
  const stat = statSync(environment, { throwIfNoEntry: false });
  return stat === undefined ? null : { file: environment, isEmpty: stat.size === 0 };
}

export function serviceFindings(provision: Provision, isRunning: boolean): Finding[] {
  if (provision === null || isRunning) return [];
  const where = provision.file;
  if (provision.isEmpty) {
    const what = 'The service does not start before this file holds something.';
    const mend =
      'Write TILLBRIDGE_API_KEY=... into it (for training a line that begins with #), then: sudo systemctl start tillbridge';
    return [problem('service-not-provisioned', { what, where, mend })];
  }
  const mend = 'Start it: sudo systemctl start tillbridge. Where it ends again: journalctl -u tillbridge says why.';
  return [
    warning('service-not-running', { what: 'The service was told what it needs, and does not run.', where, mend }),
  ];
}
