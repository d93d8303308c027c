// A bridge that runs without a window, as the machine's service does, and the app's windows that join it: two people at
// one till, and a service that is killed under their hands.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { Cashier } from './cashier.ts';
import { arrivalAt, done, steer } from './counter.ts';
import { startGateway } from './gateway.ts';
import { addPerson, goToPeople, signIn } from './staff.ts';
import { newHome, openTill } from './till.ts';

const apiKey = 'e2e-joined-api-key';

async function aService() {
  const gateway = await startGateway(apiKey);
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  const [dataDir, windows] = [bench.folder(), join(bench.folder(), 'windows')];
  mkdirSync(windows, { mode: 0o750 });
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ processingSeconds: 1, shopName: 'Corner' }), {
    mode: 0o600,
  });
  const start = async () => {
    const args = ['--gateway', gateway.url, '--merchant-id', gateway.merchantId, '--mode', 'test'];
    const program = bench.start(
      'main/cli.ts',
      ['serve', '--data-dir', dataDir, '--port', '0', ...args, '--terminal', 'T1', '--terminal', 'T2'],
      { TILLBRIDGE_API_KEY: apiKey, TILLBRIDGE_WINDOW_DIR: windows },
    );
    await program.ready();
    return program;
  };
  const open = async () => {
    const till = await openTill({ environment: { TILLBRIDGE_WINDOW_DIR: windows } });
    return { till, cashier: new Cashier(till.page) };
  };
  return { gateway, bench, dataDir, start, open };
}

it('the app joins the service that runs, sells through it, and two people see one till', async () => {
  const { gateway, start, open } = await aService();
  await start();
  const { till, cashier } = await open();
  // Nothing is asked of who opens it: the till was set up by others.
  await cashier.statusSays('Test: no real money');
  await cashier.sell('1234', '12.34 EUR');
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
  expect(existsSync(join(till.home, 'shop', 'tillbridge.db'))).toBe(false);

  await goToPeople(cashier);
  await addPerson(cashier, 'Manager', true);
  await signIn(cashier, 'Manager');
  await goToPeople(cashier);
  await addPerson(cashier, 'Cashier');
  await cashier.button('Change Cashier').waitFor();

  const other = (await open()).cashier;
  await signIn(other, 'Cashier');
  await other.goTo('Sale');
  await other.sell('500', '5.00 EUR');
  // The other's sale is there, with the name of who took it.
  await cashier.goTo('Activity');
  await cashier.finds(/5\.00/);
  await other.press('Sign out Cashier');
  await other.reads('Who is at the till?');
  await cashier.finds(/12\.34/);
  await cashier.button('Sign out Manager').waitFor();
  // The settings of the shop are shown, and changed by those who set up the machine.
  const [shop, saved] = await cashier.page.evaluate(async () => {
    const shown = await window.tillbridge.shopSettings({});
    return [shown, await window.tillbridge.saveShopSettings({ ...shown, shopName: 'Mine' })];
  });
  expect(shop).toMatchObject({ shopName: 'Corner' });
  expect(saved).toMatchObject({ type: 'refused', refusal: { code: 'set-by-policy' } });
});

it('a service that is killed while a sale runs comes back with it: the window says so, joins again, and nothing is done twice', async () => {
  const { gateway, start, open } = await aService();
  const service = await start();
  const { cashier } = await open();
  await cashier.statusSays('Test: no real money');
  await steer(gateway, 'T1', { delayMs: 3_000 });
  const arrived = await arrivalAt(gateway, 'POST /cloudpos');
  await cashier.startSale('700', '7.00 EUR');
  await arrived();
  await service.end();
  await cashier.finds('The till’s service is not running');
  await start();
  await cashier.page.getByText('The till’s service is not running').waitFor({ state: 'detached' });
  await cashier.goTo('Activity');
  await cashier.finds(/7\.00/);
  await expect.poll(() => done(gateway, 'POST /cloudpos')).toHaveLength(1);
  await cashier.goTo('Sale');
  await expect
    .poll(() => cashier.page.evaluate(async () => (await window.tillbridge.operations({ limit: 10 })).operations), {
      timeout: 60_000,
    })
    .toMatchObject([{ state: 'succeeded', kind: 'cloud-pos' }]);
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
});

it('the app says that the service is not running, and joins it when it starts', async () => {
  const { gateway, start, open } = await aService();
  const { cashier, till } = await open();
  await cashier.finds('The till’s service is not running');
  await start();
  await cashier.statusSays('Test: no real money');
  await cashier.sell('300', '3.00 EUR');
  expect(await done(gateway, 'POST /cloudpos')).toHaveLength(1);
  // Quitting it ends no till, and asks nothing.
  await till.close();
});

it('the app joins a bridge that was started on its own folder, where it said before that the folder is in use', async () => {
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  const home = newHome();
  const dataDir = join(home, 'shop');
  const program = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0'], {});
  await program.ready();
  const till = await openTill({ home });
  const cashier = new Cashier(till.page);
  await cashier.statusSays('Training: no real money');
  await cashier.sell('100', '1.00 EUR');
  await expect.poll(() => till.log()).toContain('till-joined');
});
