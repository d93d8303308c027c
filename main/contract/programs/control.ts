// What a command may ask of a bridge that runs on its data folder: one table of calls, each with its schema. What is not
// in it cannot be asked at the control socket, and every input is parsed before anything else looks at it.
import { z } from 'zod';
import { cardNumberWords, containsCardNumber } from '../cards/card-number.ts';
import { clientOptionsSchema, clientPatchSchema } from './client-options.ts';
import type { Client } from './client.ts';
import { greatestMinor } from '../money/greatest-amount.ts';
import type { Destination } from '../till/destination.ts';
import type { PublicIdentity } from '../data/identity.ts';
import type { OfficeView } from '../office/office-view.ts';
import type { Money } from '../money/money.ts';
import { type Operator, decisionSchema, pinSchema } from '../people/people.ts';
import { type PrintJobView, receiptCopies } from '../devices/print-jobs.ts';
import type { Refused } from './problems.ts';
import { roles } from '../people/roles.ts';
import { scopeSchema } from './scopes.ts';
import type { ShiftClosing, ShiftReport } from '../shift/shift.ts';
import { nameHasUnseen, unseenWords } from '../text/shown-text.ts';
import type { State } from '../operation/states.ts';
import type { UpdateView } from '../till/updates.ts';

/** In which an operation is not at its end; `accepted` waits to be sent. */
export const openStates = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'] as const;

export const openPrintStates = ['due', 'sending', 'doubtful'] as const;

/** A hundred years. */
export const mostArchiveMonths = 1_200;

const id = z.string().min(1).max(128);
const tokenHash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().trim().min(1).max(60);

// The journal keeps these for ever, and the bridge takes them from any user of the folder.
const said = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !containsCardNumber(text), cardNumberWords);
const called = (most: number) => said(most).refine((text) => !nameHasUnseen(text), unseenWords);
/** No PIN stands behind it, so it is never the bare name of one of the shop's people. */
const byCommand = called(300).startsWith('command: ');

const operatorSchema = z.strictObject({ name, pin: pinSchema });

/** Who does it: an operator; and for a shop without operators, whose account of the machine runs the command. */
const personSchema = z.strictObject({
  account: called(256),
  operator: operatorSchema.nullable(),
});

export type ControlPerson = z.output<typeof personSchema>;

/** The name a person gives in a shop without operators; an operator is named by their PIN. */
const calledSchema = called(256).nullable();

/**
 * One request to change something, however often it is sent: a bridge may be killed before its answer arrives. `since`
 * is where the journal ended before the first try; the change stands after it, with the id.
 */
export const askedSchema = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/), since: z.int().min(0) });

export type Asked = z.output<typeof askedSchema>;

