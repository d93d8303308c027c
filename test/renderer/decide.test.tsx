// Facts about what only people can decide: an outcome that could not be found out, and a data folder that may be a
// copy.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pauseSentences } from '#contract/people/pause.ts';
import { seedPeople, seedRefundToDecide, pins } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, expectNoViolations, heading, openWindow, press, settled, typePin } from './support/window.tsx';

async function openDecision(signedIn: string | null, id = 'decide', said = false, removed: string | null = null) {
  const opened = await openWindow((fake) => {
    seedPast(fake.world, 4);
    seedOpen(fake.world);
    if (signedIn !== null) seedPeople(fake.world, signedIn);
    seedRefundToDecide(fake.world, said);
    fake.world.operators.forEach((each, index, all) => {
      if (each.name === removed) all[index] = { ...each, active: false };
    });
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  opened.stores.navigation.go({ screen: 'activity', operationId: id });
  return opened;
}

const choice = (label: string) => page.getByText(label, { exact: true });

async function fill(outcome: 'It happened' | 'It did not happen'): Promise<void> {
  await choice(outcome).click();
  await page.getByLabelText('Why do you say so?').fill('The bank shows no credit.');
  await page.getByLabelText('What did you look at?').fill('Bank statement');
  await settled();
}

/** In the dialog. Two names begin alike. */
async function showPin(name: string, pin: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `${name} Supervisor`, exact: true }).click();
  await userEvent.keyboard(pin);
  await settled();
  await dialog.getByRole('button', { name: /^Decide|^Save the answer/ }).click();
}

