// What a file in this folder says about its gateway operation. Everything else in the product (engine, loopback,
// OpenAPI, forms, the sandbox's routes) reads these definitions and knows no single operation by name.
import type { z } from 'zod';
import type { JsonObject } from '#contract/data/json.ts';
import type { DccChoice } from '#contract/operation/dcc-choice.ts';
import type { Money } from '#contract/money/money.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import type { TakingSort } from '#contract/money/taking-sorts.ts';
import type { EvidenceRule } from './evidence/rules.ts';
import type { Observation } from './observation.ts';
import type { PaymentView } from './payment-view.ts';

/** The payment an operation works on, as the caller names it. The store turns it into one lane per payment. */
export type PaymentRef =
  | { readonly by: 'payId'; readonly payId: string }
  | { readonly by: 'transId'; readonly transId: string }
  | { readonly by: 'trace'; readonly terminalId: string; readonly traceNr: string; readonly transId: string };

/** How an unknown outcome may be resolved. */
export type Recovery =
  | 'keyed-resend' // look-up, then identical bytes and key again
  | 'resend-when-proved' // look-up; sent again only when proved not applied (reversal)
  | 'look-up-only' // look-up, then a person; never sent again
  | 'terminal-window' // look-up until conclusive or the window ends; absence proves nothing
  | 'ask-again'; // moves no money: it failed, the caller may ask again

/** Which record shows an operation: a payment, a customer, or the stored payment methods of a customer. */
export type LookUp = { readonly by: 'payId' | 'transId' | 'customerId' | 'methodsOfCustomer'; readonly id: string };

/** What is known of an operation when a look-up searches for it. */
export interface Facts {
  readonly kind: string;
  readonly input: JsonObject;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  /** True when no other operation that this bridge knows carries the same refNr. */
  readonly refNrUnique: boolean;
  /** True when the bridge made it and it was not used again here: no other operation can carry it. */
  readonly refNrIsOurs: boolean;
  /** Ids the gateway gave this operation in earlier answers. */
  readonly xIds: readonly string[];
  readonly amount: Money | null;
  readonly terminalId: string | null;
  /** What the cardholder chose of a quote. */
  readonly dcc?: DccChoice;
  /** The wall clock when it was first sent, ms; null before. */
  readonly firstSentWallMs: number | null;
  /** The gateway answered 409: what is there may be another's, so only our own refNr shows that it is ours. */
  readonly conflict: boolean;
}

/** What success does to a payment's known totals; all amounts in minor units of the payment's currency. */
export interface Effect {
  readonly payId: string | null;
  readonly transId: string | null;
  readonly currency: string | null;
  /** True when this operation made the payment, so its totals are known from zero. */
  readonly creates: boolean;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly reversed: boolean;
  /** A capture that gives up what it leaves of the authorization. */
  readonly releasesRest: boolean;
  readonly terminalId: string | null;
  readonly traceNr: string | null;
}

/** The claim that an operation makes on a payment's money while it is open. Used by the guards before acceptance. */
export type Claim = 'capture' | 'refund' | 'reversal' | 'none';

/** Values the till adds to what the caller left out. */
export interface Completion {
  /** `2026-01-31T18:05:00`, the till's local time. */
  readonly localDateTime: string;
  /** Unique; used where the caller gave no refNr, so that look-ups can find this operation. */
  readonly refNr: string;
  /** The shop's currency, for terminal commands without an amount. */
  readonly currency: string;
}

/** How the payment was made that an operation works on, as far as this bridge made it. */
export interface Creation {
  readonly kind: string;
  /** The completed input without secret fields. */
  readonly input: JsonObject;
  /** Engine time, ms: when its answer was here. */
  readonly answeredAtMs: number;
}

/** What the making of a payment demands of a later operation on it. */
export interface Demands {
  /** Dotted field name to messages; not empty: it is refused. */
  readonly errors: { readonly [field: string]: readonly string[] };
  /** Engine time, ms: sent later it would be refused, so it is not sent. Null: no such limit. */
  readonly sendByMs: number | null;
}

/** An input for documentation: it fits the schema, and its texts are plainly made up. */
export interface Example {
  readonly title: string;
  readonly input: JsonObject;
}

