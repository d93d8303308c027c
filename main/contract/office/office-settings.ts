// What an office may set at its tills, and the signed document in which it does (ADR 89). The list is the only one: the
// office's command refuses a name that is not on it, and so does the till.
import { z } from 'zod';
import { type JsonObject, canonicalJson } from '../data/json.ts';
import {
  documentMembers,
  documentProblemCodes,
  hasSchema,
  refusedSchemaOf,
  statementOf,
  versionSchema,
} from './till-document.ts';

/**
 * Dotted names of settings.json, each with all that is below it. Nothing that decides where the API key, data or updates
 * go, how answers of the gateway are read, or what keeps an operation from being done twice.
 */
export const officeSettable = [
  'shopName',
  'shopAddress',
  'receiptsByMail',
  'reversalMayWait',
  'people.refundLimitMinor',
  'people.autoLockMinutes',
  'people.approverPinDigits',
  'loopback.refundsPerDayMinor',
  'loopback.refundsPerDayIn',
  'loopback.confirmUnreferenced',
  'office.away',
  'office.awayLimitMinor',
  'backup.at',
  'backup.alarmDays',
  'authorizationDays',
  'tipPercentages',
  'devices.receipts.customer',
  'devices.receipts.merchant',
  'devices.receipts.shift',
  'devices.receipts.noSale',
  'devices.receipts.drawer',
  'devices.receipts.paymentCode',
  'devices.receipts.customerLanguage',
  'devices.receipts.language',
] as const;

/** Of these, sums of the shop's currency: in another currency the same number is another limit. */
export const officeSums: readonly string[] = [
  'people.refundLimitMinor',
  'loopback.refundsPerDayMinor',
  'office.awayLimitMinor',
] satisfies (typeof officeSettable)[number][];

export function isSettable(name: string): boolean {
  return (officeSettable as readonly string[]).includes(name);
}

/** As canonical JSON: of one layer, and of a till's document, which is made of three. */
export const mostLayerBytes = 10_000;
/** Of a till's document: what is longer is not taken. */
export const mostDocumentBytes = 32_768;

const currency = z.string().regex(/^[A-Z]{3}$/);

export const officeContentSchema = z.object({
  /** Of the sums among the settings; null where there are none. */
  currency: currency.nullable(),
  /** By the dotted name. */
  settings: z.record(z.string().min(1).max(100), z.json()),
});
export type OfficeContent = z.infer<typeof officeContentSchema>;

/** What holds at one till, by the office's signature. */
export const settingsDocumentSchema = officeContentSchema.extend(documentMembers);
export type SettingsDocument = z.infer<typeof settingsDocumentSchema>;

/** The text, UTF-8, that the office signs: its purpose, and the document as canonical JSON. */
export function settingsStatement({
  till,
  version: number,
  at,
  ...content
}: Omit<SettingsDocument, 'keyId' | 'signature'>): string {
  const { currency: of, settings } = content;
  return statementOf('tillbridge office settings v1', { till, version: number, at, currency: of, settings });
}

export const settingsProblemCodes = [
  ...documentProblemCodes,
  'not-settable', // an office may not set this
  'value',
  'currency', // the till's currency is another one than that of the sums
] as const;
export type SettingsProblemCode = (typeof settingsProblemCodes)[number];

/** A document that the till does not go by; each problem has the setting's dotted name. */
export const settingsRefusedSchema = refusedSchemaOf(settingsProblemCodes);
export type SettingsProblem = SettingsRefused['problems'][number];
export type SettingsRefused = z.infer<typeof settingsRefusedSchema>;

/** What a till says when it asks for its settings. */
export const settingsAskedSchema = z.strictObject({
  has: hasSchema,
  /** The version that the running bridge goes by; 0 for none. */
  inForce: versionSchema,
  refused: settingsRefusedSchema.nullable(),
});
export type SettingsAsked = z.infer<typeof settingsAskedSchema>;

/** Null: the till has the newest one, or there is none for it. */
export const settingsAnswerSchema = z.object({ document: settingsDocumentSchema.nullable() });
export type SettingsAnswer = z.infer<typeof settingsAnswerSchema>;

/** What a till shows of the settings of its office. */
export const officeSettingsViewSchema = z.object({
  version: versionSchema.describe('The newest version that the till took; 0: none'),
  inForce: versionSchema.describe('The version that it goes by; another one holds from its next start; 0: none'),
  refused: settingsRefusedSchema.nullable().describe('The version that it does not take, and why'),
});
export type OfficeSettingsView = z.infer<typeof officeSettingsViewSchema>;

/** In canonical form, so that two of them can be compared. */
export function contentText({ currency: of, settings }: OfficeContent): string {
  return canonicalJson({ currency: of, settings } satisfies JsonObject);
}
