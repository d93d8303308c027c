// A version is installed, and taken back where it is not as healthy as the one before, on the folder package: with the real
// bridge on both sides, and the power of the machine cut at each step. TILLBRIDGE_CUTS says how many cuts.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ownPort } from '#support/port.ts';
import { Workbench } from '#support/processes.ts';
import { type TestGateway, startGateway } from './gateway.ts';
import { Machine } from './updates/machine.ts';
import { type Fault, Versions } from './updates/versions.ts';

const bench = new Workbench();
let versions: Versions;
let gateway: TestGateway;
beforeAll(async () => {
  versions = await Versions.in(bench.folder());
  gateway = await startGateway(bench);
});
afterAll(() => bench.close());

let number = 0;
const sold: { readonly machine: Machine; readonly transId: string; readonly id: string }[] = [];

async function sell(machine: Machine): Promise<string> {
  number += 1;
  const transId = `U-${number}`;
  const amount = { value: 1_000 + number, currency: 'EUR' };
  const { state, id } = await machine.erp.operate('sale', { transId, posTerminalId: 'T1', amount }, transId);
  expect(state).toBe('succeeded');
  sold.push({ machine, transId, id });
  return id;
}

async function aMachine(): Promise<Machine> {
  const machine = new Machine(bench, versions, gateway.url, await ownPort());
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

it.each([false, true])('a sound version is installed (newer form of the database: %s), and taken back by hand', async (newer) => {
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
});

it.each<[Fault, boolean, string, RegExp]>([
  ['try-fails', false, 'not-taken', /did not open a copy/],
  ['try-hangs', true, 'not-taken', /did not open a copy of the data folder within/],
  ['start-fails', false, 'taken-back', /did not start within/],
  ['start-hangs', false, 'taken-back', /did not start within/],
  ['never-healthy', false, 'taken-back', /did not start within/],
])('a version that %s (newer form: %s) is %s, and the till sells on with the one before', async (fault, newer, end, why) => {
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
});

it('a version with a newer form that does not start gives the copy back: paused, with all that was sold', async () => {
  const machine = await aMachine();
  versions.offer(machine.dataDir, { version: '0.2.0', fault: 'start-fails', newer: true });
  const installing = machine.install(8);
  expect(await installing.ended).toBe(1);
  expect(machine.state()).toMatchObject({ last: { end: 'taken-back', restored: true } });
  await expect.poll(() => machine.answers()).toBe(true);
  expect((await machine.status())['paused']).toMatch(/backup/);
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
