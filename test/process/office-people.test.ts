// People who come from an office, at a till and an office that are processes of their own: they sign in at a window at once, and
// not any more from the moment the till has heard that they were removed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operator } from '#contract/people/people.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { type TestWindow, aWindowAt, addPeople, pins } from '#support/joined-window.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('a till whose people come from an office, too', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  let window: TestWindow;
  let manager = '';
  let number = 0;
  /** A record, with which the till hears of its office. */
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 1_000), `S-${number}`)).state;
  };
  const staff = (action: string, name: string | null, ...more: string[]) => {
    const named = name === null ? [] : ['--name', name];
    return office.run('staff', action, ...named, '--scope', 'chain', '--by', 'Ada', ...more);
  };
  const view = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView).people;
  };
  const named = async (name: string): Promise<Operator | null> =>
    (await window.ask('operators', {})).find((each) => each.name === name) ?? null;
  const taken = (version: number) =>
    until(async () => {
      await sells();
      return (await view())?.version === version ? true : null;
    });
  const signIn = async (operatorId: string, pin: string) => {
    const answer = await window.ask('signIn', { operatorId, pin });
    return answer.type === 'refused' ? answer.refusal.code : answer.type;
  };

  beforeAll(async () => {
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ office: { people: true } }), { mode: 0o600 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    await until(async () => (await view()) ?? null);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('signs in a person of the office, and refuses them once the office removes them', async () => {
    window = await aWindowAt(shop.dataDir);
    ({ manager } = await addPeople(window));
    office.pins.push('4839');
    const [said] = await staff('add', 'Anna', '--role', 'cashier');
    expect(JSON.stringify(said)).not.toMatch(/scrypt|4839/);
    await taken(1);
    const anna = await named('Anna');
    expect(anna).toMatchObject({ role: 'cashier', active: true, fromOffice: true });
    const id = anna?.id ?? '';
    expect(await signIn(id, '4838')).toBe('pin-wrong');
    expect(await signIn(id, '4839')).toBe('signed-in');
    await staff('remove', 'Anna');
    await taken(2);
    expect(await named('Anna')).toBe(null);
    expect(await signIn(id, '4839')).toBe('operator-unknown');
    // Who was signed in there is not any more.
    expect(await window.ask('changePin', { pin: '4839', next: '7351' })).toMatchObject({
      refusal: { code: 'not-signed-in' },
    });
    await staff('revert', null);
    await taken(3);
    expect(await signIn(id, '4839')).toBe('signed-in');
    office.pins.push('640183');
    await staff('add', 'Mona', '--role', 'manager');
    await taken(4);
  }, 120_000);

  it('lets them sign in without the office, and after a start', async () => {
    await office.kill();
    await shop.killBridge();
    await shop.startBridge();
    window = await aWindowAt(shop.dataDir);
    const id = (await named('Anna'))?.id ?? '';
    expect(await signIn(id, '4839')).toBe('signed-in');
    expect(await signIn(manager, pins.manager)).toBe('signed-in');
    const change = { id, name: 'Anna', role: 'manager', active: true, pin: null } as const;
    expect(await window.ask('saveOperator', change)).toMatchObject({ refusal: { code: 'set-by-office' } });
    const journal = await shop.run(['journal', 'export', '--data-dir', shop.dataDir]);
    expect(journal).toContain('office-people-applied');
    expect(journal).not.toContain('scrypt');
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 120_000);

  it('accepts their PIN by command while no bridge runs, and keeps them on the till', async () => {
    await shop.killBridge();
    const folder = ['--data-dir', shop.dataDir];
    const before = await shop.run(['journal', 'export', ...folder]);
    const made = ['operator', 'create', '--name', 'Cleo', '--role', 'cashier', '--by', 'Mona'];
    const program = shop.bench.start('main/cli.ts', [...made, ...folder], {}, '640183\n8264\n');
    expect([await program.exited(), program.stderrText]).toEqual([0, '']);
    const listed = await shop.run(['operator', 'list', ...folder]);
    for (const name of ['Anna', 'Mona', 'Cleo']) expect(listed).toContain(`"${name}"`);
    const journal = await shop.run(['journal', 'export', ...folder]);
    for (const type of ['office-people-removed', 'pin-refused"', '"active":false']) {
      expect([type, journal.split(type).length]).toEqual([type, before.split(type).length]);
    }
    await shop.startBridge();
  }, 120_000);
});
