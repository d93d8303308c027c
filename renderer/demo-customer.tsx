// The page of the customer's screen in a plain browser, for the pictures: ?customer=pay, =paid, =left, =wait, =currency,
// =currency-chosen, =tip, =tip-chosen, =link or =receipt says what stands there.
import { createRoot } from 'react-dom/client';
import type { CustomerScene } from '#contract/devices/customer-screen.ts';
import type { Language } from '#contract/data/languages.ts';
import { maskedNumber } from '#texts/operation-facts.ts';
import { CustomerPage } from './customer/customer-page.tsx';

const eur = (value: number) => ({ value, currency: 'EUR' });
const choice = {
  step: 'choose',
  quoteOperationId: 'op_quote',
  offer: {
    local: eur(10_000),
    foreign: { value: 11_176, currency: 'USD' },
    rate: '1.11755',
    markupPercent: '3.50',
    rateHoldsMarkup: true,
  },
  provider: 'Conversion Ltd',
} as const;
const tip = { step: 'tip', questionId: 'q-1', amount: eur(2_345), percentages: [5, 10, 15] } as const;
const receipt = ['Corner Shop', 'Sale', '2026-01-31 10:42', 'Total 12.34 EUR', `VISA ${maskedNumber('1111')}`].join(
  '\n',
);

const scenes: { readonly [name: string]: CustomerScene } = {
  pay: { step: 'pay', amount: eur(1_234), left: null },
  paid: { step: 'paid', amount: eur(1_234), left: null },
  left: { step: 'paid', amount: eur(617), left: eur(617) },
  wait: { step: 'wait', amount: eur(1_234), left: null },
  currency: { ...choice, chosen: null },
  'currency-chosen': { ...choice, chosen: 'foreign' },
  tip: { ...tip, chosen: null },
  'tip-chosen': { ...tip, chosen: 235 },
  link: { step: 'code', what: 'link', text: 'https://pay.example/p/0123456789abcdef', amount: eur(4_990) },
  receipt: { step: 'code', what: 'receipt', text: receipt, amount: null },
};

export function mountCustomer(name: string, language: Language): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root');
  const told = { scene: scenes[name] ?? { step: 'idle' as const }, language, shopName: 'Corner Shop' };
  const api = { start: (listener: (now: typeof told) => void) => listener(told), choose: () => {} };
  createRoot(root).render(<CustomerPage api={api} />);
}
