// What the window on the customer's screen shows: what the cashier turns there, and the payment beneath it. A choice is read
// from the quote, whatever the window says.
import { describe, expect, it } from 'vitest';
import type { CustomerScene, CustomerView } from '#contract/devices/customer-screen.ts';
import type { DccAnswer } from '#contract/operation/dcc-offer.ts';
import { createCustomerScreenCalls } from '#core/api/window-customer-screen.ts';
import { createCustomerScreen } from '#core/counter/customer-screen.ts';
import type { OperationRecord } from '#core/ports/record.ts';

const eur = (value: number) => ({ value, currency: 'EUR' });
const offer = {
  local: eur(10_000),
  foreign: { value: 11_176, currency: 'USD' },
  rate: '1.11755',
  markupPercent: '3',
  rateHoldsMarkup: true,
};
const choices = { provider: 'Conversion Ltd', local: { dcc: 'EUR' }, foreign: { dcc: 'USD' }, leftMs: 1 };
const link = { type: 'code', what: 'link', text: 'https://pay.example/1', amount: eur(500) } as const;

function aScreen(answer: DccAnswer = { type: 'offer', offer, choices }) {
  const views: CustomerView[] = [];
  const scenes: CustomerScene[] = [];
  const clock = { nowMs: () => 0, after: () => () => {} };
  const customer = createCustomerScreen(clock, {
    showView: (view) => views.push(view),
    showScene: (scene) => scenes.push(scene),
  });
  const turn = (shown: Parameters<typeof customer.turn>[0]) => customer.turn(shown, calls);
  const calls = createCustomerScreenCalls({
    customer,
    turn,
    dccOffer: () => answer,
    language: 'de',
    shopName: 'Shop',
    tipPercentages: [5, 10],
  });
  const choice = (chosen: 'local' | 'foreign' | null) =>
    calls.turnToCustomer({ type: 'choice', quoteOperationId: 'op_q', chosen });
  const sale = (state: 'sending' | 'succeeded') =>
    customer.changed({
      id: 'op_1',
      seq: 1,
      kind: 'cloud-pos',
      input: { messageType: 'SALE', transId: 'T-1' },
      state,
      amount: eur(1_234),
      approved: null,
      origin: { type: 'cashier' },
      terminalId: 'T-1',
    } as unknown as OperationRecord);
  return { customer, calls, choice, sale, views, scenes };
}

describe('the customer’s window', () => {
  it('shows the offer as the quote has it, and the choice that is read back; displays show none of it', async () => {
    const { choice, calls, scenes, views } = aScreen();
    expect(await choice(null)).toEqual({ shown: true });
    expect(await choice('foreign')).toEqual({ shown: true });
    const shown = { step: 'choose', quoteOperationId: 'op_q', offer, provider: 'Conversion Ltd' };
    expect(scenes).toEqual([
      { ...shown, chosen: null },
      { ...shown, chosen: 'foreign' },
    ]);
    expect(views).toEqual([]);
    expect(calls.customerTold()).toEqual({ scene: scenes.at(-1), language: 'de', shopName: 'Shop' });
    // What a sale would carry is the till's alone.
    expect(JSON.stringify(scenes)).not.toContain('dcc');
  });

  it.each<DccAnswer>([
    { type: 'no-offer', why: 'expired' },
    { type: 'offer', offer, choices: null },
  ])('shows no choice where there is none to make: %j', async (answer) => {
    const { choice, calls } = aScreen(answer);
    expect(await choice(null)).toEqual({ shown: false });
    expect(calls.customerTold().scene).toEqual({ step: 'idle' });
  });

  it('puts a question before a payment, and a payment that asks for a card before a code', async () => {
    const { choice, calls, sale } = aScreen();
    await calls.turnToCustomer(link);
    expect(calls.customerTold().scene).toEqual({ step: 'code', what: 'link', text: link.text, amount: eur(500) });
    sale('sending');
    expect(calls.customerTold().scene).toMatchObject({ step: 'pay' });
    await choice(null);
    expect(calls.customerTold().scene).toMatchObject({ step: 'choose' });
    await calls.turnToCustomer(link);
    sale('succeeded');
    expect(calls.customerTold().scene).toMatchObject({ step: 'code' });
    await calls.turnToCustomer({ type: 'nothing' });
    expect(calls.customerTold().scene).toMatchObject({ step: 'paid' });
  });

  it('asks for a tip by the percentages of the shop, before whatever else there is', async () => {
    const { calls, sale, views } = aScreen();
    sale('sending');
    const question = { questionId: 'q-1', amount: eur(1_000), chosen: null };
    expect(await calls.turnToCustomer({ type: 'tip', ...question })).toEqual({ shown: true });
    expect(calls.customerTold().scene).toEqual({ step: 'tip', percentages: [5, 10], ...question });
    expect(views).toHaveLength(1);
    expect(calls.tipSetting()).toEqual({ percentages: [5, 10] });
  });

  it('keeps what one window turned to the customer where another takes its own away', async () => {
    const { customer, calls } = aScreen();
    const other = {};
    await calls.turnToCustomer(link);
    customer.turn(null, other);
    expect(calls.customerTold().scene).toMatchObject({ step: 'code' });
    customer.turn({ step: 'code', what: 'receipt', text: 'https://shop/2', amount: null }, other);
    await calls.turnToCustomer({ type: 'nothing' });
    expect(calls.customerTold().scene).toMatchObject({ text: 'https://shop/2' });
    customer.turn(null, other);
    expect(calls.customerTold().scene).toEqual({ step: 'idle' });
  });
});
