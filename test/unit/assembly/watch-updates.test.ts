// The bridge's part of updates: when it asks and downloads, and what it tells of a version that is ready.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchUpdates } from '#assembly/watch/watch-updates.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import { aFolder } from '#support/store-folder.ts';
import { anUpdateServer, platform } from '#support/update-server.ts';
import { installFolderOf } from '#updates/install/state.ts';
import { updateFolderOf } from '#updates/note.ts';

const hourMs = 3_600_000;
const asked = { id: '0'.repeat(32), since: 0 };
const quiet = { sealed: false, paused: null, operations: { sending: 0, pending: 0, unknown: 0 } };

async function aTill(change: Partial<Settings['updates']> = {}) {
  const clock = { ms: Date.parse('2026-11-28T10:00:00Z'), local: '2026-11-28T02:00:00' };
  const server = await anUpdateServer(() => clock.ms);
  const dataDir = join(aFolder(), 'shop');
  const till = { printing: 0 as number | null, touchedMs: null as number | null, status: quiet as JsonObject };
  const logged: string[] = [];
  const { updates } = settingsSchema.parse({ updates: { url: server.url, key: server.key, ...change } });
  const watch = watchUpdates({
    ports: { dataDir, version: '1.0.0', packageKind: 'deb', log: (_level, event) => logged.push(event) },
    settings: updates,
    folderId: 'a-folder',
    clock: { wallMs: () => clock.ms, localDateTime: () => clock.local },
    printing: () => till.printing,
    touchedMs: () => till.touchedMs,
    changed: () => undefined,
    platform,
  });
  const told = () => watch.addTo(till.status)['update'];
  return { clock, server, dataDir, till, watch, logged, told, look: () => watch.look(till.status) };
}

it('finds and downloads a version, says that it is ready, and asks again after six hours', async () => {
  const { server, clock, look, told, logged } = await aTill();
  server.offer();
  expect(told()).toMatchObject({ state: 'unknown', version: null, waits: null });
  await look();
  expect(told()).toMatchObject({ state: 'ready', version: '9.0.0', waits: null, problem: null });
  await look();
  clock.ms += 6 * hourMs - 1;
  await look();
  expect(server.asked).toHaveLength(2);
  clock.ms += 1;
  await look();
  expect(server.asked).toHaveLength(3);
  expect(logged).toEqual(['updates-looked-for', 'update-ready', 'updates-looked-for']);
});

it('asks again an hour after a failure, and at once after the clock was set back', async () => {
  const { server, clock, look } = await aTill();
  await look();
  clock.ms += hourMs - 1;
  await look();
  expect(server.asked).toHaveLength(1);
  clock.ms += 1;
  await look();
  expect(server.asked).toHaveLength(2);
  clock.ms -= 365 * 24 * hourMs;
  await look();
  expect(server.asked).toHaveLength(3);
});

it.each<[string, (till: Awaited<ReturnType<typeof aTill>>) => void]>([
  [
    'operations-under-way',
    ({ till }) => (till.status = { ...quiet, operations: { sending: 0, pending: 0, unknown: 1 } }),
  ],
  ['printing', ({ till }) => (till.printing = 1)],
  ['state-not-known', ({ till }) => (till.printing = null)],
  ['state-not-known', ({ till }) => (till.status = { ...quiet, sealed: true })],
  ['paused', ({ till }) => (till.status = { ...quiet, paused: 'restored' })],
  ['not-in-hours', ({ clock }) => (clock.local = '2026-11-28T12:00:00')],
  ['somebody-at-the-till', ({ till, clock }) => (till.touchedMs = clock.ms - 60_000)],
])('a version that is ready waits: %s', async (why, happens) => {
  const till = await aTill();
  till.server.offer();
  await till.look();
  happens(till);
  expect(till.told()).toMatchObject({ state: 'ready', waits: why });
});

it('a version that is held, or not for this till yet, is known and not downloaded', async () => {
  const held = await aTill({ hold: true });
  held.server.offer();
  await held.look();
  expect(held.told()).toMatchObject({ state: 'known', waits: 'held' });
  const later = await aTill();
  later.server.offer({ shares: [{ from: '2026-01-01T00:00:00.000Z', percent: 0 }] });
  await later.look();
  expect(later.told()).toMatchObject({ state: 'known', waits: 'not-its-turn' });
  expect([held.server.asked, later.server.asked].map((paths) => paths.length)).toEqual([1, 1]);
});

