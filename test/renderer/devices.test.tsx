// Facts about setting a printer up: what is found appears by itself, each step asks one question, what was found out ends
// in the settings, and a profile carries it to the next till.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeDevices } from '../../renderer/bridge/fake/world-parts.ts';
import { refuse } from '#contract/programs/problems.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { variants } from './support/variants.ts';
import { button, expectFits, expectNoViolations, heading, openWindow, press, smallTargets } from './support/window.tsx';

async function openDevices(prepare: (devices: FakeDevices) => void = () => {}, to = {}, signedIn?: string) {
  const opened = await openWindow(({ world }) => {
    seedPast(world, 4);
    if (signedIn !== undefined) seedPeople(world, signedIn);
    prepare(world.devices);
  }, to);
  opened.stores.navigation.go({ screen: 'settings' });
  await button(/^(Devices|Geräte)$/).click();
  return opened;
}

const next = async () => {
  await expect.element(button(/^(Go on|Weiter)$/)).toBeEnabled();
  await press(/^(Go on|Weiter)$/);
};
const choose = (name: string | RegExp) => page.getByText(name, { exact: typeof name === 'string' }).click();

it('sets a printer in the network up, step by step, and saves what was found out', async () => {
  const { fake } = await openDevices((devices) => {
    devices.confirms = 'gs-r';
  });
  await button('Set up a printer').click();
  await page.getByLabelText('Address in the network').fill('192.0.2.7');
  await next();
  await expect.element(page.getByText('The printer answers')).toBeVisible();
  await next();
  await button('Find out').click();
  await expect.element(page.getByText(/^Nearly\./)).toBeVisible();
  await next();
  await button('Print the lines').click();
  await choose('Line 2');
  await next();
  await button('Print the ruler').click();
  await choose('42');
  await next();
  await button('Print and cut').click();
  await choose('Yes, the paper was cut');
  await next();
  await button('Open the drawer').click();
  await button('No: try the other connection').click();
  await button('Yes, it is open now').click();
  await expect.element(page.getByText('Now shut the drawer.')).toBeVisible();
  fake.world.devices.drawerOpen = false;
  await button('It is shut').click();
  await expect.element(page.getByText('The till notices whether it is open.')).toBeVisible();
  await next();
  await choose('No, do not listen to it');
  await next();
  await button('Print the sample').click();
  await page.getByLabelText('Name of the printer').fill('BAR');
  await press('Save the printer');
  await expect.element(page.getByText('Saved. The till uses it from now on.')).toBeVisible();
  const address =
    'tcp://192.0.2.7:9100?confirms=gs-r&pages=windows1252:16,cp852:18,cp866:17&columns=42&drawerPin=5&drawerOpenIs=high&nearEnd=no';
  expect(fake.world.devices.choice.printers).toEqual({ BAR: { address, role: 'slips' } });
  expect(fake.world.devices.sent.at(-1)).toBe(`sample ${address}`);
});

it('shows a cable as soon as it is plugged in, and says what to do where it may not be opened', async () => {
  const { fake } = await openDevices();
  await button('Set up a printer').click();
  await expect.element(page.getByText('In the network, by its address')).toBeVisible();
  const line = { path: '/dev/serial/by-id/usb-printer', name: 'Sample Printers 0519:0003', mayOpen: false };
  fake.world.devices.found = { serial: [line], queues: ['Office'], trouble: null };
  await expect.element(page.getByText('Sample Printers 0519:0003')).toBeVisible();
  await choose('Sample Printers 0519:0003');
  await expect.element(page.getByText(/usermod -aG dialout/)).toBeVisible();
  await page.getByLabelText('Speed of the line').selectOptions('9600');
  await next();
  await expect.element(page.getByText('The printer answers')).toBeVisible();
});

it('sets a queue up without asking what it cannot answer', async () => {
  const { fake } = await openDevices((devices) => {
    devices.found = { serial: [], queues: ['Office'], trouble: null };
    devices.outcome = { type: 'handed-over' };
  });
  await button('Set up a printer').click();
  await choose('Queue Office');
  await next();
  await expect.element(heading('Which line is right?')).toBeVisible();
  await button('Print the lines').click();
  await choose('None of them');
  await next();
  await button('Print the ruler').click();
  await choose('32');
  await next();
  await button('Print and cut').click();
  await choose('No, it is torn off by hand');
  await next();
  await expect.element(heading('A sample receipt')).toBeVisible();
  await choose('Kitchen');
  await press('Save the printer');
  await expect
    .poll(() => fake.world.devices.choice.printers)
    .toEqual({ COUNTER: { address: 'queue:Office?columns=32&cut=no', role: 'kitchen' } });
});

it('does not go on with a printer that is not there, and asks once more', async () => {
  const { fake } = await openDevices((devices) => {
    devices.answer = { type: 'unreachable' };
  });
  await button('Set up a printer').click();
  await page.getByLabelText('Address in the network').fill('192.0.2.7:9101');
  await next();
  await expect.element(page.getByText('Nothing answers there')).toBeVisible();
  await expect.element(button('Go on')).toBeDisabled();
  fake.world.devices.answer = { type: 'silent' };
  await button('Ask once more').click();
  await expect.element(page.getByText('It can be reached, and says nothing')).toBeVisible();
  await next();
  await expect.element(heading('Which line is right?')).toBeVisible();
});

it('says what stands in the way, and prints nothing before', async () => {
  const { fake } = await openDevices((devices) => {
    devices.outcome = { type: 'not-sent', obstacle: 'paper-out' };
  });
  await button('Set up a printer').click();
  await page.getByLabelText('Address in the network').fill('192.0.2.7');
  await next();
  await next();
  await button('Find out').click();
  await next();
  await button('Print the lines').click();
  await expect.element(page.getByText('Paper is out.')).toBeVisible();
  await expect.element(button('Go on')).toBeDisabled();
  fake.world.devices.outcome = { type: 'doubtful' };
  await button('Print the lines').click();
  await expect.element(page.getByText(/did not say whether it was done/)).toBeVisible();
});

it.each([
  ['en', 'Too many at once. Nothing was done.'],
  ['de', 'Zu viel auf einmal. Es ist nichts geschehen.'],
] as const)('says in the language of the window that too many addresses were tried (%s)', async (language, words) => {
  const limit = refuse('too-many-requests', 'Too many addresses were tried. Wait a minute.');
  const { fake } = await openDevices(
    (devices) => {
      devices.answer = limit;
    },
    { language },
  );
  await button(/^(Set up a printer|Drucker einrichten)$/).click();
  await page.getByLabelText(/^(Address in the network|Adresse im Netz)$/).fill('192.0.2.7');
  await next();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(button(/^(Go on|Weiter)$/)).toBeDisabled();
  fake.world.devices.answer = { type: 'silent' };
  fake.world.devices.outcome = limit;
  await button(/^(Ask once more|Noch einmal fragen)$/).click();
  await next();
  await button(/^(Print the lines|Zeilen drucken)$/).click();
  await expect.element(page.getByText(words)).toBeVisible();
});

it('takes a profile from another till instead of the questions', async () => {
  const address = 'tcp://192.0.2.7:9100?pages=windows1252:16&columns=42&nearEnd=no';
  const { fake } = await openDevices((devices) => {
    devices.choice = { ...devices.choice, printers: { BAR: { address } } };
  });
  await button('Set up a printer').click();
  await page.getByLabelText('Address in the network').fill('192.0.2.8');
  const profile = page.getByLabelText('Profile from another till');
  await profile.fill('nonsense');
  await expect.element(page.getByText('This is no profile of a printer.')).toBeVisible();
  await profile.fill('tillbridge-printer?pages=windows1252:16&columns=42&nearEnd=no');
  await next();
  await expect.element(page.getByText('The printer answers')).toBeVisible();
  await next();
  await expect.element(heading('A sample receipt')).toBeVisible();
  await press('Save the printer');
  await expect
    .poll(() => fake.world.devices.choice.printers['COUNTER']?.address)
    .toBe('tcp://192.0.2.8:9100?pages=windows1252:16&columns=42&nearEnd=no');
  // Beside a second printer, the one that printed receipts still does.
  expect(fake.world.devices.choice.receipts.printer).toBe('BAR');
});

