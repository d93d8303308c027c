// How a customer's choice of currency is carried out at a terminal. The specification shows no field of CloudPos that
// takes one, so none is known here: where the shop's gateway has such fields, their names stand in the settings, and
// where they do not, the screen informs only.
import { z } from 'zod';
import { bareName } from '#contract/text/plain-text.ts';

/**
 * What a terminal command has already, by bare names: a choice must not take the place of the amount or of an id, also
 * not where a gateway reads names without regard to capitals.
 */
const ownFields: ReadonlySet<string> = new Set(
  [
    'transId',
    'messageType',
    'amount',
    'posTerminalId',
    'localDateTime',
    'refNr',
    'cardReadMode',
    'traceNr',
    'approvalCode',
    'credentialOnFile',
    'payId',
    'merchantId',
    'simulationMode',
  ].map(bareName),
);

const fieldSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z][A-Za-z0-9_-]{0,63}){0,4}$/, {
    error: 'must be the name of a field, or up to five names with points between them',
  })
  .refine((path) => !ownFields.has(bareName(path.split('.')[0] ?? '')), {
    error: 'must not be a field that a terminal command has already',
  });

/** With a point behind each step. */
function folded(path: string): string {
  return path
    .split('.')
    .map((step) => `${bareName(step)}.`)
    .join('');
}

const inputPaths = z.array(z.string().min(1).max(200)).max(20);

const carriedOutSchema = z
  .strictObject({
    quoteIdField: fieldSchema.describe(
      "The field of POST /cloudpos that takes the quote's `dccRequestId`: a dotted path.",
    ),
    currencyField: fieldSchema.describe('The field that takes the currency the cardholder chose, as three letters.'),
  })
  .refine(
    ({ quoteIdField, currencyField }) => {
      const [one, other] = [folded(quoteIdField), folded(currencyField)];
      return !one.startsWith(other) && !other.startsWith(one);
    },
    {
      error: 'must name two fields, and none that lies within the other',
    },
  );

export const dccSettingsSchema = z.strictObject({
  atTerminal: z
    .union([z.literal('information'), carriedOutSchema], {
      error: ({ code }) =>
        code === 'invalid_union' ? 'must be information, or an object with quoteIdField and currencyField' : undefined,
    })
    .default('information')
    .describe(
      '`information`: the screen shows the amount in both currencies, and the terminal asks the cardholder. With the names of the fields the till asks, and sends the choice with the sale.',
    ),
  onPages: z
    .boolean()
    .default(false)
    .describe(
      'Whether a payment link or hosted form offers the currency of the card by default; the window can say otherwise.',
    ),
  quoteSeconds: z
    .number()
    .min(10)
    .max(86_400)
    .default(300)
    .describe('How long a quote may be used; what it says itself may only shorten that. The gateway names no end.'),
  expiryPaths: inputPaths
    .default([])
    .describe(
      "Where a quote's answer says until when it counts, in ISO 8601 with its zone; dotted paths, all that are there count.",
    ),
  binPaths: inputPaths
    .default([
      'paymentMethods.card.bin',
      'paymentMethods.card.first6Digits',
      'paymentMethods.card.maskedNumber',
      'card.bin',
      'card.maskedNumber',
      'bin',
      'maskedPan',
    ])
    .describe(
      'Where the answer to CARD_READ shows the first digits of the card; dotted paths, the first that is there counts.',
    ),
});