/** A name from the trade for one sort of input. It is the same operation: `given` is filled in, and `kind` is ours. */
export interface ShortKind {
  readonly name: string;
  readonly summary: string;
  readonly given: { readonly [field: string]: string };
  /** The fields beside `given`, for documents. The whole input is checked against the operation's own schema. */
  readonly input: z.ZodType;
  readonly examples: readonly Example[];
}

interface CommandSpec<In> {
  readonly kind: string;
  readonly shortKinds: readonly ShortKind[];
  readonly summary: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v2`; `{name}` stands for an input field that travels in the path only. */
  readonly path: string;
  /** At least one; in the place of the ids in them a reader puts his own. */
  readonly examples: readonly Example[];
  /** Whether the specification lists an Idempotency-Key for it. */
  readonly keyed: boolean;
  readonly movesMoney: (input: In) => boolean;
  readonly createsPayment: (input: In) => boolean;
  readonly waits: (input: In) => 'always' | 'if-shop-allows' | 'never';
  /** Whether it asks how the terminal is, and may do so while the terminal's last command is in doubt. */
  readonly asksTerminal: (input: In) => boolean;
  /** Whether the answer waits for a customer at a terminal. */
  readonly atTerminal: boolean;
  readonly scope: (input: In) => Scope;
  readonly payment: (input: In) => PaymentRef | null;
  readonly terminalId: (input: In) => string | null;
  readonly amount: (input: In) => Money | null;
  readonly claim: (input: In) => Claim;
  /**
   * Whether it pays out the shop's money. `if-captured`: it takes back what may be captured already. Counted for what a
   * program may refund in a day.
   */
  readonly paysOut: (input: In) => 'always' | 'if-captured' | 'never';
  /**
   * Which sum of a shift it belongs to; null: it takes and gives no money. `messageType` is all that the journal keeps of
   * the input; null where there is none.
   */
  readonly taking: (messageType: string | null) => TakingSort | null;
  /** Whether it adds to an existing payment, although others of its sort of taking make one. */
  readonly addsToPayment: boolean;
  /** Whether it invites a customer to pay: its own answer does not show what the customer pays. */
  readonly invites: boolean;
  /** Whether its answer may leave out the payment that the customer makes. */
  readonly answersWithoutPayment: boolean;
  /** Whether its answer quotes its amount in another currency. */
  readonly quotes: boolean;
  /** Whether it reads a card and charges nothing. */
  readonly readsCard: (input: In) => boolean;
  /** Whether a cardholder's choice of currency may go with it, in fields that the shop's settings name. */
  readonly takesDcc: (input: In) => boolean;
  /**
   * The specification does not show its body: beside the fields of its schema, and those that the whole interface has, it
   * takes those that the shop's settings name. So a typo is refused, and does not get lost on the way.
   */
  readonly othersAreNamed: boolean;
  /** Whether its reversal also takes back what was captured: at a terminal; elsewhere that is a refund. */
  readonly reversesCaptured: (input: In) => boolean;
  /** Whether the input names one capture of several (refunds). */
  readonly namesCapture: (input: In) => boolean;
  /** Fields that the bridge keeps and does not send: the gateway has none for them. */
  readonly keptFields: readonly string[];
  /** Fields of this input that are never stored; they live in memory until sent. */
  readonly secretFields: (input: JsonObject) => readonly string[];
  /** What a person is to give again where a restart took the secret fields. */
  readonly secret: 'card' | 'token';
  /**
   * Members about a person, or free text that may be: for the programs that may do such operations. So is whatever the
   * schema does not name.
   */
  readonly personalFields: readonly string[];
  /** What an answer must show to count as done: a row of the table in evidence/rules.ts. */
  readonly evidence: (input: In) => EvidenceRule;
  readonly recovery: (input: In) => Recovery;
  readonly lookUp: (facts: Facts) => LookUp | null;
  readonly observe: (facts: Facts, payment: PaymentView) => Observation;
  /** The operation's own part of the gateway's record: its result where the answer was lost. */
  readonly shown: (facts: Facts, payment: PaymentView) => JsonObject;
  /** The approved amount that the gateway's record shows, where that may differ from what was asked for. */
  readonly approved: (facts: Facts, payment: PaymentView) => Money | null;
  readonly complete: (input: In, completion: Completion) => JsonObject;
  readonly effect: (input: In, result: JsonObject) => Effect | null;
  /** Asked at acceptance; `creation` is null for a payment that was made elsewhere. */
  readonly demands: (input: In, creation: Creation | null) => Demands;
  /** What a 404 of the look-up says, once a positive control shows that the look-up works at all. */
  readonly absence: (input: In) => 'not-applied' | 'applied' | 'nothing';
  /** The documented HTTP status of success. */
  readonly successStatus: 200 | 201 | 202;
  /** The documented 2xx body; unknown fields pass through. */
  readonly response: z.ZodType;
}

/** What every file says of its operation; the rest has a default. */
type Always =
  | 'kind'
  | 'summary'
  | 'path'
  | 'examples'
  | 'keyed'
  | 'movesMoney'
  | 'scope'
  | 'evidence'
  | 'recovery'
  | 'response';
export type Particulars<S extends z.ZodType> = Pick<CommandSpec<z.output<S>>, Always> &
  Partial<CommandSpec<z.output<S>>> & { readonly input: S };

const noDemands: Demands = { errors: {}, sendByMs: null };

/** The default; a kind that has another may be refused for it. */
export const demandsNothing = () => noDemands;

/** The defaults are the careful ones: waits for nothing, claims nothing, and an empty answer is no success. */
const ordinary: Omit<CommandSpec<object>, Always> = {
  method: 'POST',
  shortKinds: [],
  createsPayment: () => false,
  waits: () => 'never',
  asksTerminal: () => false,
  atTerminal: false,
  payment: () => null,
  terminalId: () => null,
  amount: () => null,
  claim: () => 'none',
  paysOut: () => 'never',
  taking: () => 'other',
  addsToPayment: false,
  invites: false,
  answersWithoutPayment: false,
  quotes: false,
  readsCard: () => false,
  takesDcc: () => false,
  othersAreNamed: false,
  reversesCaptured: () => false,
  namesCapture: () => false,
  keptFields: [],
  secretFields: () => [],
  secret: 'card',
  personalFields: [],
  lookUp: () => null,
  observe: () => 'cannot-tell',
  shown: (_facts, { raw }) => raw,
  approved: () => null,
  complete: (input) => input as JsonObject,
  effect: () => null,
  demands: demandsNothing,
  absence: () => 'not-applied',
  successStatus: 200,
};

export interface Command extends CommandSpec<JsonObject> {
  readonly type: 'command';
  readonly input: z.ZodType<JsonObject>;
}

export interface Query {
  readonly type: 'query';
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET';
  readonly path: string;
  readonly scope: Scope;
  /** The path's fields and the query parameters: all of them text, as addresses are. */
  readonly input: z.ZodObject;
  readonly response: z.ZodType;
}

export interface Auth {
  readonly type: 'auth';
  readonly name: string;
  readonly summary: string;
  readonly method: 'POST';
  /** Relative to the gateway's root address, outside `/api/v2`. */
  readonly path: string;
  readonly input: z.ZodType;
  readonly response: z.ZodType;
}

/** Defines a command; its functions see the parsed input with its own type. */
export function command<S extends z.ZodType<object>>(particulars: Particulars<S>): Command {
  // The engine hands every function the value that `input` parsed, so widening the parameter is sound.
  return { type: 'command', ...ordinary, ...particulars } as unknown as Command;
}

export function query(spec: Omit<Query, 'type' | 'method'>): Query {
  return { type: 'query', method: 'GET', ...spec };
}

export function auth(spec: Omit<Auth, 'type' | 'method'>): Auth {
  return { type: 'auth', method: 'POST', ...spec };
}

const placeholder = /\{(\w+)\}/g;

/** The input fields that travel in the path: `/payments/{payId}/captures` gives `['payId']`. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/**
 * The fields that a path gives to the placeholders of a template, each decoded once; null where it is another path, or
 * a field is empty or badly encoded.
 */
export function readPath(template: string, path: string): { readonly [name: string]: string } | null {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const fields: { [name: string]: string } = {};
  for (const [position, segment] of wanted.entries()) {
    const actual = given[position] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== actual) return null;
      continue;
    }
    const value = decoded(actual);
    if (value === null || value === '') return null;
    fields[segment.slice(1, -1)] = value;
  }
  return fields;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The path with its fields filled in, each encoded as one segment; half a character is sent as U+FFFD. */
export function fillPath(path: string, fields: { [name: string]: unknown }): string {
  return path.replaceAll(placeholder, (_, name: string) =>
    encodeURIComponent(String(fields[name]).replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  );
}
