// What the office's page asks, and what it is answered.
import { z } from 'zod';
import type { JsonObject } from '../data/json.ts';
import { type Language, languages } from '../data/languages.ts';
import { type ApprovalQuestion, approvalVerdicts } from './approvals.ts';
import { saidAtOffice } from './said.ts';
import type { PeopleRefused } from './office-people.ts';
import type { ProgramsContent, ProgramsRefused } from './office-programs.ts';
import type { SettingsRefused } from './office-settings.ts';

export const pageRoles = ['viewer', 'manager', 'admin'] as const;
/** A viewer sees sums and what is wrong; a manager also finds single payments; an admin also sees people and the audit. */
export type PageRole = (typeof pageRoles)[number];

export function mayAs(role: PageRole, least: PageRole): boolean {
  return pageRoles.indexOf(role) >= pageRoles.indexOf(least);
}

const leastPassword = 12;
const name = z.string().min(1).max(100);
const password = z.string().min(1).max(200);
const code = z.string().regex(/^\d{6}$/);
const secret = z.string().regex(/^[\w-]{43}$/);
const day = z.iso.date();
/** A name of the IANA's time zones; that it exists is the database's word. */
const zone = z.string().regex(/^[A-Za-z][\w+/-]{0,63}$/);
const mode = z.enum(['live', 'test', 'training']);

export const signInSchema = z.strictObject({ name, password, code });
export const setupSchema = z.strictObject({ secret });
export const setupEndSchema = z.strictObject({ secret, password: password.min(leastPassword), code });
export const removeSchema = z.strictObject({ name });

export const looksSchema = z.strictObject({ from: day, to: day, zone, mode: mode.optional() });
export type LooksQuery = z.infer<typeof looksSchema>;
export const dayReportSchema = z.strictObject({ day, zone, shop: z.string().max(100).optional() });
export type DayReportQuery = z.infer<typeof dayReportSchema>;
export const paymentsSchema = z.strictObject({
  /** A reference as a whole: transId, refNr, payId or the operation's id. */
  reference: z.string().min(1).max(200).optional(),
  amountMinor: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
  till: name.optional(),
  from: day.optional(),
  to: day.optional(),
  zone,
});
export type PaymentsQuery = z.infer<typeof paymentsSchema>;
export const noticesSchema = z.strictObject({ language: z.enum(languages) });
export type NoticesQuery = z.infer<typeof noticesSchema>;
/** An e-mail address: one for a webhook is added at the office's computer only. */
export const recipientSchema = z.strictObject({ address: z.string().min(3).max(254), language: z.enum(languages) });
export const claimFreedSchema = z.strictObject({
  till: name,
  id: z.string().min(1).max(64),
  why: saidAtOffice(500),
});
export const approvalAnsweredSchema = z.strictObject({
  till: z.uuid(),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Of the question that was shown. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  verdict: z.enum(approvalVerdicts),
  /** Where the last one was shown some minutes ago. */
  code: code.exactOptional(),
});
export const layerRevertSchema = z.strictObject({
  scope: z.enum(['chain', 'shop', 'till']),
  /** The shop's name, the till's id, or empty. */
  name: z.string().max(100),
  /** The change that is put back: the newest one that the person saw. */
  number: z.int().positive(),
});
export const recipientRemoveSchema = z.strictObject({ id: z.uuid() });

export interface PageSession {
  readonly person: string;
  readonly role: PageRole;
  /** May approve what tills ask for. */
  readonly approves: boolean;
  /** For the header `X-Tillbridge-Token` of each change. */
  readonly token: string;
}

export interface PageSum {
  readonly currency: string;
  readonly takenMinor: number;
  readonly givenBackMinor: number;
  readonly tipMinor: number;
}

