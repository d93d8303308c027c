// One corner for the main button: on every page the step that the page is for stands at the bottom on the right, where
// Charge stands, in sight without scrolling. What gives money back stands on the left only where the page before it had
// its own step in that corner, so that a second tap sends nothing.
import { afterAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeBridge } from '../../renderer/bridge/fake/fake-bridge.ts';
import { seedAuthorizations } from '../../renderer/bridge/fake/seeds/seed-authorizations.ts';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedStay, seedToConfirm, seedVault } from '../../renderer/bridge/fake/seeds/seed-vault.ts';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { inSight } from './support/in-sight.ts';
import { button, expectFits, heading, openWindow, press, type TestWindow } from './support/window.tsx';

const sizes = [
  [800, 600],
  [1024, 600],
  [1280, 800],
  [1920, 1080],
  [768, 1024],
] as const;

const amount = { value: 1_234, currency: 'EUR' };
const sale = { messageType: 'SALE', transId: 'S-1', posTerminalId: 'T-1', refNr: 'Order 1', amount };
const card = { value: 10_000, currency: 'EUR' };

interface Page {
  /** The component whose main button it is, below renderer/. */
  readonly file: string;
  readonly name: string;
  readonly side?: 'left' | 'right';
  readonly prepare?: (fake: FakeBridge) => void;
  readonly reach: (opened: TestWindow) => Promise<void>;
}

const manager = ({ world }: FakeBridge) => {
  seedPast(world, 40);
  seedPeople(world, 'Manager');
};
const supervisor = ({ world }: FakeBridge) => {
  seedOpen(world);
  seedPeople(world, 'Supervisor');
};
const goTo =
  (...route: Parameters<TestWindow['stores']['navigation']['go']>) =>
  async ({ stores }: TestWindow) =>
    stores.navigation.go(...route);
const openPart = (name: string) => async (opened: TestWindow) => {
  await goTo({ screen: 'settings' })(opened);
  await press(name);
};
const payment = (text: RegExp, step: string) => async (opened: TestWindow) => {
  await goTo({ screen: 'payments' })(opened);
  await page.getByRole('option', { name: text }).first().click();
  await press(step);
};
const charge = async ({ stores }: TestWindow) => {
  stores.sale.edit({ value: 10_000 });
  await press(/^Charge/);
};
const withPrinter = ({ world: { devices } }: FakeBridge) => {
  devices.choice = { ...devices.choice, printers: { COUNTER: { address: 'tcp://192.0.2.7:9100', role: 'slips' } } };
};
const withFate =
  (fate: FakeBridge['world']['fate'], cardBin: string | null = null) =>
  (fake: FakeBridge) => {
    fake.world.fate = fate;
    fake.world.delayMs = 50;
    if (cardBin === null) return;
    fake.world.dccAtTerminal = 'choice';
    fake.world.cardBin = cardBin;
  };
const askCurrency = async ({ stores }: TestWindow) => {
  stores.sale.edit({ value: 10_000 });
  await press('Let the customer choose the currency');
};
const authorizations = async (opened: TestWindow) => {
  await goTo({ screen: 'authorizations' })(opened);
  await press('Choose all');
};
const decided = async (opened: TestWindow) => {
  await opened.fake.api.decide({
    id: 'open-person',
    outcome: 'succeeded',
    reason: 'The slip says paid.',
    evidence: 'Slip',
    slip: { traceNr: '000042' },
    approval: null,
    second: null,
  });
  await payment(/40977/, 'Refund money')(opened);
};
const manual = async (opened: TestWindow) => {
  await goTo({ screen: 'refund', manual: true })(opened);
};
const askedOfLink = async ({ fake }: TestWindow) => {
  await expect.element(heading('Waiting for the customer')).toBeVisible();
  for (const each of fake.world.hosted.values()) each.status = 'CAPTURED';
  await press('Ask the payment system now');
};
const endedLink = ({ world }: FakeBridge) => {
  const input = { transId: 'L-1', refNr: 'Order 1', amount };
  const offer = { state: 'expired', lookUps: 3, lastLookUpAt: null, nextLookUpAt: null } as const;
  place(world, 'link', { kind: 'create-link', state: 'succeeded', input }, 3, { offer });
};
const makeLink = async ({ stores }: TestWindow) => {
  stores.navigation.go({ screen: 'link', money: amount });
  await press(/^Make a link for/);
};

