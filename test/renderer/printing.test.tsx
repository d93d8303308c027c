// Facts about printing at the window: what stands in the way is told where it covers nothing, and a document in doubt is
// asked about once, by a person, while a sale goes on.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { doubt, lineDevices, setPrinter, settle } from '../../renderer/bridge/fake/printing.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { variants } from './support/variants.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  settled,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

const question = () => heading('Did the receipt come out?');
const asks = () => button(/^Did the receipt come out\?/);
const tops = () =>
  page
    .getByRole('main')
    .getByRole('button')
    .elements()
    .map((each) => each.getBoundingClientRect().top);

async function openCounter(to: Parameters<typeof openWindow>[1] = {}) {
  return openWindow(({ world }) => {
    seedPast(world, 4);
    setPrinter(world, 'COUNTER');
  }, to);
}

describe('a printer that cannot print', () => {
  it('is told of with how many receipts wait, what to do, and moves nothing', async () => {
    const { fake } = await openCounter();
    await expect.element(button('Enter an amount')).toBeVisible();
    // What the page asks when it opens is drawn.
    await settled();
    const before = tops();
    setPrinter(fake.world, 'COUNTER', { obstacle: 'paper-out', waiting: 1 });
    await expect.element(button('Paper is out. One receipt waits.')).toBeVisible();
    setPrinter(fake.world, 'COUNTER', { waiting: 2 });
    await expect.element(button('Paper is out. 2 receipts wait.')).toBeVisible();
    expect(tops()).toEqual(before);
    await button('Paper is out. 2 receipts wait.').click();
    await expect.element(page.getByText(/^Put in a new roll/)).toBeVisible();
    setPrinter(fake.world, 'COUNTER', { obstacle: null, waiting: 0 });
    await expect.element(page.getByText('Ready to print.')).toBeVisible();
    await button('Close').click();
    expect(button(/Paper is out/).query()).toBeNull();
  });

  it('is told of beside a question about a receipt', async () => {
    const { fake } = await openCounter();
    setPrinter(fake.world, 'COUNTER', { obstacle: 'paper-out', waiting: 1 });
    doubt(fake.world);
    await expect.element(asks()).toBeVisible();
    await button('Paper is out.').click();
    await expect.element(page.getByText(/^Put in a new roll/)).toBeVisible();
  });

  it('is named where there are several, the one with the most waiting first', async () => {
    const { fake } = await openCounter();
    setPrinter(fake.world, 'KITCHEN', { obstacle: 'cover-open', waiting: 1 });
    setPrinter(fake.world, 'COUNTER', { obstacle: 'no-answer', waiting: 3 });
    await expect.element(button(/COUNTER.*does not answer.*3 receipts wait.*and 1 more/)).toBeVisible();
  });

  it('for which nothing waits is a quiet word beside the counts', async () => {
    const { fake } = await openCounter();
    setPrinter(fake.world, 'COUNTER', { obstacle: 'no-answer' });
    await expect.element(button('The printer does not answer.')).toBeVisible();
    setPrinter(fake.world, 'COUNTER', { obstacle: null, paperLow: true });
    await expect.element(button('Paper is nearly out')).toBeVisible();
    setPrinter(fake.world, 'COUNTER', { paperLow: false });
    await expect.poll(() => button('Paper is nearly out').query()).toBeNull();
  });

  it('lets a person take back what waits for it, after a second thought', async () => {
    const { fake } = await openCounter();
    setPrinter(fake.world, 'OLD', { known: false, obstacle: 'no-answer', waiting: 2 });
    await button(/2 receipts wait/).click();
    await expect.element(page.getByText(/no longer set up/).first()).toBeVisible();
    await button('Do not print what waits').click();
    expect(fake.calls.get('cancelPrints')).toBeUndefined();
    await button('Do not print them').click({ delay: 450 });
    await expect.poll(() => fake.world.printing.printers.find(({ id }) => id === 'OLD')?.waiting).toBe(0);
  });
});

describe('a device whose line does not open', () => {
  const busy = { code: 'busy', path: '/dev/ttyUSB0', group: null, command: 'sudo fuser -v /dev/ttyUSB0' } as const;

  it('is named in the line at the bottom, with what to do and the command behind it', async () => {
    const { fake } = await openCounter();
    setPrinter(fake.world, 'COUNTER', { obstacle: 'no-answer', trouble: { ...busy, advice: 'English.' } });
    await button('Another program has /dev/ttyUSB0 open.').first().click();
    await expect.element(page.getByText('End that program.')).toBeVisible();
    await expect.element(page.getByText('sudo fuser -v /dev/ttyUSB0')).toBeVisible();
    expect(page.getByText('See that it is switched on', { exact: false }).query()).toBeNull();
    await expectNoViolations();
  });

  it('is told in the language of the window, also a display or a scanner', async () => {
    const { fake } = await openCounter({ language: 'de' });
    const trouble = { ...busy, code: 'no-permission', group: 'dialout', advice: 'English.' } as const;
    lineDevices(fake.world, [{ id: 'HAND', type: 'scanner', trouble }]);
    await button('Scanner HAND: Die Kasse darf /dev/ttyUSB0 nicht öffnen.').click();
    await expect.element(heading('Geräte')).toBeVisible();
    await expect.element(page.getByText(/zur Gruppe dialout gehören/)).toBeVisible();
    expect(page.getByText('English.').query()).toBeNull();
    await expectNoViolations();
  });
});

