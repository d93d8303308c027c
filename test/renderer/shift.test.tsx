// Facts about the Shift screen: what was taken and what is open, drawn and as tables; closing asks, and warns while
// money is open.
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { printReceipts, setPrinter } from '../../renderer/bridge/fake/printing.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { statusOf, tell } from '../../renderer/bridge/fake/world.ts';
import { inSight } from './support/in-sight.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  heading,
  openWindow,
  press,
  settled,
  smallTargets,
  typeAmount,
} from './support/window.tsx';

afterEach(() => page.viewport(1280, 800));

describe('the shift', () => {
  it('says what was taken and given back, each chart with its table', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 40));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(heading('What did we take today?')).toBeVisible();
    for (const title of ['By hour, after refunds', 'By operation', 'By terminal, after refunds']) {
      await expect.element(heading(title)).toBeVisible();
    }
    const tables = [...document.querySelectorAll('main details table')];
    expect(tables).toHaveLength(3);
    await page.getByText('As a table').nth(1).click();
    const operations = tables[1]?.querySelector('tbody')?.textContent ?? '';
    expect(operations).toMatch(/Sales\d+.*EUR/);
    // What goes out has its minus wherever it stands, and what is left is said apart from what was taken.
    expect(operations).toMatch(/Refunds3\u2212/);
    const sums = document.querySelector('main dl')?.textContent ?? '';
    expect(sums).toMatch(/^Taken, before refunds.*Given back\u2212.*Left after refunds/);
    await expect.element(page.getByText('Training: no real money').first()).toBeVisible();
  });

  it('shows the takings first, then what is authorized, then the takings by brand and entry', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 40));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(heading('Authorized and not captured')).toBeVisible();
    const main = document.querySelector('main')?.textContent ?? '';
    const order = ['Taken, before refunds', 'Authorized and not captured', 'By card brand', 'By channel', 'By hour'];
    const places = order.map((each) => main.indexOf(each));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const authorized = page.getByRole('region', { name: 'Authorized and not captured' }).element().textContent;
    expect(authorized).toMatch(/Order \d+VISA ••••\s\d{4}.*Today/);
    const entries = page.getByRole('region', { name: 'By channel' }).element().textContent;
    // An authorization is no taking.
    expect(entries).toMatch(/At a terminal.*EUR.*EUR.*EUR/);
    await expectNoViolations();
  });

  it('shows tips apart, where there are any', async () => {
    const { stores } = await openWindow((fake) => {
      const amount = { value: 390, currency: 'EUR' };
      const input = { messageType: 'SALE', transId: 'S-tip', posTerminalId: 'T-1', amount };
      const approved = { value: 390 + 150, currency: 'EUR' };
      place(fake.world, 'tipped', { kind: 'cloud-pos', state: 'succeeded', input }, 5, { approved });
    });
    stores.navigation.go({ screen: 'shift' });
    await expect.element(page.getByText('Tips, of what was taken')).toBeVisible();
    const sums = document.querySelector('main dl')?.textContent ?? '';
    expect(sums).toMatch(/Taken, before refunds.*5\.40.*Tips, of what was taken.*1\.50/);
  });

  it('shows the takings by person, and a name cannot turn the text around it', async () => {
    const { stores } = await openWindow(({ world }) => {
      const sale = (id: string, value: number, name: string) => {
        const amount = { value, currency: 'EUR' };
        const input = { messageType: 'SALE', transId: `S-${id}`, posTerminalId: 'T-1', amount };
        place(world, id, { kind: 'cloud-pos', state: 'succeeded', input }, 5, {
          origin: { type: 'cashier', operator: name },
        });
      };
      sale('one', 300, 'Ada');
      sale('two', 200, 'Cash\u202Eier');
      sale('three', 100, 'Ada');
    });
    stores.navigation.go({ screen: 'shift' });
    const persons = page.getByRole('region', { name: 'By person' });
    await expect.element(persons).toBeVisible();
    const rows = [...persons.element().querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Ada4\.00/),
      expect.stringMatching(/^Cash\u2039U\+202E\u203Aier2\.00/),
    ]);
  });

  it('warns at the till where authorizations are about to lapse, and leads to them', async () => {
    await openWindow(({ world }) => {
      seedPast(world, 40);
      world.alarms.push({ code: 'authorization-lapses', message: 'They lapse.' });
    });
    const warning = page.getByRole('button', { name: 'Authorizations lapse soon' });
    await warning.click();
    await expect.element(heading('What is authorized and not captured?')).toBeVisible();
    await expectNoViolations();
    await button('Shift').click();
    await expect.element(page.getByText('Authorizations are about to lapse')).toBeVisible();
    await button('Capture or reverse').first().click();
    await expect.element(heading('What is authorized and not captured?')).toBeVisible();
  });

  it('names what is authorized and what is open by reference and last four digits', async () => {
    const { stores } = await openWindow(({ world }) => {
      const amount = { value: 20_000, currency: 'EUR' };
      const held = { messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: 'T-1', transId: 'A-1', amount };
      place(world, 'bare', { kind: 'cloud-pos', state: 'succeeded', input: { ...held, transId: 'A-2' } }, 19);
      place(world, 'held', { kind: 'cloud-pos', state: 'succeeded', input: { ...held, refNr: 'Room 204' } }, 9);
      seedOpen(world);
      const bare = { messageType: 'SALE', posTerminalId: 'T-1', transId: 'S-2026-7', amount };
      place(world, 'doubtful', { kind: 'cloud-pos', state: 'needs-person', input: bare }, 9);
    });
    stores.navigation.go({ screen: 'shift' });
    const held = page.getByRole('region', { name: 'Authorized and not captured' }).getByRole('row');
    await expect.element(held.nth(1)).toBeVisible();
    const rows = held.elements().map(({ textContent }) => textContent);
    expect(rows.filter((row) => /Room 204.*VISA ••••\s1111/.test(row))).toHaveLength(1);
    // No number of the till's own, which nobody knows it by.
    expect(rows.join()).not.toContain('A-2');
    const open = page.getByRole('region', { name: 'Still open' });
    await expect.element(open.getByRole('row', { name: /Order 40991/ })).toBeVisible();
    expect(open.element().textContent).toContain('Sale –');
    expect(open.element().textContent).not.toContain('S-2026');
    await expectNoViolations();
  });

  it('leaves nothing typed where the shift is closed beside the window, by a command', async () => {
    const { stores, fake } = await openWindow();
    await expect.element(heading('How much?')).toBeVisible();
    await expect.poll(() => stores.status.getState().status?.lastShift).toBe(0);
    await typeAmount('1234');
    expect(stores.sale.getState().value).toBe(1_234);
    // Nothing but the closing of a shift does it.
    tell(fake.world, 'statusChanged', { ...statusOf(fake.world), version: 'other' });
    expect(stores.sale.getState().value).toBe(1_234);
    await fake.api.closeShift({ evenIfOpen: true, approval: null });
    tell(fake.world, 'statusChanged', statusOf(fake.world));
    expect(stores.sale.getState().value).toBe(0);
  });

  it('shows a change of the running shift by itself', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'shift' });
    await expect.element(page.getByText('Nothing was taken yet')).toBeVisible();
    const amount = { value: 1_999, currency: 'EUR' };
    const input = { messageType: 'SALE', transId: 'ERP-1', posTerminalId: 'T-1', amount };
    const origin = { type: 'erp', clientId: 'erp' } as const;
    void fake.world.till.engine.submit({ kind: 'cloud-pos', input, requestId: 'erp-1', origin });
    const sums = () => document.querySelector('main dl')?.textContent ?? '';
    await expect.poll(sums).toContain('19.99');
  });

  it('closes by keyboard, shows the Z with its signed head, and the next shift begins', async () => {
    const { stores } = await openWindow((fake) => seedPast(fake.world, 5));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(button('Close shift 1')).toBeVisible();
    await settled();
    (button('Close shift 1').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations();
    await settled();
    const dialog = page.getByRole('dialog');
    (dialog.getByRole('button', { name: 'Close shift 1' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/Signed head \d+: c0ffee/)).toBeVisible();
    await expect.element(page.getByText(/^Z report/)).toBeVisible();
    await button('Later shift').click();
    await expect.element(page.getByText(/^X report · Shift 2/)).toBeVisible();
    await button('Earlier shift').click();
    await expect.element(page.getByText(/^Z report · Shift 1/)).toBeVisible();
  });

  it('warns while money is open, and names what is carried over', async () => {
    const { stores, fake } = await openWindow((window) => seedOpen(window.world));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(heading('Open and doubtful by age')).toBeVisible();
    // Each row is one operation.
    const open = page.getByRole('region', { name: 'Still open' }).element().textContent;
    expect(open).toMatch(/Sale Order .*Refund Return /);
    await press('Close shift 1');
    await expect.element(page.getByText('Money is still open')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByText('2 waiting, 1 unknown, 1 to decide')).toBeVisible();
    await button('Keep shift 1 open').click();
    expect(fake.world.shifts.lastNumber()).toBe(0);
    await button('Close shift 1').click();
    await settled();
    document.querySelector('main')?.scrollTo(0, 100_000);
    await button('Close it with money open').click();
    await expect.element(page.getByText(/^Z report/)).toBeVisible();
    // It begins at its head, wherever the page was before.
    await expect.poll(() => inSight(page.getByText(/^Z report/).element())).toBe(true);
    expect(fake.world.shifts.lastNumber()).toBe(1);
  });

  it('is closed beside a cashier by a supervisor’s PIN, whose name the Z has', async () => {
    const { stores, fake } = await openWindow(({ world }) => {
      seedPast(world, 5);
      seedPeople(world, 'Cashier 1');
    });
    await expect.element(button('Sign out Cashier 1')).toBeVisible();
    stores.navigation.go({ screen: 'shift' });
    await press('Close shift 1');
    const dialog = page.getByRole('dialog');
    const pressInDialog = async (name: string) => {
      await settled();
      await dialog.getByRole('button', { name, exact: true }).click();
    };
    const showPin = async (pin: string) => {
      await dialog.getByRole('button', { name: /^Supervisor Supervisor/ }).click();
      await userEvent.keyboard(pin);
      await pressInDialog('Close shift 1');
    };
    await pressInDialog('Close shift 1');
    await expect.element(heading('A supervisor closes the shift')).toBeVisible();
    await expectNoViolations();
    await showPin('000000');
    // The supervisor is still there: only the PIN is typed again.
    await expect.element(dialog.getByText(/^The PIN is wrong\./)).toBeVisible();
    expect(fake.world.shifts.lastNumber()).toBe(0);
    await userEvent.keyboard(pins.supervisor);
    await pressInDialog('Close shift 1');
    await expect.element(page.getByText(/Closed by Supervisor$/)).toBeVisible();
    expect(fake.world.shifts.lastNumber()).toBe(1);
    expect(fake.world.session.current()?.name).toBe('Cashier 1');
  });

  it('says where the report cannot be read', async () => {
    const { stores, fake } = await openWindow((window) => seedPast(window.world, 5));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(button('Close shift 1')).toBeVisible();
    fake.world.silent = true;
    stores.shift.show(null);
    await expect
      .element(
        page.getByText('The report cannot be read right now. It appears here as soon as it can. You need do nothing.'),
      )
      .toBeVisible();
  });

  it('prints an X and a Z, and the Z a second time only with a reason', async () => {
    const { stores, fake } = await openWindow(({ world }) => {
      seedPast(world, 5);
      setPrinter(world, 'COUNTER');
      printReceipts(world, 'ask');
    });
    stores.navigation.go({ screen: 'shift' });
    await button('Print the X report').click();
    await expect.element(page.getByText('The report goes to the printer.')).toBeVisible();
    await stores.shift.close(true);
    const print = button('Print the Z report');
    await print.click();
    await expect.element(page.getByText('The report goes to the printer.')).toBeVisible();
    await print.click();
    await expect.element(heading('Print it again?')).toBeVisible();
    await expectNoViolations();
    await page.getByLabelText('Why is it printed again?').fill('It was torn');
    await button('Print a copy').click({ delay: 450 });
    await expect.element(page.getByText('A copy goes to the printer.')).toBeVisible();
    expect(heading('Print it again?').query()).toBeNull();
    expect(fake.world.printedShifts).toEqual([
      { number: null, reason: null },
      { number: 1, reason: null },
      { number: 1, reason: 'It was torn' },
    ]);
  });

  it('prints the slip of a drawer without a sale again, with a reason', async () => {
    const long = 'Change for the float, 200.00 in coins, as the bank brought notes only this morning';
    const { stores, fake } = await openWindow(({ world }) => {
      setPrinter(world, 'COUNTER');
      printReceipts(world, 'ask');
      const at = new Date(world.now()).toISOString();
      world.noSaleSlips.push({ id: 'print-b', at, by: 'Ada', reason: long, isKnown: false });
      world.noSaleSlips.push({ id: 'print-a', at, by: 'Grace', reason: 'Change', isKnown: true });
    });
    stores.navigation.go({ screen: 'shift' });
    await button('Slips of the drawer').click();
    await expect.element(page.getByText(long)).toBeVisible();
    await expectNoViolations();
    await page.viewport(800, 600);
    expectFits();
    await settled();
    await button('Print again').nth(1).click();
    await expect.element(page.getByText(/^The slip of .*Grace/)).toBeVisible();
    await page.getByLabelText('Why is it printed again?').fill('It was torn');
    await press('Print a copy');
    await expect.element(page.getByText('A copy goes to the printer.')).toBeVisible();
    expect(fake.world.printed).toMatchObject([{ operationId: 'print-a', reason: 'It was torn' }]);
    // What main refuses is said, and nothing is printed.
    fake.world.noSaleSlips.length = 0;
    await button('Print again').nth(0).click();
    await press('Print a copy');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(fake.world.printed).toHaveLength(1);
  });

  it('offers no printing where no printer prints slips', async () => {
    const { stores } = await openWindow(({ world }) => seedPast(world, 5));
    stores.navigation.go({ screen: 'shift' });
    await expect.element(button('Save the report as PDF')).toBeVisible();
    expect(button('Print the X report').query()).toBeNull();
  });

  it('saves the report and the journal', async () => {
    const { stores, fake } = await openWindow((window) => seedPast(window.world, 5));
    stores.navigation.go({ screen: 'shift' });
    await button('Save the report as PDF').click();
    await expect.element(page.getByText('Saved: shift-running.pdf')).toBeVisible();
    await button('Export the journal').click();
    await expect.element(page.getByText('Saved: shift-running.ndjson')).toBeVisible();
    expect(fake.calls.get('saveShift')).toBe(2);
  });

  for (const language of ['en', 'de'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      it(`has no faults that a machine can find, in ${language} and ${theme}, on small and large windows`, async () => {
        await page.viewport(1024, 600);
        const { stores } = await openWindow(
          (fake) => {
            seedPast(fake.world, 40);
            seedOpen(fake.world);
          },
          { language, theme },
        );
        stores.navigation.go({ screen: 'shift' });
        await expect.poll(() => document.querySelectorAll('main table').length).toBe(8);
        for (const summary of document.querySelectorAll<HTMLElement>('main summary')) summary.click();
        await expectNoViolations();
        expectFits();
        expect(smallTargets()).toEqual([]);
        await page.viewport(640, 900);
        expectFits();
      });
    }
  }
});