describe('what needs a person', () => {
  it('shows the numbers to look for, and two choices of which none is chosen', async () => {
    await openDecision('Supervisor');
    await expect.element(heading('Look for these numbers')).toBeVisible();
    await expect.element(page.getByText('PAY-decide').first()).toBeVisible();
    expect(
      [...document.querySelectorAll<HTMLInputElement>('section[aria-label="What became of it?"] [type=radio]')].map(
        (each) => each.checked,
      ),
    ).toEqual([false, false]);
  });

  it('is decided by one where money came in, with name, reason and time, and tried again as a new operation', async () => {
    const { fake } = await openDecision('Supervisor', 'open-person');
    // Whose money, and which way.
    await expect.element(page.getByText('The customer was charged 45.90 EUR.')).toBeVisible();
    await expect.element(page.getByText('Nothing was charged. It can be tried again.')).toBeVisible();
    await fill('It did not happen');
    await button('Decide: it did not happen').click();
    await expect.element(page.getByText(/^Supervisor, .*: it did not happen$/)).toBeVisible();
    await expect.element(page.getByText('Reason: The bank shows no credit.')).toBeVisible();
    // What has just come into view takes no press yet.
    await press(/^Try again: Sale/);
    await expect.element(button('Open the earlier one')).toBeVisible();
    const again = [...fake.world.operations.values()].find(({ replaces }) => replaces === 'open-person');
    expect(again?.input['transId']).not.toBe(fake.world.operations.get('open-person')?.input['transId']);
    expect(fake.world.operations.get('open-person')?.state).toBe('failed');
  });

  it('asks for reason and evidence before anything is said', async () => {
    const { fake } = await openDecision('Supervisor', 'open-person');
    await expect.element(button('Decide')).toBeVisible();
    await press('Decide');
    await expect.element(page.getByText('Choose one of the two')).toBeVisible();
    expect(page.getByText('Write at least 3 characters').elements()).toHaveLength(2);
    expect(fake.calls.get('decide')).toBeUndefined();
  });

  it('is decided by two at one screen where money may have gone out', async () => {
    const { fake } = await openDecision('Supervisor');
    await expect.element(page.getByText(/^The customer got [\d,.]+\sEUR back\.$/)).toBeVisible();
    await fill('It did not happen');
    await button('Decide with a second person').click();
    const dialog = page.getByRole('dialog');
    // What the second person confirms.
    await expect.element(dialog.getByText('45.90', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('Nothing was given back.')).toBeVisible();
    await expect.element(dialog.getByText('Reason: The bank shows no credit.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Supervisor 2/ })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Supervisor Supervisor' }).elements()).toHaveLength(0);
    await dialog.getByRole('button', { name: /^Supervisor 2/ }).click();
    await userEvent.keyboard('000000');
    await press('Decide together');
    await expect.element(dialog.getByText(/^The PIN is wrong\./)).toBeVisible();
    expect(fake.world.operations.get('decide')?.state).toBe('needs-person');
    await userEvent.keyboard(pins.supervisor2);
    await press('Decide together');
    await expect.element(page.getByText(/^Supervisor 2, .*: it did not happen$/)).toBeVisible();
    expect(fake.world.operations.get('decide')?.state).toBe('failed');
  });

  it('keeps the word of one until another says the same', async () => {
    const { fake } = await openDecision('Supervisor');
    await fill('It happened');
    await button('Save my answer').click();
    await expect.element(page.getByText('Saved. One more person must say the same.')).toBeVisible();
    expect(fake.world.operations.get('decide')?.state).toBe('needs-person');
    await button('Sign out Supervisor').click();
    await button(/^Manager /).click();
    await typePin(pins.manager);
    // The operation stays open for whom it was kept for; what was typed into it does not.
    await fill('It happened');
    await button('Decide: it happened').click();
    await expect.element(page.getByText(/^Manager, .*: it happened$/)).toBeVisible();
    expect(fake.world.operations.get('decide')?.state).toBe('succeeded');
  });

  it('does not count the word of one who was removed since', async () => {
    const opened = await openDecision('Supervisor', 'decide', true);
    await choice('It did not happen').click();
    await expect.element(button('Decide: it did not happen')).toBeVisible();
    await opened.close();
    await openDecision('Supervisor', 'decide', true, 'Supervisor 2');
    await expect.element(heading('Look for these numbers')).toBeVisible();
    await choice('It did not happen').click();
    await expect.element(button('Decide with a second person')).toBeVisible();
    expect(page.getByText(/^Supervisor 2, .*: it did not happen$/).elements()).toHaveLength(0);
  });

  it('asks what the slip shows where it happened, and passes it on', async () => {
    const { fake } = await openDecision('Supervisor', 'open-person');
    await expect.element(button('Decide')).toBeVisible();
    expect(page.getByLabelText('Amount on the slip').elements()).toHaveLength(0);
    await fill('It happened');
    await expect.element(page.getByLabelText('Amount on the slip')).toHaveValue('45.90');
    // The first digit begins a new amount.
    await page.getByLabelText('Amount on the slip').click();
    await userEvent.keyboard('4000');
    await expect.element(page.getByLabelText('Amount on the slip')).toHaveValue('40.00');
    await page.getByLabelText('Trace number').fill('000 123');
    await button('Decide: it happened').click();
    await expect.element(page.getByText(/^Only letters, digits, dots, hyphens and underscores/)).toBeVisible();
    expect(fake.calls.get('decide')).toBeUndefined();
    await page.getByLabelText('Trace number').fill('000123');
    await page.getByLabelText('Approval code').fill('482913');
    await page.getByLabelText('Payment number').fill('PAY-77');
    await press('Decide: it happened');
    await expect.element(page.getByText(/^The slip shows: 40.00.EUR, 000123, 482913, PAY-77$/)).toBeVisible();
    const decided = fake.world.operations.get('open-person');
    expect(decided).toMatchObject({ state: 'succeeded', approved: { value: 4_000 }, result: { payId: 'PAY-77' } });
  });

  it('is found in Payments by the number on the slip, and can be refunded', async () => {
    const { fake, stores } = await openDecision('Supervisor', 'open-person');
    await fill('It happened');
    await page.getByLabelText('Payment number').fill('PAY-77');
    await press('Decide: it happened');
    await expect.element(button('Open the payment')).toBeVisible();
    stores.navigation.go({ screen: 'payments' });
    await page.getByRole('searchbox').fill('PAY-77');
    const found = page.getByRole('option', { name: /45\.90/ });
    await expect.element(found).toBeVisible();
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await found.click();
    await press('Refund money');
    await expect.element(button(/^Refund 45.90/)).toBeEnabled();
    expect(fake.world.payments.get('PAY-77')).toMatchObject({ captured: 4_590 });
  });

  it('without the payment’s number is taken back at its terminal by the trace number', async () => {
    const { fake } = await openDecision('Supervisor', 'open-person');
    await fill('It happened');
    await page.getByLabelText('Trace number').fill('000123');
    await press('Decide: it happened');
    await expect.element(button('Open the payment')).toBeVisible();
    await press(/^Give back 45.90/);
    await expect.element(heading('Reversed. The customer is not charged.')).toBeVisible();
    const reversal = [...fake.world.operations.values()].at(-1);
    expect(reversal?.input).toMatchObject({ messageType: 'REVERSE', traceNr: '000123', posTerminalId: 'T-2' });
  });

  it('asks for no slip where it did not happen', async () => {
    const { fake } = await openDecision('Supervisor', 'open-person');
    await fill('It did not happen');
    expect(page.getByLabelText('Amount on the slip').elements()).toHaveLength(0);
    await button('Decide: it did not happen').click();
    await expect.poll(() => fake.world.operations.get('open-person')?.state).toBe('failed');
    expect(fake.world.operations.get('open-person')?.decisions?.[0]).not.toHaveProperty('slip');
  });

  it('is decided beside a cashier by the supervisor whose PIN is shown, who reads what they confirm', async () => {
    const { fake } = await openDecision('Cashier 1', 'open-person');
    await expect.element(page.getByText('Call a supervisor')).toBeVisible();
    await fill('It happened');
    await page.getByLabelText('Trace number').fill('000123');
    await press('Decide: it happened');
    const dialog = page.getByRole('dialog');
    await expect.element(heading('A supervisor decides')).toBeVisible();
    await expect.element(dialog.getByText('The customer was charged 45.90 EUR.')).toBeVisible();
    await expect.element(dialog.getByText('Reason: The bank shows no credit.')).toBeVisible();
    await expect.element(dialog.getByText('Looked at: Bank statement')).toBeVisible();
    await expect.element(dialog.getByText(/^The slip shows: 45\.90.EUR, 000123$/)).toBeVisible();
    await expectNoViolations();
    expect(fake.calls.get('decide')).toBeUndefined();
    await showPin('Supervisor', '000000');
    // The supervisor is still there: the dialog stays, and so does what was written.
    await expect.element(dialog.getByText(/^The PIN is wrong\./)).toBeVisible();
    expect(fake.world.operations.get('open-person')?.state).toBe('needs-person');
    // Only the PIN is typed again.
    await userEvent.keyboard(pins.supervisor);
    await settled();
    await dialog.getByRole('button', { name: 'Decide: it happened' }).click();
    await expect.element(page.getByText(/^Supervisor, .*: it happened$/)).toBeVisible();
    expect(fake.world.operations.get('open-person')?.state).toBe('succeeded');
    expect(fake.world.session.current()?.name).toBe('Cashier 1');
  });

  it('is decided beside a cashier by two supervisors where money may have gone out', async () => {
    const { fake } = await openDecision('Cashier 1');
    await fill('It did not happen');
    await expect.element(page.getByText(/two people must say the same/)).toBeVisible();
    await press('Save the answer');
    await showPin('Supervisor', pins.supervisor);
    await expect.element(page.getByText('Saved. One more person must say the same.')).toBeVisible();
    expect(fake.world.operations.get('decide')?.state).toBe('needs-person');
    await press('Decide: it did not happen');
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: /^Supervisor 2/ })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Supervisor Supervisor', exact: true }).elements()).toHaveLength(0);
    await showPin('Supervisor 2', pins.supervisor2);
    await expect.element(page.getByText(/^Supervisor 2, .*: it did not happen$/)).toBeVisible();
    expect(fake.world.operations.get('decide')).toMatchObject({
      state: 'failed',
      decisions: [{ by: 'Supervisor' }, { by: 'Supervisor 2' }],
    });
  });

  it('is not for a till without operators', async () => {
    await openDecision(null);
    await expect.element(page.getByText(/this till has no users yet/)).toBeVisible();
  });
});

