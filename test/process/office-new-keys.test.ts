// An office whose keys are lost or were taken gets new ones, and its till joins again under its old name. What the former keys
// signed counts nowhere any more; the same settings and people, given anew, are taken, whatever numbers the former ones had.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfficeView } from '#contract/office/office-view.ts';
import { type TestWindow, aWindowAt, addPeople } from '#support/joined-window.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('an office with new keys', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  const member = join(shop.dataDir, 'office', 'member.json');
  let former: Buffer;
  let window: TestWindow;
  let number = 0;
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 1_000), `S-${number}`)).state;
  };
  const view = async () => (await shop.erp.get('/v1/status')).body['office'] as unknown as OfficeView | null;
  const names = async () => (await window.ask('operators', {})).map(({ name }) => name);
  const restart = async () => {
    await shop.killBridge();
    await shop.startBridge();
    window = await aWindowAt(shop.dataDir);
  };
  /** The same each time. */
  const give = async () => {
    const limit = ['--set', 'people.refundLimitMinor=700', '--currency', 'EUR'];
    await office.run('config', 'set', '--scope', 'chain', ...limit, '--by', 'Ada');
    office.pins.push('4839');
    await office.run('staff', 'add', '--name', 'Anna', '--role', 'cashier', '--scope', 'chain', '--by', 'Ada');
  };
  const hasBoth = () =>
    until(async () => {
      await sells();
      const { settings, people } = (await view()) ?? {};
      return (settings?.version ?? 0) > 0 && (people?.version ?? 0) > 0 ? true : null;
    });

  beforeAll(async () => {
    writeFileSync(join(shop.dataDir, 'settings.json'), JSON.stringify({ office: { people: true } }), { mode: 0o600 });
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
  }, 120_000);
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('gives its till nothing that the former ones signed, and the same anew', async () => {
    window = await aWindowAt(shop.dataDir);
    await addPeople(window);
    await give();
    await hasBoth();
    await restart();
    expect([await names(), (await view())?.settings?.inForce]).toEqual([expect.arrayContaining(['Anna']), 1]);

    former = readFileSync(member);
    await office.stop();
    rmSync(join(office.dataDir, 'keys'), { recursive: true });
    await office.start();
    // The till does not take it for its office, and goes by what it has.
    await until(async () => {
      await sells();
      return (await view())?.trouble?.code === 'not-the-office' ? true : null;
    });
    expect(await names()).toContain('Anna');
    await office.letIn(shop, 'Till 1');
    window = await aWindowAt(shop.dataDir);
    expect(await names()).not.toContain('Anna');
    expect(await view()).toMatchObject({ settings: { version: 0, inForce: 0 }, people: { version: 0 } });

    await expect(office.run('staff', 'list')).rejects.toThrow('not signed by this office');
    await office.run('config', 'start-over', '--by', 'Ada');
    await office.run('staff', 'start-over', '--by', 'Ada');
    await give();
    await hasBoth();
    expect(await names()).toContain('Anna');
    await restart();
    const { settings, people } = (await view())!;
    expect([settings!.inForce, settings!.refused, people!.refused]).toEqual([settings!.version, null, null]);
    expect(await sells()).toBe('succeeded');
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 300_000);

  it('is not left for the former one by an older file of the till’s membership, which its key still opens', async () => {
    await shop.killBridge();
    writeFileSync(member, former);
    await shop.startBridge();
    window = await aWindowAt(shop.dataDir);
    expect((await view())?.trouble?.code).toBe('membership-damaged');
    expect(await names()).toContain('Anna');
    expect(await sells()).toBe('succeeded');
    await office.letIn(shop, 'Till 1');
    await hasBoth();
    expect(await view()).toMatchObject({ trouble: null });
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 300_000);
});
