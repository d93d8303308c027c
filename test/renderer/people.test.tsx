// Facts about people at the window: who is signed in, whose PIN stands for what, and that a PIN stays in its field.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { askToPair } from '../../renderer/bridge/fake/programs.ts';
import { pins, seedOfficePeople, seedPeople } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { tell } from '../../renderer/bridge/fake/world.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import {
  answerRunning,
  button,
  giveReason,
  heading,
  openWindow,
  press,
  settled,
  typeAmount,
  typePin,
} from './support/window.tsx';

const canary = '847261';

/** Everything the window holds: its stores and its page. */
function held(stores: object): string {
  const states = Object.values(stores).flatMap((store) =>
    typeof store === 'object' && store !== null && 'getState' in store
      ? [JSON.stringify((store as { getState(): unknown }).getState())]
      : [],
  );
  const fields = [...document.querySelectorAll('input')].map((each) => each.value);
  return [...states, document.documentElement.outerHTML, ...fields].join('\n');
}

async function openManned(signedIn: string | null, prepare: Parameters<typeof openWindow>[0] = () => {}) {
  const opened = await openWindow((fake) => {
    seedPast(fake.world, 4);
    seedPeople(fake.world, signedIn);
    prepare(fake);
  });
  return opened;
}

async function enterPin(digits: string): Promise<void> {
  const pad = page.getByRole('group', { name: 'PIN keys' });
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
}

async function signIn(name: string, pin: string): Promise<void> {
  await button(new RegExp(`^${name} `)).click();
  await enterPin(pin);
  await press('Sign in');
}

describe('people whom the office gives this till', () => {
  it('stand at the lock screen as soon as the till has them, and sign in', async () => {
    const { fake } = await openManned(null);
    await expect.element(button(/^Cashier 1 /)).toBeVisible();
    expect(button(/^Anna Arens /).query()).toBeNull();
    await seedOfficePeople(fake.world);
    await signIn('Anna Arens', pins.office);
    await expect.element(heading('How much?')).toBeVisible();
  });

  it('are told why they were signed out, once the office has removed them', async () => {
    const { fake } = await openManned(null, ({ world }) => void seedOfficePeople(world));
    await signIn('Anna Arens', pins.office);
    await expect.element(heading('How much?')).toBeVisible();
    await seedOfficePeople(fake.world, 'Anna');
    await expect.element(page.getByText(/^Anna Arens was signed out and can no longer sign in here/)).toBeVisible();
    expect(button(/^Anna Arens /).query()).toBeNull();
    await signIn('Cashier 1', pins.cashier1);
    await button('Sign out Cashier 1').click();
    await expect.element(heading('Who is at the till?')).toBeVisible();
    expect(page.getByText(/was signed out and can no longer/).query()).toBeNull();
  });
});

async function openLargeRefund(): Promise<void> {
  await press('Refund money');
  await press('Refund 241.47 EUR');
}

/** Main says that nobody must approve it, and the limit is lowered before it is sent. */
function lowerLimitOnceAsked({ api, world }: FakeBridge, refundLimitMinor: number): void {
  const real = api.needsApproval;
  Object.assign(api, {
    needsApproval: async (input: Parameters<typeof real>[0]) => {
      const answer = await real(input);
      world.shop = { ...world.shop, refundLimitMinor };
      return answer;
    },
  });
}