describe('a receipt in doubt', () => {
  it('is asked about in the line at the bottom, and a sale that is half typed goes on', async () => {
    const { fake } = await openCounter();
    await typeAmount('1234');
    const before = tops();
    doubt(fake.world);
    await expect.element(asks()).toBeVisible();
    expect(question().query()).toBeNull();
    await typeAmount('5');
    await expect.element(button('Charge 123.45 EUR')).toBeVisible();
    expect(tops()).toEqual(before);
    await asks().click();
    await expect.element(question()).toBeVisible();
    await expect.element(page.getByText('The connection to the printer broke while it printed.')).toBeVisible();
    await expect.element(page.getByText('Customer’s receipt')).toBeVisible();
    await button('Later').click();
    await expect.element(button('Charge 123.45 EUR')).toBeVisible();
    await expect.element(asks()).toBeVisible();
  });

  it.each([
    ['Yes, it came out', { cameOut: true, reprint: false }],
    ['No, print a copy', { cameOut: false, reprint: true }],
    ['No, and none is needed', { cameOut: false, reprint: false }],
  ] as const)('is settled by one answer: %s', async (name, said) => {
    const inputs: object[] = [];
    const { fake } = await openWindow(({ world, api }) => {
      seedPast(world, 4);
      setPrinter(world, 'COUNTER');
      const { decidePrint } = api;
      Object.assign(api, { decidePrint: (input: object) => (inputs.push(input), decidePrint(input as never)) });
    });
    const { id } = doubt(fake.world);
    await asks().click();
    await button(name).click({ delay: 450 });
    await expect.poll(() => asks().query()).toBeNull();
    expect(question().query()).toBeNull();
    expect(inputs).toEqual([{ id, ...said }]);
  });

  it('is one of several, and the answer of one never goes to the next', async () => {
    const { fake } = await openCounter();
    doubt(fake.world);
    doubt(fake.world, { device: 'KITCHEN', receipt: 'merchant' });
    await expect.element(button(/come out.*and 1 more/)).toBeVisible();
    await asks().click();
    await button('Yes, it came out').click({ delay: 450 });
    await expect.element(page.getByText('Shop’s receipt')).toBeVisible();
    await expect.element(page.getByText('Printer KITCHEN')).toBeVisible();
    // A second tap of the same finger.
    expect((button('Yes, it came out').element() as HTMLButtonElement).disabled).toBe(true);
    expect(fake.calls.get('decidePrint')).toBe(1);
    await button('No, print a copy').click({ delay: 450 });
    await expect.poll(() => question().query()).toBeNull();
  });

  it('that was answered elsewhere meanwhile says so, and does not become another question', async () => {
    const { fake } = await openCounter();
    const { id } = doubt(fake.world);
    doubt(fake.world, { receipt: 'merchant' });
    await asks().click();
    await expect.element(question()).toBeVisible();
    settle(fake.world, id);
    await expect.element(heading('This has been answered')).toBeVisible();
    await button('Close').click({ delay: 450 });
    await expect.element(asks()).toBeVisible();
  });

  it('of a document that is lost offers no copy, and names the program that asked for it', async () => {
    const { fake } = await openCounter();
    doubt(fake.world, { receipt: null, operation: null, client: 'Corner ERP', doubt: 'unreadable', canReprint: false });
    await button('Did the printout come out?').click();
    await expect.element(page.getByText(/Asked for by .*Corner ERP/)).toBeVisible();
    expect(button('No, print a copy').query()).toBeNull();
  });

  it('waits for somebody to sign in', async () => {
    const { fake } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedPeople(world, null);
      setPrinter(world, 'COUNTER');
    });
    doubt(fake.world);
    await expect.element(heading('Who is at the till?')).toBeVisible();
    expect(asks().query()).toBeNull();
  });
});

describe.each([
  [800, 600],
  [1920, 1080],
])('at %i × %i', (width, height) => {
  it.each(variants)('looks right: $theme, $language', async ({ theme, language }) => {
    await page.viewport(width, height);
    const { fake } = await openCounter({ theme, language });
    setPrinter(fake.world, 'COUNTER', { obstacle: 'paper-out', waiting: 12 });
    setPrinter(fake.world, 'A-KITCHEN-PRINTER-WITH-LONG-NAME', { obstacle: 'offline', waiting: 3 });
    const note = () => page.getByRole('contentinfo').getByRole('button').filter({ hasText: /12/ });
    await expect.element(note()).toBeVisible();
    await expectNoViolations();
    expectFits();
    await note().click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
    await page.getByRole('dialog').getByRole('button').last().click();
    doubt(fake.world, { device: 'A-KITCHEN-PRINTER-WITH-LONG-NAME' });
    doubt(fake.world);
    await page.getByRole('contentinfo').getByRole('button').filter({ hasText: '?' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations();
    expectFits();
    expect(smallTargets()).toEqual([]);
  });
});
