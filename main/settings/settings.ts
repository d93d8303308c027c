// The shop's settings: a JSON file in the data folder that people and IT departments may edit. Everything has a
// default; what the specification leaves open (time-outs, where a record shows its sums, whether keys are trusted)
// is set here instead of being guessed in code.
import { z } from 'zod';
import { currencySchema } from '#contract/money-schemas.ts';
import { modes } from '#contract/states.ts';
import { pinDigits } from '#contract/pins.ts';
import { loopbackPortSchema } from '#contract/window.ts';
import { type AnswerPaths, defaultAnswerPaths } from '#operations/evidence/reading.ts';
import { defaultStatusWords } from '#operations/evidence/words.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { dccSettingsSchema } from './dcc.ts';

const seconds = (most: number) => z.number().min(0).max(most);
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, { error: 'must be the name of an HTTP header' });
const paths = z.array(z.string().min(1)).min(1);
const words = z.array(z.string().trim().min(1).max(64)).max(100);
const anyPaths = z.array(z.string().min(1).max(200)).max(20);
const pathNames = Object.keys(defaultAnswerPaths) as (keyof AnswerPaths)[];
const answerPaths = Object.fromEntries(
  pathNames.map((name) => [name, anyPaths.default([...defaultAnswerPaths[name]])]),
) as { readonly [name in keyof AnswerPaths]: z.ZodDefault<typeof anyPaths> };

