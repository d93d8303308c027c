// Settings, This till says when the data was last backed up, how long the disk lasts, how it stands with the office and
// what becomes of a newer version; an alarm stands in the status line.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { expectNoViolations, openWindow, settled } from './support/window.tsx';

async function openSettings(prepare: (fake: FakeBridge) => void) {
  const opened = await openWindow(prepare);
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'settings' });
}

it('says that nothing is backed up where that is so', async () => {
  await openSettings(() => undefined);
  await expect.element(page.getByText(/No backup is made by itself/)).toBeVisible();
  await expect.element(page.getByText(/the disk lasts 2,000 days/)).toBeVisible();
});

it('says nothing of a disk that lasts longer than the till', async () => {
  await openSettings((fake) => {
    fake.world.disk = { freeBytes: 100_000_000, daysLeft: 243_877 };
  });
  await expect.element(page.getByText(/No backup is made by itself/)).toBeVisible();
  expect(page.getByText(/the disk lasts/).query()).toBeNull();
});

it('says when the last backup was made, that the next one failed, and has an alarm for both', async () => {
  await openSettings((fake) => {
    fake.world.backup = { to: '/mnt/stick/till', lastAt: '2026-01-02T03:30:00.000Z', failed: 'it is not there' };
    fake.world.disk = { freeBytes: 100_000_000, daysLeft: 12 };
    fake.world.alarms.push({ code: 'disk-low', message: '' }, { code: 'backup-old', message: '' });
    fake.world.alarms.push({ code: 'archive-lost', message: '' }, { code: 'clock-behind', message: '' });
  });
  await expect.element(page.getByText(/Last backup: .*Jan.* The last try failed\./)).toBeVisible();
  await expect.element(page.getByText(/the disk lasts 12 days/)).toBeVisible();
  await expect.element(page.getByText('The disk is nearly full')).toBeVisible();
  await expect.element(page.getByText('The backup is too old')).toBeVisible();
  await expect.element(page.getByText('An archive is missing')).toBeVisible();
  await expect.element(page.getByText('The clock is behind')).toBeVisible();
  await expectNoViolations();
});

it('says nothing of an office where the till joined none', async () => {
  await openSettings(() => undefined);
  await expect.element(page.getByText(/No backup is made by itself/)).toBeVisible();
  expect(page.getByText(/Office/).query()).toBeNull();
});

it('joins an office with a code, and says what is wrong with one', async () => {
  await openSettings(() => undefined);
  await page.getByRole('button', { name: 'Join an office…' }).click();
  await page.getByLabelText('Address of the office').fill('https://office.shop.lan:8443');
  await settled();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.element(page.getByText(/The office does not know this code\./)).toBeVisible();
  await expectNoViolations();
  await page.getByLabelText('One-time code').fill('0011-2233');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.element(page.getByText(/This till is .*Till 1.* at the office\. It begins to send/)).toBeVisible();
  await expect.element(page.getByText(/Office: .*office\.shop\.lan/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Join the office again…' })).toBeVisible();
});

it('says which office it joined, what waits, and what is wrong with what to do; an alarm stands in the line', async () => {
  await openSettings((fake) => {
    fake.world.office = {
      url: 'https://office.shop.lan:8443',
      name: 'Till 1',
      takenAt: '2026-01-02T03:30:00.000Z',
      waiting: 12,
      trouble: { code: 'not-the-office', since: '2026-01-02T04:00:00.000Z', detail: 'self-signed certificate' },
    };
    fake.world.alarms.push({ code: 'office-trouble', message: '' });
  });
  await expect.element(page.getByText(/Office: .*office\.shop\.lan.* This till is .*Till 1/)).toBeVisible();
  await expect.element(page.getByText(/last took records: .*Jan.* 12 records wait\./)).toBeVisible();
  await expect
    .element(page.getByText(/Another server has answered .* since .*Jan.* Tell the person who looks after the office/))
    .toBeVisible();
  await expect.element(page.getByText(/goes on selling/)).toBeVisible();
  await expect.element(page.getByText('Trouble with the office')).toBeVisible();
  await expectNoViolations();
});

const ofOffice = {
  url: 'https://office.shop.lan:8443',
  name: 'Till 1',
  takenAt: '2026-01-02T03:30:00.000Z',
  waiting: 0,
  trouble: null,
};

it.each([
  [{ version: 0, inForce: 0, refused: null }, null],
  [{ version: 3, inForce: 3, refused: null }, /goes by version 3 of the settings of its office/],
  [
    { version: 4, inForce: 3, refused: null },
    /Version 4 of the settings of the office holds once this till has not been used/,
  ],
  [
    {
      version: 4,
      inForce: 4,
      refused: { version: 5, problems: [{ name: 'backup.at', why: 'value' as const, detail: 'is no time' }] },
    },
    /cannot use version 5 of the settings of its office \(backup\.at\) and goes on as before/,
  ],
])('says which settings of the office it goes by: %j', async (settings, words) => {
  await openSettings((fake) => {
    fake.world.office = { ...ofOffice, settings };
  });
  await expect.element(page.getByText(/Office: .*office\.shop\.lan/)).toBeVisible();
  if (words === null) expect(page.getByText(/settings of (?:its|the) office/).query()).toBeNull();
  else await expect.element(page.getByText(words)).toBeVisible();
  await expectNoViolations();
});

it('says which version is known and why it waits, and which one was taken back', async () => {
  await openSettings((fake) => {
    const last = {
      version: '0.2.0',
      end: 'taken-back',
      at: '2026-01-02T03:30:00.000Z',
      why: 'it did not start',
    } as const;
    fake.world.update = {
      state: 'ready',
      version: '0.3.0',
      waits: 'somebody-at-the-till',
      asks: true,
      moment: null,
      last,
    };
  });
  const waits = /Version 0\.3\.0 is available .* It waits: somebody is at the till\. It needs ten minutes/;
  await expect.element(page.getByText(waits)).toBeVisible();
  await expect
    .element(page.getByText(/Version 0\.2\.0 was taken back \(.*Jan.*\): it did not work here/))
    .toBeVisible();
  await expectNoViolations();
});

it('asks a manager for a time where the till never rests, and keeps the answer', async () => {
  let world: FakeBridge['world'] | null = null;
  await openSettings((fake) => {
    ({ world } = fake);
    fake.world.update = {
      state: 'ready',
      version: '0.3.0',
      waits: 'somebody-at-the-till',
      asks: true,
      moment: null,
      last: null,
    };
  });
  const when = page.getByLabelText('Install it although somebody is at the till');
  await when.selectOptions('Each day from 04:30');
  await expect.poll(() => world?.update.moment).toBe('04:30');
  await expect.element(when).toHaveValue('04:30');
  await expectNoViolations();
});

it('makes a bundle by one press and says where it lies, and tells the command that moves the till', async () => {
  await openSettings(() => undefined);
  await page.getByRole('button', { name: 'Make a support bundle' }).click();
  await expect.element(page.getByText(/The bundle is here/)).toBeVisible();
  await page.getByRole('button', { name: 'Move this till to the machine' }).click();
  await expect.element(page.getByText('sudo tillbridge folder move')).toBeVisible();
  await expectNoViolations();
});
