// A version is installed, and taken back where it is not as healthy as the one before, on the folder package: with the real
// bridge on both sides, and the power of the machine cut at each step. TILLBRIDGE_CUTS says how many cuts.
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { ownPort } from '#support/port.ts';
import { Workbench } from '#support/processes.ts';
import { seedOfRun, share } from '#support/share.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { aFeed } from './updates/feed.ts';
import { Machine } from './updates/machine.ts';
import { type Fault, Versions } from './updates/versions.ts';

const bench = new Workbench();
const cuts = Number.parseInt(process.env['TILLBRIDGE_CUTS'] ?? share({ small: '6', large: '10' }), 10);
const seed = seedOfRun();
let versions: Versions;
let gateway: TestGateway;
beforeAll(async () => {
  versions = await Versions.in(bench.folder());
  gateway = await startGateway(bench);
});
afterAll(() => bench.close());

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

let number = 0;
const sold: { readonly machine: Machine; readonly transId: string; readonly id: string }[] = [];

async function sell(machine: Machine): Promise<string> {
  number += 1;
  const transId = `U-${number}`;
  const amount = { value: 1_000 + number, currency: 'EUR' };
  let id = '';
  const sale = { transId, posTerminalId: 'T1', amount };
  // A terminal rests for a moment after a pause.
  const asked = async () => {
    const { body } = await machine.erp.post('/v1/operations/sale?wait=60', sale, transId);
    id = typeof body['id'] === 'string' ? body['id'] : '';
    return body;
  };
  await expect.poll(asked, { timeout: 30_000 }).toMatchObject({ state: 'succeeded' });
  sold.push({ machine, transId, id });
  return id;
}

async function aMachine(updates?: string): Promise<Machine> {
  const machine = new Machine(bench, versions, gateway.url, await ownPort(), updates);
  onTestFinished(() => machine.cut());
  machine.boot();
  await expect.poll(() => machine.answers()).toBe(true);
  await machine.makeToken();
  await expect.poll(async () => (await machine.status())['connection']).toMatchObject({ state: 'online' });
  await sell(machine);
  return machine;
}

/** What was sold before is there, was carried out once, and the till sells on. */
async function expectSound(machine: Machine): Promise<void> {
  await expect.poll(() => machine.answers(), { timeout: 60_000 }).toBe(true);
  await sell(machine);
  const { executions } = await gateway.ledger();
  for (const { transId, id } of sold.filter((each) => each.machine === machine)) {
    expect(await machine.erp.operation(id), transId).toMatchObject({ state: 'succeeded' });
    expect(executions.filter((each) => each.transId === transId)).toHaveLength(1);
  }
}

it.each([false, true])(
  'a sound version is installed (newer form of the database: %s), and taken back by hand',
  async (newer) => {
    const machine = await aMachine();
    versions.offer(machine.dataDir, { version: '0.2.0', newer });
    const installing = machine.install(60);
    expect(await installing.ended, installing.errors).toBe(0);
    expect(machine.inPlace).toBe('0.2.0');
    expect(machine.state()).toMatchObject({ underWay: null, last: { end: 'installed' }, failed: [] });
    await expectSound(machine);

    const back = machine.command(['update', 'back']);
    const code = await back.ended;
    if (newer) {
      expect({ code, at: machine.inPlace }).toEqual({ code: 1, at: '0.2.0' });
      expect(back.errors).toContain('could not read');
      await expectSound(machine);
      return;
    }
    expect(code, back.errors).toBe(0);
    expect(machine.state()).toMatchObject({ last: { end: 'taken-back' }, failed: [{ version: '0.2.0' }] });
    await expectSound(machine);
    expect(machine.inPlace).toBe('0.1.0');
  },
);

