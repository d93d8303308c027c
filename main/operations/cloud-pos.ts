// CloudPos: one command to a card terminal. The public reference shows the request only, so the answer is read
// tolerantly and only positive evidence counts as success. A lost answer is looked up, never repeated: a second
// SALE would charge the customer twice. No key is relied on (the specification lists none).
import { z } from 'zod';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import { minorUnitsOrZeroSchema } from '#contract/money/money-schemas.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import { type Effect, type Facts, type PaymentRef, command } from './define.ts';
import type { Observation } from './observation.ts';
import { type EvidenceRule, evidenceRules } from './evidence/rules.ts';
import { amountOrZeroSchema, amountSchema } from './fields/amount.ts';
import { capturedByItself, effectWith } from './fields/effects.ts';
import { refNrSchema, transIdSchema } from './fields/ids.ts';
import { operationResultSchema } from './fields/result.ts';
import { ownResult, reversalShown } from './own-result.ts';
import {
  approvedAtTerminal,
  observeAtTerminal,
  observeByPayment,
  observeByReference,
  observeReversal,
} from './payment-evidence.ts';
import type { PaymentView } from './payment-view.ts';

const moneyMessages = ['SALE', 'AUTHORISATION_OR_RESERVATION', 'CREDIT', 'CAPTURE', 'REVERSE'] as const;
const serviceMessages = ['CARD_READ', 'DIAGNOSE', 'TERMINAL_STARTUP'] as const;

/** Text, since it may begin with zeros. A number is taken as well: gateways write one. */
const slipNumber = z.union([z.string(), z.number()]).meta({ type: 'string', anyOf: undefined });

const shared = {
  transId: transIdSchema,
  posTerminalId: z
    .string({ error: 'is required: the id of the terminal' })
    .min(1, { error: 'must not be empty' })
    .max(64, { error: 'must have at most 64 characters' }),
  localDateTime: z.string().optional(),
  refNr: refNrSchema.optional(),
  cardReadMode: z.string().optional(),
  traceNr: slipNumber.optional(),
  approvalCode: slipNumber.optional(),
  credentialOnFile: z.looseObject({ type: z.enum(['RECURRING', 'UNSCHEDULED']).optional() }).optional(),
};

/** The customer said so at the till, before the sale was sent; what is typed at the terminal stands in its answer. */
const tipSchema = minorUnitsOrZeroSchema.describe(
  'Of `amount`, in minor units: the tip that the customer chose at the till. It is kept and not sent, since CloudPos has no field for it.',
);

const refundReasonSchema = z
  .string()
  .max(500, { error: 'must have at most 500 characters' })
  .describe(
    'Of a CREDIT or REVERSE: why the money is given back. Who approves it reads it. It is kept and not sent, since CloudPos has no field for it.',
  );

/** The input of a short kind: amount, the shared fields and `more`. */
const besides = (more: z.ZodRawShape = {}) => z.object({ amount: amountSchema, ...shared, ...more }).catchall(z.json());

interface Tipped {
  readonly messageType: string;
  readonly amount?: { readonly value: number } | undefined;
  readonly tipMinor?: unknown;
}

/** Why the tip cannot be one, or null. */
function tipIssue({ messageType, amount, tipMinor }: Tipped): string | null {
  if (typeof tipMinor !== 'number') return null;
  if (messageType !== 'SALE') return 'must not be given: only a sale has a tip';
  return tipMinor <= (amount?.value ?? 0) ? null : 'must not be more than the amount, which it is a part of';
}

const messageTypeError = `must be one of ${[...moneyMessages, ...serviceMessages].join(', ')}`;

const inputSchema = z
  .discriminatedUnion(
    'messageType',
    [
      z
        .object({
          messageType: z.enum(moneyMessages),
          amount: amountSchema,
          tipMinor: tipSchema.optional(),
          refundReason: refundReasonSchema.optional(),
          ...shared,
        })
        .catchall(z.json()),
      z
        .object({ messageType: z.enum(serviceMessages), amount: amountOrZeroSchema.optional(), ...shared })
        .catchall(z.json()),
    ],
    { error: messageTypeError },
  )
  .superRefine((input, issues) => {
    const tip = tipIssue(input);
    if (tip !== null) issues.addIssue({ code: 'custom', path: ['tipMinor'], message: tip });
    const needed = input.messageType === 'CAPTURE' ? (['traceNr', 'approvalCode'] as const) : (['traceNr'] as const);
    if (input.messageType !== 'CAPTURE' && input.messageType !== 'REVERSE') return;
    for (const field of needed) {
      if (input[field] !== undefined) continue;
      const message = 'is required: it stands in the answer to the sale or authorization';
      issues.addIssue({ code: 'custom', path: [field], message });
    }
  });

type Input = z.output<typeof inputSchema>;

const scopeOf: { [message in Input['messageType']]: Scope } = {
  SALE: 'sale',
  AUTHORISATION_OR_RESERVATION: 'sale',
  CREDIT: 'refund-unreferenced',
  CAPTURE: 'capture',
  REVERSE: 'refund',
  CARD_READ: 'terminal',
  DIAGNOSE: 'terminal',
  TERMINAL_STARTUP: 'terminal',
};

function movesMoney(input: Input): boolean {
  return moneyMessages.some((message) => message === input.messageType);
}

function createsPayment(input: Input): boolean {
  return ['SALE', 'AUTHORISATION_OR_RESERVATION', 'CREDIT'].includes(input.messageType);
}

/** A reversal at the terminal takes back a sale too, so it may pay out. */
function paysOut({ messageType }: Input): 'always' | 'if-captured' | 'never' {
  if (messageType === 'CREDIT') return 'always';
  return messageType === 'REVERSE' ? 'if-captured' : 'never';
}

const takingOf: { readonly [message in Input['messageType']]: TakingSort | null } = {
  SALE: 'sale',
  AUTHORISATION_OR_RESERVATION: 'authorization',
  CAPTURE: 'capture',
  REVERSE: 'reversal',
  CREDIT: 'manual-refund',
  CARD_READ: null,
  DIAGNOSE: null,
  TERMINAL_STARTUP: null,
};

/** A message of a later version is not dropped from a report. */
function taking(messageType: string | null): TakingSort | null {
  const known = [...moneyMessages, ...serviceMessages].find((message) => message === messageType);
  return known === undefined ? 'other' : takingOf[known];
}

const evidenceOf: { readonly [message in Input['messageType']]: EvidenceRule } = {
  SALE: evidenceRules.sale,
  AUTHORISATION_OR_RESERVATION: evidenceRules.authorization,
  CREDIT: evidenceRules.credit,
  CAPTURE: evidenceRules.terminalCapture,
  REVERSE: evidenceRules.terminalReversal,
  CARD_READ: evidenceRules.terminalService,
  DIAGNOSE: evidenceRules.terminalService,
  TERMINAL_STARTUP: evidenceRules.terminalService,
};

function paymentOf(input: Input): PaymentRef | null {
  if (createsPayment(input)) return { by: 'transId', transId: input.transId };
  if (input.messageType !== 'CAPTURE' && input.messageType !== 'REVERSE') return null;
  const traceNr = String(input.traceNr);
  return { by: 'trace', terminalId: input.posTerminalId, traceNr, transId: input.transId };
}

function ruleOf({ input }: Facts): EvidenceRule {
  return evidenceOf[(input as Input).messageType];
}

function observe(facts: Facts, payment: PaymentView): Observation {
  const rule = ruleOf(facts);
  const message = textAt(facts.input, 'messageType');
  if (message === 'REVERSE') return observeReversal(facts, payment, rule);
  if (message === 'CAPTURE') return observeByReference(facts, payment, rule);
  return message === 'CREDIT' ? observeByPayment(facts, payment, rule) : observeAtTerminal(facts, payment, rule);
}

function approved(facts: Facts, payment: PaymentView): Money | null {
  const message = textAt(facts.input, 'messageType');
  return message === 'SALE' || message === 'AUTHORISATION_OR_RESERVATION' ? approvedAtTerminal(facts, payment) : null;
}

function shown(facts: Facts, payment: PaymentView): JsonObject {
  const message = textAt(facts.input, 'messageType');
  if (message === 'REVERSE') return reversalShown(facts, payment, ruleOf(facts));
  return message === 'CAPTURE' ? ownResult(facts, payment, ruleOf(facts)) : payment.raw;
}

function effect(input: Input, result: JsonObject): Effect | null {
  const value = input.amount?.value ?? 0;
  const common = {
    payId: textAt(result, 'payId'),
    transId: createsPayment(input) ? input.transId : null,
    currency: input.amount?.currency ?? null,
    terminalId: input.posTerminalId,
    // A capture or reversal may answer with its own trace number; the payment keeps the one it was made with.
    traceNr: createsPayment(input) ? textAt(result, 'traceNr') : String(input.traceNr),
  };
  switch (input.messageType) {
    case 'SALE':
      // Also where it is shown as authorized, with nothing captured yet: hosts settle what was sold at the end of the day.
      return effectWith({ ...common, creates: true, authorized: value, captured: value });
    case 'AUTHORISATION_OR_RESERVATION':
      return effectWith({ ...common, creates: true, authorized: value, captured: capturedByItself(value, result) });
    case 'CREDIT':
      return effectWith({ ...common, creates: true, refunded: value });
    case 'CAPTURE':
      return effectWith({ ...common, captured: value });
    case 'REVERSE':
      return effectWith({ ...common, reversed: true });
    case 'CARD_READ':
    case 'DIAGNOSE':
    case 'TERMINAL_STARTUP':
      return null;
  }
}

export const cloudPos = command({
  kind: 'cloud-pos',
  summary: 'Send a command to a card terminal',
  path: '/cloudpos',
  examples: [
    {
      title: 'Take 12.34 EUR at the terminal',
      input: {
        messageType: 'SALE',
        transId: 'order-1007',
        posTerminalId: 'T1',
        amount: { value: 1234, currency: 'EUR' },
      },
    },
    {
      title: 'Hold 50.00 EUR, to be captured later',
      input: {
        messageType: 'AUTHORISATION_OR_RESERVATION',
        transId: 'order-1008',
        posTerminalId: 'T1',
        amount: { value: 5000, currency: 'EUR' },
      },
    },
    {
      title: 'Capture what was held',
      input: {
        messageType: 'CAPTURE',
        transId: 'order-1008',
        posTerminalId: 'T1',
        amount: { value: 5000, currency: 'EUR' },
        traceNr: '000123',
        approvalCode: '654321',
      },
    },
    {
      title: 'Reverse a sale of today',
      input: {
        messageType: 'REVERSE',
        transId: 'order-1007',
        posTerminalId: 'T1',
        amount: { value: 1234, currency: 'EUR' },
        traceNr: '000122',
      },
    },
    {
      title: 'Pay out without a sale to refer to',
      input: {
        messageType: 'CREDIT',
        transId: 'return-78',
        posTerminalId: 'T1',
        amount: { value: 500, currency: 'EUR' },
      },
    },
    {
      title: 'Ask the terminal whether it is well',
      input: { messageType: 'DIAGNOSE', transId: 'diagnose-1', posTerminalId: 'T1' },
    },
  ],
  shortKinds: [
    {
      name: 'sale',
      summary: 'Sell at a card terminal',
      given: { messageType: 'SALE' },
      input: besides({ tipMinor: tipSchema.optional() }),
      examples: [
        {
          title: 'Take 12.34 EUR at the terminal',
          input: { transId: 'order-2007', posTerminalId: 'T1', amount: { value: 1234, currency: 'EUR' } },
        },
      ],
    },
    {
      name: 'authorization',
      summary: 'Hold an amount at a card terminal, to be captured later',
      given: { messageType: 'AUTHORISATION_OR_RESERVATION' },
      input: besides(),
      examples: [
        {
          title: 'Hold 50.00 EUR',
          input: { transId: 'order-2008', posTerminalId: 'T1', amount: { value: 5000, currency: 'EUR' } },
        },
      ],
    },
    {
      name: 'void',
      summary: 'Take back a sale or an authorization at the terminal that made it',
      given: { messageType: 'REVERSE' },
      input: besides({ traceNr: shared.traceNr.unwrap().describe('In the answer to the sale or authorization') }),
      examples: [
        {
          title: 'Void a sale of today',
          input: {
            transId: 'order-2009',
            posTerminalId: 'T1',
            amount: { value: 1234, currency: 'EUR' },
            traceNr: 'TRACE_NR',
          },
        },
      ],
    },
  ],
  input: inputSchema,
  keyed: false,
  movesMoney,
  createsPayment,
  waits: (input) => (['DIAGNOSE', 'TERMINAL_STARTUP'].includes(input.messageType) ? 'always' : 'never'),
  asksTerminal: ({ messageType }) => messageType === 'DIAGNOSE',
  atTerminal: true,
  scope: (input) => scopeOf[input.messageType],
  payment: paymentOf,
  terminalId: (input) => input.posTerminalId,
  amount: (input) => input.amount ?? null,
  claim: ({ messageType }) => (messageType === 'CAPTURE' ? 'capture' : messageType === 'REVERSE' ? 'reversal' : 'none'),
  taking,
  readsCard: ({ messageType }) => messageType === 'CARD_READ',
  takesDcc: ({ messageType }) => messageType === 'SALE' || messageType === 'AUTHORISATION_OR_RESERVATION',
  othersAreNamed: true,
  reversesCaptured: ({ messageType }) => messageType === 'REVERSE',
  paysOut,
  keptFields: ['tipMinor', 'refundReason'],
  personalFields: ['credentialOnFile', 'refundReason'],
  evidence: ({ messageType }) => evidenceOf[messageType],
  recovery: (input) => (movesMoney(input) ? 'terminal-window' : 'ask-again'),
  lookUp: (facts) => (facts.transId === null ? null : { by: 'transId', id: facts.transId }),
  observe,
  shown,
  approved,
  complete: (input, { localDateTime, refNr, currency }) => ({
    refNr,
    localDateTime,
    amount: { value: 0, currency },
    ...(input as JsonObject),
  }),
  effect,
  response: operationResultSchema,
});