const pages: readonly Page[] = [
  { file: 'screens/sale/sale-form.tsx', name: 'a sale', reach: goTo({ screen: 'sale' }) },
  { file: 'screens/sale/sale-end.tsx', name: 'a paid sale', prepare: withFate('approve'), reach: charge },
  { file: 'screens/sale/sale-progress.tsx', name: 'a declined sale', prepare: withFate('decline'), reach: charge },
  { file: 'ui/money/other-amount.tsx', name: 'a sale approved for less', prepare: withFate('less'), reach: charge },
  {
    file: 'screens/sale/sale-end.tsx',
    name: 'a sale with a rest',
    prepare: withFate('less'),
    reach: async (opened) => {
      await charge(opened);
      await expect.element(heading(/^Only/)).toBeVisible();
      const [operation] = [...opened.fake.world.operations.values()];
      await opened.fake.api.keepApproved({ id: operation?.id ?? '' });
    },
  },
  {
    file: 'screens/sale/dcc/dcc-card.tsx',
    name: 'the card before a choice',
    prepare: withFate('approve', '424242'),
    reach: askCurrency,
  },
  {
    file: 'screens/sale/dcc/dcc-choice.tsx',
    name: 'the choice read back',
    prepare: withFate('approve', '424242'),
    reach: async (opened) => {
      await askCurrency(opened);
      await press('Read the card at T-1');
      await press('US Dollar (USD)');
    },
  },
  {
    file: 'screens/sale/dcc/dcc-none.tsx',
    name: 'no choice for this card',
    prepare: withFate('approve', '400000'),
    reach: async (opened) => {
      await askCurrency(opened);
      await press('Read the card at T-1');
    },
  },
  {
    file: 'screens/sale/tip/tip-step.tsx',
    name: 'the tip that the customer chose',
    prepare: ({ world }) => {
      world.customerScreen.there = true;
      world.tipPercentages = [5, 10, 15];
    },
    reach: async (opened) => {
      await charge(opened);
      await expect.element(heading('The customer is asked for a tip')).toBeVisible();
      const { customerScreen, listeners } = opened.fake.world;
      await expect.poll(() => customerScreen.turned.type).toBe('tip');
      const { turned } = customerScreen;
      if (turned.type !== 'tip') throw new Error('the customer is not asked');
      for (const listener of listeners.customerChose)
        listener({ questionId: turned.questionId, tipMinor: 500 } as never);
      await expect.element(heading(/^Tip: 5\.00/)).toBeVisible();
    },
  },
  { file: 'screens/dcc/dcc-form.tsx', name: 'the currency', reach: goTo({ screen: 'dcc', money: card }) },
  {
    file: 'screens/dcc/offer-page.tsx',
    name: 'an offer',
    reach: async (opened) => {
      await goTo({ screen: 'dcc', money: card })(opened);
      await page.getByLabelText('First digits of the card').fill('424242');
      await press('Ask for a quote');
      await expect.element(heading('The amount in both currencies')).toBeVisible();
    },
  },
  {
    file: 'screens/dcc/no-offer.tsx',
    name: 'no offer',
    reach: async (opened) => {
      await goTo({ screen: 'dcc', money: card })(opened);
      await page.getByLabelText('First digits of the card').fill('400000');
      await press('Ask for a quote');
      await expect.element(button('Go to the sale')).toBeVisible();
    },
  },
  { file: 'screens/link/link-form.tsx', name: 'a link', reach: goTo({ screen: 'link', money: amount }) },
  {
    file: 'screens/link/link-made.tsx',
    name: 'a link that was paid',
    reach: async (opened) => {
      await makeLink(opened);
      await askedOfLink(opened);
    },
  },
  {
    file: 'screens/link/link-outcome.tsx',
    name: 'a link that was refused',
    prepare: withFate('decline'),
    reach: makeLink,
  },
  {
    file: 'screens/payments/action-panel.tsx',
    name: 'a refund',
    prepare: ({ world }) => seedPast(world, 4),
    reach: payment(/Order 4000/, 'Refund money'),
  },
  {
    file: 'screens/payments/step-panel.tsx',
    name: 'a confirmation',
    prepare: ({ world }) => seedToConfirm(world),
    reach: payment(/41377/, 'Confirm the payment'),
  },
  {
    file: 'screens/payments/step-panel.tsx',
    name: 'a raise',
    prepare: ({ world }) => seedStay(world),
    reach: payment(/214/, 'Raise the authorization'),
  },
  {
    file: 'screens/payments/unnumbered-refund.tsx',
    name: 'a refund without a number',
    prepare: supervisor,
    reach: async (opened) => {
      await decided(opened);
      await expect.element(button('Refund at the terminal')).toBeEnabled();
    },
  },
  {
    file: 'screens/payments/credit-panel.tsx',
    name: 'a refund at the terminal',
    side: 'left',
    prepare: supervisor,
    reach: async (opened) => {
      await decided(opened);
      await press('Refund at the terminal');
    },
  },
  { file: 'screens/refund/find-first.tsx', name: 'the search before a refund', reach: goTo({ screen: 'refund' }) },
  { file: 'screens/refund/refund-form.tsx', name: 'a manual refund', reach: manual },
  {
    file: 'screens/refund/refund-check.tsx',
    name: 'a refund read back',
    side: 'left',
    reach: async (opened) => {
      await manual(opened);
      await page.getByRole('textbox').first().fill('1000');
      await page.getByLabelText('Reason').fill('Came back broken');
      await press('Check the refund');
      await expect.element(button('Change something')).toBeVisible();
    },
  },
  {
    file: 'screens/activity/decide.tsx',
    name: 'a decision',
    prepare: supervisor,
    reach: goTo({ screen: 'activity', operationId: 'open-person' }),
  },
  {
    file: 'screens/activity/decide.tsx',
    name: 'a decision of two people',
    prepare: (fake) => {
      supervisor(fake);
      seedRefundToDecide(fake.world, false);
    },
    reach: goTo({ screen: 'activity', operationId: 'decide' }),
  },
  {
    file: 'ui/money/other-amount.tsx',
    name: 'less approved, in Activity',
    prepare: withFate('less'),
    reach: async (opened) => {
      await charge(opened);
      await expect.element(heading(/^Only/)).toBeVisible();
      const [operation] = [...opened.fake.world.operations.values()];
      await goTo({ screen: 'activity', operationId: operation?.id ?? '' })(opened);
    },
  },
  {
    file: 'ui/money/rest-steps.tsx',
    name: 'a rest, in Activity',
    prepare: withFate('less'),
    reach: async (opened) => {
      await charge(opened);
      await expect.element(heading(/^Only/)).toBeVisible();
      const [operation] = [...opened.fake.world.operations.values()];
      await opened.fake.api.keepApproved({ id: operation?.id ?? '' });
      await goTo({ screen: 'activity', operationId: operation?.id ?? '' })(opened);
      await expect.element(button(/^Charge/)).toBeVisible();
    },
  },
  {
    file: 'ui/money/rest-steps.tsx',
    name: 'a rest, in Payments',
    prepare: withFate('less'),
    reach: async (opened) => {
      await charge(opened);
      await expect.element(heading(/^Only/)).toBeVisible();
      const [operation] = [...opened.fake.world.operations.values()];
      await opened.fake.api.keepApproved({ id: operation?.id ?? '' });
      await goTo({ screen: 'payments' })(opened);
      await page.getByRole('option').first().click();
      await expect.element(button(/^Charge/)).toBeVisible();
    },
  },
  {
    file: 'screens/activity/operation-detail.tsx',
    name: 'a link that ended unpaid, in Activity',
    prepare: endedLink,
    reach: goTo({ screen: 'activity', operationId: 'link' }),
  },
  {
    file: 'screens/payments/payment-detail.tsx',
    name: 'a link that ended unpaid, in Payments',
    prepare: endedLink,
    reach: async (opened) => {
      await goTo({ screen: 'payments' })(opened);
      await page.getByRole('option').first().click();
      await expect.element(button('Make a new link')).toBeVisible();
    },
  },
  {
    file: 'screens/activity/try-again.tsx',
    name: 'a failed sale',
    prepare: ({ world }) => void place(world, 'failed', { kind: 'cloud-pos', state: 'failed', input: sale }, 2),
    reach: goTo({ screen: 'activity', operationId: 'failed' }),
  },
  {
    file: 'screens/activity/try-again.tsx',
    name: 'a failed refund',
    prepare: ({ world }) => {
      seedPast(world, 40);
      const input = { payId: 'PAY-seed-3', transId: 'R-1', amount };
      place(world, 'failed', { kind: 'refund', state: 'failed', input }, 1);
    },
    reach: goTo({ screen: 'activity', operationId: 'failed' }),
  },
  { file: 'screens/shift/shift-screen.tsx', name: 'the shift', prepare: manager, reach: goTo({ screen: 'shift' }) },
  {
    file: 'screens/authorizations/authorizations-screen.tsx',
    name: 'open authorizations',
    prepare: ({ world }) => seedAuthorizations(world, 9),
    reach: authorizations,
  },
  {
    file: 'screens/authorizations/batch-check.tsx',
    name: 'captures read back',
    prepare: ({ world }) => seedAuthorizations(world, 3),
    reach: async (opened) => {
      await authorizations(opened);
      await press('Capture 3');
      await expect.element(heading('Capture these?')).toBeVisible();
    },
  },
  {
    file: 'screens/authorizations/batch-outcome.tsx',
    name: 'captures',
    prepare: ({ world }) => {
      seedAuthorizations(world, 3);
      world.delayMs = 50;
    },
    reach: async (opened) => {
      await authorizations(opened);
      await press('Capture 3');
      await press(/^Capture .*EUR/);
      await expect.element(heading('Captured: 3 of 3')).toBeVisible();
    },
  },
  {
    file: 'screens/customers/customer-change.tsx',
    name: 'a customer’s details',
    prepare: ({ world }) => seedVault(world, 3),
    reach: async (opened) => {
      await goTo({ screen: 'customers' })(opened);
      await page.getByRole('option').first().click();
      await press('Change the details');
    },
  },
  {
    file: 'screens/customers/delete-panel.tsx',
    name: 'a customer to delete',
    prepare: ({ world }) => seedVault(world, 3),
    reach: async (opened) => {
      await goTo({ screen: 'customers' })(opened);
      await page.getByRole('option').first().click();
      await press('Delete the customer');
    },
  },
  {
    file: 'screens/terminals/terminal-answer.tsx',
    name: 'a terminal’s answer',
    prepare: ({ world }) => void (world.delayMs = 50),
    reach: async (opened) => {
      await goTo({ screen: 'terminals' })(opened);
      await press('Check T-1');
    },
  },
  { file: 'screens/settings/shop-settings.tsx', name: 'the shop', prepare: manager, reach: openPart('Shop') },
  {
    file: 'screens/settings/gateway-settings.tsx',
    name: 'the gateway, in training',
    prepare: manager,
    reach: openPart('Gateway'),
  },
  {
    file: 'ui/form/gateway-form.tsx',
    name: 'the gateway',
    prepare: manager,
    reach: async (opened) => {
      await openPart('Gateway')(opened);
      await page.getByRole('radio', { name: /^Live/ }).click();
    },
  },
  {
    file: 'screens/settings/devices/receipt-settings.tsx',
    name: 'receipts',
    prepare: (fake) => {
      manager(fake);
      withPrinter(fake);
    },
    reach: openPart('Devices'),
  },
  {
    file: 'screens/settings/devices/printer-form.tsx',
    name: 'a printer',
    prepare: (fake) => {
      manager(fake);
      withPrinter(fake);
    },
    reach: async (opened) => {
      await openPart('Devices')(opened);
      await press('Change COUNTER');
    },
  },
  {
    file: 'screens/settings/devices/printer-wizard.tsx',
    name: 'a new printer',
    prepare: manager,
    reach: async (opened) => {
      await openPart('Devices')(opened);
      await press('Set up a printer');
    },
  },
  {
    file: 'app/lock/lock-screen.tsx',
    name: 'signing in',
    prepare: ({ world }) => seedPeople(world, null),
    reach: async () => press(/^Cashier 1/),
  },
  {
    file: 'app/paused/paused-page.tsx',
    name: 'a paused folder',
    prepare: (fake) => {
      manager(fake);
      fake.world.paused = 'location';
    },
    reach: goTo({ screen: 'sale' }),
  },
  {
    file: 'app/guide/guide.tsx',
    name: 'the first steps',
    prepare: ({ world }) => void (world.preferences = { ...world.preferences, guided: false }),
    reach: async () => {},
  },
  {
    file: 'app/guide/guide-terminals.tsx',
    name: 'the first terminals',
    prepare: ({ world }) => void (world.preferences = { ...world.preferences, guided: false }),
    reach: async () => {
      await press('Go on');
      await expect.element(heading(/terminal/i)).toBeVisible();
    },
  },
];