it('a list that another key signed, an older one that is shown again, and another package install nothing', async () => {
  const machine = await aMachine();
  const { dataDir } = machine;
  const refusals: readonly (readonly [offer: () => void, words: RegExp])[] = [
    [() => versions.offer(dataDir, { version: '0.2.0' }, {}, generateKeyPairSync('ed25519')), /not signed/],
    [() => versions.offer(dataDir, { version: '0.0.9' }), /older version/],
    [() => versions.offer(dataDir, { version: '0.2.0' }, { created: daysAgo(40), expires: daysAgo(10) }), /expired/],
    [() => appendFileSync(versions.offer(dataDir, { version: '0.2.0' }), 'more'), /not .* as it was signed/],
  ];
  for (const [offer, words] of refusals) {
    offer();
    const installing = machine.install(8);
    expect({ code: await installing.ended, says: installing.errors }).toEqual({
      code: 1,
      says: expect.stringMatching(words),
    });
  }
  expect(machine.state()).toMatchObject({ underWay: null, last: null });
  expect(machine.inPlace).toBe('0.1.0');
});

it.each<[Fault, boolean, string, RegExp]>([
  ['try-fails', false, 'not-taken', /did not open a copy/],
  ['try-hangs', true, 'not-taken', /did not open a copy of the data folder within/],
  ['start-fails', false, 'taken-back', /did not start within/],
  ['start-hangs', false, 'taken-back', /did not start within/],
  ['never-healthy', false, 'taken-back', /did not start within/],
])(
  'a version that %s (newer form: %s) is %s, and the till sells on with the one before',
  async (fault, newer, end, why) => {
    const machine = await aMachine();
    versions.offer(machine.dataDir, { version: '0.2.0', fault, newer });
    const installing = machine.install(8);
    expect(await installing.ended).toBe(1);
    expect(machine.state()).toMatchObject({
      underWay: null,
      last: { end, restored: false, why: expect.stringMatching(why) },
      failed: [{ version: '0.2.0' }],
    });
    expect(machine.inPlace).toBe('0.1.0');
    await expectSound(machine);
    expect(readFileSync(machine.cuts, 'utf8')).toBe('');
  },
);

it('a version with a newer form that does not start gives the copy back: paused, with all that was sold', async () => {
  const machine = await aMachine();
  versions.offer(machine.dataDir, { version: '0.2.0', fault: 'start-fails', newer: true });
  const installing = machine.install(8);
  expect(await installing.ended).toBe(1);
  expect(machine.state()).toMatchObject({ last: { end: 'taken-back', restored: true } });
  await expect.poll(() => machine.answers()).toBe(true);
  expect((await machine.status())['paused']).toMatch(/put back|backup/);
  const resume = machine.command(['folder', 'resume', '--name', 'Ann', '--reason', 'the only copy']);
  expect(await resume.ended, resume.errors).toBe(0);
  await expectSound(machine);
});

it('a version with a newer form that sold and is not healthy stays, until a person says that the copy shall come back', async () => {
  const machine = await aMachine();
  versions.offer(machine.dataDir, { version: '0.2.0', fault: 'never-healthy', newer: true });
  const installing = machine.install(15);
  await expect.poll(() => machine.state().underWay?.step, { timeout: 60_000 }).toBe('watch');
  await expect.poll(() => machine.answers(), { timeout: 60_000 }).toBe(true);
  await sell(machine);
  expect(await installing.ended).toBe(1);
  expect(machine.state()).toMatchObject({ last: { end: 'stays' }, failed: [{ version: '0.2.0' }] });
  expect(machine.inPlace).toBe('0.2.0');
  await expectSound(machine);
});