export interface PageOperation {
  readonly till: string;
  readonly shop: string | null;
  readonly id: string;
  readonly kind: string;
  /** Of `takingSorts`; null for what moves no money, and where it was stored before sorts were. */
  readonly sort: string | null;
  readonly state: string;
  readonly mode: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly brand: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface PageDoubt extends PageOperation {
  readonly since: string;
}

/** One payment that more than one till gave money back of. */
export interface RefundedTwice {
  readonly payId: string;
  readonly tills: readonly string[];
  readonly currency: string | null;
  readonly givenBackMinor: number;
  readonly at: string;
}

export interface PageAuthorization {
  readonly till: string;
  readonly shop: string | null;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly brand: string | null;
  readonly currency: string;
  readonly openMinor: number;
  readonly at: string;
  readonly ageDays: number;
}

/** A refund that a till claimed, or that is not over. */
export interface PageClaim {
  readonly id: string;
  readonly till: string;
  readonly shop: string | null;
  /** `held`: the till's journal does not say yet that it was accepted. */
  readonly state: 'held' | 'used';
  readonly mode: string;
  readonly payment: string | null;
  readonly line: string | null;
  /** Null: all that is left of the payment. */
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly since: string;
  /** When the till was last heard. */
  readonly heardAt: string | null;
  /** The till's folder was restored or replaced since: its journal says nothing more of it. */
  readonly isOfOlderHistory: boolean;
  /** It was claimed within the last minute: its till may be about to accept it, and it cannot be freed. */
  readonly isFresh: boolean;
  readonly revoked: boolean;
}

/** Why a person may not answer a till's question: the shop, the sum, or it is their own. */
export type ApprovalBar = 'shop' | 'sum' | 'self';

/** What a till asks to be approved. */
export interface PageApproval extends Omit<ApprovalQuestion, 'request'> {
  /** Its id. */
  readonly till: string;
  readonly tillName: string;
  readonly shop: string | null;
  readonly digest: string;
  readonly askedAt: string;
  readonly bar: Exclude<ApprovalBar, 'shop'> | null;
  /** What the journals of all tills say of the payment; null where they say nothing. */
  readonly known: {
    readonly currency: string;
    readonly takenMinor: number;
    readonly givenBackMinor: number;
    readonly tills: number;
  } | null;
}

/** What is said for the chain, a shop or a till, by its newest change. */
export interface PageLayer extends z.infer<typeof layerRevertSchema> {
  /** The shop's or the till's name. */
  readonly label: string;
  readonly at: string;
  readonly by: string;
}

/** Who may sign in there, and what becomes of them if the newest change is put back; null: it cannot be. */
export interface PagePeople extends PageLayer {
  readonly people: readonly PageStaff[];
  readonly before: readonly (PageStaff & { readonly otherPin: boolean })[] | null;
}

/** Which programs may use those tills, and which might if the newest change is put back; null: it cannot be. */
export interface PagePrograms extends PageLayer, ProgramsContent {
  readonly before: ProgramsContent | null;
}

export interface PageStaff {
  readonly name: string;
  readonly role: string;
}

export interface PageSettings extends PageLayer, PageSet {
  readonly before: PageSet | null;
}

interface PageSet {
  readonly currency: string | null;
  readonly settings: JsonObject;
}

export interface PageTill {
  readonly name: string;
  readonly shop: string | null;
  readonly version: string | null;
  readonly joinedAt: string | null;
  readonly revokedAt: string | null;
  readonly heardAt: string | null;
  readonly silent: boolean | null;
  readonly lineage: number;
  readonly records: number;
  readonly inDoubt: number;
  readonly alarms: number;
  /** Null: it has asked for none yet. */
  readonly settings: {
    readonly version: number;
    readonly inForce: number;
    /** The version that it does not take, and why. */
    readonly refused: SettingsRefused | null;
  } | null;
  /** Null: it has not asked for them yet. */
  readonly people: {
    /** Whether it takes people from the office. */
    readonly takes: boolean;
    readonly version: number;
    readonly inForce: number;
    /** What it does not take, and why. */
    readonly refused: PeopleRefused | null;
  } | null;
  /** Null: it has not asked for them yet. */
  readonly programs: {
    /** Whether it takes programs from the office. */
    readonly takes: boolean;
    readonly version: number;
    readonly inForce: number;
    /** What it does not take, and why. */
    readonly refused: ProgramsRefused | null;
    /** Names of those that are set for it and have no token there. */
    readonly withoutToken: readonly string[];
  } | null;
}

export interface PageAlarm {
  readonly till: string;
  readonly kind: string;
  readonly seq: number;
  readonly detail: string;
  readonly lastAt: string;
  readonly times: number;
}

/** What is or was wrong, with what to do about it, in the language that was asked for. */
export interface PageNotice {
  readonly number: number;
  readonly title: string;
  readonly advice: string;
  readonly till: string;
  readonly shop: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly reference: string | null;
  readonly since: string;
  /** Null while it is open. */
  readonly closedAt: string | null;
}

export interface PageRecipient {
  readonly id: string;
  readonly kind: 'mail' | 'webhook';
  readonly address: string;
  readonly language: Language;
  readonly lastSentAt: string | null;
  readonly waiting: number;
  readonly why: string | null;
}

export interface Looks {
  /** ISO 8601. */
  readonly at: string;
  readonly mode: string;
  /** Those in which anything was taken. */
  readonly modes: readonly string[];
  readonly all: readonly PageSum[];
  readonly days: readonly (PageSum & { readonly name: string })[];
  /** `name`: the hour of the day, from 0 to 23. */
  readonly hours: readonly (PageSum & { readonly name: string })[];
  readonly tills: readonly (PageSum & { readonly name: string })[];
  readonly shops: readonly (PageSum & { readonly name: string })[];
  /** `name` is empty where no answer showed a brand. */
  readonly brands: readonly (PageSum & { readonly name: string })[];
  readonly doubts: readonly PageDoubt[];
  readonly unreferenced: readonly PageOperation[];
  readonly refundedTwice: readonly RefundedTwice[];
  readonly authorizations: readonly PageAuthorization[];
  readonly tillStates: readonly PageTill[];
  readonly alarms: readonly PageAlarm[];
}

export interface DayReport {
  readonly day: string;
  readonly zone: string;
  readonly shop: string | null;
  /** X: the day is not over, or a till's records of it may be missing. Z: every record of the day is here. */
  readonly report: 'X' | 'Z';
  /** Tills whose records of a day that is over may be missing. */
  readonly waitingFor: readonly string[];
  readonly all: readonly (PageSum & { readonly mode: string })[];
  readonly tills: readonly (PageSum & {
    readonly mode: string;
    readonly name: string;
    /** The numbers of the till's shifts that the day's sums lie in. */
    readonly shifts: readonly number[];
  })[];
}

/** Who stands in the audit for what was done by a command at the office itself. */
export const atOfficeComputer = '(at the office’s computer)';

export interface PageAudit {
  readonly at: string;
  readonly person: string;
  readonly address: string | null;
  readonly what: string;
  readonly detail: string | null;
}

export interface PagePerson {
  readonly name: string;
  readonly role: PageRole;
  readonly ready: boolean;
}

export const pageRefusals = [
  'bad-request',
  'not-found',
  'not-signed-in',
  'role-missing',
  'origin-refused',
  'sign-in-refused',
  'sign-in-limited',
  'link-not-valid',
  'wrong-code',
  'code-needed', // To approve, some minutes after the last one.
  'own-request', // Nobody approves what they ask for themselves.
  'too-large',
  'settings-altered', // What the database has of settings is not what the office signed.
  'layer-refused', // What stood before cannot be said any more, such as a person whose name another one has meanwhile.
  'try-again',
] as const;
export type PageRefusal = (typeof pageRefusals)[number];
