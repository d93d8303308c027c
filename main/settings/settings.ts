// The shop's settings: a JSON file in the data folder that people and IT departments may edit. Everything has a
// default; what the specification leaves open (time-outs, where a record shows its sums, whether keys are trusted)
// is set here instead of being guessed in code.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import { type ReceiptField, defaultReceiptPaths } from '#contract/operation/receipt-paths.ts';
import { currencySchema } from '#contract/money/money-schemas.ts';
import { modes } from '#contract/operation/states.ts';
import { pinDigits } from '#contract/people/pins.ts';
import { publicKeySchema } from '#contract/till/updates.ts';
import { loopbackPortSchema } from '#contract/till/window.ts';
import { scopeSchema } from '#contract/programs/scopes.ts';
import { addressProblem } from '#http/address.ts';
import { type AnswerPaths, defaultAnswerPaths, defaultWrappers } from '#operations/evidence/reading.ts';
import { defaultStatusWords } from '#operations/evidence/words.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { dccSettingsSchema } from './dcc.ts';
import { deviceSettingsSchema } from './devices.ts';

const seconds = (most: number) => z.number().min(0).max(most);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'must be the name of an HTTP header' });
const paths = z.array(z.string().min(1)).min(1);
const receiptPath = (field: ReceiptField, about: string) =>
  z
    .array(z.string().min(1))
    .default([...defaultReceiptPaths[field]])
    .describe(about);
const words = z.array(z.string().trim().min(1).max(64)).max(100);
const anyPaths = z.array(z.string().min(1).max(200)).max(20);
const pathNames = Object.keys(defaultAnswerPaths) as (keyof AnswerPaths)[];
const answerPathWords: { readonly [name in keyof AnswerPaths]: string } = {
  approved: 'What was approved, where an answer says so apart from the amount that was asked for.',
  amount: 'The amount.',
  currency: 'Its currency.',
  tip: 'The tip.',
  captured: 'What was captured.',
  refunded: 'What was refunded.',
  traceNr: 'The trace number.',
  originalTraceNr: 'The trace number of the command that a CAPTURE or REVERSE is about.',
  approvalCode: 'The approval code.',
  terminalId: 'The terminal.',
  localDateTime: 'The local date and time of the terminal.',
  createdAt: 'When the record of a payment was made.',
  customerReceipt: "The lines of the customer's receipt: a list of texts, or one text. `receipt.customer` counts last.",
  merchantReceipt: "The lines of the shop's copy. `receipt.merchant` counts last.",
};
const answerPaths = Object.fromEntries(
  pathNames.map((name) => [name, anyPaths.default([...defaultAnswerPaths[name]]).describe(answerPathWords[name])]),
) as { readonly [name in keyof AnswerPaths]: z.ZodDefault<typeof anyPaths> };

