// What stopped people who learnt the till this morning for longer than a moment, each as a fact: keys out of sight,
// advice that does not help, names that only programmers know, a page that begins at its end.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pins, seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { button, giveReason, heading, openWindow, press, typePin } from './support/window.tsx';

const dialog = () => page.getByRole('dialog');

/** The smallest till, in the longer of the first two languages. */
async function openSmall(signedIn: string | null, refundLimitMinor = 10_000) {
  await page.viewport(800, 600);
  const opened = await openWindow(
    ({ world }) => {
      seedPast(world, 4);
      world.shop = { ...world.shop, refundLimitMinor };
      seedPeople(world, signedIn);
      seedRefundToDecide(world, false);
    },
    { language: 'de' },
  );
  await expect.element(page.getByRole('main')).toBeVisible();
  return opened;
}

async function askForLargeRefund(): Promise<void> {
  await press('Geld erstatten');
  await press(/^241.*erstatten$/);
  await giveReason('Kam kaputt zurück');
  await dialog().getByRole('button', { name: 'Aufsicht Aufsicht', exact: true }).click();
}

describe('a supervisor’s PIN for a large refund', () => {
  it('has all its keys in sight on the smallest till', async () => {
    const { stores } = await openSmall('Cashier 1');
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await askForLargeRefund();
    const keys = dialog().getByRole('group').getByRole('button').elements();
    expect(keys.length).toBeGreaterThanOrEqual(12);
    expect(keys.filter((key) => !inSight(key)).map((key) => key.textContent)).toEqual([]);
  });

  it('is typed again at once where it was wrong: the dialog stays, with the name and what is wrong', async () => {
    const { stores } = await openSmall('Cashier 1');
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await askForLargeRefund();
    await typePin('000000');
    await expect.element(dialog().getByText(/^Die PIN ist falsch\./)).toBeVisible();
    await typePin(pins.supervisor);
    await expect.element(heading(/^Erstattet/)).toBeVisible();
  });
});

describe('the page', () => {
  it('does not scroll beside the operation that a supervisor decides', async () => {
    const { stores } = await openSmall('Cashier 1');
    stores.navigation.go({ screen: 'activity', operationId: 'decide' });
    await expect.element(heading(/Wir müssen selbst nachsehen|selbst nachsehen/)).toBeVisible();
    const around: Element[] = [];
    for (let each: Element | null = document.querySelector('main'); each !== null; each = each.parentElement)
      around.push(each);
    expect(around.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.className)).toEqual(
      [],
    );
  });

  it('begins at its top after a refund, with what is left of the payment', async () => {
    const { stores } = await openSmall('Manager', 100_000);
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Geld erstatten');
    await press(/erstatten$/);
    await expect.element(heading(/^Erstattet/)).toBeVisible();
    button('Zurück zur Zahlung').element().scrollIntoView();
    await press('Zurück zur Zahlung');
    await expect.element(heading(/erstattet/)).toBeVisible();
    expect(inSight(heading(/erstattet/).element())).toBe(true);
  });
});

it('says above the keys that a PIN was wrong, and keeps the name in sight', async () => {
  await openSmall(null);
  await page.getByRole('button', { name: /^Kasse 1 / }).click();
  await userEvent.keyboard('0000{Enter}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(inSight(page.getByText('PIN von Kasse 1').element())).toBe(true);
});

describe('a decline that another card would not mend', () => {
  const decline = async (responseCode: string) => {
    const { stores } = await openWindow(
      ({ world }) => {
        const input = {
          messageType: 'SALE',
          transId: 'S-1',
          posTerminalId: 'T1',
          amount: { value: 500, currency: 'EUR' },
        };
        place(world, 'no', { kind: 'cloud-pos', state: 'failed', input }, 5, {
          failure: { code: 'declined', message: 'said by the host', responseCode },
        });
      },
      { language: 'de' },
    );
    stores.navigation.go({ screen: 'activity', operationId: 'no' });
  };

  it('names the terminal that is offline, and asks for no other card', async () => {
    await decline('22060111');
    await expect.element(heading('Das Terminal ist offline. Es wurde nichts abgebucht.')).toBeVisible();
    await expect
      .element(page.getByText('Prüfen Sie Strom und Netz des Terminals, oder nehmen Sie ein anderes.'))
      .toBeVisible();
    expect(page.getByText(/andere Karte/).elements()).toEqual([]);
  });

  it('says that the customer cancelled', async () => {
    await decline('22060407');
    await expect.element(heading('Der Kunde hat abgebrochen. Es wurde nichts abgebucht.')).toBeVisible();
    expect(page.getByText(/andere Karte/).elements()).toEqual([]);
  });
});

it('has a terminal of its own in training, and asks for none', async () => {
  const { stores } = await openWindow(({ world }) => {
    world.shop = { ...world.shop, terminals: ['T-1'] };
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  stores.navigation.go({ screen: 'settings' });
  await press('Shop');
  await press('Remove T-1');
  // Main offers one where the shop has named none.
  stores.shop.setState(({ terminals }) => ({ terminals: terminals.map((each) => ({ ...each, id: 'VIRTUAL-1' })) }));
  await expect.element(page.getByText(/^Training has a terminal of its own: /)).toBeVisible();
  expect(page.getByText('No terminal yet.').elements()).toEqual([]);
});

describe('the rail', () => {
  it.each([
    ['link', 'Sale'],
    ['dcc', 'Sale'],
    ['authorizations', 'Payments'],
    ['customers', 'Payments'],
  ] as const)('marks where a person is: %s is under %s', async (screen, under) => {
    const { stores } = await openWindow(({ world }) => seedOpen(world));
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen });
    await expect
      .poll(
        () => page.getByRole('navigation', { name: 'Screens' }).element().querySelector('[aria-current]')?.textContent,
      )
      .toBe(under);
  });
});
