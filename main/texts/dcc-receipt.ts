// What a receipt says where the cardholder chose the currency of the card: both amounts, the rate, the mark-up directly
// beneath it, who converts, that the cardholder chose, and the words "Transaction currency". The card schemes ask for all
// of it, so it stands beneath the terminal's own lines whatever those say.
import { type DccChoice, cardholderAmount } from '#contract/dcc-choice.ts';
import { type Money, formatMoney } from '#contract/money.ts';
import { type Language, sayIn } from './index.ts';

/** No lines where the currency of the shop was chosen, or nothing. */
export function dccReceiptLines(choice: DccChoice | undefined, language: Language): string[] {
  const charged = cardholderAmount(choice);
  if (choice === undefined || charged === null) return [];
  const say = sayIn(language);
  const decimal = (text: string) => (language === 'de' ? text.replace('.', ',') : text);
  const money = (amount: Money) => decimal(formatMoney(amount));
  const { local, foreign, rate, rateHoldsMarkup, markupPercent, provider } = choice;
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