it('gets a version over HTTPS from a server of an authority that the machine trusts, on from where the power was cut', async () => {
  const feed = await aFeed();
  feed.served = versions.served({ version: '0.2.0' });
  const { zip } = feed.served;
  const untrusting = await aMachine(feed.url);
  const refused = untrusting.command(['update', 'check']);
  expect(await refused.ended).toBe(1);
  expect(refused.errors).toMatch(/certificate/);
  await untrusting.cut();

  vi.stubEnv('NODE_EXTRA_CA_CERTS', feed.caFile);
  const machine = await aMachine(feed.url);
  const kept = `${machine.dataDir}-updates/packages/${feed.served.name}.part`;
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const begunOnce = async () => {
    const before = feed.begun.length;
    const check = machine.command(['update', 'check']);
    expect(await check.ended, check.errors).toBe(0);
    await expect.poll(() => feed.begun.length, { timeout: 90_000 }).toBeGreaterThan(before);
  };
  for (const part of [0.1, 0.5, 0.9]) {
    const before = sizeOf(kept);
    const reached = new Promise<void>((resolve) => {
      feed.stopAt = { bytes: zip.length * part, reached: resolve };
    });
    await begunOnce();
    await reached;
    await expect.poll(() => sizeOf(kept), { timeout: 30_000 }).toBeGreaterThan(before);
    await machine.cut();
    machine.boot();
    await expect.poll(() => machine.answers(), { timeout: 60_000 }).toBe(true);
  }
  await begunOnce();
  await expect
    .poll(async () => (await machine.status())['update'], { timeout: 60_000 })
    .toMatchObject({ state: 'ready' });
  expect(feed.begun[0]).toBe(0);
  expect(feed.begun.at(-1)).toBeGreaterThan(0);
  const installing = machine.install(60);
  expect(await installing.ended, installing.errors).toBe(0);
  expect(machine.inPlace).toBe('0.2.0');
  await expectSound(machine);
}, 600_000);

it.each<[string, (bridge: string) => void]>([
  ['cut off', (bridge) => truncateSync(join(bridge, 'program.mjs'), 100_000)],
  ['empty', (bridge) => truncateSync(join(bridge, 'tillbridge'), 0)],
  ['gone', (bridge) => rmSync(join(bridge, 'tillbridge'))],
])('a version whose last files the power cut has left %s is taken back at the next start', async (_, lose) => {
  const machine = await aMachine();
  versions.offer(machine.dataDir, { version: '0.2.0' });
  // A busy machine takes its time until the newer version is healthy.
  await machine.install(40, 'update install:5:watch').ended;
  await machine.cut();
  expect(machine.state().underWay?.step).toBe('watch');
  expect(machine.inPlace).toBe('0.2.0');
  lose(join(machine.home, 'versions/0.2.0/resources/bridge'));
  machine.boot();
  await expect.poll(() => sells(machine), { timeout: 120_000 }).toBe(true);
  expect(machine.inPlace).toBe('0.1.0');
  expect(machine.state()).toMatchObject({ last: { end: 'taken-back' }, failed: [{ version: '0.2.0' }] });
  await expectSound(machine);
});

/** What an installation goes through with a version. */
interface Course {
  readonly fault: Fault;
  readonly newer: boolean;
}

const always = (): boolean => true;
const isTaken = ({ fault }: Course): boolean => fault !== 'try-fails';
const isCopied = (course: Course): boolean => isTaken(course) && course.newer;
const comesBack = (course: Course): boolean => isTaken(course) && course.fault !== null;

interface Place {
  readonly command: string;
  /** At so many changes of files at most by the command, or ms. */
  readonly most: number;
  /** Counted from where this step is noted. */
  readonly step?: string;
  /** Whether an installation of this version comes there. */
  readonly isOn: (course: Course) => boolean;
}

/** Where the power is cut. */
const places: readonly Place[] = [
  { command: 'update install', most: 12, isOn: always },
  { command: 'update install', most: 8, step: 'try', isOn: always },
  { command: 'update install', most: 8, step: 'stop', isOn: isTaken },
  { command: 'update install', most: 8, step: 'save', isOn: isCopied },
  { command: 'update install', most: 12, step: 'put', isOn: isTaken },
  { command: 'update install', most: 8, step: 'watch', isOn: isTaken },
  { command: 'update install', most: 12, step: 'back', isOn: comesBack },
  { command: 'folder backup', most: 25, isOn: always },
  { command: 'update try', most: 10, isOn: (course) => isTaken(course) && course.newer },
  { command: 'folder restore', most: 40, isOn: (course) => comesBack(course) && course.newer },
  { command: 'serve', most: 30, isOn: always },
  { command: 'update continue', most: 12, isOn: always },
  { command: 'after', most: 12_000, isOn: always },
];

