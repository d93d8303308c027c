// A sale, a refund and a decision with the keyboard alone: every stop of Tab can be seen, has a name and a ring.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, heading, openWindow, settled } from './support/window.tsx';

const mostStops = 80;

function nameOf(element: Element): string {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
  const said = element.getAttribute('aria-label') ?? [...(labels ?? [])].map((each) => each.textContent).join(' ');
  return (said === '' ? element.textContent : said).trim();
}

/** What is wrong with the place that the keyboard is at. */
function faultsOf(element: Element): string[] {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const box = element.matches('input[type=radio], input[type=checkbox]')
    ? (element.closest('label') ?? element)
    : element;
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  const ring = outlineStyle !== 'none' || boxShadow !== 'none' || getComputedStyle(box).outlineStyle !== 'none';
  const seen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const name = nameOf(element);
  return [
    ...(ring ? [] : [`no ring: ${name}`]),
    ...(seen ? [] : [`out of sight: ${name}`]),
    ...(name === '' ? [`no name: ${element.outerHTML.slice(0, 80)}`] : []),
  ];
}

/** Types as a person does: what comes as fast as this with a key behind it at once would be a scanner's code. */
async function typeText(text: string): Promise<void> {
  await userEvent.keyboard(text);
  await settled();
}

/** Presses Tab until the place has the name. */
async function tabTo(name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await userEvent.keyboard('{Tab}');
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) continue;
    expect(faultsOf(activeElement)).toEqual([]);
    passed.push(nameOf(activeElement));
    if (name.test(nameOf(activeElement))) return;
  }
  throw new Error(`Tab never came to ${name}; it passed ${passed.join(', ')}`);
}

describe('with the keyboard alone', () => {
  it('a sale is added up, charged and gone on from', async () => {
    await openWindow();
    await expect.element(button('Enter an amount')).toBeVisible();
    await tabTo(/^Add to the total$/);
    await typeText('450+3*200');
    await expect.element(button('Charge 10.50 EUR')).toBeEnabled();
    await tabTo(/^Take back line 1/);
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Charge 6.00 EUR')).toBeEnabled();
    await settled();
    await tabTo(/^Charge 6\.00/);
    await userEvent.keyboard('{Enter}');
    await expect.element(heading(/^Paid 6\.00/)).toBeVisible();
    await settled();
    await tabTo(/^Save the receipt/);
    await tabTo(/^Start the next sale/);
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Enter an amount')).toBeVisible();
  });

  it('a payment is found and refunded', async () => {
    const { fake } = await openWindow(({ world }) => seedPast(world, 4));
    await userEvent.keyboard('{Alt>}3{/Alt}');
    await expect.element(page.getByLabelText('Search payments')).toHaveFocus();
    await typeText('241,47');
    await typeText('{Enter}');
    await expect.element(button('Refund money')).toBeVisible();
    await tabTo(/^Refund money$/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Amount')).toBeVisible();
    await settled();
    await tabTo(/^Refund 241/);
    await userEvent.keyboard('{Enter}');
    await expect.element(heading(/^Refunded 241/)).toBeVisible();
    expect([...fake.world.operations.values()].filter(({ kind }) => kind === 'refund')).not.toEqual([]);
  });

  it('what needs a person is decided', async () => {
    const { stores } = await openWindow(({ world }) => {
      seedPast(world, 4);
      seedOpen(world);
      seedPeople(world, 'Supervisor');
      seedRefundToDecide(world, false);
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
    await expect.element(button('Decide')).toBeVisible();
    await tabTo(/^It happened/);
    await userEvent.keyboard('{ArrowDown}');
    await tabTo(/^Why do you say so/);
    await typeText('The bank shows no credit.');
    await tabTo(/^What did you look at/);
    await typeText('Bank statement');
    await tabTo(/^Decide/);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Supervisor, .*: it did not happen$/)).toBeVisible();
  });
});