export const settingsSchema = z.strictObject({
  gateway: z
    .strictObject({
      /** Root address, without `/api/v2`. */
      root: z.string().optional(),
      /** Root address of the token endpoint where it differs. */
      authRoot: z.string().optional(),
      merchantId: z.string().min(1).optional(),
      mode: z.enum(modes).optional(),
      scheme: z.enum(['oauth', 'basic']).default('oauth'),
      /** A PEM file with the certificate authority of the gateway, where the system does not know it. */
      caFile: z.string().optional(),
    })
    .prefault({}),
  /** Ids of this till's terminals; empty: any id is taken. */
  terminals: z.array(z.string().min(1)).default([]),
  shopCurrency: currencySchema.default('EUR'),
  /** As it stands on receipts that the till itself makes; empty: none. */
  shopName: z.string().trim().max(60).default(''),
  /** How long the gateway may still work on a request whose answer was lost. */
  processingSeconds: seconds(86_400).default(180),
  /** How long an Idempotency-Key surely lives at the gateway. */
  keyLifetimeHours: z.number().min(0).max(8_760).default(20),
  /** False: the gateway's keys are not relied on and nothing is ever sent twice. */
  keysTrusted: z.boolean().default(true),
  /** How long an unfinished operation is looked up before a person is asked. */
  pendingLimitHours: z.number().min(0).max(720).default(24),
  reversalMayWait: z.boolean().default(false),
  /** Whether transId, refNr, request ids and other ids of callers may pass for card numbers; they are stored in clear. */
  idsMayLookLikeCards: z.boolean().default(false),
  people: z
    .strictObject({
      /** Refunds above it ask for a supervisor's PIN at the till; minor units of the shop's currency. */
      refundLimitMinor: z.int().min(0).default(10_000),
      /** Without a touch for so long, whoever is signed in is signed out. */
      autoLockMinutes: z.number().min(1).max(720).default(10),
      /** Whether card numbers may be typed into the window; null: not in live mode. */
      cardNumbersTyped: z.boolean().nullable().default(null),
      /** So many digits at least has a new PIN of a supervisor or a manager. */
      approverPinDigits: z.int().min(pinDigits.least).max(pinDigits.most).default(pinDigits.usual),
    })
    .prefault({}),
  /** Where programs reach the bridge of the app; 0 takes a free port and stays with it. Headless it is --port. */
  loopbackPort: loopbackPortSchema.default(0),
  loopback: z
    .strictObject({
      /**
       * What each program may refund in a day, minor units of the shop's currency, where nothing else is set for it; null:
       * no limit. Where there is one, nothing is refunded in another currency that `refundsPerDayIn` does not name.
       */
      refundsPerDayMinor: z.int().min(0).max(999_999_999_999).nullable().default(null),
      /** The same in other currencies, by their code, for every program that may refund anything. */
      refundsPerDayIn: z.record(currencySchema, z.int().min(0).max(999_999_999_999)).default({}),
      /**
       * Whether a person confirms what a program pays out without a payment: `window` where there is one (headless goes
       * on without), `always` (headless refuses), `never`.
       */
      confirmUnreferenced: z.enum(['window', 'always', 'never']).default('window'),
    })
    .prefault({}),
  retention: z
    .strictObject({
      /**
       * What a chargeback is answered with (masked card number, trace, approval code, receipt lines) is not erased for so
       * long after the last change of its payment.
       */
      slipDays: z.int().min(0).max(36_500).default(400),
    })
    .prefault({}),
  /** Operations that may wait for the connection at once. */
  queueLimit: z.int().min(1).max(10_000_000).default(100_000),
  timeouts: z
    .strictObject({
      connectSeconds: seconds(60).default(5),
      answerSeconds: seconds(600).default(30),
      /** A customer has to find the card and type the PIN. */
      terminalSeconds: seconds(900).default(120),
      /** An operation that cannot wait is sent within this time or not at all. */
      sendDeadlineSeconds: seconds(600).default(15),
      /** How long a caller at the gateway's own addresses is kept waiting for an outcome: less than its own time-out. */
      dropInSeconds: seconds(600).default(110),
    })
    .prefault({}),
  /** The gateway's notifications, where a site forwards them to this machine. How they are signed is not specified. */
  webhooks: z
    .strictObject({
      /** Null: there is no listener. 0 takes a free port. The key is no setting: TILLBRIDGE_WEBHOOK_KEY. */
      port: z.int().min(0).max(65_535).nullable().default(null),
      /** The header of the signature, or several names: the first one that is there counts. */
      header: z.union([headerName, z.array(headerName).min(1).max(4)]).default(['X-Paygate-Signature', 'X-Signature']),
      /** Where it is there, what is signed is its Unix seconds, a point and the body. Null: always the body alone. */
      timestampHeader: headerName.nullable().default('X-Paygate-Timestamp'),
      /** How far its time may be from ours, either way. */
      timestampToleranceSeconds: seconds(86_400).default(300),
      algorithm: z.enum(['sha256', 'sha384', 'sha512']).default('sha256'),
      encoding: z.enum(['hex', 'base64']).default('hex'),
      /** What stands before a signature in the header, for example `sha256=`. Empty: none, or `v1=`. */
      prefix: z.string().max(32).default(''),
      /** Whether notifications without a signature are taken: they hold a payId only, and cause a look-up. */
      basic: z.boolean().default(true),
    })
    .prefault({}),
  /**
   * How long a payment by link, session or hosted page is looked up for having been paid, where its request names no
   * end of its own.
   */
  offerLookUpHours: z.number().min(0).max(8_760).default(72),
  /** How often: first after so long, then twice as long each time, up to `most`. */
  offerLookUpSeconds: z
    .strictObject({
      first: z.number().min(1).max(86_400).default(60),
      most: z.number().min(1).max(86_400).default(1_800),
    })
    .prefault({}),
  /** After how many days an authorization that was not captured is an alarm, by card brand: then it is about to lapse. */
  authorizationDays: z
    .object({ default: z.number().min(0).max(365).default(5) })
    .catchall(z.number().min(0).max(365))
    .prefault({}),
  /** Whether customers add tips at the terminal: then more may be approved than was asked for. */
  tips: z.boolean().default(false),
  /** Whether the till itself asks in which currency a card is charged, and how the choice reaches the gateway. */
  dcc: dccSettingsSchema.prefault({}),
  /** How the gateway's answers are read (docs/answers.md): a list that is given replaces the whole default list. */
  answers: z
    .strictObject({
      statuses: z
        .strictObject({
          succeeded: words.default([...defaultStatusWords.succeeded]),
          failed: words.default([...defaultStatusWords.failed]),
          open: words.default([...defaultStatusWords.open]),
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
      /** Dotted paths; the first that is there counts. An empty list: it is not read. */
      paths: z.strictObject(answerPaths).prefault({}),
      /** How far the clock of a terminal or gateway may be off before its time is taken for another command's. */
      clockToleranceMinutes: z.number().min(0).max(10_080).default(15),
    })
    .prefault({}),
  /** Where a retrieval body shows a payment's sums and operations; dotted paths, the first found counts. */
  paymentPaths: z
    .strictObject({
      authorised: paths.default([...defaultPaymentPaths.authorised]),
      captured: paths.default([...defaultPaymentPaths.captured]),
      refunded: paths.default([...defaultPaymentPaths.refunded]),
      operations: paths.default([...defaultPaymentPaths.operations]),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;