export const settingsSchema = z.strictObject({
  gateway: z
    .strictObject({
      root: z.string().optional().describe('Root address, without `/api/v2`.'),
      authRoot: z.string().optional().describe('Root address of the token endpoint where it differs.'),
      merchantId: z.string().min(1).optional().describe('The merchant id at the gateway.'),
      mode: z
        .enum(modes)
        .optional()
        .describe(
          '`training`, `test` or `live`. Left out: training without a gateway, test at one on this machine, live at any other.',
        ),
      scheme: z
        .enum(['oauth', 'basic'])
        .default('oauth')
        .describe('How the gateway takes the API key: `oauth` asks for tokens, `basic` sends it with each request.'),
      caFile: z
        .string()
        .optional()
        .describe(
          'A PEM file with the certificate authority of the gateway, where it is none of the usual ones. Only its authorities are trusted then; those that the system or NODE_EXTRA_CA_CERTS adds never are.',
        ),
    })
    .prefault({}),
  terminals: z
    .array(z.string().min(1))
    .default([])
    .describe("The ids of this till's terminals. Empty: any id is taken (in training there is VIRTUAL-1)."),
  shopCurrency: currencySchema
    .default('EUR')
    .describe('The currency of the shop: of sums that name none, of limits, and of a sale at the window.'),
  shopName: z
    .string()
    .trim()
    .max(60)
    .default('')
    .describe('The name of the shop, as it stands on receipts that the till itself makes. Empty: none.'),
  shopAddress: z
    .string()
    .trim()
    .max(120)
    .default('')
    .describe("The shop's address, beneath its name on receipts that the till itself makes. Empty: none."),
  receiptsByMail: z
    .boolean()
    .default(false)
    .describe(
      "Whether the till offers to hand a receipt over to the computer's mail program. Not where the till fills the screen.",
    ),
  processingSeconds: seconds(86_400)
    .default(180)
    .describe('How long the gateway may still work on a request whose answer was lost.'),
  keyLifetimeHours: z
    .number()
    .min(0)
    .max(8_760)
    .default(20)
    .describe('How long an Idempotency-Key surely lives at the gateway.'),
  keysTrusted: z
    .boolean()
    .default(true)
    .describe("False: the gateway's keys are not relied on and nothing is ever sent twice."),
  pendingLimitHours: z
    .number()
    .min(0)
    .max(720)
    .default(24)
    .describe('How long an unfinished operation is looked up before a person is asked.'),
  reversalMayWait: z
    .boolean()
    .default(false)
    .describe('Whether a reversal is queued while the gateway cannot be reached. False: it is refused (`offline`).'),
  idsMayLookLikeCards: z
    .boolean()
    .default(false)
    .describe(
      'Whether transId, refNr, payId, request ids and other ids may pass for card numbers; they are stored in clear.',
    ),
  people: z
    .strictObject({
      refundLimitMinor: z
        .int()
        .min(0)
        .default(10_000)
        .describe("Refunds above it ask for a supervisor's PIN at the till; minor units of the shop's currency."),
      autoLockMinutes: z
        .number()
        .min(1)
        .max(720)
        .default(10)
        .describe('After how many minutes without a touch the person is signed out.'),
      cardNumbersTyped: z
        .boolean()
        .nullable()
        .default(null)
        .describe('Whether card numbers may be typed into the window; null: not in live mode.'),
      approverPinDigits: z
        .int()
        .min(pinDigits.least)
        .max(pinDigits.most)
        .default(pinDigits.usual)
        .describe('How many digits a new PIN of a supervisor or manager has at least.'),
    })
    .prefault({}),
  loopbackPort: loopbackPortSchema
    .default(0)
    .describe(
      'The port of the loopback API. 0 takes a free one; the app then stays with it. `--port` outweighs it for one start.',
    ),
  loopback: z
    .strictObject({
      refundsPerDayMinor: z
        .int()
        .min(0)
        .max(greatestMinor)
        .nullable()
        .default(null)
        .describe(
          "What each program may refund in a day, minor units of the shop's currency, where nothing else is set for it; null: no limit. Where there is one, nothing is refunded in another currency that `refundsPerDayIn` does not name.",
        ),
      refundsPerDayIn: z
        .record(currencySchema, z.int().min(0).max(greatestMinor))
        .default({})
        .describe('The same in other currencies, by their code, for every program that may refund anything.'),
      confirmUnreferenced: z
        .enum(['window', 'always', 'never'])
        .default('window')
        .describe(
          'Whether a person confirms what a program pays out without a payment: `window` where there is one (headless goes on without), `always` (headless refuses), `never`.',
        ),
    })
    .prefault({}),
  office: z
    .strictObject({
      away: z
        .enum(['refuse', 'supervisor', 'limit'])
        .default('supervisor')
        .describe(
          'Where the office wants refunds to be claimed and cannot be asked: what is done with refunds of payments that another till made, and without a payment. `supervisor`: one must approve it. `limit`: up to `office.awayLimitMinor`. Payments of this till are refunded as always.',
        ),
      awayLimitMinor: z
        .int()
        .min(0)
        .max(greatestMinor)
        .default(0)
        .describe("Up to how much, minor units of the shop's currency."),
      approvals: z
        .boolean()
        .default(false)
        .describe(
          "Whether the window may ask the office where a supervisor's PIN is needed, and takes its signed answer. Never in training.",
        ),
      people: z
        .boolean()
        .default(false)
        .describe(
          "Whether people whom the office names may sign in at this till, beside the till's own. The till keeps a manager of its own. The office itself cannot set this.",
        ),
      programScopes: z
        .array(scopeSchema)
        .default([])
        .describe(
          'What programs that the office lets in may do at this till; empty: it takes none. One that asks for more is left out. The office itself cannot set this. Before `refund` is listed, lock `loopback.refundsPerDayMinor` in the policy.',
        ),
    })
    .prefault({}),
  retention: z
    .strictObject({
      slipDays: z
        .int()
        .min(0)
        .max(36_500)
        .default(400)
        .describe(
          'What a chargeback is answered with (masked card number, trace, approval code, receipt lines) is not erased for so long after the last change of its payment.',
        ),
      archiveMonths: z
        .int()
        .min(1)
        .max(1_200)
        .nullable()
        .default(null)
        .describe(
          'Closed shifts leave the database for signed archive files so many months after they were closed. Null: by `folder archive` alone.',
        ),
    })
    .prefault({}),
  support: z
    .strictObject({
      key: z
        .string()
        .regex(/^age1[a-z0-9]{58}$/, { error: 'must be the public key of an age key pair (age1...)' })
        .nullable()
        .default(null)
        .describe(
          'The public key (age) that bundles for support are encrypted to, so that only the holder of its secret half reads them. Null: they are not encrypted.',
        ),
    })
    .prefault({}),
  backup: z
    .strictObject({
      to: z
        .string()
        .min(1)
        .max(1_000)
        .refine((path) => isAbsolute(path), { error: 'must be the whole path of a folder' })
        .nullable()
        .default(null)
        .describe(
          'The folder, on another disk or a share, where a backup is made each day; it must be there. Null: none is made by itself.',
        ),
      at: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of the day as HH:MM' })
        .default('03:30')
        .describe('When, by the clock of the till. A till that was off then makes it when it is on again.'),
      keep: z.int().min(1).max(1_000).default(7).describe('How many backups stay there.'),
      alarmDays: z
        .int()
        .min(1)
        .max(365)
        .default(3)
        .describe('After how many days without a backup there is an alarm, where `backup.to` is set.'),
    })
    .prefault({}),
  updates: z
    .strictObject({
      url: z
        .string()
        .max(1_000)
        .superRefine((text, issues) => {
          const message = addressProblem(text);
          if (message !== null) issues.addIssue({ code: 'custom', message });
        })
        .nullable()
        .default(null)
        .describe('The address of the signed list of packages (update.json). Null: the till looks for no updates.'),
      key: publicKeySchema
        .nullable()
        .default(null)
        .describe('The public key that the list must be signed with, of a server of your own. Null: the vendor’s.'),
      channel: z
        .string()
        .regex(/^[a-z]{1,16}$/, { error: 'must be a word of small letters' })
        .default('stable')
        .describe('Which releases: the list must be of this channel.'),
      hours: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be two times as HH:MM-HH:MM' })
        .default('01:00-05:00')
        .describe(
          'When a version may be installed, by the clock of the till; may go past midnight. Twice the same time: at any.',
        ),
      install: z
        .boolean()
        .default(false)
        .describe('True: a version is installed by itself when nothing is in the way. A deb: in the policy only.'),
      hold: z.boolean().default(false).describe('True: the till stays with the version that runs.'),
    })
    .prefault({}),
  queueLimit: z
    .int()
    .min(1)
    .max(10_000_000)
    .default(100_000)
    .describe('Operations that may wait for the connection at once: of one program half of it, of all three quarters.'),
  timeouts: z
    .strictObject({
      connectSeconds: seconds(60).default(5).describe('How long a connection to the gateway may take.'),
      answerSeconds: seconds(600).default(30).describe('How long the gateway may take to answer.'),
      terminalSeconds: seconds(900)
        .default(120)
        .describe('How long a terminal may take: a customer has to find the card and type the PIN.'),
      sendDeadlineSeconds: seconds(600)
        .default(15)
        .describe('An operation that cannot wait is sent within this time or not at all.'),
      dropInSeconds: seconds(600)
        .default(110)
        .describe(
          "How long a caller at the gateway's own addresses is kept waiting for an outcome: less than its own time-out.",
        ),
    })
    .prefault({}),
  webhooks: z
    .strictObject({
      port: z
        .int()
        .min(0)
        .max(65_535)
        .nullable()
        .default(null)
        .describe('Null: there is no listener. 0 takes a free port. The key is no setting: TILLBRIDGE_WEBHOOK_KEY.'),
      header: z
        .union([headerName, z.array(headerName).min(1).max(4)])
        .default(['X-Paygate-Signature', 'X-Signature'])
        .describe('The header of the signature, or several names: the first one that is there counts.'),
      timestampHeader: headerName
        .nullable()
        .default('X-Paygate-Timestamp')
        .describe(
          'Where it is there, what is signed is its Unix seconds, a point and the body. Null: always the body alone.',
        ),
      timestampToleranceSeconds: seconds(86_400)
        .default(300)
        .describe('How far its time may be from ours, either way.'),
      algorithm: z.enum(['sha256', 'sha384', 'sha512']).default('sha256').describe('The hash of the signature (HMAC).'),
      encoding: z.enum(['hex', 'base64']).default('hex').describe('How the signature is written.'),
      prefix: z
        .string()
        .max(32)
        .default('')
        .describe('What stands before a signature in the header, for example `sha256=`. Empty: none, or `v1=`.'),
      basic: z
        .boolean()
        .default(true)
        .describe('Whether notifications without a signature are taken: they hold a payId only, and cause a look-up.'),
    })
    .prefault({})
    .describe(
      "The gateway's notifications, where a site forwards them to this machine. How they are signed is not specified.",
    ),
  offerLookUpHours: z
    .number()
    .min(0)
    .max(8_760)
    .default(72)
    .describe(
      'For so long a payment by link, session or hosted page is looked up often for having been paid. After that ever more rarely, at least once a month: until it is paid, or a little after the end that its request names where no customer has begun to pay.',
    ),
  offerLookUpSeconds: z
    .strictObject({
      first: z.number().min(1).max(86_400).default(60).describe('Seconds until the first look-up.'),
      most: z.number().min(1).max(86_400).default(1_800).describe('Seconds between two look-ups at most.'),
    })
    .prefault({})
    .describe('How often: first after so long, then twice as long each time, up to `most`.'),
  authorizationDays: z
    .object({ default: z.number().min(0).max(365).default(5).describe('Of every brand that is not named.') })
    .catchall(z.number().min(0).max(365))
    .prefault({})
    .describe(
      'After how many days an authorization that was not captured is an alarm, by card brand: then it is about to lapse.',
    ),
  tips: z
    .boolean()
    .default(false)
    .describe('Whether customers add tips at the terminal: then more may be approved than was asked for.'),
  tipPercentages: z
    .array(z.int().min(1).max(100))
    .max(4)
    .refine((all) => new Set(all).size === all.length, { error: 'must not name a percentage twice' })
    .default([])
    .describe(
      'Tips that the customer is offered on a screen of their own before a sale is sent, in percent, beside an amount of their own and none. Empty: they are not asked, and no sale at the window names a tip. The gateway has no field for it, so the sale is sent with the tip in its amount.',
    ),
  terminalFields: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, { error: 'must be the name of a field' }))
    .max(50)
    .default([])
    .describe(
      'Fields that the gateway takes in a terminal command beside those of the documentation. Any other one is refused, so that a misspelled name is noticed.',
    ),
  dcc: dccSettingsSchema
    .prefault({})
    .describe(
      'Whether the till itself asks in which currency a card is charged, and how the choice reaches the gateway.',
    ),
  devices: deviceSettingsSchema.prefault({}).describe('The printers at the till, and when receipts come out.'),
  answers: z
    .strictObject({
      statuses: z
        .strictObject({
          succeeded: words.default([...defaultStatusWords.succeeded]).describe('Words that say that it was done.'),
          failed: words.default([...defaultStatusWords.failed]).describe('Words that say that it was not done.'),
          open: words.default([...defaultStatusWords.open]).describe('Words that say that it is not decided yet.'),
        })
        .prefault({})
        .superRefine((lists, issues) => {
          const seen = new Set<string>();
          for (const word of [...lists.succeeded, ...lists.failed, ...lists.open]) {
            const capitals = word.trim().toUpperCase();
            if (seen.has(capitals)) issues.addIssue({ code: 'custom', message: `${capitals} stands in two lists` });
            seen.add(capitals);
          }
        }),
      paths: z
        .strictObject(answerPaths)
        .prefault({})
        .describe('Dotted paths; the first that is there counts. An empty list: it is not read.'),
      wrappers: z
        .array(z.string().min(1))
        .default([...defaultWrappers])
        .describe(
          'Names of objects and lists in which a record, or a part of an answer, may stand; what is in them is held against the request like the top.',
        ),
      clockToleranceMinutes: z
        .number()
        .min(0)
        .max(10_080)
        .default(15)
        .describe(
          "How far the clock of a terminal or gateway may be off before its time is taken for another command's.",
        ),
    })
    .prefault({})
    .describe(
      "How the gateway's answers are read (docs/answers.md): a list that is given replaces the whole default list.",
    ),
  paymentPaths: z
    .strictObject({
      authorised: paths.default([...defaultPaymentPaths.authorised]).describe('What was authorized.'),
      captured: paths.default([...defaultPaymentPaths.captured]).describe('What was captured.'),
      refunded: paths.default([...defaultPaymentPaths.refunded]).describe('What was refunded.'),
      operations: paths
        .default([...defaultPaymentPaths.operations])
        .describe('The lists of what was done on the payment, of which all that are there count.'),
    })
    .prefault({})
    .describe("Where a retrieval body shows a payment's sums and operations; dotted paths, the first found counts."),
  receiptPaths: z
    .strictObject({
      merchantId: receiptPath('merchantId', "The shop's number at its acquirer."),
      aid: receiptPath('aid', "The number of the card's application (AID)."),
      applicationLabel: receiptPath('applicationLabel', "The name of the card's application."),
      verification: receiptPath('verification', 'How the cardholder was verified.'),
    })
    .prefault({})
    .describe(
      'Where an answer shows what a receipt carries that the till itself makes; dotted paths, the first found counts. An empty list: it is not printed.',
    ),
});

export type Settings = z.output<typeof settingsSchema>;