describe('a till with operators and no one signed in', () => {
  it('shows names and what runs, and nothing of the shop', async () => {
    const { stores } = await openManned(null, (fake) => {
      fake.world.fate = 'hang';
    });
    await expect.element(heading('Who is at the till?')).toBeVisible();
    await expect.element(page.getByText('0 running')).toBeVisible();
    expect(page.getByRole('navigation').elements()).toHaveLength(0);
    expect(stores.status.getState().status?.signedIn).toBeNull();
  });

  it('is locked by main’s word alone: a call that main refuses brings the lock screen', async () => {
    const { fake, stores } = await openManned('Cashier 1');
    await expect.element(heading('How much?')).toBeVisible();
    // What the page asks when it opens is answered.
    await expect.poll(() => stores.operations.getState().recovered).toBe(true);
    await settled();
    // Main has signed them out; the page has not heard of it.
    fake.world.silent = true;
    fake.world.session.signOut();
    fake.world.silent = false;
    await button('Activity').click();
    await expect.element(heading('Who is at the till?')).toBeVisible();
    expect(fake.calls.get('operations')).toBeGreaterThan(0);
    await signIn('Cashier 1', pins.cashier1);
    await expect.element(heading('Activity')).toBeVisible();
    await expect.poll(() => stores.activity.getState().rows.length).toBeGreaterThan(0);
  });

  it('hears nothing of what happens, and has all of it once somebody has signed in', async () => {
    const { fake, stores } = await openManned(null);
    await expect.element(heading('Who is at the till?')).toBeVisible();
    askToPair(fake.world, { name: 'Corner ERP' });
    expect(stores.pairings.getState().pairings).toEqual([]);
    expect(stores.operations.getState().recovered).toBe(false);
    await signIn('Cashier 1', pins.cashier1);
    await expect.element(button(/Corner ERP asks to use this till/)).toBeVisible();
    await expect.poll(() => stores.operations.getState().recovered).toBe(true);
  });

  it('counts what is in doubt on a ground with room around its words, on the smallest till too', async () => {
    await page.viewport(1_024, 600);
    await openManned(null, (fake) => seedOpen(fake.world));
    const inner = page.getByText(/^[1-9]\d* unknown$/);
    await expect.element(inner).toBeVisible();
    const pill = inner.element().parentElement ?? document.body;
    const { backgroundColor, paddingLeft, paddingRight } = getComputedStyle(pill);
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    expect(Number.parseFloat(paddingLeft)).toBeGreaterThanOrEqual(8);
    expect(Number.parseFloat(paddingRight)).toBeGreaterThanOrEqual(8);
  });

  it('opens with a PIN by touch, and says who is signed in', async () => {
    await openManned(null);
    await signIn('Cashier 1', pins.cashier1);
    await expect.element(heading('How much?')).toBeVisible();
    await expect.element(button('Sign out Cashier 1')).toBeVisible();
  });

  it('opens with a PIN by keyboard', async () => {
    await openManned(null);
    await button(/^Manager /).click();
    await typePin(pins.manager);
    await expect.element(heading('How much?')).toBeVisible();
  });

  it('says that a PIN is wrong, and after five that the name is locked', async () => {
    await openManned(null);
    await button(/^Cashier 1 /).click();
    for (let tries = 0; tries < 4; tries += 1) {
      await userEvent.keyboard('0000{Enter}');
      await expect.element(page.getByText(/^The PIN is wrong/)).toBeVisible();
      await expect.element(page.getByLabelText('PIN of Cashier 1')).toHaveValue('');
    }
    await userEvent.keyboard('0000{Enter}');
    await expect.element(page.getByText(/^Too many wrong PINs/)).toBeVisible();
    await expect.element(page.getByText(/^Locked until/)).toBeVisible();
  });

  it('hides what is typed, and stops no paste', async () => {
    await openManned(null);
    await button(/^Cashier 1 /).click();
    const field = page.getByLabelText('PIN of Cashier 1').element() as HTMLInputElement;
    expect(field.type).toBe('password');
    expect(field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))).toBe(true);
  });

  it('takes no PIN of three digits to main', async () => {
    const { fake } = await openManned(null);
    await button(/^Cashier 1 /).click();
    await userEvent.keyboard('444{Enter}');
    await expect.element(page.getByText('A PIN has 4 to 12 digits')).toBeVisible();
    expect(fake.calls.get('signIn')).toBeUndefined();
  });

  it('lets go of the PIN with the press that hands it over', async () => {
    const { stores } = await openManned(null);
    await button(/^Cashier 1 /).click();
    await typePin(canary);
    await expect.element(page.getByText(/^The PIN is wrong/)).toBeVisible();
    expect(held(stores)).not.toContain(canary);
  });
});

