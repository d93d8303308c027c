// What the inputs of the window's calls are made of. The table names it as a type only; see call.ts.
import { z } from 'zod';
import { clientGrantSchema, clientPatchSchema } from '../programs/client-options.ts';
import { customerFilterSchema, vaultIdSchema } from '../people/customer.ts';
import { approvalSchema, pinSchema, slipSchema } from '../people/people.ts';
import { scopeSchema } from '../programs/scopes.ts';
import { languages } from '../data/languages.ts';
import { currencySchema, minorUnitsSchema } from '../money/money-schemas.ts';
import { gatewayChoiceSchema, preferencesSchema, shopSettingsSchema } from '../till/window.ts';

const address = z.string().min(1).max(300);
const whenPrinted = z.enum(['always', 'ask', 'never', 'not-paid']);
const id = z.string().min(1).max(128);

export const schemas = {
  z,
  /** For calls that take none. */
  nothing: z.strictObject({}),
  id,
  money: z.strictObject({ value: minorUnitsSchema, currency: currencySchema }),
  byId: z.strictObject({ id }),
  /** The fields of an operation's input, as the screen has them; the operation's own schema is read later. */
  fields: z.record(z.string(), z.json()),
  kind: z.string().min(1).max(64),
  reason: z.string().max(500),
  /** `lines`: what the window shows of an operation for which no terminal has sent a receipt. */
  receipt: z.strictObject({
    operationId: id,
    copy: z.enum(['merchant', 'customer']),
    lines: z.array(z.string().max(200)).max(100).optional(),
  }),
  shiftNumber: z
    .int()
    .min(1)
    .max(2 ** 31),
  limit: z.int().min(1).max(500),
  approval: approvalSchema,
  pin: pinSchema,
  slip: slipSchema,
  scope: scopeSchema,
  vaultId: vaultIdSchema,
  customerFilter: customerFilterSchema,
  clientGrant: clientGrantSchema,
  clientPatch: clientPatchSchema,
  preferences: preferencesSchema,
  shopSettings: shopSettingsSchema,
  gatewayChoice: gatewayChoiceSchema,
  language: z.enum(languages),
  /** The address of a printer, as in the settings. */
  address,
  printerAddress: z.strictObject({ address }),
  /** The settings' own schema reads it again. */
  deviceChoice: z.strictObject({
    displays: z.record(z.string().min(1).max(32), z.strictObject({ address })),
    scanners: z.record(z.string().min(1).max(32), z.strictObject({ address })),
    scanPrefix: z.string().max(4).nullable(),
    printers: z.record(
      z.string().min(1).max(32),
      z.strictObject({
        address,
        columns: z.literal([32, 42, 48]).optional(),
        role: z.enum(['slips', 'kitchen']).optional(),
      }),
    ),
    receipts: z.strictObject({
      printer: z.string().max(32).nullable(),
      customer: whenPrinted,
      merchant: whenPrinted,
      shift: z.enum(['always', 'ask']),
      noSale: z.enum(['always', 'never']),
      drawer: z.enum(['always', 'never']),
      link: z.string().max(300).nullable(),
      paymentCode: z.boolean(),
      customerLanguage: z.enum(['card', 'shop']),
      language: z.enum(languages),
    }),
  }),
};
export type Schemas = typeof schemas;
