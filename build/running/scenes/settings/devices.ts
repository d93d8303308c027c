// Pictures of the devices: those that are set up, the steps by which a printer is set up, and what they say while the
// till is used.
import type { Page } from 'playwright-core';
import { either, settingsPart, shop } from '../acts.ts';
import type { Scene } from '../scene.ts';

const line = '/dev/serial/by-id/usb-Sample_Printers_Counter_0519-if00';
const address = 'tcp://192.0.2.7:9100?confirms=gs-r&pages=windows1252:16,cp852:18&columns=42&drawerOpenIs=high';

/** Turns something of the fake's devices, before the screen asks for it. */
async function have(page: Page, part: object): Promise<void> {
  await page.evaluate(`Object.assign(fake.world.devices, ${JSON.stringify(part)}), 0`);
}

/** Tells the window how the printers are. */
async function printing(page: Page, part: object): Promise<void> {
  await page.evaluate(`fake.world.printing = { ...fake.world.printing, ...${JSON.stringify(part)} };
    for (const each of fake.world.listeners.printingChanged) each(fake.world.printing)`);
}

const counter = {
  id: 'COUNTER',
  known: true,
  obstacle: null,
  trouble: null,
  paperLow: false,
  hasDrawer: true,
  drawerOpen: false,
  drawerOpenSince: null,
  waiting: 0,
};

async function setUp(page: Page): Promise<void> {
  await page.evaluate(
    `Object.assign(fake.world.devices.choice, ${JSON.stringify({
      printers: {
        COUNTER: { address, role: 'slips' },
        'KITCHEN-GROUND-FLOOR-01': { address: `serial:${line}?baud=19200`, role: 'kitchen' },
        OFFICE: { address: 'queue:Office', role: 'slips' },
      },
      displays: { POLE: { address: 'serial:/dev/serial/by-id/usb-pole?baud=9600' } },
      scanners: { SCANNER: { address: 'serial:/dev/serial/by-id/usb-scanner?baud=9600' } },
    })}), 0`,
  );
  await page.evaluate('fake.world.devices.choice.receipts.printer = "COUNTER"');
  const trouble = { code: 'not-found', path: '/dev/serial/by-id/usb-scanner', group: null, command: null, advice: '' };
  const scanner = { id: 'SCANNER', type: 'scanner', trouble };
  await printing(page, { printers: [counter], lineDevices: [scanner] });
  await settingsPart(page, /^Devices$/, /^Geräte$/);
  await page.getByText('OFFICE').first().waitFor();
}

const wizardSteps = ['find', 'answers', 'confirms', 'pages', 'ruler', 'cut', 'drawer', 'near-end', 'sample'] as const;

/** Answers each question of the wizard up to the wanted one. */
async function wizardTo(page: Page, wanted: (typeof wizardSteps)[number]): Promise<void> {
  await have(page, {
    found: {
      serial: [{ path: line, name: 'Sample Printers 0519:0003', mayOpen: false }],
      queues: ['Office'],
      trouble: null,
    },
  });
  await settingsPart(page, /^Devices$/, /^Geräte$/);
  await either(page, /^Set up a printer$/, /^Drucker einrichten$/).click();
  await page.getByText('Sample Printers').waitFor();
  if (wanted === 'find') {
    await page.getByText('Sample Printers').click();
    return;
  }
  await page.getByLabel(/^Address in the network|^Adresse im Netz/).fill('192.0.2.7');
  const answers: { readonly [step in (typeof wizardSteps)[number]]?: () => Promise<void> } = {
    confirms: () => either(page, /^Find out$/, /^Herausfinden$/).click(),
    pages: async () => {
      await either(page, /^Print the lines$/, /^Zeilen drucken$/).click();
      await page.getByRole('radio').nth(1).check({ force: true });
    },
    ruler: async () => {
      await either(page, /^Print the ruler$/, /^Lineal drucken$/).click();
      await page.getByRole('radio').nth(1).check({ force: true });
    },
    cut: async () => {
      await either(page, /^Print and cut$/, /^Drucken und schneiden$/).click();
      await page.getByRole('radio').first().check({ force: true });
    },
    drawer: async () => {
      await either(page, /^Open the drawer$/, /^Schublade öffnen$/).click();
      await either(page, /^Yes, it is open now$/, /^Ja, sie ist jetzt offen$/).click();
      await page.evaluate('fake.world.devices.drawerOpen = false');
      await either(page, /^It is shut$/, /^Sie ist zu$/).click();
    },
    'near-end': () => page.getByRole('radio').first().check({ force: true }),
    sample: () => either(page, /^Print the sample$/, /^Muster drucken$/).click(),
  };
  for (const step of wizardSteps) {
    await answers[step]?.();
    if (step === wanted) return;
    const next = either(page, /^Go on$/, /^Weiter$/);
    await page
      .locator('main button:enabled')
      .filter({ hasText: /^Go on$|^Weiter$/ })
      .waitFor();
    await page.waitForTimeout(400);
    await next.click();
  }
}

const wizard = (step: (typeof wizardSteps)[number]): Scene => ({
  name: `devices-wizard-${step}`,
  world: shop,
  kept: false,
  act: (page) => wizardTo(page, step),
});

export const devicesScenes: readonly Scene[] = [
  { name: 'devices', world: shop, kept: false, act: setUp },
  {
    name: 'devices-printer',
    world: shop,
    kept: false,
    act: async (page) => {
      await setUp(page);
      await either(page, /^Change COUNTER$/, /^COUNTER ändern$/).click();
    },
  },
  {
    name: 'devices-remove',
    world: shop,
    kept: false,
    act: async (page) => {
      await setUp(page);
      await either(page, /^Remove COUNTER$/, /COUNTER entfernen$|^Entfernen: COUNTER$/).click();
    },
  },
  {
    name: 'devices-display',
    world: shop,
    kept: false,
    act: async (page) => {
      await have(page, {
        found: { serial: [{ path: line, name: 'Sample Pole 0519:0004', mayOpen: true }], queues: [], trouble: null },
      });
      await settingsPart(page, /^Devices$/, /^Geräte$/);
      await either(page, /^Add a display$/, /^Anzeige hinzufügen$/).click();
      await page.getByText('Sample Pole').click();
    },
  },
  ...wizardSteps.map(wizard),
  {
    name: 'devices-wizard-silent',
    world: shop,
    kept: false,
    act: async (page) => {
      await have(page, { answer: { type: 'silent' } });
      await wizardTo(page, 'answers');
    },
  },
  {
    name: 'printer-stopped',
    world: shop,
    kept: false,
    act: (page) => printing(page, { printers: [{ ...counter, obstacle: 'paper-out', waiting: 2 }], lineDevices: [] }),
  },
  {
    name: 'printers',
    world: shop,
    kept: false,
    act: async (page) => {
      const stopped = { ...counter, obstacle: 'paper-out', waiting: 2 };
      const open = { ...counter, id: 'BAR', drawerOpen: true, drawerOpenSince: '2026-01-31T09:30:00.000Z' };
      await printing(page, { printers: [stopped, open] });
      await either(page, /2 receipts wait/, /2 Belege warten/).click();
    },
  },
  {
    name: 'drawer-left-open',
    world: shop,
    kept: false,
    act: (page) =>
      printing(page, { printers: [{ ...counter, drawerOpen: true, drawerOpenSince: '2026-01-31T09:30:00.000Z' }] }),
  },
  {
    name: 'no-sale',
    world: `${shop}&people=Cashier%201`,
    kept: false,
    act: async (page) => {
      await printing(page, { printers: [counter] });
      await page.keyboard.press('Alt+5');
      await either(page, /^Open the drawer/, /^Schublade öffnen/)
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'training-printer',
    world: shop,
    kept: false,
    act: async (page) => {
      const text = (words: string, bold = false) => ({ type: 'line', text: words, bold, large: false });
      const paper = [
        text('       CORNER SHOP', true),
        text('   1 Sample Street, Sample City'),
        text('Sale                 12,34 EUR'),
        text('VISA  **** 4242'),
        { type: 'qr', data: 'S-2026-000059' },
        { type: 'cut' },
      ];
      const training = { paper, paperOut: true, coverOpen: false, cablePulled: false, drawerOpen: true };
      await printing(page, { printers: [counter], training });
      const pane = page.getByRole('complementary');
      if ((await pane.count()) === 0) await either(page, /^Training printer$/, /^Schulungsdrucker$/).click();
      await pane.waitFor();
    },
  },
];