export const controlCalls = {
  /** Operations in a state, in order of acceptance, after the one with the id `after`. */
  list: z.strictObject({ state: z.enum(openStates), client: id.nullable(), after: id.nullable() }),
  /** Takes back what was not sent. */
  cancel: z.strictObject({ id, by: byCommand }),
  /** What became of an operation that needs a person. `second`: two people decide at once. */
  decide: z.strictObject({
    id,
    by: personSchema,
    second: operatorSchema.nullable(),
    ...decisionSchema.shape,
    // The core checks the words, as for the window (core/staff/staff-decisions.ts).
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
  /** Notes that the customer paid the rest of a sale without the gateway; `value` is the rest as it was seen, minor units. */
  payRest: z.strictObject({ id, by: personSchema, value: z.int().min(1).max(greatestMinor) }),
  /** A supervisor has seen that a customer paid another sum than was asked for. */
  seeDiffering: z.strictObject({ id, by: personSchema }),
  /** Takes back that the rest of a sale was noted as paid without the gateway. */
  takeBackRest: z.strictObject({ id, by: personSchema, reason: z.string().max(500) }),
  /** The paired programs; those of a policy are the policy's. */
  clients: z.strictObject({}),
  /**
   * Adds a program. The caller makes the token and sends only its hash, so that a repeated call makes no second token.
   */
  createClient: z.strictObject({
    by: personSchema,
    name: z.string().min(1).max(100),
    scopes: z.array(z.string().max(64)).max(64),
    origin: z.string().max(256).nullable(),
    options: clientOptionsSchema,
    tokenHash,
  }),
  /** By which programs know this bridge. */
  identity: z.strictObject({}),
  /** What the bridge runs with; its command line may name more than the settings. */
  setUp: z.strictObject({}),
  /** `check`: asks the server of updates first. */
  update: z.strictObject({ check: z.boolean() }),
  /** Whether it works, for what watches a new version. */
  health: z.strictObject({}),
  /** How it stands with the office that the till joined. */
  office: z.strictObject({}),
  /** Other scopes and options for a program that keeps its token. */
  changeClient: z.strictObject({
    by: personSchema,
    id,
    /** Left out: as they are. */
    scopes: z.array(scopeSchema).min(1).exactOptional(),
    options: clientPatchSchema.shape.options.unwrap(),
  }),
  /** Another token for a program, which stays the same one. The caller makes it and sends only its hash. */
  renewToken: z.strictObject({ by: personSchema, id, tokenHash }),
  revokeClient: z.strictObject({ by: personSchema, id }),
  /** Lets a program of the till's office in again that was switched off here. */
  letInClient: z.strictObject({ by: personSchema, id }),
  /**
   * Takes personal data away, of one of the three. Takes a part and says where the next goes on: `from` is `next` of the
   * answer before, null for the first.
   */
  erase: z.strictObject({
    target: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('operation'), id }),
      z.strictObject({ type: z.literal('payment'), payId: id }),
      z.strictObject({ type: z.literal('older'), days: z.int().min(0).max(36_500) }),
    ]),
    by: byCommand,
    reason: said(500),
    from: z.int().min(1).nullable(),
  }),
  /**
   * Moves the records of the next closed shift that is due out of the database: one shift a call, until nothing is due.
   * `months`: how long ago it must have been closed; null: as the settings say. `after`: where a dry run goes on.
   */
  archive: z.strictObject({
    months: z.int().min(1).max(mostArchiveMonths).nullable(),
    dryRun: z.boolean(),
    after: z.int().min(0).nullable(),
  }),
  /** A person has made sure that no other copy of a paused folder is in use. */
  resume: z.strictObject({ by: personSchema, called: calledSchema, reason: z.string().max(500) }),
  /** `number` null: the shift that runs. */
  shiftReport: z.strictObject({ number: z.int().min(0).nullable() }),
  closeShift: z.strictObject({ by: personSchema, called: calledSchema, evenIfOpen: z.boolean() }),
  /** Print jobs that are not at their end, oldest first. */
  printJobs: z.strictObject({ state: z.enum(openPrintStates) }),
  /** "Did it come out?" `reprint`: print it again, marked COPY, where it did not. */
  decidePrint: z.strictObject({ id, by: personSchema, cameOut: z.boolean(), reprint: z.boolean() }),
  /** Takes back what is due. */
  cancelPrint: z.strictObject({ id, by: personSchema }),
  /** The receipt of an operation; one that was printed before needs a reason and says COPY. */
  printReceipt: z.strictObject({
    operationId: id,
    copy: z.enum(receiptCopies),
    by: personSchema,
    reason: z.string().max(500).nullable(),
  }),
  operators: z.strictObject({}),
  /** A new person, or one who was removed and comes back. The first one is a manager. */
  createOperator: z.strictObject({ by: personSchema, name, role: z.enum(roles), pin: pinSchema }),
  /** `by` chooses a PIN for themselves; a manager gives one to anybody. */
  changePin: z.strictObject({ by: operatorSchema, name, pin: pinSchema }),
  /** Their name stays in the journal, and with it in the list. */
  removeOperator: z.strictObject({ by: personSchema, name }),
} as const satisfies Record<string, z.ZodType>;

export type ControlCall = keyof typeof controlCalls;

