// Every refusal the bridge can answer, as RFC 9457 problem details with a stable code.
// One table, so that a code has one status and one title everywhere (loopback, window, docs).
import type { ClaimHolder } from '../office/claims.ts';
import type { FieldIssue } from '../data/issue-words.ts';
import type { Money } from '../money/money.ts';
import type { Role } from '../people/roles.ts';

const table = {
  'invalid-input': [400, 'Some fields cannot be accepted'],
  'malformed-json': [400, 'The body is not valid JSON'],
  'malformed-request': [400, 'The request cannot be read'],
  'operator-exists': [409, 'There is an operator of that name'],
  'manager-missing': [409, 'A till with operators needs a manager'],
  'first-manager-by-command': [403, 'The first manager is made by a command of the machine'],
  'live-without-manager': [409, 'No manager would be left on a till that goes live'],
  'request-id-missing': [400, 'The Idempotency-Key header is missing'],
  'address-refused': [400, 'The address of the gateway cannot be used'],
  'api-key-missing': [400, 'The API key is missing'],
  'settings-refused': [400, 'The bridge cannot start with these settings'],
  'token-missing': [401, 'A token is needed'],
  'token-unknown': [401, 'The token is not known'],
  'token-revoked': [401, 'The token was revoked meanwhile'],
  'not-signed-in': [401, 'Nobody is signed in'],
  'pin-wrong': [401, 'The PIN is wrong'],
  'approval-needed': [403, 'A supervisor must approve this'],
  'second-person-needed': [403, 'A second person must agree'],
  'confirmation-refused': [403, 'A person at the till refused it'],
  'confirmation-missed': [403, 'No person at the till confirmed it in time'],
  'confirmation-impossible': [403, 'There is no person who could confirm it'],
  'set-by-policy': [403, 'The IT department has set this'],
  'set-by-office': [403, 'The office of the chain has set this'],
  'role-missing': [403, 'This person may not do that'],
  'operator-locked': [403, 'Too many wrong PINs'],
  'operator-unknown': [404, 'There is no such operator'],
  'signature-refused': [401, 'The signature is missing or wrong'],
  'origin-refused': [403, 'This origin is not allowed'],
  'scope-missing': [403, 'The token lacks a scope'],
  'operation-of-other': [403, 'Somebody else asked for the operation'],
  'pairing-refused': [403, 'A person refused the pairing'],
  'pairing-impossible': [403, 'There is no person who could be asked to pair'],
  'not-found': [404, 'There is nothing at this address'],
  'unknown-kind': [404, 'There is no such kind of operation'],
  'operation-not-found': [404, 'There is no such operation'],
  'print-job-not-found': [404, 'There is no such print job'],
  'device-unknown': [404, 'There is no such device'],
  'client-unknown': [404, 'There is no such program'],
  'payment-not-found': [404, 'The gateway knows no such payment'],
  'customer-not-found': [404, 'The gateway knows no such customer or stored payment method'],
  'method-not-allowed': [405, 'This address does not take that method'],
  'request-timeout': [408, 'The request came too slowly'],
  'request-id-reused': [409, 'The request id was used for another request'],
  'operation-altered': [409, 'The stored operation was changed outside of the program'],
  'request-repeated': [409, 'An equal request came before'],
  'trans-id-used': [409, 'The transId was used before'],
  'not-decidable': [409, 'There is nothing to decide'],
  'not-cancellable': [409, 'The operation can no longer be taken back'],
  'terminal-held': [409, 'The terminal is held by a command whose outcome is not known'],
  'payment-held': [409, 'The payment is held by an operation that is not over'],
  'port-in-use': [409, 'The port is used by another program'],
  'operation-running': [409, 'An operation is running'],
  'pairing-expired': [410, 'The pairing is over'],
  'body-too-large': [413, 'The body is too large'],
  'media-type-refused': [415, 'The body must be application/json'],
  'expectation-refused': [417, 'The Expect header asks for what is not known here'],
  'host-refused': [421, 'The Host header is not this server'],
  'refund-exceeds-captured': [422, 'The refund is more than what is left'],
  'refunded-elsewhere': [409, 'Another refund of it stands in the way'],
  'capture-exceeds-authorized': [422, 'The capture is more than what is left'],
  'capture-not-named': [422, 'The refund must name its capture'],
  'refund-limit': [422, 'The program has refunded what it may today'],
  'payment-reversed': [422, 'The payment was reversed'],
  'payment-refunded': [422, 'A part of the payment was refunded'],
  'payment-captured': [422, 'Money of the payment was captured'],
  'reversal-differs': [422, 'A reversal takes the whole payment back'],
  'dcc-quote-void': [422, 'The quote in another currency does not count'],
  'rest-exceeded': [422, 'The part is more than what is left to pay'],
  'too-late': [422, 'The time for it has passed'],
  'too-many-requests': [429, 'Too many requests'],
  'too-many-at-once': [429, 'Too many requests are under way'],
  'too-many-streams': [429, 'Too many streams at once'],
  'headers-too-large': [431, 'The head of the request is too large'],
  'internal-error': [500, 'Something went wrong inside the bridge'],
  'gateway-refused': [502, 'The gateway refused the look-up'],
  'gateway-unclear': [502, 'The gateway gave no usable answer'],
  offline: [503, 'The gateway cannot be reached'],
  'not-sent': [503, 'It could not be sent in time'],
  'office-away': [503, 'The office cannot be asked'],
  'queue-full': [503, 'The queue is full'],
  paused: [503, 'The data folder may be a copy'],
  'terminal-resting': [503, 'The terminal may still be at work'],
  'api-key-locked': [503, 'The API key is locked with a passphrase'],
  sealed: [503, 'The key of the data folder is not at hand'],
  stopping: [503, 'The bridge is stopping'],
  'storage-failed': [503, 'The bridge cannot write to its disk'],
  'destination-changed': [503, 'The API key was given for another destination'],
  'credentials-refused': [503, 'The gateway refuses the credentials'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof table;

export const problemCodes = Object.keys(table) as readonly ProblemCode[];

/** Met by people at the window and in commands, and by no program. */
const ofPeople = [
  'operator-exists',
  'manager-missing',
  'first-manager-by-command',
  'live-without-manager',
  'address-refused',
  'api-key-missing',
  'settings-refused',
  'set-by-office',
  'not-signed-in',
  'pin-wrong',
  'approval-needed',
  'second-person-needed',
  'role-missing',
  'operator-locked',
  'operator-unknown',
  'client-unknown',
  'port-in-use',
  'rest-exceeded',
  'operation-running',
  'api-key-locked',
] as const satisfies readonly ProblemCode[];

/** What a program can be answered with. */
export type PublicProblemCode = Exclude<ProblemCode, (typeof ofPeople)[number]>;

const isPublic = (code: ProblemCode): code is PublicProblemCode => !(ofPeople as readonly ProblemCode[]).includes(code);

export const publicProblemCodes = problemCodes.filter(isPublic);

/** What a refusal rests on, as far as its code has any. */
export interface RefusalFacts {
  /** What could still be captured or refunded, never negative. */
  readonly left?: Money;
  /** The part of it that is waiting, running or unknown. */
  readonly open?: Money;
  readonly asked?: Money;
  /** The least role that may do it. */
  readonly role?: Role;
  /** What the person has paid out today without a supervisor. */
  readonly paidOut?: Money;
  readonly transId?: string;
  /** Of a refund at any till of the chain that stands in the way. */
  readonly refunded?: ClaimHolder;
  /** How many may wait, or how much may be refunded in a day. */
  readonly limit?: number | Money;
  readonly port?: number;
  /** The gateway's HTTP status. */
  readonly status?: number;
}

/** A refusal before it is turned into an HTTP answer. */
export interface Refusal {
  readonly code: ProblemCode;
  /** What, where and what to do, in words. */
  readonly detail: string;
  /** Dotted field name to messages. */
  readonly errors?: { [field: string]: string[] };
  /** The same by code, for texts in another language. */
  readonly issues?: readonly FieldIssue[];
  readonly facts?: RefusalFacts;
  /** The operation that this one collides with. */
  readonly operationId?: string;
  /** When it may be asked again, where that is known. */
  readonly retryAfterSeconds?: number;
}

/** What a call answers where it did nothing. */
export interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
}

export function refuse(code: ProblemCode, detail: string, more: Omit<Refusal, 'code' | 'detail'> = {}): Refused {
  return { type: 'refused', refusal: { code, detail, ...more } };
}

/** RFC 9457 problem details. */
export interface Problem extends Refusal {
  readonly type: string;
  readonly title: string;
  readonly status: number;
}

export function problemOf(refusal: Refusal): Problem {
  const [status, title] = table[refusal.code];
  return { type: `urn:tillbridge:problem:${refusal.code}`, title, status, ...refusal };
}
