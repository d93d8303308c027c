// The steps of an installation over a till that is made up: what each ends in, and what an interruption at each leaves.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '#support/store-folder.ts';
import { type Health, NotInstalled } from '#updates/install/ports.ts';
import { type UnderWay, installFolderOf } from '#updates/install/state.ts';
import { type Installation, type InstallRun, goOn } from '#updates/install/steps.ts';

const begun: UnderWay = {
  step: 'prepare',
  from: '1.0.0',
  to: '1.1.0',
  schema: { from: 5, to: 6 },
  file: 'package',
  before: { runs: true, accepting: true, online: true },
  copy: null,
  seconds: 1,
  starts: 0,
  why: null,
  evenOverNewer: false,
};

function anInstallation(change: Partial<UnderWay> = {}) {
  const folder = installFolderOf(join(aFolder(), 'shop'));
  mkdirSync(folder.packages, { recursive: true });
  folder.write({ ...folder.state(), underWay: { ...begun, ...change } });
  const world = {
    inPlace: '1.0.0',
    runs: true,
    schema: 5,
    work: 0,
    health: { accepting: true, online: true } as Health | null,
    tried: null as string | null,
    fails: '' as string,
    /** So often it is asked and something is under way. */
    underWay: 0,
    done: [] as string[],
  };
  const does = (what: string): void => {
    if (what === world.fails) throw new NotInstalled(`${what} failed`);
    world.done.push(what);
  };
  const installation: Installation = {
    folder,
    installer: {
      program: ['current'],
      keepProgram: () => undefined,
      keep: async () => does('keep'),
      unpack: async () => ['newer'],
      ready: async () => {
        if (world.fails === 'ready') throw new NotInstalled('another program installs.');
      },
      put: async () => {
        does('put');
        world.inPlace = '1.1.0';
      },
      putBack: async () => {
        does('put back');
        world.inPlace = '1.0.0';
      },
      tidy: () => undefined,
    },
    till: {
      runs: () => world.runs,
      stop: async () => does('stop'),
      start: async () => {
        does('start');
        if (world.inPlace === '1.1.0') world.schema = 6;
      },
      health: async () => world.health,
      waits: async () => null,
      underWay: async () => (world.underWay-- > 0 ? 'operations are under way (sending: 1)' : null),
      copy: async () => {
        does('copy');
        return { path: 'copy', seq: 7 };
      },
      tried: async () => world.tried,
      look: async () => {
        does('look');
        return { schema: world.schema, work: world.work };
      },
      restore: async () => {
        does('restore');
        world.schema = 5;
      },
    },
    limits: { pollMs: 1, starts: 3 },
    nowIso: () => '2026-11-28T10:00:00.000Z',
    say: () => undefined,
  };
  const go = (run: InstallRun = 'fresh') => goOn(installation, run);
  return { folder, world, go };
}

it('a copy of the data folder is made after the bridge has ended, where the form of the database changes', async () => {
  const { world, go } = anInstallation();
  expect(await go()).toMatchObject({ end: 'installed', why: null });
  expect(world.done).toEqual(['keep', 'stop', 'copy', 'put', 'start']);
  const same = anInstallation({ schema: { from: 6, to: 6 } });
  expect(await same.go()).toMatchObject({ end: 'installed' });
  expect(same.world.done).toEqual(['keep', 'stop', 'put', 'start']);
});

it.each<[string, Health | null, UnderWay['before'], string]>([
  [
    'is no worse than before',
    { accepting: false, online: false },
    { runs: true, accepting: false, online: false },
    'installed',
  ],
  ['takes nothing', { accepting: false, online: true }, begun.before, 'taken-back'],
  ['reaches nothing', { accepting: true, online: false }, begun.before, 'taken-back'],
  ['says nothing', null, begun.before, 'taken-back'],
])('a version whose bridge %s', async (_, health, before, end) => {
  const { world, go } = anInstallation({ before });
  world.health = health;
  expect(await go()).toMatchObject({ end });
});

it('a till that sells all day is updated between two sales; one that stays in doubt is not', async () => {
  const selling = anInstallation();
  selling.world.underWay = 3;
  expect(await selling.go()).toMatchObject({ end: 'installed' });
  const inDoubt = anInstallation({ seconds: 0 });
  inDoubt.world.underWay = Infinity;
  expect(await inDoubt.go()).toMatchObject({ end: 'broken-off', why: 'operations are under way (sending: 1)' });
  expect(inDoubt.world.done).toEqual(['keep']);
});

