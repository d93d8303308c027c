// The window's calls about operations: beginning, watching, approving and deciding them.
import type { ConfirmationView } from '../people/confirmation.ts';
import type { DccAnswer } from '../operation/dcc-offer.ts';
import { greatestMinor } from '../money/greatest-amount.ts';
import type { OperationView } from '../operation/operation.ts';
import { states } from '../operation/states.ts';
import type { ApprovalAsked, ApprovalSums, OfficeAnswer, TerminalView } from '../till/window.ts';
import { answers, answersOrRefuses, call } from './call.ts';

type Accepted = { readonly type: 'accepted'; readonly operation: OperationView };
type Decided = { readonly type: 'decided'; readonly operation: OperationView };

export const operationCalls = {
  submit: call({
    input: ({ z, id, kind, fields, approval }) =>
      z.strictObject({
        kind,
        input: fields,
        /** Made by the screen when the form is opened, so that pressing twice is one operation. */
        requestId: z.string().min(1).max(255),
        /** A supervisor's PIN, where `needsApproval` says so. */
        approval: approval.optional(),
        /** Instead of a PIN: the question that the office approved (`askOffice`). */
        officeRequest: id.optional(),
        /** The operation that this one is a new try of. */
        replaces: id.optional(),
        /** The sale whose rest this one takes. */
        partOf: id.optional(),
        /** The sale whose money this one gives back to the card at the terminal. */
        refundOf: id.optional(),
        /** What a refund is for: the ERP's line, or the slip's id. */
        line: z.string().max(64).optional(),
      }),
    output: answersOrRefuses<Accepted>(),
    role: 'cashier',
    beyondRole: 'money out above the limit and refunds without a payment: the PIN of a supervisor, or the office',
    timeoutMs: 20_000,
  }),

  operation: call({ input: ({ byId }) => byId, output: answers<OperationView | null>(), role: 'cashier' }),

  /** Newest first. `text` is looked for in transId, payId, refNr and terminal. */
  operations: call({
    input: ({ z, id, limit }) =>
      z.strictObject({
        states: z.array(z.enum(states)).optional(),
        kind: z.string().max(64).optional(),
        payId: id.optional(),
        text: z.string().max(128).optional(),
        /** Older than the operation with this id. */
        before: id.optional(),
        /**
         * What a window that comes back may not have seen the end of: all that is not final, and of the newest what was
         * not when the program started, or ended since then and in the last two minutes. The other filters are not
         * looked at.
         */
        unseen: z.boolean().optional(),
        limit,
      }),
    /** `own`: ids of those that belong to this window, where the till has others beside it. */
    output: answers<{
      readonly operations: readonly OperationView[];
      readonly next: string | null;
      readonly own?: readonly string[];
    }>(),
    role: 'cashier',
  }),

  cancel: call({ input: ({ byId }) => byId, output: answersOrRefuses<Accepted>(), role: 'cashier' }),

  terminals: call({ input: ({ nothing }) => nothing, output: answers<readonly TerminalView[]>(), role: 'cashier' }),

  /** What ended unseen: it had been in doubt, or had waited for long. Newest first. */
  ends: call({ input: ({ nothing }) => nothing, output: answers<readonly OperationView[]>(), role: 'cashier' }),

  /** The person who is signed in has seen how the operation ended. False: it was seen before, or concerns others. */
  seeEnd: call({ input: ({ byId }) => byId, output: answers<{ readonly seen: boolean }>(), role: 'cashier' }),

  /** The first digits of the card that a CARD_READ read; null where the terminal showed none. */
  cardBin: call({
    input: ({ z, id }) => z.strictObject({ operationId: id }),
    output: answers<{ readonly bin: string | null }>(),
    role: 'cashier',
  }),

  /** What may be shown of a quote. */
  dccOffer: call({
    input: ({ z, id }) => z.strictObject({ quoteOperationId: id }),
    output: answers<DccAnswer>(),
    role: 'cashier',
  }),

  /**
   * Whether the till asks in which currency a card is charged. `choice`: it asks, and the choice goes with the sale.
   * `onPages`: links offer it by default. The Sale screen shows it as soon as a person has signed in.
   */
  dccSetting: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly atTerminal: 'information' | 'choice'; readonly onPages: boolean }>(),
    role: 'anyone',
  }),

  /**
   * Whether `submit` will ask for a supervisor's PIN. For a manual refund the input may be empty. `asked`: what a
   * supervisor must stand for; null where none must. `sums`: null where nothing was paid out today without one.
   * `office`: a supervisor at the office can be asked.
   */
  needsApproval: call({
    input: ({ z, kind, fields }) => z.strictObject({ kind, input: fields }),
    output: answers<{
      readonly asked: ApprovalAsked | null;
      readonly sums: ApprovalSums | null;
      readonly office: boolean;
    }>(),
    role: 'cashier',
  }),

  /** Asks the office to approve what will be submitted, and waits for its answer. One question for each window. */
  askOffice: call({
    input: ({ z, id, kind, fields }) =>
      z.strictObject({
        kind,
        input: fields,
        replaces: id.optional(),
        partOf: id.optional(),
        refundOf: id.optional(),
        line: z.string().max(64).optional(),
      }),
    output: answersOrRefuses<OfficeAnswer>(),
    role: 'cashier',
    // Longer than main waits for a person (contract/office/approvals.ts), with its own look at the gateway before.
    timeoutMs: 220_000,
  }),

  /** The window waits for the office no longer. */
  withdrawOffice: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly withdrawn: true }>(),
    role: 'anyone',
  }),

  /**
   * What became of an operation that needs a person: said by somebody with a name. `approval`: the PIN of a supervisor
   * who decides beside a cashier. `second`: another supervisor's, so that two decide at once.
   */
  decide: call({
    input: ({ z, id, reason, slip, approval }) =>
      z.strictObject({
        id,
        outcome: z.enum(['succeeded', 'failed']),
        reason,
        evidence: z.string().max(500),
        /** What the slip shows, where it was carried out. */
        slip: slip.optional(),
        approval: approval.nullable(),
        second: approval.nullable(),
      }),
    output: answersOrRefuses<Decided>(),
    role: 'cashier',
    named: true,
    beyondRole: 'a supervisor, or the PIN of one; where money may have gone out: two of them',
    timeoutMs: 20_000,
  }),

  /** Takes what was really approved of a sale that needs a person because it is another amount than was asked for. */
  keepApproved: call({ input: ({ byId }) => byId, output: answersOrRefuses<Decided>(), role: 'cashier' }),

  /** Notes that the customer paid the rest of a sale without the gateway; `value` is the rest as it was shown. */
  payRestOtherwise: call({
    input: ({ z, id }) => z.strictObject({ id, value: z.int().min(1).max(greatestMinor) }),
    output: answersOrRefuses<Decided>(),
    role: 'cashier',
  }),

  /** Takes the latest note of that kind back: its author, or a supervisor, while its shift is open. */
  takeBackRest: call({
    input: ({ z, id, reason }) => z.strictObject({ id, reason }),
    output: answersOrRefuses<Decided>(),
    role: 'cashier',
    beyondRole: 'the person who noted it, or a supervisor',
  }),

  /** Frees the terminal of a command whose outcome is not known. */
  freeTerminal: call({
    input: ({ z, id, reason, approval }) => z.strictObject({ id, reason, approval: approval.nullable() }),
    output: answersOrRefuses<Decided>(),
    role: 'cashier',
    beyondRole: 'a supervisor, or the PIN of one',
  }),

  /**
   * What programs want to pay out and wait for a person's word on. A program waits for a minute only: its question
   * stands on the lock screen, and a supervisor's PIN answers it.
   */
  confirmations: call({
    input: ({ nothing }) => nothing,
    output: answers<readonly ConfirmationView[]>(),
    role: 'anyone',
  }),

  /**
   * `approval`: a supervisor's PIN, where `needsPin` says so and it is allowed. `operation` is null where it was
   * refused.
   */
  answerConfirmation: call({
    input: ({ z, id, approval }) => z.strictObject({ id, allow: z.boolean(), approval: approval.nullable() }),
    output: answersOrRefuses<{ readonly type: 'answered'; readonly operation: OperationView | null }>(),
    role: 'anyone',
    beyondRole: 'a supervisor, or the PIN of one',
    timeoutMs: 20_000,
  }),
};
