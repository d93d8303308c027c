// What a receipt says where the cardholder chose the currency of the card: both amounts, the rate, the mark-up directly
// beneath it, who converts, that the cardholder chose, and the words "Transaction currency". The card schemes ask for all
// of it, so it stands beneath the terminal's own lines whatever those say. What the card is charged is said only where the
// gateway has shown it: a sale may be approved and not be converted.
import { type DccChoice, cardholderAmount } from '#contract/operation/dcc-choice.ts';
import { showsCharge, showsOtherConversion } from '#contract/operation/dcc-conversion.ts';
import { type Json, isJsonObject } from '#contract/data/json.ts';
import { type Money, formatMoney } from '#contract/money/money.ts';
import { decimalText } from './amount-text.ts';
import { type Language, type TextKey, sayIn } from './index.ts';

type Labelled =
  | Extract<TextKey, 'dcc.provider' | 'dcc.rate' | 'dcc.rateBare' | 'dcc.markup' | 'dcc.inLocal'>
  | `dcc.receipt.${'offered' | 'currency' | 'charged'}`;

interface Sold {
  readonly dcc?: DccChoice;
  readonly approved?: Money;
  /** The gateway's answer, or the record that it was found by. */
  readonly result: Json | null;
}

/**
 * No lines where the currency of the shop was chosen, or nothing. Where another amount was approved than was offered, or
 * another conversion was shown, what the card is charged is not known: the figures of the offer are left out.
 */
export function dccReceiptLines({ dcc: choice, approved, result }: Sold, language: Language): string[] {
  const charged = cardholderAmount(choice);
  if (choice === undefined || charged === null) return [];
  const say = sayIn(language);
  const decimal = (text: string) => decimalText(text, language);
  const money = (amount: Money) => decimal(formatMoney(amount));
  const line = (label: Labelled, value: string) => say('labelled', { label: say(label), value });
  const { local, foreign, rate, rateHoldsMarkup, markupPercent, provider } = choice;
  const offeredBy = line('dcc.provider', provider);
  const chose = say('dcc.receipt.chosen', { currency: foreign.currency });
  const isOther = isJsonObject(result) && showsOtherConversion(choice, result);
  if (isOther || (approved !== undefined && approved.value !== local.value)) {
    const why = say(isOther ? 'dcc.receipt.notShown' : 'dcc.receipt.otherAmount');
    return ['', say('dcc.receipt.notShown.title'), offeredBy, chose, why];
  }
  const figures = [
    line(rateHoldsMarkup ? 'dcc.rate' : 'dcc.rateBare', `1 ${local.currency} = ${decimal(rate)} ${foreign.currency}`),
    line('dcc.markup', `${decimal(markupPercent)} %`),
    offeredBy,
    chose,
  ];
  const original = line('dcc.inLocal', money(local));
  if (!showsCharge(choice, result)) {
    const offered = line('dcc.receipt.offered', money(charged));
    return ['', say('dcc.receipt.notShown.title'), original, offered, ...figures, say('dcc.receipt.notShown')];
  }
  return [
    '',
    say('dcc.receipt.title'),
    original,
    line('dcc.receipt.currency', foreign.currency),
    line('dcc.receipt.charged', money(charged)),
    ...figures,
  ];
}
