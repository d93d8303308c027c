// What a receipt says where the cardholder chose the currency of the card: both amounts, the rate, the mark-up directly
// beneath it, who converts, that the cardholder chose, and the words "Transaction currency". The card schemes ask for all
// of it, so it stands beneath the terminal's own lines whatever those say.
import { type DccChoice, cardholderAmount } from '#contract/dcc-choice.ts';
import { type Money, formatMoney } from '#contract/money.ts';
import { type Language, sayIn } from './index.ts';

interface Sold {
  readonly dcc?: DccChoice;
  readonly approved?: Money;
}

/**
 * No lines where the currency of the shop was chosen, or nothing. Where another amount was approved than was offered,
 * nobody told what the card is charged: the figures of the offer are left out.
 */
export function dccReceiptLines({ dcc: choice, approved }: Sold, language: Language): string[] {
  const charged = cardholderAmount(choice);
  if (choice === undefined || charged === null) return [];
  const say = sayIn(language);
  const decimal = (text: string) => (language === 'de' ? text.replace('.', ',') : text);
  const money = (amount: Money) => decimal(formatMoney(amount));
  const { local, foreign, rate, rateHoldsMarkup, markupPercent, provider } = choice;
  if (approved !== undefined && approved.value !== local.value) {
    return [
      '',
      say('dcc.receipt.title'),
      `${say('dcc.receipt.currency')}: ${foreign.currency}`,
      `${say('dcc.provider')}: ${provider}`,
      say('dcc.receipt.chosen', { currency: foreign.currency }),
      say('dcc.receipt.otherAmount'),
    ];
  }
  return [
    '',
    say('dcc.receipt.title'),
    `${say('dcc.inLocal')}: ${money(local)}`,
    `${say('dcc.receipt.currency')}: ${foreign.currency}`,
    `${say('dcc.receipt.charged')}: ${money(charged)}`,
    `${say(rateHoldsMarkup ? 'dcc.rate' : 'dcc.rateBare')}: 1 ${local.currency} = ${decimal(rate)} ${foreign.currency}`,
    `${say('dcc.markup')}: ${decimal(markupPercent)} %`,
    `${say('dcc.provider')}: ${provider}`,
    say('dcc.receipt.chosen', { currency: foreign.currency }),
  ];
}
