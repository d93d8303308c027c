// What a cardholder chose of a quote, as it is kept with the sale: the figures are those that were shown, so that the
// receipt says the same also when the quote itself is gone.
import type { z } from 'zod';
import type { Money } from '../money/money.ts';
import type { dccChoiceSchema } from './operation-schemas.ts';

export type DccChoice = Readonly<z.output<typeof dccChoiceSchema>>;

/** What the card is charged in its own currency; null where the shop's was chosen, or nothing. */
export function cardholderAmount(choice: DccChoice | undefined): Money | null {
  return choice !== undefined && choice.currency === choice.foreign.currency ? choice.foreign : null;
}
