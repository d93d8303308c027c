// What a window and the bridge that it joined say to each other, one JSON object a line: hello and greeting, then the
// window's requests and the bridge's replies, events and word of who is signed in, in any order.
import { z } from 'zod';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import { languages } from '#contract/data/languages.ts';
import { type Person, approvalSchema } from '#contract/people/people.ts';
import { roles } from '#contract/people/roles.ts';
import type { WindowEvents } from '#contract/calls/window-events.ts';

/** Raised where these messages change; calls and events change with the program's version. */
export const windowProtocol = 1;

export const helloBytes = 1_024;
/** An input of the window, or the ERP's list that a shift is compared with. */
export const requestBytes = 256 * 1_024;
/** The report of a long shift, or a page of operations. */
export const replyBytes = 8 * 1_024 * 1_024;
/** A call's input lies inside a request, and an operation's input inside that. */
export const messageDepth = 32;
/** Leaves room for what JSON adds to a text. */
export const mostListCharacters = 100_000;

export const helloSchema = z.strictObject({
  window: z.strictObject({ protocol: z.int().min(0), version: z.string().min(1).max(64) }),
});

/** Unknown members pass: a window of another version must be able to read which version it met. */
export const greetingSchema = z.object({
  product: z.literal('Tillbridge'),
  protocol: z.int(),
  version: z.string().max(64),
});

const id = z.int().min(0);

/** What some calls need beside their input: the window's language for a text, the list that a person chose. */
const furtherSchema = z.strictObject({
  language: z.enum(languages).exactOptional(),
  list: z.string().max(mostListCharacters).exactOptional(),
});

/** Calls by the table of the window's calls; `verify` asks whose PIN it is, and whether that person may act so. */
export const requestSchema = z.union([
  z.strictObject({
    id,
    call: z.string().max(64),
    input: z.record(z.string(), z.json()),
    further: furtherSchema.exactOptional(),
  }),
  z.strictObject({ id, verify: z.strictObject({ approval: approvalSchema, needed: z.enum(roles) }) }),
]);

export type WindowRequest = z.output<typeof requestSchema>;
export type Further = z.output<typeof furtherSchema>;

/** Who is at the window, as its bridge knows it. */
export interface WindowSeat {
  readonly manned: boolean;
  readonly person: Person | null;
  readonly sealed: boolean;
}

/** `refused`: words for the window; anything else that went wrong stays in the bridge's log. */
export type WindowReply = { readonly answer: unknown } | { readonly refused: string };

/** What the bridge says without being asked. */
export type WindowWord =
  | { readonly [E in keyof WindowEvents]: { readonly event: E; readonly value: WindowEvents[E] } }[keyof WindowEvents]
  | { readonly seat: WindowSeat }
  | { readonly customer: CustomerTold }
  /** The setting `devices.scanPrefix`, which the window's shell goes by. */
  | { readonly scanPrefix: string | null };

/** The bridge is trusted: it runs as the user who owns the folder that the socket lies in. */
export const replySchema = z.union([
  z.object({ id, answer: z.unknown() }),
  z.object({ id, refused: z.string() }),
  z.object({ event: z.string(), value: z.unknown() }),
  z.object({ seat: z.object({ manned: z.boolean(), person: z.unknown(), sealed: z.boolean() }) }),
  z.object({ customer: z.unknown() }),
  z.object({ scanPrefix: z.string().nullable() }),
]);