it('a command holds the version, asks the server, and lets go again', async () => {
  const { server, dataDir, till, watch, look } = await aTill();
  server.offer();
  updateFolderOf(dataDir).hold(true);
  const update = watch.update(() => till.status);
  expect(await update({ check: true }, asked)).toMatchObject({ update: { state: 'known', waits: 'held' } });
  updateFolderOf(dataDir).hold(false);
  await look();
  expect(await update({ check: false }, asked)).toMatchObject({ update: { state: 'ready', waits: null } });
});

it('a version that was taken back here waits, and the status says how that ended', async () => {
  const { server, dataDir, look, told } = await aTill();
  server.offer();
  mkdirSync(`${dataDir}-install`);
  const folder = installFolderOf(dataDir);
  const at = '2026-11-28T09:00:00.000Z';
  const why = 'it did not start within 180 s';
  const last = { end: 'taken-back', at, from: '1.0.0', to: '9.0.0', why, restored: false } as const;
  folder.write({ ...folder.state(), last, failed: [{ version: '9.0.0', at, why }] });
  await look();
  expect(told()).toMatchObject({ waits: 'failed-here', last: { version: '9.0.0', end: 'taken-back', at, why } });
  server.offer({ version: '9.0.1', created: '2026-11-28T10:01:00.000Z' });
  writeFileSync(`${dataDir}-install/state.json`, 'not a state');
  await look();
  expect(told()).toMatchObject({ last: null });
});

it('a till that never rests asks for its moment after two days in which only people were in the way', async () => {
  const { server, clock, till, look, told } = await aTill();
  server.offer();
  const touched = async (hours: number) => {
    clock.ms += hours * hourMs;
    till.touchedMs = clock.ms;
    await look();
    return told();
  };
  expect(await touched(0)).toMatchObject({ waits: 'somebody-at-the-till', asks: false });
  expect(await touched(47)).toMatchObject({ asks: false });
  expect(await touched(1)).toMatchObject({ waits: 'somebody-at-the-till', asks: true });
});

it('a till that never rests takes a version in the half hour that a manager gave, and not while anything is under way', async () => {
  const { server, clock, till, look, told, dataDir } = await aTill();
  server.offer();
  updateFolderOf(dataDir).giveMoment('12:10');
  const at = async (time: string) => {
    clock.local = `2026-11-28T${time}:00`;
    till.touchedMs = clock.ms;
    await look();
    return told();
  };
  expect(await at('02:00')).toMatchObject({ waits: 'somebody-at-the-till', moment: '12:10' });
  expect(await at('12:09')).toMatchObject({ waits: 'not-in-hours' });
  expect(await at('12:10')).toMatchObject({ state: 'ready', waits: null });
  expect(await at('12:39')).toMatchObject({ waits: null });
  expect(await at('12:40')).toMatchObject({ waits: 'not-in-hours' });
  till.status = { ...quiet, operations: { sending: 1, pending: 0, unknown: 0 } };
  expect(await at('12:20')).toMatchObject({ waits: 'operations-under-way' });
  till.status = quiet;
  updateFolderOf(dataDir).giveMoment('23:50');
  expect(await at('00:19')).toMatchObject({ waits: null });
  updateFolderOf(dataDir).giveMoment(null);
  expect(await at('12:20')).toMatchObject({ waits: 'not-in-hours', moment: null });
});

it('shares of a hundred are met by as many of a hundred tills, other ones for each version', async () => {
  const clock = { wallMs: () => Date.parse('2026-11-28T10:00:00Z'), localDateTime: () => '2026-11-28T02:00:00' };
  const server = await anUpdateServer(clock.wallMs);
  const turnsOf = async (version: string): Promise<readonly number[]> => {
    server.offer({ version, shares: [{ from: '2026-01-01T00:00:00.000Z', percent: 25 }] });
    const { updates } = settingsSchema.parse({ updates: { url: server.url, key: server.key } });
    const tills = Array.from({ length: 200 }, (_, number) => number);
    const turns: number[] = [];
    for (const number of tills) {
      const watch = watchUpdates({
        ports: { dataDir: join(aFolder(), 'shop'), version: '1.0.0', packageKind: 'deb', log: () => undefined },
        settings: updates,
        folderId: `till-${number}`,
        clock,
        printing: () => 0,
        touchedMs: () => null,
        changed: () => undefined,
        platform,
      });
      const { update } = await watch.update(() => quiet)({ check: true }, asked);
      if (update?.waits === null) turns.push(number);
    }
    return turns;
  };
  const [first, second] = [await turnsOf('9.0.0'), await turnsOf('9.0.1')];
  for (const turns of [first, second]) {
    expect(turns.length).toBeGreaterThan(30);
    expect(turns.length).toBeLessThan(70);
  }
  expect(first).not.toEqual(second);
});