describe('the person who is signed in', () => {
  it('signs out from the status line, and the running sale goes on', async () => {
    const { fake } = await openManned('Cashier 1', (made) => {
      made.world.fate = 'hang';
    });
    await typeAmount('500');
    await press('Charge 5.00 EUR');
    await expect.element(heading('Ask the customer to present the card')).toBeVisible();
    await button('Sign out Cashier 1').click();
    await expect.element(page.getByText('1 running')).toBeVisible();
    answerRunning(fake);
    await expect.element(page.getByText('0 running')).toBeVisible();
    await signIn('Cashier 2', pins.cashier2);
    await expect.element(heading(/^Paid 5.00/)).toBeVisible();
  });

  it('tells main by touching, but not at each touch', async () => {
    const { fake } = await openManned('Cashier 1');
    await typeAmount('12345');
    expect(fake.calls.get('touch')).toBe(1);
  });
});

describe('a refund above the limit', () => {
  it('asks for a supervisor before it is submitted, once, and says who approved', async () => {
    const { stores, fake } = await openManned('Cashier 1', (made) => {
      made.world.shop = { ...made.world.shop, refundLimitMinor: 10_000 };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await openLargeRefund();
    await expect.element(heading('Why is money given back?')).toBeVisible();
    expect(page.getByRole('list', { name: 'Who approves?' }).query()).toBeNull();
    await press('Go on');
    await expect.element(page.getByText('Write why the money is given back')).toBeVisible();
    await giveReason();
    await expect.element(page.getByRole('list', { name: 'Who approves?' })).toBeVisible();
    expect(fake.calls.get('submit')).toBeUndefined();
    expect(
      page
        .getByRole('dialog')
        .getByRole('button', { name: /Cashier/ })
        .elements(),
    ).toHaveLength(0);
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('\u2212241.47', { exact: false }).first()).toBeVisible();
    await expect.element(dialog.getByText('Cashier 1', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText(/^Order 40003 · VISA ••••\s1111$/)).toBeVisible();
    await expect.element(dialog.getByText('Came back broken', { exact: true })).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await userEvent.keyboard('9999');
    await press(/^Approve /);
    // The dialog stays, with the name: only the PIN is typed again.
    await expect.element(dialog.getByText(/^The PIN is wrong\./)).toBeVisible();
    await userEvent.keyboard(pins.supervisor2);
    await settled();
    const approve = button(/^Approve /).element() as HTMLButtonElement;
    approve.click();
    approve.click();
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    const made = [...fake.world.operations.values()].filter((each) => each.kind === 'refund');
    expect(made.map(({ origin }) => origin)).toEqual([
      { type: 'cashier', operator: 'Cashier 1', approvedBy: 'Supervisor 2' },
    ]);
    expect(made[0]?.input).toMatchObject({ metadata: { reason: 'Came back broken' } });
  });

  it('that goes above the limit with what went out today asks, and says how much that is', async () => {
    const { stores } = await openManned('Cashier 1', (made) => {
      made.world.shop = { ...made.world.shop, refundLimitMinor: 15_000 };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    const refundHundred = async () => {
      await press('Refund money');
      await page.getByLabelText('Amount').fill('10000');
      await press('Refund 100.00 EUR');
    };
    await refundHundred();
    await expect.element(heading(/^Refunded 100.00/)).toBeVisible();
    await press('Back to the payment');
    await refundHundred();
    await giveReason();
    await expect.element(heading('A supervisor must approve this')).toBeVisible();
    await expect.element(page.getByText(/100.00.EUR of 150.00.EUR a day was already given back/)).toBeVisible();
  });

  it('goes out at once below it, and no reason is asked for', async () => {
    const { stores, fake } = await openManned('Cashier 1');
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await openLargeRefund();
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    const [refund] = [...fake.world.operations.values()].filter(({ kind }) => kind === 'refund');
    expect(refund?.input).not.toHaveProperty('metadata');
  });

  it('asks for a supervisor also where main finds only at the operation that one must approve it', async () => {
    const { stores, fake } = await openManned('Cashier 1');
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    lowerLimitOnceAsked(fake, 10_000);
    await openLargeRefund();
    await giveReason();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await enterPin(pins.supervisor2);
    await press(/^Approve /);
    await expect.element(heading(/^Refunded 241.47/)).toBeVisible();
    const [refund] = [...fake.world.operations.values()].filter(({ kind }) => kind === 'refund');
    expect(refund?.origin.approvedBy).toBe('Supervisor 2');
  });

  it('is not sent a second time where main was silent about the first', async () => {
    const { stores, fake } = await openManned('Cashier 1', (made) => {
      made.world.shop = { ...made.world.shop, refundLimitMinor: 10_000 };
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await openLargeRefund();
    await giveReason();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Supervisor 2/ })
      .click();
    await userEvent.keyboard(canary);
    await settled();
    fake.world.silent = true;
    await button(/^Approve /).click();
    await expect.element(page.getByText(/it can happen only once/)).toBeVisible();
    expect(held(stores)).not.toContain(canary);
    fake.world.silent = false;
    await expect.element(page.getByText(/A supervisor must approve this\. Nothing was given back/)).toBeVisible();
    expect(fake.calls.get('submit')).toBe(1);
  });
});

describe('the list of people', () => {
  async function openPeople(): Promise<void> {
    await button('Settings').click();
    await button('People').click();
  }

  it('begins with a manager, who then has to sign in', async () => {
    const { stores, fake } = await openWindow();
    await openPeople();
    await button('Add the first manager').click();
    await expect.element(page.getByText(/The first person must be a manager/)).toBeVisible();
    await page.getByLabelText('Name').fill('Manager');
    await page.getByLabelText('PIN', { exact: true }).fill(canary);
    await page.getByLabelText('The PIN again').fill('1234');
    await press('Save the person');
    await expect.element(page.getByText('The two PINs differ. Enter both again.')).toBeVisible();
    await page.getByLabelText('PIN', { exact: true }).fill(canary);
    await page.getByLabelText('The PIN again').fill(canary);
    await button('Save the person').click();
    await expect.element(heading('Who is at the till?')).toBeVisible();
    expect(fake.world.operators.map(({ role }) => role)).toEqual(['manager']);
    expect(held(stores)).not.toContain(canary);
    await page.getByLabelText('PIN of Manager').fill(canary);
    await press('Sign in');
    await expect.element(button('Sign out Manager')).toBeVisible();
  });

  it('is changed by a manager only', async () => {
    await openManned('Supervisor');
    await openPeople();
    await expect.element(page.getByText('Only a manager changes this list.')).toBeVisible();
    expect(button('Add a person').elements()).toHaveLength(0);
  });

  it('keeps one manager', async () => {
    await openManned('Manager');
    await openPeople();
    await button('Change Manager').click();
    await page.getByText('May sign in').click();
    await press('Save the person');
    await expect.element(page.getByText(/manager must/i).first()).toBeVisible();
  });
});

describe('what the person at the till may not do', () => {
  async function openSettings(part: string): Promise<void> {
    await button('Settings').click();
    await button(part).click();
  }

  it('says in the settings who may, and leaves to a cashier what is theirs', async () => {
    const { fake } = await openManned('Cashier 1');
    for (const part of ['Gateway', 'Shop', 'Programs']) {
      await openSettings(part);
      await expect.element(page.getByText('A manager changes this.')).toBeVisible();
      expect(document.querySelectorAll('main fieldset[disabled] :is(input, select, button)')).toHaveLength(0);
    }
    await openSettings('This till');
    await expect.element(page.getByText('Fill the whole screen')).toBeVisible();
    expect(page.getByRole('switch', { name: 'Fill the whole screen' }).elements()).toEqual([]);
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => fake.world.preferences.theme).toBe('dark');
  });

  it.each([
    ['Cashier 1', 'Call a supervisor', 'To look at', '1 to look at'],
    ['Supervisor', 'Please decide', 'To decide', '1 to decide'],
  ])('%s reads of what needs a person: %s', async (person, row, filter, line) => {
    const { stores } = await openManned(person, ({ world }) => seedOpen(world));
    stores.navigation.go({ screen: 'activity' });
    await expect.element(page.getByRole('option', { name: new RegExp(row) })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: new RegExp(`^${filter}`) })).toBeInTheDocument();
    await expect.element(page.getByRole('contentinfo').getByRole('button', { name: line })).toBeVisible();
    if (person === 'Cashier 1') expect(document.body.textContent).not.toMatch(/decide/i);
  });

  it('a manager changes all of it', async () => {
    const { fake } = await openManned('Manager');
    await openSettings('This till');
    await page.getByText('Fill the whole screen').click();
    await expect.poll(() => fake.world.preferences.kiosk).toBe(true);
    expect(page.getByText('A manager changes this.').elements()).toHaveLength(0);
  });

  it('a change that main refuses is shown as it was', async () => {
    const { fake, stores } = await openManned('Cashier 1');
    await stores.preferences.change({ kiosk: true });
    expect(stores.preferences.getState().preferences.kiosk).toBe(false);
    expect(fake.world.preferences.kiosk).toBe(false);
  });

  it('the journal is exported by a manager', async () => {
    await openManned('Cashier 1');
    await button('Shift').click();
    await expect.element(page.getByText('A manager exports the journal.')).toBeVisible();
    expect(button(/Export for/).elements()).toHaveLength(0);
  });

  it('a locked till asks for the PIN of somebody who may quit it', async () => {
    const { fake } = await openManned(null, ({ world }) => {
      world.preferences = { ...world.preferences, kiosk: true };
    });
    await expect.element(heading('Who is at the till?')).toBeVisible();
    tell(fake.world, 'quitAsked', null);
    await expect.element(heading('Quit the till')).toBeVisible();
    await expect.element(page.getByLabelText('PIN of Manager')).toBeVisible();
    await enterPin('000000');
    await press('Quit with this PIN');
    await expect.element(page.getByRole('dialog').getByText(/^The PIN is wrong\./)).toBeVisible();
    await enterPin(pins.manager);
    await press('Quit with this PIN');
    await expect.element(heading('Quit the till')).not.toBeInTheDocument();
    expect(fake.calls.get('quit')).toBe(2);
  });
});

describe('a PIN that may not be chosen any more', () => {
  const old = '1234';

  async function openWithOldPin() {
    const opened = await openManned(null, ({ world }) => {
      const [manager] = world.operators;
      if (manager !== undefined) world.operators[0] = { ...manager, pinHash: old };
    });
    await signIn('Manager', old);
    await expect.element(heading('Choose a new PIN')).toBeVisible();
    return opened;
  }

  async function choose(next: string): Promise<void> {
    await page.getByLabelText('The new PIN', { exact: true }).fill(next);
    await page.getByLabelText('The new PIN again').fill(next);
    await button('Save the new PIN').click();
  }

  it('goes on working, and another one is asked for', async () => {
    const { fake, stores } = await openWithOldPin();
    await page.getByLabelText('Your PIN now').fill(old);
    await settled();
    await choose('73926');
    await expect.element(page.getByText('is too short: at least 6')).toBeVisible();
    await choose('123456');
    await expect.element(page.getByText('is easy to guess: digits that follow each other')).toBeVisible();
    await choose(canary);
    await expect.element(heading('Choose a new PIN')).not.toBeInTheDocument();
    expect(fake.world.operators[0]?.pinHash).toBe(canary);
    expect(held(stores)).not.toContain(canary);
  });

  it('may be kept for another time', async () => {
    const { fake } = await openWithOldPin();
    await press('Another time');
    await expect.element(heading('How much?')).toBeVisible();
    expect(fake.world.operators[0]?.pinHash).toBe(old);
  });
});

it('a name that turns the text around is shown by its signs, and keeps to itself', async () => {
  await openManned(null, ({ world }) => {
    const [first] = world.operators;
    if (first !== undefined) world.operators[0] = { ...first, name: 'Man\u202Eager' };
  });
  const name = page.getByText('Man‹U+202E›ager', { exact: true });
  await expect.element(name).toBeVisible();
  expect(name.element().tagName).toBe('BDI');
});