describe('the list of printers', () => {
  const two = (devices: FakeDevices) => {
    const printers = { BAR: { address: 'tcp://192.0.2.7:9100' }, KITCHEN: { address: 'queue:Office' } };
    devices.choice = { ...devices.choice, printers, receipts: { ...devices.choice.receipts, printer: 'BAR' } };
  };

  it('gives the profile of one to the clipboard, for the next till', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => copied.mockRestore());
    await openDevices((devices) => {
      const address = 'tcp://192.0.2.7:9100?columns=42&nearEnd=no';
      devices.choice = { ...devices.choice, printers: { BAR: { address } } };
    });
    await button('Copy the profile').click();
    await expect.element(page.getByText('Copied', { exact: true })).toBeInTheDocument();
    expect(copied.mock.calls).toEqual([['tillbridge-printer?columns=42&nearEnd=no']]);
  });

  it('removes one, after a second thought, and its receipts go elsewhere', async () => {
    const { fake } = await openDevices(two);
    await expect.element(page.getByText(/A queue only accepts/)).toBeVisible();
    await button('Remove BAR').click();
    await button('Remove BAR').last().click({ delay: 450 });
    await expect.poll(() => Object.keys(fake.world.devices.choice.printers)).toEqual(['KITCHEN']);
    expect(fake.world.devices.choice.receipts.printer).toBeNull();
  });

  it('says when receipts are printed', async () => {
    const { fake } = await openDevices(two);
    await page.getByLabelText('Customer’s receipt').selectOptions('always');
    await page.getByLabelText('Language on receipts').selectOptions('de');
    await press('Save the receipts');
    await expect.poll(() => fake.world.devices.choice.receipts).toMatchObject({ customer: 'always', language: 'de' });
  });

  it('says which other slips come out by themselves, and where the shop shows a receipt', async () => {
    const { fake } = await openDevices(two);
    await page.getByLabelText('Z report').selectOptions('always');
    await page.getByLabelText(/^Slip when the drawer/).selectOptions('always');
    await page.getByLabelText('Open the drawer when a sale is paid').selectOptions('always');
    const link = page.getByLabelText('Where the shop shows a receipt');
    await link.fill('http://shop.example/receipts');
    await expect.element(page.getByText(/^An address that begins with https:/)).toBeVisible();
    await expect.element(button('Save the receipts')).toBeDisabled();
    await link.fill('https://shop.example/receipts/{id}');
    await page.getByLabelText('Language of the customer’s receipt').selectOptions('shop');
    await press('Save the receipts');
    await expect
      .poll(() => fake.world.devices.choice.receipts)
      .toMatchObject({
        shift: 'always',
        noSale: 'always',
        drawer: 'always',
        link: 'https://shop.example/receipts/{id}',
        customerLanguage: 'shop',
      });
    await link.fill('');
    await press('Save the receipts');
    await expect.poll(() => fake.world.devices.choice.receipts.link).toBeNull();
  });

  it('changes single answers of a printer, keeps the others, and tries them before they are saved', async () => {
    const { fake } = await openDevices((devices) => {
      const bar = { address: 'tcp://192.0.2.7:9100?pages=windows1251:46&drawerPin=5', columns: 42 as const };
      devices.choice = { ...devices.choice, printers: { BAR: bar } };
    });
    await button('Change BAR').click();
    await expect.element(page.getByLabelText('Characters in a line')).toHaveValue('42');
    await expect.element(page.getByLabelText('Letters (code page and its number)')).toHaveValue('windows1251:46');
    await page.getByLabelText('Address in the network').fill('192.0.2');
    await page.getByLabelText('Address in the network').fill('192.0.2.8');
    await page.getByLabelText('Characters in a line').selectOptions('32');
    await page.getByLabelText('Is a drawer connected to it?').selectOptions('no');
    await page.getByLabelText('Pin that opens the drawer').selectOptions('As usual for its kind');
    await choose('Kitchen');
    await button('Print the sample').click();
    const address = 'tcp://192.0.2.8:9100?pages=windows1251:46&columns=32&drawer=no';
    await expect.poll(() => fake.world.devices.sent).toEqual([`sample ${address}`]);
    expect(fake.world.devices.choice.printers['BAR']?.columns).toBe(42);
    await press('Save the printer');
    await expect.poll(() => fake.world.devices.choice.printers).toEqual({ BAR: { address, role: 'kitchen' } });
    await expect.element(button('Change BAR')).toBeVisible();
  });

  it('drops what a printer that says nothing cannot have, and what another language calls otherwise', async () => {
    const { fake } = await openDevices((devices) => {
      const address = 'serial:/dev/ttyS0?baud=9600&confirms=gs-r&drawerOpenIs=high&pages=cp858:19&mine=1';
      devices.choice = { ...devices.choice, printers: { BAR: { address } } };
    });
    await button('Change BAR').click();
    await page.getByLabelText('Command language').selectOptions('Star');
    await page.getByLabelText('Does it answer about paper and cover?').selectOptions('no');
    await expect.element(page.getByLabelText('Does it say when it has printed?')).not.toBeInTheDocument();
    await press('Save the printer');
    await expect
      .poll(() => fake.world.devices.choice.printers['BAR']?.address)
      .toBe('serial:/dev/ttyS0?baud=9600&mine=1&language=star-line&answers=no');
  });

  it('takes a profile from another till for a printer that is set up, without what only a serial line has', async () => {
    const { fake } = await openDevices(two);
    await button('Change BAR').click();
    await page.getByLabelText('Profile from another till').fill('tillbridge-printer?baud=9600&columns=32&drawer=no');
    await expect.element(page.getByLabelText('Characters in a line')).toHaveValue('32');
    await press('Save the printer');
    await expect
      .poll(() => fake.world.devices.choice.printers['BAR']?.address)
      .toBe('tcp://192.0.2.7:9100?columns=32&drawer=no');
  });

  it('keeps a change that main refuses on the screen', async () => {
    const { fake } = await openDevices(two);
    fake.world.devices.refusal = { code: 'operation-running', detail: 'An operation is running.' };
    await button('Change BAR').click();
    await page.getByLabelText('Characters in a line').selectOptions('32');
    await press('Save the printer');
    await expect
      .element(
        page
          .getByRole('alert')
          .or(page.getByText(/running/))
          .first(),
      )
      .toBeVisible();
    await expect.element(page.getByLabelText('Characters in a line')).toHaveValue('32');
    expect(fake.world.devices.choice.printers['BAR']).toEqual({ address: 'tcp://192.0.2.7:9100' });
  });

  it('is a manager’s', async () => {
    await openDevices(two, {}, 'Supervisor');
    await expect.element(page.getByText('A manager sets printers up.')).toBeVisible();
  });
});

