// The devices at the till, as the settings name them: each by an id of the shop's own, and when receipts come out.
import { z } from 'zod';
import { languages } from '#contract/data/languages.ts';

const deviceId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, { error: 'must be letters, digits, "-" and "_", at most 32' });

/** `not-paid`: by itself only what failed, was cancelled or only authorized (France since 2023-08-01); else on request. */
const whenPrinted = z.enum(['always', 'ask', 'never', 'not-paid']).default('ask');

const scanPrefixSchema = z.string().regex(/^(?:F(?:[1-9]|1\d|2[0-4])|[~|\\{}[\]$#<>])$/, {
  error: 'must be F1 to F24, or one of ~ | \\ { } [ ] $ # < >',
});

const receiptLink = z
  .string()
  .max(300)
  .refine((text) => text.startsWith('https://') && URL.canParse(text) && /\{(?:id|reference)\}/.test(text), {
    error: 'must be an address with https:// and with {id} or {reference} in it',
  });

const printer = z.strictObject({
  address: z
    .string()
    .min(1)
    .max(300)
    .describe(
      '`tcp://HOST:PORT`, `serial:usb:VENDOR:PRODUCT:SERIALNUMBER?baud=115200`, `serial:PATH?baud=115200` or `queue:NAME`; `?columns=`, `confirms=`, `pages=`, `answers=no` (a printer that says nothing), `cut=no` (no knife: the paper is torn off by hand), `drawer=no` (no drawer hangs on it) and others can follow. A queue never says whether it printed; with `drawer=yes` it gets pulses for a drawer, which may come late.',
    ),
  columns: z.literal([32, 42, 48]).optional().describe('Characters in a line.'),
  role: z
    .enum(['slips', 'kitchen'])
    .default('slips')
    .describe('What it is for: `slips` of the till, or the `kitchen`, where only programs print.'),
});

const lineDevice = (address: string) => z.strictObject({ address: z.string().min(1).max(300).describe(address) });

export const deviceSettingsSchema = z.strictObject({
  printers: z
    .record(deviceId, printer)
    .default({})
    .describe('By the id that programs name. `--printer` outweighs them.'),
  displays: z
    .record(
      deviceId,
      lineDevice(
        "`serial:PATH?baud=9600`: the customer's display, two lines of 20 characters; `&language=esc-pos` where it does not speak CD5220, `pages=` for its characters.",
      ),
    )
    .default({})
    .describe('By the id that programs name. `--display` outweighs them.'),
  scanners: z
    .record(
      deviceId,
      lineDevice(
        '`serial:PATH?baud=9600`; `&suffix=cr` (or `lf`, `crlf`, `tab`) ends each scan, `&aim=yes` where the scanner sends AIM identifiers.',
      ),
    )
    .default({})
    .describe('By an id of their own. `--scanner` outweighs them.'),
  scanPrefix: scanPrefixSchema
    .nullable()
    .default(null)
    .describe(
      'The key that a scanner which types sends before each code: `F1` to `F24`, or one of ~ | \\ { } [ ] $ # < >. The till then takes the code wherever the focus is, in a PIN or an amount too, where none of it is typed. Null: such a scanner is known by its pace.',
    ),
  orderPrefixes: z
    .array(z.string().min(1).max(32))
    .max(20)
    .default([])
    .describe(
      "What the shop's order numbers begin with. A scanned one is for the till, which takes it as the reference of a sale; any other code that is no payment's number goes to the programs that listen to scans.",
    ),
  receipts: z
    .strictObject({
      printer: deviceId
        .nullable()
        .default(null)
        .describe('Which one prints receipts. Null: the only one there is for slips.'),
      customer: whenPrinted.describe(
        "When the customer's receipt of a sale at the till or a terminal is printed: `always`, `ask` (on request), `never`, or `not-paid` (by itself only what failed, was cancelled or only authorized).",
      ),
      merchant: whenPrinted.describe(
        "The same for the shop's copy. A slip of a terminal that the customer signs is printed by itself unless this is `never`.",
      ),
      shift: z
        .enum(['always', 'ask'])
        .default('ask')
        .describe('Whether the Z report is printed when the shift is closed.'),
      noSale: z
        .enum(['always', 'never'])
        .default('never')
        .describe('Whether a slip is printed when the drawer is opened without a sale.'),
      drawer: z
        .enum(['always', 'never'])
        .default('never')
        .describe(
          'Whether a sale at the till opens the drawer of the printer for receipts, once it is paid: one pulse, never repeated, no matter of X and Z. Not where the outcome is learned later than three minutes after the press.',
        ),
      link: receiptLink
        .nullable()
        .default(null)
        .describe(
          "Where the shop itself shows a receipt: https, with `{id}` (the operation's) or `{reference}` in it. The customer's copy then has a QR code that leads there.",
        ),
      paymentCode: z
        .boolean()
        .default(true)
        .describe(
          'Whether receipts carry a code that a scanner, or the search, finds the payment by: a barcode of its number, or a QR code where a barcode does not fit.',
        ),
      customerLanguage: z
        .enum(['card', 'shop'])
        .default('card')
        .describe(
          "Whose language the customer's receipt has: `card`, the one that the request, the terminal or the card's country names, where the till speaks it; or always the `shop`'s. A terminal's own lines stay as they are.",
        ),
      language: z
        .enum(languages)
        .default('en')
        .describe("The language of what the till itself writes on them and on the customer's display."),
    })
    .prefault({}),
});

export type DeviceSettings = z.output<typeof deviceSettingsSchema>;

/** `ID=ADDRESS`, as `--printer` and its like take them; what is wrong with an address is told where it is opened. */
export function devicesGiven(texts: readonly string[]): { readonly [id: string]: { readonly address: string } } {
  return Object.fromEntries(
    texts.map((text) => {
      const [id = '', ...rest] = text.split('=');
      return [id, { address: rest.join('=') }];
    }),
  );
}

export function printersGiven(texts: readonly string[]): DeviceSettings['printers'] {
  const given = Object.entries(devicesGiven(texts));
  return Object.fromEntries(given.map(([id, { address }]) => [id, { address, role: 'slips' }]));
}

/** As addresses of devices: `ID=ADDRESS`, with the columns among its options. */
export function printerAddresses({ printers }: Pick<DeviceSettings, 'printers'>): string[] {
  return Object.entries(printers).map(([id, { address, columns }]) => {
    if (columns === undefined) return `${id}=${address}`;
    return `${id}=${address}${address.includes('?') ? '&' : '?'}columns=${columns}`;
  });
}

/** `ID=ADDRESS` of displays or scanners. */
export function deviceAddresses(devices: { readonly [id: string]: { readonly address: string } }): string[] {
  return Object.entries(devices).map(([id, { address }]) => `${id}=${address}`);
}
