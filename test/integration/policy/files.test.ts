// After a day's work no other user of the machine can read what the bridge keeps.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aWholeBridge } from '#support/whole-bridge.ts';

it('every file of the data folder is its owner’s alone, every folder too', async () => {
  const whole = await aWholeBridge();
  const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T1', amount: { value: 700, currency: 'EUR' } };
  expect(await whole.program().post('cloud-pos', sale, 'sale')).toMatchObject({ status: 200 });
  expect(await whole.window.closeShift({ evenIfOpen: true, approval: null })).toMatchObject({ type: 'closed' });
  const names = readdirSync(whole.dataDir, { recursive: true, encoding: 'utf8' });
  expect(names).toContain('tillbridge.db');
  const open = names.filter((name) => (statSync(join(whole.dataDir, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
