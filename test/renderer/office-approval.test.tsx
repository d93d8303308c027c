// A supervisor at the office instead of a PIN, at the window: what is asked, that either way answers, and what the till
// says of an answer that approves nothing.
import { describe, expect, inject, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SignedApproval } from '#contract/office/approvals.ts';
import type { OfficeSaid } from '#core/ports/operators.ts';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { pins, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import {
  button,
  expectFits,
  expectNoViolations,
  giveReason,
  heading,
  openWindow,
  press,
  smallTargets,
} from './support/window.tsx';

const isSmall = inject('share') === 'small';
const waitingWords = /Waiting for an answer/;

function says(verdict: SignedApproval['verdict'] = 'approved'): OfficeSaid {
  const by = { id: '7d9f2a54-0c34-4a54-9a3c-2f0f3f1f7a11', name: 'Ada' };
  const answer = { verdict, by, at: '2026-01-31T18:05:00.000Z', keyId: 'a'.repeat(32), signature: 'c2lnbmVk' };
  return { type: 'answered', question: 'b'.repeat(64), answer };
}

/** A refund above the limit, up to the dialog that asks for a supervisor. */
async function openRefund(prepare: (fake: FakeBridge) => void = () => {}) {
  const opened = await openWindow((made) => {
    seedPast(made.world, 4);
    seedPeople(made.world, 'Cashier 1');
    made.world.shop = { ...made.world.shop, refundLimitMinor: 10_000 };
    made.world.mode = 'live';
    made.world.asksOffice = true;
    prepare(made);
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
  await press('Refund money');
  await press('Refund 241.47 EUR');
  await giveReason();
  await expect.element(heading('A supervisor must approve this')).toBeVisible();
  return opened;
}

async function askOffice({ fake }: { readonly fake: FakeBridge }) {
  await press('Ask the office');
  await expect.element(page.getByText(waitingWords)).toBeVisible();
  await expect.poll(() => fake.world.officeQuestions.length).toBeGreaterThan(0);
  const asked = fake.world.officeQuestions.at(-1);
  if (asked === undefined) throw new Error('the office was not asked');
  return asked;
}

async function enterPin(digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'PIN keys' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

describe('a refund above the limit', () => {
  it('is approved at the office, and the operation says by whom', async () => {
    const opened = await openRefund();
    const asked = await askOffice(opened);
    expect(asked.question).toMatchObject({
      sort: 'refund',
      person: 'Cashier 1',
      amount: { value: 24_147, currency: 'EUR' },
      payment: { payId: 'PAY-seed-3', reference: 'Order 40003' },
      reason: 'Came back broken',
    });
    asked.answer(says());
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    const [refund] = [...opened.fake.world.operations.values()].filter(({ kind }) => kind === 'refund');
    expect(refund?.origin).toMatchObject({ approvedBy: 'Ada', approvedAtOffice: true });
    opened.stores.navigation.go({ screen: 'activity', operationId: refund?.id ?? '' });
    await expect.element(page.getByText('Ada, at the office')).toBeVisible();
  });

  it('is approved by a PIN while the office is asked, which is told so', async () => {
    const opened = await openRefund();
    const asked = await askOffice(opened);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await enterPin(pins.supervisor2);
    await press(/^Approve /);
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    expect(asked.isEnded).toBe(true);
    const [refund] = [...opened.fake.world.operations.values()].filter(({ kind }) => kind === 'refund');
    expect(refund?.origin).toMatchObject({ approvedBy: 'Supervisor 2' });
    expect(refund?.origin).not.toHaveProperty('approvedAtOffice');
  });

  it('is not sent once the dialog is closed, whatever the office answers then', async () => {
    const opened = await openRefund();
    const asked = await askOffice(opened);
    await press('Do not send');
    await expect.poll(() => asked.isEnded).toBe(true);
    asked.answer(says());
    await expect.element(button('Refund 241.47 EUR')).toBeEnabled();
    expect(opened.fake.calls.get('submit')).toBeUndefined();
  });

  it('is withdrawn where main does not say what became of it', async () => {
    const opened = await openRefund();
    const asked = await askOffice(opened);
    await expect.poll(() => asked.isEnded, { timeout: 30_000 }).toBe(true);
    await expect.element(page.getByText(/has ended\. Ask again/)).toBeVisible();
    await expect.element(button('Ask the office')).toBeVisible();
    expect(opened.fake.calls.get('submit')).toBeUndefined();
  });

  it('is not sent where the office declines, and the PIN is still asked for', async () => {
    const opened = await openRefund();
    (await askOffice(opened)).answer(says('declined'));
    await expect.element(page.getByText('Ada at the office declined.')).toBeVisible();
    expect(button('Ask the office').elements()).toHaveLength(0);
    await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Supervisor 2/ })).toBeVisible();
    expect(opened.fake.calls.get('submit')).toBeUndefined();
  });

  const reasons = [
    ['away', /does not answer/],
    ['nobody', /No person at the office/],
    ['not-trusted', /not signed by the office/],
  ] as const;
  it.each(isSmall ? reasons.slice(2) : reasons)(
    'says why where the office is %s, and can be asked again',
    async (type, words) => {
      const opened = await openRefund();
      (await askOffice(opened)).answer({ type });
      await expect.element(page.getByText(words)).toBeVisible();
      await expect.element(button('Ask the office')).toBeVisible();
    },
  );

  it('is not offered to the office where the shop does not want it', async () => {
    await openRefund(({ world }) => {
      world.asksOffice = false;
    });
    expect(button('Ask the office').elements()).toHaveLength(0);
  });

  it('can be asked at a till without a supervisor, too', async () => {
    const opened = await openRefund(({ world }) => {
      for (const each of world.operators.splice(0)) {
        world.operators.push(each.name === 'Cashier 1' ? each : { ...each, role: 'cashier' });
      }
    });
    (await askOffice(opened)).answer(says());
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
  });

  const sizes = [
    [800, 600],
    [1_024, 600],
    [1_280, 800],
  ] as const;
  it.each(isSmall ? sizes.slice(0, 1) : sizes)(
    'fits the dialog on a screen of %d by %d, readable for everybody',
    async (width, height) => {
      await page.viewport(width, height);
      await askOffice(await openRefund());
      expectFits();
      expect(smallTargets()).toEqual([]);
      await expectNoViolations();
    },
  );
});
