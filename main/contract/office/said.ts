// Words of a person that an office keeps for ever, in its audit: they hold no card number, and nothing that is not seen.
import { z } from 'zod';
import { cardNumberWords, containsCardNumber } from '../cards/card-number.ts';
import { nameHasUnseen, unseenWords } from '../text/shown-text.ts';

export const saidAtOffice = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !containsCardNumber(text), cardNumberWords)
    .refine((text) => !nameHasUnseen(text), unseenWords);