afterAll(() => page.viewport(1280, 800));

/** The main buttons of the page: dialogs and questions over it have feet of their own. */
function mainButtons(): readonly HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('main [data-guarded]')];
  return all.filter((each) => each.checkVisibility() && each.closest('dialog') === null);
}

/** Why it is not in its corner; null where it is. The frame of the first steps is their card. */
function strays(each: HTMLElement, side: 'left' | 'right'): string | null {
  const frame = (
    document.querySelector('main > [data-card]') ?? document.querySelector('main')
  )?.getBoundingClientRect();
  if (frame === undefined) return 'there is no page';
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const box = each.getBoundingClientRect();
  const foot = each.parentElement?.getBoundingClientRect() ?? box;
  const from = side === 'right' ? frame.right - box.right : box.left - foot.left;
  const problems = [
    ...(inSight(each) ? [] : ['out of sight']),
    ...(from > 3 * rem ? [`${Math.round(from / rem)} rem from the ${side}`] : []),
    ...(Math.min(frame.bottom, innerHeight) - box.bottom > 3 * rem ? ['above the bottom'] : []),
  ];
  return problems.length === 0 ? null : `${each.textContent}: ${problems.join(', ')}`;
}

describe('the main button stands in its corner, in sight', () => {
  it.each(pages)('on the page of $name ($file)', async ({ side = 'right', prepare, reach }) => {
    await page.viewport(1280, 800);
    const opened = await openWindow((fake) => {
      fake.world.delayMs = 50;
      prepare?.(fake);
    });
    await expect.element(page.getByRole('main')).toBeVisible();
    await reach(opened);
    await expect.poll(() => mainButtons().length).toBeGreaterThan(0);
    /** Another size may draw the page anew. */
    const problems = (): string[] => {
      const all = mainButtons();
      const last = all.at(-1);
      const stray = last === undefined ? 'it has none' : strays(last, side);
      const beside = all.slice(0, -1).filter((each) => strays(each, 'right') === null);
      return [...(stray === null ? [] : [stray]), ...beside.map((each) => `${each.textContent}: in the corner, too`)];
    };
    for (const language of ['en', 'de'] as const) {
      await opened.stores.preferences.change({ language });
      for (const [width, height] of sizes) {
        await page.viewport(width, height);
        await expect.poll(problems, { message: `${language} ${width}x${height}` }).toEqual([]);
        expectFits();
      }
    }
  });
});