function dice(from: number): (sides: number) => number {
  let state = from >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function sells(machine: Machine): Promise<boolean> {
  return machine.answers().then(async (answers) => answers && machine.state().underWay === null);
}

interface Cut {
  readonly place: string;
  /** The step that was under way. */
  readonly step: string;
  /** False where the installation ended before its place came. */
  readonly struck: boolean;
}

/** Cuts at one place, in the installation or in the start after it; then the machine is switched on until it is at rest. */
async function cutOnce(machine: Machine, course: Course, throwDice: (sides: number) => number): Promise<Cut> {
  const onIt = places.filter(({ isOn }) => isOn(course));
  const { command, most, step: from } = onIt[throwDice(onIt.length)] ?? onIt[0]!;
  const at = 1 + throwDice(most);
  const place = [command, at, ...(from === undefined ? [] : [from])].join(':');
  const before = readFileSync(machine.cuts, 'utf8');
  const installing = machine.install(6, command === 'after' ? undefined : place);
  const timed = command === 'after' ? setTimeout(at).then(() => machine.cut()) : null;
  const code = await installing.ended;
  await timed;
  const isOfStart = command === 'serve' || command === 'update continue';
  if (readFileSync(machine.cuts, 'utf8') === before && isOfStart) {
    await machine.cut();
    machine.boot(place);
    await expect
      .poll(async () => readFileSync(machine.cuts, 'utf8') !== before || (await sells(machine)), { timeout: 120_000 })
      .toBe(true);
  }
  await machine.cut();
  const step = machine.state().underWay?.step ?? 'none';
  const struck = readFileSync(machine.cuts, 'utf8') !== before || (command === 'after' && code === null);
  machine.boot();
  await expect.poll(() => sells(machine), { timeout: 120_000 }).toBe(true);
  return { place, step, struck };
}

const rounds: readonly (readonly [fault: Fault, newer: boolean])[] = [
  [null, false],
  ['start-fails', false],
  ['try-fails', false],
  ['start-fails', true],
  [null, true],
];

it.each([0, 1])(
  'after a power cut at any step the till starts, and every operation is there (series %i)',
  async (series) => {
    const throwDice = dice(seed + series);
    const machine = await aMachine();
    const done: Record<string, number> = {};
    let struck = 0;
    for (let round = 1; struck < cuts / 2; round += 1) {
      // A form of the database does not go back: sound versions with the newer one come last.
      const isLate = struck > (cuts / 2) * 0.8;
      const [fault, newer] = isLate
        ? [throwDice(2) === 0 ? null : ('start-hangs' as const), true]
        : (rounds[throwDice(4)] ?? [null, false]);
      versions.offer(machine.dataDir, { version: `0.2.${round}`, fault, newer });
      const cut = await cutOnce(machine, { fault, newer }, throwDice);
      if (cut.struck) {
        struck += 1;
        const [command] = cut.place.split(':');
        const where = `${command} (step ${cut.step})`;
        done[where] = (done[where] ?? 0) + 1;
      }
      const what = `round ${round}: 0.2.${round} ${fault ?? 'sound'} ${newer ? 'newer ' : ''}cut at ${JSON.stringify(cut)}`;
      if ((await machine.status())['paused'] !== null) {
        const resume = machine.command(['folder', 'resume', '--name', 'Ann', '--reason', 'the only copy']);
        expect(await resume.ended, `${what} ${resume.errors}`).toBe(0);
      }
      const { last } = machine.state();
      if (last?.to === machine.inPlace) expect(['installed', 'stays'], what).toContain(last.end);
      try {
        await expectSound(machine);
      } catch (error) {
        throw new Error(`${what}: ${JSON.stringify(machine.state())}`, { cause: error });
      }
    }
    process.stdout.write(
      `series ${series}, seed ${seed}: ${struck} cuts, by the command they struck and the step that was noted: ${JSON.stringify(done)}\n`,
    );
  },
  7_200_000,
);
