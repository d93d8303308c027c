// What the card services answer (specification, "DCC objects"). Read tolerantly. The fields of rate and amounts are
// not in the specification; those named here are publicly known, and none of them is relied on.
import { z } from 'zod';
import { text, tolerant } from './tolerant.ts';

/** The country as three letters. */
export const binCheckSchema = z.looseObject({ cardInfo: tolerant(z.looseObject({ country: text })) });

const number = tolerant(z.union([z.number(), z.string()]));

const dccInfoSchema = z.looseObject({
  /** AVAILABLE, or that there is no offer. */
  status: text,
  provider: text,
  dccRequestId: text,
  rate: tolerant(
    z.looseObject({
      exchangeRate: number,
      /** On top of the base rate. */
      markupPercentage: number,
      timestamp: text,
    }),
  ),
  amounts: tolerant(
    z.looseObject({
      merchant: tolerant(z.looseObject({ value: number, currency: text })),
      cardholder: tolerant(z.looseObject({ value: number, currency: text, decimalValue: number })),
    }),
  ),
});

export const quoteSchema = z.looseObject({ dccInfo: tolerant(dccInfoSchema) });
