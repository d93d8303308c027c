// What a command may ask of a bridge that runs on its data folder: one table of calls, each with its schema. What is not
// in it cannot be asked at the control socket, and every input is parsed before anything else looks at it.
import { z } from 'zod';
import type { Money } from './money.ts';
import { decisionSchema, pinSchema } from './people.ts';
import type { Refusal } from './problems.ts';
import type { State } from './states.ts';

/** In which an operation is not at its end; `accepted` waits to be sent. */
export const openStates = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'] as const;

const id = z.string().min(1).max(128);
const name = z.string().trim().min(1).max(60);

/** An operator by name, with their PIN. */
const operatorSchema = z.strictObject({ name, pin: pinSchema });

/** Who does it: an operator; and for a shop without operators, whose account of the machine runs the command. */
const personSchema = z.strictObject({
  account: z.string().min(1).max(256),
  operator: operatorSchema.nullable(),
});

export type ControlPerson = z.output<typeof personSchema>;

export const controlCalls = {
  /** Operations in a state, in order of acceptance, after the one with the id `after`. */
  list: z.strictObject({ state: z.enum(openStates), client: id.nullable(), after: id.nullable() }),
  /** Takes back what was not sent. */
  cancel: z.strictObject({ id, by: z.string().min(1).max(256) }),
  /** What became of an operation that needs a person. `second`: two people decide at once. */
  decide: z.strictObject({
    id,
    by: personSchema,
    second: operatorSchema.nullable(),
    ...decisionSchema.shape,
    // The desk says what is wrong with the words, as it does at the window.
    reason: z.string().max(500),
    evidence: z.string().max(500),
  }),
  /** Takes what was really approved of a sale, less or more than was asked for. */
  keepApproved: z.strictObject({ id, by: personSchema }),
  /** Frees the terminal of a command whose outcome is not known. `second`: a supervisor, where `by` is none. */
  freeTerminal: z.strictObject({
    id,
    by: personSchema,
    second: operatorSchema.nullable(),
    reason: z.string().max(500),
  }),
} as const satisfies Record<string, z.ZodType>;

export type ControlCall = keyof typeof controlCalls;

/** Those that change nothing: asked again where no answer came. */
export const readingCalls: ReadonlySet<ControlCall> = new Set(['list'] as const);

export type ControlInput<C extends ControlCall> = z.output<(typeof controlCalls)[C]>;

/** An operation as a command prints it: nothing of a customer's, since it stays wherever output is kept. */
export interface ControlRow {
  readonly id: string;
  readonly kind: string;
  readonly state: State;
  readonly client: string;
  readonly amount: Money | null;
  readonly payId: string | null;
  readonly transId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Who said what became of it, and how many must say the same; only while a person must decide. */
  readonly decisions?: { readonly saidBy: readonly string[]; readonly voicesNeeded: 1 | 2 };
}

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };
type Changed = { readonly type: 'changed'; readonly operation: ControlRow } | Refused;

export interface ControlOutputs {
  readonly list: { readonly operations: readonly ControlRow[]; readonly next: string | null };
  readonly cancel: Changed;
  readonly decide: Changed;
  readonly keepApproved: Changed;
  readonly freeTerminal: Changed;
}

/** The calls as whoever carries them out has them. */
export type ControlCalls = {
  readonly [C in ControlCall]: (input: ControlInput<C>) => Promise<ControlOutputs[C]>;
};