describe('a paused data folder', () => {
  const paused = (people: string | null) =>
    openWindow((fake) => {
      seedPast(fake.world, 2);
      if (people !== null) seedPeople(fake.world, people);
      fake.world.paused = pauseSentences.copied;
    });

  it('says why and what it means, and goes on when somebody gives a reason', async () => {
    const { fake } = await paused(null);
    await expect.element(heading('This till is paused. Nothing is sent.')).toBeVisible();
    expect(heading('This till is paused. Nothing is sent.').element().nextElementSibling?.textContent).toMatch(
      /^Take no card payments here. Call your manager/,
    );
    await expect.element(page.getByText(/the folder was copied or restored/)).toBeVisible();
    await press('This is the only copy in use: go on');
    await expect.element(page.getByText('Write at least 3 characters')).toBeVisible();
    expect(fake.world.paused).not.toBeNull();
    await page.getByLabelText('How do you know that no other copy is in use?').fill('The old computer is off.');
    await button('This is the only copy in use: go on').click();
    await expect.element(heading('How much?')).toBeVisible();
  });

  it('is a manager’s to resume, and may be looked through meanwhile', async () => {
    await paused('Supervisor');
    await expect.element(page.getByText('Only a manager can let it go on.')).toBeVisible();
    expect(button(/only copy in use/).elements()).toHaveLength(0);
    await button('See them in Activity').click();
    await expect.element(heading('Activity')).toBeVisible();
    await button('Why, and how to go on').click();
    await expect.element(page.getByText('Only a manager can let it go on.')).toBeVisible();
  });
});
