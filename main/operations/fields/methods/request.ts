// The `paymentMethods` object of session and create-payment requests: one sub-object a method. Where the specification
// shows a method's fields the object is closed for hosted pages; for DIRECT it says that they are not shown, so there
// they are open. A method that it shows no object for takes any.
import { z } from 'zod';
import { filledSchema } from '../texts.ts';
import * as accounts from './accounts.ts';
import * as cards from './cards-and-debits.ts';
import * as wallets from './wallets.ts';

const shapes = { ...accounts, ...cards, ...wallets };
type Shapes = typeof shapes;

/** The identifiers that the specification names; it says that there are more. */
const namedMethods = [
  'ALIPAY',
  'APPLEPAY',
  'BANCONTACT',
  'BIZUM',
  'BOLETO',
  'CARD',
  'DIRECTDEBIT',
  'EASYCOLLECT',
  'EPS',
  'FLOAPAY',
  'GOOGLEPAY',
  'IDEAL',
  'INSTANEA',
  'KLARNA',
  'MBWAY',
  'MULTIBANCO',
  'MYBANK',
  'PAYPAL',
  'PRZELEWY24',
  'UNIONPAY',
  'TRUSTLY',
  'TWINT',
  'VIPPSMOBILEPAY',
  'WECHAT',
  'WERO',
] as const;

/** The identifier of a method: one of those, or another that the merchant has. */
export const methodTypeSchema = filledSchema.regex(/^[A-Z0-9_]+$/, {
  error: `must be the identifier of a payment method in capitals, for example one of ${namedMethods.join(', ')}`,
});

type Closed = { readonly [M in keyof Shapes]: z.ZodOptional<z.ZodObject<Shapes[M], z.core.$strict>> };

const closed = Object.fromEntries(
  Object.entries(shapes).map(([method, shape]) => [method, z.strictObject(shape).optional()]),
) as unknown as Closed;

type Open = { readonly [M in keyof Shapes]: z.ZodOptional<z.ZodObject<Shapes[M], z.core.$catchall<z.ZodType>>> };

const open = {
  ...(Object.fromEntries(
    Object.entries(shapes).map(([method, shape]) => [method, z.object(shape).catchall(z.json()).optional()]),
  ) as unknown as Open),
  card: z
    .object({ ...cards.card, dcc: z.record(z.string(), z.json()).optional() })
    .catchall(z.json())
    .optional(),
};

const otherMethod = z.record(z.string(), z.json(), { error: 'must be an object: the fields of one payment method' });

const known: ReadonlyMap<string, string> = new Map(Object.keys(shapes).map((name) => [name.toLowerCase(), name]));

/** Tunes the hosted page: sub-objects of any number of methods. */
export const sessionMethodsSchema = z.object(closed).catchall(otherMethod);

/** One chosen method: how it is integrated, its identifier, and the sub-object named after it. */
export const paymentMethodsSchema = z
  .discriminatedUnion(
    'integrationType',
    [
      z.object({ integrationType: z.literal('HOSTED'), type: methodTypeSchema, ...closed }).catchall(otherMethod),
      z.object({ integrationType: z.literal('DIRECT'), type: methodTypeSchema, ...open }).catchall(otherMethod),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? 'must be HOSTED or DIRECT' : undefined) },
  )
  .superRefine((methods, issues) => {
    for (const name of Object.keys(methods)) {
      if (name === 'integrationType' || name === 'type') continue;
      const right = known.get(methods.type.toLowerCase());
      if (name.toLowerCase() !== methods.type.toLowerCase() || (right !== undefined && right !== name)) {
        const message = `is not the object of the method ${methods.type}${right === undefined ? '' : `, which is ${right}`}`;
        issues.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });
