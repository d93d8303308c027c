// The panel for tests and demonstrations under /_sandbox: the executions in the ledger, faults, terminals, tokens, the
// clock, and notifications. It is not part of the gateway's interface and needs no credentials.
import { z } from 'zod';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import type { Json } from '#contract/data/json.ts';
import { fieldErrors, json, noContent, problem } from '../exchange/answers.ts';
import type { SandboxAnswer, Call } from '../exchange/exchange.ts';
import type { Faults } from '../exchange/faults.ts';
import { type Quotes, oddQuotes } from '../rules/quotes.ts';
import { type RecordForm, recordPlaces } from '../exchange/record-form.ts';
import { payAgain } from '../rules/settlement.ts';
import type { SandboxClock } from '../state/clock.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Terminals } from '../rules/terminals.ts';
import type { Webhooks } from '../webhooks/sender.ts';
import { webhookSettingsSchema } from '../webhooks/settings.ts';

export type Control = (call: Call) => SandboxAnswer;

export interface ControlParts {
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly terminals: Terminals;
  readonly quotes: Quotes;
  readonly records: RecordForm;
  readonly clock: SandboxClock;
  readonly webhooks: Webhooks;
  /** Carries out everything that is due. */
  readonly runDue: () => void;
}

/** A hundred years: longer than any lifetime that a test waits for. */
const longestAdvanceMs = 100 * 366 * 24 * 3_600_000;

const advanceSchema = z.strictObject({
  advanceMs: z
    .int({ error: 'is required: whole milliseconds' })
    .min(0, { error: 'must not be negative: the clock goes forward only' })
    .max(longestAdvanceMs),
});

const minorSchema = z.int({ error: 'must be whole minor units' }).max(greatestMinor);

const steeringSchema = z.strictObject({
  next: z
    .enum(['approve', 'decline', 'timeout', 'previous'], { error: 'must be approve, decline, timeout or previous' })
    .optional(),
  approveMinor: minorSchema.min(1).optional(),
  tipMinor: minorSchema.min(0).optional(),
  offline: z.boolean().optional(),
  words: z
    .strictObject({ status: z.string().max(64).optional(), responseCode: z.string().max(64).optional() })
    .nullable()
    .optional(),
  delayMs: z.int({ error: 'must be whole milliseconds' }).min(0).max(3_600_000).optional(),
  bin: z
    .string()
    .regex(/^\d{6,8}$/, { error: 'must be 6 to 8 digits' })
    .optional(),
});

export function createControl(parts: ControlParts): Control {
  const { ledger, faults, terminals, webhooks } = parts;
  return (call) => {
    const { method, path } = call;
    const terminalId = /^\/_sandbox\/terminals\/([^/]+)$/.exec(path)?.[1];
    if (terminalId !== undefined && method === 'POST') return steer(terminals, terminalId, call);
    const paid = /^\/_sandbox\/payments\/([a-z]{1,64})\/pay-again$/.exec(path)?.[1];
    if (paid !== undefined && method === 'POST') return paidAgain(parts, paid);
    switch (`${method} ${path}`) {
      case 'GET /_sandbox/ledger':
        return json(200, ledger.view() as unknown as Json);
      case 'GET /_sandbox/faults':
        return json(200, { faults: faults.list() });
      case 'POST /_sandbox/faults':
        return addFaults(faults, call);
      case 'DELETE /_sandbox/faults':
        faults.clear();
        return noContent;
      case 'GET /_sandbox/dcc':
        return json(200, parts.quotes.settings());
      case 'POST /_sandbox/dcc':
        return steerQuotes(parts.quotes, call);
      case 'GET /_sandbox/records':
        return json(200, { ...parts.records.settings() });
      case 'POST /_sandbox/records':
        return writeRecords(parts.records, call);
      case 'POST /_sandbox/tokens/revoke':
        ledger.commit({ tokenGeneration: ledger.tokenGeneration() + 1 });
        return noContent;
      case 'GET /_sandbox/clock':
        return clockOf(parts);
      case 'POST /_sandbox/clock':
        return advance(parts, call);
      case 'GET /_sandbox/webhooks':
        return json(200, { settings: webhooks.settings(), notifications: notificationsOf(ledger) });
      case 'POST /_sandbox/webhooks':
        return setWebhooks(webhooks, call);
      default:
        return problem(404);
    }
  };
}

function clockOf({ ledger, clock }: ControlParts): SandboxAnswer {
  return json(200, { now: clock.at(), offsetMs: ledger.clockOffsetMs() });
}

/** What becomes due by it happens before the answer. */
function advance(parts: ControlParts, { body }: Call): SandboxAnswer {
  const input = advanceSchema.safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  parts.clock.advance(input.data.advanceMs);
  parts.runDue();
  return clockOf(parts);
}

function notificationsOf(ledger: Ledger): Json[] {
  return ledger.outbox.view().map(({ notice, attempts, dueAt }) => ({
    ...notice,
    attempts: attempts.map((each) => ({ ...each })),
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
  }));
}

function setWebhooks(webhooks: Webhooks, { body }: Call): SandboxAnswer {
  const input = webhookSettingsSchema.partial().safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  webhooks.change(Object.fromEntries(Object.entries(input.data).filter(([, value]) => value !== undefined)));
  return json(200, { settings: webhooks.settings() });
}

function addFaults(faults: Faults, { body }: Call): SandboxAnswer {
  const input = parsed(body);
  if (input === undefined) return problem(400, { body: ['is not valid JSON'] });
  const added = faults.add(input);
  return added.ok ? json(200, { faults: faults.list() }) : problem(400, fieldErrors(added.error));
}

function steer(terminals: Terminals, encodedId: string, { body }: Call): SandboxAnswer {
  const input = steeringSchema.safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  try {
    terminals.steer(decodeURIComponent(encodedId), input.data);
  } catch {
    return problem(404);
  }
  return noContent;
}

const fieldSchema = z.string().min(1).max(200).nullable().optional();

const dccSchema = z.strictObject({
  quoteIdField: fieldSchema,
  currencyField: fieldSchema,
  quoteSeconds: z.int({ error: 'must be whole seconds' }).min(1).max(86_400).optional(),
  next: z.enum(oddQuotes, { error: `must be one of ${oddQuotes.join(', ')}` }).optional(),
});

function steerQuotes(quotes: Quotes, { body }: Call): SandboxAnswer {
  const input = dccSchema.safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  quotes.steer(input.data);
  return json(200, quotes.settings());
}

function paidAgain({ ledger, clock }: ControlParts, payId: string): SandboxAnswer {
  const payment = ledger.payment(payId);
  if (payment === null) return problem(404);
  const second = payAgain({ ledger, clock }, payment);
  if (second === null) return problem(409, { payId: ['must be a payment that a customer paid on a page'] });
  return json(200, { payId: second });
}

const recordsSchema = z.strictObject({
  within: z
    .enum(recordPlaces, { error: `must be ${recordPlaces.join(', ')} or null` })
    .nullable()
    .optional(),
  currencies: z.enum(['letters', 'numbers'], { error: 'must be letters or numbers' }).optional(),
});

function writeRecords(records: RecordForm, { body }: Call): SandboxAnswer {
  const input = recordsSchema.safeParse(parsed(body));
  if (!input.success) return problem(400, fieldErrors(input.error));
  records.change(Object.fromEntries(Object.entries(input.data).filter(([, value]) => value !== undefined)));
  return json(200, { ...records.settings() });
}

function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}
