// Settings that come from an office, at a till and an office that are processes of their own: the till goes by them once it
// is at rest, or from its next start, and a till that is killed in between has the old ones or the new ones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import type { OfficeView } from '#contract/office/office-view.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { share } from '#support/share.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

describe.skipIf(!officeRuns)('a till whose office sets something', () => {
  const office = new OfficeBench();
  const shop = new Shop({ samePort: true });
  const settings = async () => {
    const { body } = await shop.erp.get('/v1/status');
    return (body['office'] as unknown as OfficeView | null)?.settings ?? null;
  };
  const settled = (version: number, inForce: number) =>
    until(async () => {
      // A bridge that starts anew answers nothing for a moment.
      const found = await settings().catch(() => null);
      return found?.version === version && found.inForce === inForce && found.refused === null ? true : null;
    });
  const set = (...args: string[]) => office.run('config', 'set', '--scope', 'chain', ...args, '--by', 'Ada');
  let number = 0;
  /** A record, with which the till hears of its office. */
  const sells = async () => {
    number += 1;
    return (await shop.erp.operate('cloud-pos', sale(`S-${number}`, 1_000), `S-${number}`)).state;
  };
  const refund = async (value: number) => {
    number += 1;
    const { result } = await shop.erp.operate('cloud-pos', sale(`S-${number}`, 1_000), `S-${number}`);
    const payId = textAt(result ?? {}, 'payId') ?? '';
    const input = { payId, transId: `R-${number}`, amount: { value, currency: 'EUR' } };
    const { body } = await shop.erp.post('/v1/operations/refund?wait=30', input, `R-${number}`);
    return body['code'] ?? body['state'];
  };
  const appliedAtStarts = async () =>
    (await shop.run(['journal', 'export', '--data-dir', shop.dataDir]))
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; data: object })
      .filter(({ type }) => type === 'office-settings-applied')
      .map(({ data }) => data);

  beforeAll(async () => {
    await Promise.all([office.start(), shop.open()]);
    await office.letIn(shop, 'Till 1');
    await sells();
  });
  afterAll(async () => {
    await Promise.all([office.close(), shop.close()]);
  });

  it('takes it with its next record, goes by it from its next start, and says so in its journal', async () => {
    await settled(0, 0);
    await set('--set', 'loopback.refundsPerDayMinor=500', '--currency', 'EUR');
    // A program's sale is a touch: the till is not at rest.
    await sells();
    await settled(1, 0);
    await shop.killBridge();
    await shop.startBridge();
    await settled(1, 1);
    expect(await refund(501)).toBe('refund-limit');
    const settingsThen = { 'loopback.refundsPerDayMinor': 500 };
    expect(await appliedAtStarts()).toEqual([{ version: 1, currency: 'EUR', settings: settingsThen }]);
  });

  it('starts anew by itself where the till was not touched since its start', async () => {
    await office.run('config', 'revert', '--scope', 'chain', '--by', 'Ada');
    await shop.killBridge();
    await shop.startBridge();
    await settled(2, 2);
    expect(await refund(501)).toBe('succeeded');
  }, 120_000);

  it('refuses what is not on the list of its own program, goes on as before, and both say so', async () => {
    await set('--set', 'people.refundLimitMinor=100', '--currency', 'CHF');
    await sells();
    const refused = await until(async () => (await settings())?.refused ?? null);
    expect(refused).toMatchObject({ version: 3, problems: [{ name: 'people.refundLimitMinor', why: 'currency' }] });
    expect(await sells()).toBe('succeeded');
    const shown = await until(async () => {
      const [till] = await office.run<{ settings: { refused: object | null } }>('tills');
      return till === undefined || till.settings.refused === null ? null : till;
    });
    expect(shown.settings).toMatchObject({ version: 3, has: 2, inForce: 2, refused: { version: 3 } });
    const { body } = await shop.erp.get('/v1/status');
    expect(JSON.stringify(body['alarms'])).toContain('people.refundLimitMinor');
    await office.run('config', 'revert', '--scope', 'chain', '--by', 'Ada');
    await sells();
    await settled(4, 4);
  });

  it('has the old ones or the new ones whole, whenever it is killed', async () => {
    for (let round = 0; round < share({ small: 2, large: 6 }); round += 1) {
      await set('--set', `people.refundLimitMinor=${round + 1}`, '--currency', 'EUR');
      const version = 5 + round;
      const isTaken = async () => ((await settings())?.version === version ? true : null);
      // Killed with the record that the till hears of it by, or as soon as it says that it has kept it.
      await sells();
      if (round % 2 === 1) await until(isTaken);
      await shop.killBridge();
      await shop.startBridge();
      expect([version - 1, version]).toContain((await settings())?.inForce);
      await until(isTaken);
      await shop.killBridge();
      await shop.startBridge();
      await settled(version, version);
    }
    expect(await shop.run(['journal', 'verify', '--data-dir', shop.dataDir])).toContain('"head"');
  }, 240_000);
});