it('the bridge is not ended while another program installs packages', async () => {
  const { world, folder, go } = anInstallation();
  world.fails = 'ready';
  expect(await go()).toMatchObject({ end: 'broken-off', why: 'another program installs' });
  expect(world.done).toEqual(['keep']);
  expect(folder.state().failed).toEqual([]);
});

it('the copy comes back only where the older version cannot read the folder, and nothing was done since', async () => {
  const unreadable = anInstallation();
  unreadable.world.health = null;
  expect(await unreadable.go()).toMatchObject({ end: 'taken-back', restored: true });
  expect(unreadable.world).toMatchObject({ inPlace: '1.0.0', schema: 5 });

  const used = anInstallation();
  Object.assign(used.world, { health: null, work: 3 });
  expect(await used.go()).toMatchObject({ end: 'stays', why: expect.stringContaining('the 3 records') });
  expect(used.world.inPlace).toBe('1.1.0');
  expect(used.world.done).not.toContain('restore');
  expect(used.world.done.at(-1)).toBe('start');

  // By a person's word it comes back all the same.
  const { back } = used.folder.state();
  used.folder.write({ ...used.folder.state(), underWay: { ...begun, ...back, step: 'back', evenOverNewer: true } });
  expect(await used.go()).toMatchObject({ end: 'taken-back', restored: true, why: null });
});

it.each(['restore', 'put back'])('where "%s" fails, the version that is in place is started', async (what) => {
  const { world, go } = anInstallation();
  Object.assign(world, { health: null, fails: what });
  expect(await go()).toMatchObject({ end: 'stays', why: expect.stringContaining(`${what} failed`) });
  expect(world.done.at(-1)).toBe('start');
});

it('a database that cannot be read is left to the older version', async () => {
  const { world, go } = anInstallation();
  Object.assign(world, { health: null, fails: 'look' });
  expect(await go()).toMatchObject({ end: 'taken-back', restored: false });
  expect(world.done).not.toContain('restore');
});

it.each<[UnderWay['step'], readonly string[]]>([
  ['prepare', []],
  ['try', []],
  ['stop', ['start']],
  ['save', ['start']],
])('an interruption at "%s" ends it, and the till is as it was', async (step, done) => {
  const { world, folder, go } = anInstallation({ step });
  expect(await go('again')).toMatchObject({ end: 'broken-off' });
  expect(world).toMatchObject({ done, inPlace: '1.0.0' });
  expect(folder.state()).toMatchObject({ underWay: null, failed: [] });
  const atBoot = anInstallation({ step });
  expect(await atBoot.go('boot')).toMatchObject({ end: 'broken-off' });
  // The system starts it afterwards.
  expect(atBoot.world.done).toEqual([]);
});

it('from "put" on it is finished, or taken back after the computer has started three times', async () => {
  const { world, folder, go } = anInstallation({ step: 'put', copy: { path: 'copy', seq: 7 } });
  expect(await go('boot')).toBeNull();
  expect(folder.state().underWay).toMatchObject({ step: 'watch', starts: 1 });
  world.schema = 6;
  for (const starts of [2, 3]) {
    expect(await go('boot')).toBeNull();
    expect(folder.state().underWay).toMatchObject({ step: 'watch', starts });
  }
  expect(await go('boot')).toMatchObject({ end: 'taken-back', restored: true });
  expect(world.done).toEqual(['put', 'look', 'restore', 'put back']);
  expect(folder.state()).toMatchObject({ underWay: null, back: null, failed: [{ version: '1.1.0' }] });
});

it('a version that was not taken leaves the way back to the version before as it was', async () => {
  const { world, folder, go } = anInstallation();
  expect(await go()).toMatchObject({ end: 'installed' });
  folder.write({ ...folder.state(), underWay: { ...begun, from: '1.1.0', to: '1.2.0' } });
  world.tried = 'it opens nothing';
  expect(await go()).toMatchObject({ end: 'not-taken', why: 'it opens nothing' });
  expect(folder.state()).toMatchObject({ back: { from: '1.0.0', to: '1.1.0' }, failed: [{ version: '1.2.0' }] });
});
