// Which till a window is: the machine's, where a service was set up, and this user's own otherwise.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '#support/store-folder.ts';
import { machineTill } from '../../../main/shell/machine/machine-till.ts';

function aMachine(provisioned: string | null) {
  const dataDir = aFolder();
  const provision = join(aFolder(), 'environment');
  if (provisioned !== null) writeFileSync(provision, provisioned);
  return { environment: {}, platform: 'linux', dataDir, isFolderNamed: false, provision } as const;
}

it('is the service’s as soon as the machine has one that may start, whether it runs or not', () => {
  expect(machineTill(aMachine('TILLBRIDGE_API_KEY=x\n'))).toBe('/run/tillbridge');
  expect(machineTill(aMachine(''))).toBeNull();
  expect(machineTill(aMachine(null))).toBeNull();
});

it('is the user’s own where a till is in their folder already, or the folder was named for this start', () => {
  const machine = aMachine('TILLBRIDGE_API_KEY=x\n');
  expect(machineTill({ ...machine, isFolderNamed: true })).toBeNull();
  expect(machineTill({ ...machine, platform: 'win32' })).toBeNull();
  writeFileSync(join(machine.dataDir, 'tillbridge.db'), '');
  expect(machineTill(machine)).toBeNull();
  expect(machineTill({ ...machine, environment: { TILLBRIDGE_WINDOW_DIR: '/srv/till' } })).toBeNull();
});

it('is another bridge’s where the environment names its folder', () => {
  const environment = { TILLBRIDGE_WINDOW_DIR: '/srv/till' };
  expect(machineTill({ ...aMachine(null), environment, isFolderNamed: true })).toBe('/srv/till');
});
