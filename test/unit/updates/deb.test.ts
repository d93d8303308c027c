// How root calls the system's tools for a deb, over tools that another program keeps busy, as the daily upgrade of the
// system does.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '#support/store-folder.ts';
import { deb } from '#updates/install/deb.ts';
import { NotInstalled } from '#updates/install/ports.ts';
import type { UnderWay } from '#updates/install/state.ts';

const under = { from: '1.0.0', to: '1.1.0', file: 'tillbridge-1.1.0-linux-amd64.deb' } as UnderWay;

/** `busy`: so often another program begins to install before these can; apt-get waits for it where it is told to. */
function aSystem({ busy = 0, whole = null }: { readonly busy?: number; readonly whole?: string | null } = {}) {
  const folder = aFolder();
  mkdirSync(join(folder, 'packages'));
  const ran: string[] = [];
  let others = busy;
  let isBusy = busy > 0;
  const run = (command: readonly string[]): number => {
    const line = command.join(' ');
    ran.push(line);
    const waits = /^apt-get .*DPkg::Lock::Timeout=[1-9]/.test(line);
    if (waits) isBusy = false;
    if (line.startsWith('sync ')) return 0;
    if (isBusy) return 2;
    if (line.startsWith('dpkg --configure') && (others -= 1) > 0) isBusy = true;
    return 0;
  };
  return { installer: deb({ folder, self: '/nowhere', run, whole: () => whole }), ran };
}

it('waits for a program that installs, before the bridge is ended and before a version is put in place', async () => {
  const { installer, ran } = aSystem({ busy: 1 });
  await installer.ready();
  expect(ran).toHaveLength(1);
  await aSystem({ busy: 1 }).installer.put(under);
});

it('puts the version before back even where other programs begin to install in between', async () => {
  const { installer, ran } = aSystem({ busy: 3 });
  await installer.putBack(under);
  expect(ran.at(-2)).toMatch(/^dpkg --install .*before-1\.0\.0\.deb$/);
  await expect(aSystem({ busy: Infinity }).installer.putBack(under)).rejects.toThrow(NotInstalled);
});

it('installs nothing where the version before is still whole, as where there was no room for the newer one', async () => {
  const { installer, ran } = aSystem({ busy: Infinity, whole: '1.0.0' });
  await installer.putBack(under);
  expect(ran.filter((line) => line.startsWith('dpkg --install'))).toEqual([]);
});

it('downloads nothing that a package only recommends', async () => {
  const { installer, ran } = aSystem();
  await installer.put(under);
  expect(ran.filter((line) => line.startsWith('apt-get install'))).toEqual([
    expect.stringContaining(' --no-install-recommends '),
  ]);
});