/** What is wrong with the input of a call: the field, and a few words about it. */
export function wrongWords({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** The calls that change nothing: made again where no answer came. */
export const readingCalls: ReadonlySet<ControlCall> = new Set([
  'list',
  'clients',
  'identity',
  'setUp',
  'update',
  'health',
  'office',
  'shiftReport',
  'printJobs',
  'operators',
] as const);

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
  /** What is left to pay of a sale of which less was approved and kept. */
  readonly remaining?: Money;
  /** Who said what became of it, and how many must say the same; only while a person must decide. */
  readonly decisions?: { readonly saidBy: readonly string[]; readonly voicesNeeded: 1 | 2 };
}

export interface Erasure {
  readonly erased: number;
  /** Not finished yet, or told from their repetitions by their body for a day: run it again later. */
  readonly keptOpen: number;
  /** Erased but for their slips, which are not old enough: run it again later. */
  readonly keptSlips: number;
  /** Print jobs that waited or were in doubt, and have no document any more. */
  readonly documents: number;
  /** Where the next part goes on; null at the end. */
  readonly next: number | null;
  /** False before the end, and where a reader kept the log busy: run it again, so that old pages leave the disk. */
  readonly logCleared: boolean;
  /** False in a file of an older program: its free space may hold old copies until the command `folder compact` ran. */
  readonly spaceCleared: boolean;
}

/** One shift, or why none is due. `file` null: a dry run, it would be archived. */
export type ArchiveStep =
  | {
      readonly type: 'archived';
      readonly shift: number;
      /** ISO 8601, UTC. */
      readonly closedAt: string;
      readonly records: number;
      readonly file: string | null;
    }
  | { readonly type: 'nothing-due'; readonly why: string };

export interface BridgeSetUp {
  /** Where its credentials go; null: it runs in training, on the sandbox inside of it. */
  readonly destination: Destination | null;
  /** Their ids, as settings and command line name them. */
  readonly terminals: readonly string[];
  /** The key of the data folder. */
  readonly isKeyAtHand: boolean;
  /** Why nothing is sent, or null. */
  readonly paused: string | null;
}

export interface BridgeHealth {
  /** It takes operations. */
  readonly accepting: boolean;
  readonly connection: 'unchecked' | 'online' | 'offline';
}

type ChangedClient = { readonly type: 'changed'; readonly client: Client } | Refused;
type Saved = { readonly type: 'saved'; readonly operator: Operator } | Refused;
type Changed = { readonly type: 'changed'; readonly operation: ControlRow } | Refused;

type ChangedJob = { readonly type: 'changed'; readonly job: PrintJobView } | Refused;

export interface ControlOutputs {
  readonly list: { readonly operations: readonly ControlRow[]; readonly next: string | null };
  readonly cancel: Changed;
  readonly decide: Changed;
  readonly keepApproved: Changed;
  readonly freeTerminal: Changed;
  readonly payRest: Changed;
  readonly seeDiffering: Changed;
  readonly takeBackRest: Changed;
  readonly clients: { readonly clients: readonly Client[] };
  readonly createClient: ChangedClient;
  /** Null where the folder's key, with which it is stored, is not at hand or is made by the first start. */
  readonly identity: { readonly identity: PublicIdentity | null };
  /** Null where no bridge runs. */
  readonly setUp: { readonly setUp: BridgeSetUp | null };
  /** Null where no bridge runs. */
  readonly update: { readonly update: UpdateView | null };
  /** Null where no bridge runs. */
  readonly health: { readonly health: BridgeHealth | null };
  /** Null where no bridge runs, or the till joined none. */
  readonly office: { readonly office: OfficeView | null };
  readonly changeClient: ChangedClient;
  readonly renewToken: ChangedClient;
  readonly revokeClient: ChangedClient;
  readonly letInClient: ChangedClient;
  /** `slipDays`: how long slips stay. */
  readonly erase: { readonly type: 'erased'; readonly slipDays: number } & Erasure;
  readonly archive: ArchiveStep;
  /** `reason`: why it was paused; null where it was not. */
  readonly resume: { readonly type: 'resumed'; readonly reason: string | null } | Refused;
  /** Null where no closed shift has that number. */
  readonly shiftReport: { readonly report: ShiftReport | null };
  readonly closeShift: ShiftClosing | Refused;
  readonly printJobs: { readonly jobs: readonly PrintJobView[] };
  readonly decidePrint: ChangedJob;
  readonly cancelPrint: ChangedJob;
  readonly printReceipt: ChangedJob;
  readonly operators: { readonly operators: readonly Operator[] };
  readonly createOperator: Saved;
  readonly changePin: Saved;
  readonly removeOperator: Saved;
}

/** The calls as the bridge implements them. */
export type BridgeCalls = {
  readonly [C in ControlCall]: (input: ControlInput<C>, asked: Asked) => Promise<ControlOutputs[C]>;
};

/** Those that are a matter of the core. */
export type ControlCalls = Omit<BridgeCalls, 'archive' | 'office'>;
