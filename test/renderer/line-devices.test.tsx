// Facts about displays and scanners in the settings: each says how it is now, one is added by its line, tried and removed.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { lineDevices } from '../../renderer/bridge/fake/printing.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { button, expectFits, expectNoViolations, openWindow, settled, smallTargets } from './support/window.tsx';

const pole = { address: 'serial:/dev/ttyS1?baud=9600' };

async function openDevices(displays: { readonly [id: string]: typeof pole } = {}) {
  const opened = await openWindow(({ world }) => {
    seedPeople(world, 'Manager');
    world.delayMs = 10;
    world.devices.found = {
      serial: [{ path: '/dev/ttyUSB0', name: 'Sample Scanner 7', mayOpen: true }],
      queues: [],
      trouble: null,
    };
    world.devices.choice = { ...world.devices.choice, displays };
  });
  opened.stores.navigation.go({ screen: 'settings' });
  await button('Devices').click();
  return opened;
}

const region = (name: string) => page.getByRole('region', { name });

it('a display says how it is now, is tried, and is removed', async () => {
  const { fake } = await openDevices({ POLE: pole });
  const displays = region('Customer’s displays');
  await expect.element(displays.getByText('Ready')).toBeVisible();
  await button('Show a test text on POLE').click();
  await expect.element(displays.getByText(/POLE now reads/)).toBeVisible();
  expect(fake.world.devices.sent.at(-1)).toMatch(/^display POLE: /);
  const trouble = { code: 'not-found', path: '/dev/ttyS1', group: null, command: null, advice: '' } as const;
  lineDevices(fake.world, [{ id: 'POLE', type: 'display', trouble }]);
  await expect.element(displays.getByText(/ttyS1/).nth(1)).toBeVisible();
  expect(displays.getByText('Ready').query()).toBeNull();
  expectFits();
  expect(smallTargets()).toEqual([]);
  await expectNoViolations();
  await button('Remove POLE').click();
  await settled();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove POLE' }).click();
  await expect.element(displays.getByText(/No display is set up/)).toBeVisible();
  expect(fake.world.devices.choice.displays).toEqual({});
});

it('a scanner is added by its line, and tried by a scan', async () => {
  const { fake, stores } = await openDevices();
  await button('Add a scanner').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sample Scanner 7').click();
  await expectNoViolations();
  await settled();
  await dialog.getByRole('button', { name: 'Add a scanner' }).click();
  const scanners = region('Scanners');
  await expect.element(scanners.getByText('SCANNER', { exact: true })).toBeVisible();
  expect(fake.world.devices.choice.scanners).toEqual({ SCANNER: { address: 'serial:/dev/ttyUSB0?baud=9600' } });
  stores.scans.handler()?.take('4006381333931');
  await expect.element(scanners.getByText('Read: 4006381333931')).toBeVisible();
  await page.getByLabelText('Key before each code, of a scanner that types').selectOptions('F9');
  await expect.poll(() => fake.world.devices.choice.scanPrefix).toBe('F9');
});
