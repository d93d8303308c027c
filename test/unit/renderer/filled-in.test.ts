// Facts about amounts that the window filled in: the first digit that a person types begins a new one.
import { expect, it } from 'vitest';
import type { TenderView } from '#contract/operation/tender.ts';
import { createLinkStore } from '../../../renderer/screens/link/link-store.ts';
import { openTill } from './support.ts';

const rest: TenderView = {
  operationId: 'op-1',
  reference: 'A-1',
  currency: 'EUR',
  asked: 10_000,
  remaining: 5_000,
  tipLeft: 0,
  underWay: 0,
  returned: 0,
  paidOtherwise: 0,
  parts: [],
};

it('the rest of a purchase on Sale is begun anew by a digit, and corrected by the key that takes one back', () => {
  const { sale } = openTill(() => undefined).stores;
  sale.takeRest(rest);
  sale.edit({ reference: 'A-2' });
  for (const digit of '4000') sale.digits(digit);
  expect(sale.getState().value).toBe(4_000);
  sale.next(false);
  sale.takeRest(rest);
  sale.backspace();
  sale.digits('4');
  expect(sale.getState().value).toBe(5_004);
});

it('what a person typed on Sale goes on with the next digit', () => {
  const { sale } = openTill(() => undefined).stores;
  for (const digit of '12') sale.digits(digit);
  sale.edit({ currency: 'CHF' });
  sale.digits('5');
  expect(sale.getState().value).toBe(125);
});

it('the amount that a link took from Sale is begun anew by a digit, and corrected by the key that takes one back', () => {
  const link = () => {
    const { submissionPorts } = openTill(() => undefined).stores;
    const money = { value: 4_590, currency: 'EUR' };
    return createLinkStore(
      submissionPorts,
      money,
      () => 'EUR',
      false,
      Date.now,
      () => undefined,
    );
  };
  const typed = link();
  typed.edit({ reference: 'A-2' });
  for (const digit of '400') typed.digits(digit);
  expect(typed.getState().money).toEqual({ value: 400, currency: 'EUR' });
  const corrected = link();
  corrected.backspace();
  corrected.digits('8');
  expect(corrected.getState().money.value).toBe(4_598);
});