describe.each([
  [800, 600],
  [1920, 1080],
])('at %i × %i', (width, height) => {
  it.each(variants)('looks right: $theme, $language', async ({ theme, language }) => {
    await page.viewport(width, height);
    const long = 'A-RATHER-LONG-NAME-OF-A-PRINTER1';
    await openDevices(
      (devices) => {
        const address = `tcp://receipt-printer.back-office.shop.example:9100`;
        devices.choice = { ...devices.choice, printers: { [long]: { address }, KITCHEN: { address: 'queue:Office' } } };
        const name = 'Sample Printers of a long name, model 88 with a cutter 0519:0003';
        const line = { path: '/dev/serial/by-id/usb-Sample_Printers_88_0001-if00-port0', name, mayOpen: true };
        devices.found = { serial: [line], queues: ['Office'], trouble: 'no-listing' };
      },
      { theme, language },
    );
    await expect.element(page.getByText(long).first()).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await button(`${language === 'de' ? '' : 'Change '}KITCHEN${language === 'de' ? ' ändern' : ''}`).click();
    await expect.element(page.getByText('queue:Office')).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await button(/^(Leave without saving|Nicht speichern)$/).click();
    await button(/^(Set up a printer|Drucker einrichten)$/).click();
    await page.getByText(/^Sample Printers/).click();
    await expectNoViolations();
    expectFits();
    await next();
    await next();
    await button(/^(Find out|Herausfinden)$/).click();
    await next();
    await button(/^(Print the lines|Zeilen drucken)$/).click();
    await expect.element(page.getByRole('radio').first()).toBeInTheDocument();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
