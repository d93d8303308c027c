// The content of the hosted page: the amount, the methods, the test cards, and three buttons; and, where DCC is enabled
// and the card is foreign, the choice of the currency.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import { type TestCard, issuerOf, testCards } from '../facts/cards.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { isCardMethod } from '../rules/methods.ts';
import type { Payment } from '../state/payment.ts';
import { escaped, page } from './html.ts';
import { type Language, type PageState, filled, wordsIn } from './words.ts';

/** "When omitted, the merchant-level configuration decides": these. */
const merchantMethods = ['CARD', 'PAYPAL', 'KLARNA', 'DIRECTDEBIT', 'IDEAL', 'WERO'];

/** The methods that the customer may choose from. */
export function offeredMethods({ opening }: Payment): readonly string[] {
  if (opening.method !== undefined && opening.method !== null) return [opening.method];
  const allowed = valueAt(opening.request ?? {}, 'allowedPaymentMethods');
  const named = Array.isArray(allowed) ? allowed.filter((each) => typeof each === 'string') : [];
  return named.length > 0 ? [...new Set(named)] : merchantMethods;
}

export interface Choosing {
  readonly payment: Payment;
  readonly language: Language;
  /** What was missing in what the customer sent. */
  readonly incomplete: boolean;
}

export function choosingPage({ payment, language, incomplete }: Choosing): SandboxAnswer {
  const words = wordsIn(language);
  const { opening } = payment;
  const methods = offeredMethods(payment);
  const money = moneyText({ value: opening.value, currency: opening.currency }, language);
  const mayStore = opening.gatewayCustomerId !== undefined;
  const content = `${heading(language, words.title)}
${facts(payment, language)}
${incomplete ? `<p class="problem" role="alert">${escaped(words.choose)}</p>` : ''}
<form method="post">
<input type="hidden" name="lang" value="${language}">
<fieldset><legend>${escaped(words.method)}</legend>
${methods.map((method, index) => radio('method', method, method, index === 0)).join('\n')}
</fieldset>
${methods.some((method) => isCardMethod(method)) ? cardsOf(language, mayStore) : ''}
<div class="buttons">
${button('action', 'pay', filled(words.pay, { amount: money }), 'first')}
${button('action', 'decline', words.decline)}
${button('action', 'cancel', words.cancel)}
</div>
</form>`;
  return page(incomplete ? 400 : 200, { language, title: words.title, training: words.training, content });
}

function cardsOf(language: Language, mayStore: boolean): string {
  const words = wordsIn(language);
  const label = (card: TestCard): string => {
    const outcome = card.declines === null ? words.approves : (words.declines[card.declines] ?? '');
    const { country } = issuerOf(card.number);
    return `${card.brand} ${card.number.slice(0, 6)}…${card.number.slice(-4)} (${country}) ${outcome}`;
  };
  const consent = `<label><input type="checkbox" name="consent" value="yes">${escaped(words.consent)}</label>`;
  return `<fieldset><legend>${escaped(words.card)}</legend>
<p class="note">${escaped(words.cardNote)}</p>
${testCards.map((card, index) => radio('card', card.id, label(card), index === 0)).join('\n')}
${mayStore ? consent : ''}
</fieldset>`;
}

export interface CurrencyChoice {
  readonly payment: Payment;
  readonly language: Language;
  readonly dccInfo: JsonObject;
  /** What the customer sent before, to be sent again. */
  readonly chosen: { readonly [field: string]: string };
}

/**
 * Both amounts, the rate, and directly beneath it the mark-up, all in one size; two equal buttons, none of them
 * preselected, as the card schemes and Regulation (EU) 2021/1230 want such an offer.
 */
export function currencyPage({ payment, language, dccInfo, chosen }: CurrencyChoice): SandboxAnswer {
  const words = wordsIn(language);
  const { value, currency } = payment.opening;
  const cardholder = {
    value: Number(valueAt(dccInfo, 'amounts.cardholder.value')),
    currency: textAt(dccInfo, 'amounts.cardholder.currency') ?? '',
  };
  const exchangeRate = textAt(dccInfo, 'rate.exchangeRate') ?? '';
  const rate = language === 'de' ? exchangeRate.replace('.', ',') : exchangeRate;
  const markup = textAt(dccInfo, 'rate.markupPercentage') ?? '';
  const hidden = Object.entries({ ...chosen, lang: language }).map(
    ([name, text]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(text)}">`,
  );
  const content = `${heading(language, words.selectCurrency)}
<form method="post">
${hidden.join('\n')}
<div class="buttons">
${button('currency', currency, filled(words.payIn, { amount: moneyText({ value, currency }, language) }))}
${button('currency', cardholder.currency, filled(words.payIn, { amount: moneyText(cardholder, language) }))}
</div>
<p class="note">${escaped(filled(words.rate, { merchant: currency, rate, cardholder: cardholder.currency }))}<br>
${escaped(filled(words.markup, { markup }))}</p>
<p><a href="?lang=${language}">${escaped(words.back)}</a></p>
</form>`;
  return page(200, { language, title: words.selectCurrency, training: words.training, content });
}

/** A page that only says how it stands. */
export function statePage(status: number, language: Language, state: PageState): SandboxAnswer {
  const words = wordsIn(language);
  const content = `${heading(language, words.title)}\n<p role="status">${escaped(words.states[state])}</p>`;
  return page(status, { language, title: words.title, training: words.training, content });
}

function heading(language: Language, title: string): string {
  const other = language === 'de' ? 'en' : 'de';
  const link = `<a href="?lang=${other}" lang="${other}" hreflang="${other}">${escaped(wordsIn(language).other)}</a>`;
  return `<header><h1>${escaped(title)}</h1>${link}</header>`;
}

/** `12.34 EUR`, and in German `12,34 EUR`. */
function moneyText(money: Money, language: Language): string {
  const text = formatMoney(money);
  return language === 'de' ? text.replace('.', ',') : text;
}

function facts({ opening }: Payment, language: Language): string {
  const words = wordsIn(language);
  const { request = {}, value, currency } = opening;
  const order = isJsonObject(request['order']) ? request['order'] : {};
  const reference = textAt(order, 'merchantReference') ?? opening.transId;
  const description = textAt(order, 'description');
  return `<dl><dt>${escaped(words.amount)}</dt><dd><strong>${escaped(moneyText({ value, currency }, language))}</strong></dd>
<dt>${escaped(words.reference)}</dt><dd>${escaped(reference)}</dd></dl>
${description === null ? '' : `<p>${escaped(description)}</p>`}`;
}

function radio(name: string, value: string, label: string, checked: boolean): string {
  const mark = checked ? ' checked' : '';
  return `<label><input type="radio" name="${name}" value="${escaped(value)}"${mark}>${escaped(label)}</label>`;
}

function button(name: string, value: string, label: string, style = ''): string {
  const mark = style === '' ? '' : ` class="${style}"`;
  return `<button type="submit" name="${name}" value="${escaped(value)}"${mark}>${escaped(label)}</button>`;
}