const sources = import.meta.glob('../../renderer/{app,screens,ui}/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const marked = /kind=(?:"(?:next|out)"|\{)/;
/** Their main buttons stand at the foot of a dialog, or beside another answer in a question that lies over the page. */
const overPages = [
  'app/printing/printers-dialog.tsx',
  'app/requests/confirm-refund.tsx',
  'screens/shift/close-dialog.tsx',
  'ui/receipt/print-receipt.tsx',
  // It passes the kind of an operation on to its dialog.
  'ui/people/use-approval.tsx',
];
/** The foot of a dialog: what `actions` holds. */
const dialogFeet = /actions=\{[\s\S]*?\n {6,}\}\n {4,}>/g;

describe('no form is missed', () => {
  it('each component with a main button on a page has its row above', () => {
    const missing = Object.entries(sources).flatMap(([path, source]) => {
      const file = path.replace('../../renderer/', '');
      if (file.startsWith('ui/base/') || overPages.includes(file)) return [];
      const onPage = marked.test(source.replaceAll(dialogFeet, ''));
      return onPage && !pages.some((each) => each.file === file) ? [file] : [];
    });
    expect(missing).toEqual([]);
  });

  it('a dialog has its main button last, on the right', () => {
    const others = Object.entries(sources).flatMap(([path, source]) =>
      [...source.matchAll(dialogFeet)].flatMap(([foot]) => {
        const buttons = foot.split(/<(?=[A-Z]\w*Button\b|Button\b)/).slice(1);
        const main = buttons.findLastIndex((each) => marked.test(each));
        return main === -1 || main === buttons.length - 1 ? [] : [`${path}: ${foot.slice(0, 200)}`];
      }),
    );
    expect(others).toEqual([]);
  });
});
