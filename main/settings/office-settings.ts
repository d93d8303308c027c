// The document that the till took from its office, in the folder "office" of its data folder, and the settings that follow
// from it. Read at a start, so that a running bridge goes by one document from its start to its end.
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '#contract/data/json.ts';
import {
  type SettingsDocument,
  type SettingsProblem,
  type SettingsRefused,
  mostDocumentBytes,
  settingsDocumentSchema,
  settingsStatement,
} from '#contract/office/office-settings.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { documentProblem, isSigned } from './signed-document.ts';
import { lockedByOffice, officeProblems, withOffice } from './office-part.ts';
import { differing, keeping } from './overlay.ts';
import { type ItPolicy, withPolicy } from './policy.ts';
import type { Settings } from './settings.ts';

const keptSchema = z.object({
  document: settingsDocumentSchema,
  /** The key that the office gave when the till joined: SPKI, PEM. */
  officeKey: z.string(),
});
export type KeptSettings = z.infer<typeof keptSchema>;

/**
 * Whose a document is. An office whose keys are new is another office, although the till has the same id there: who took the
 * old keys could otherwise leave settings at the tills, or the highest version there is, and the new keys could change neither.
 */
export interface OfficeOfTill {
  readonly till: string;
  /** SPKI, PEM. */
  readonly officeKey: string;
}

export function isOfOffice({ document, officeKey }: KeptSettings, office: OfficeOfTill): boolean {
  return document.till === office.till && officeKey === office.officeKey;
}

/** As the link to the office writes it. */
const memberSchema = z.object({ till: z.uuid(), officeKey: z.string() });
const mostFileBytes = 2 * mostDocumentBytes;

const fileIn = (dataDir: string, name: string): string => join(dataDir, 'office', name);

export function keepOfficeSettings(dataDir: string, kept: KeptSettings): void {
  writeDurably(fileIn(dataDir, 'settings.json'), `${JSON.stringify(kept)}\n`);
}

/**
 * Null where there is none, it was changed, or it is of another office than the till is at now. It holds as well where the
 * file of the membership cannot be read.
 */
export function readOfficeSettings(dataDir: string): KeptSettings | null {
  const kept = parsedIn(fileIn(dataDir, 'settings.json'), keptSchema);
  if (kept === null || !isSigned(kept.document, settingsStatement(kept.document), kept.officeKey)) return null;
  const member = parsedIn(fileIn(dataDir, 'member.json'), memberSchema);
  return member === null || isOfOffice(kept, member) ? kept : null;
}

export interface OfficeInForce extends KeptSettings {
  /** Dotted names that cannot be changed at the till. */
  readonly locked: readonly string[];
}

export interface SettingsInForce {
  readonly settings: Settings;
  /** The same without the office's. */
  readonly own: Settings;
  /** Null where no office sets anything. */
  readonly office: OfficeInForce | null;
  /** The document that the till has and does not go by. */
  readonly refused: SettingsRefused | null;
}

/** The shop's own settings with what its office sets, and over both what the policy sets. */
export function settingsInForce(dataDir: string, own: Settings, policy: ItPolicy | null): SettingsInForce {
  const without = withPolicy(own, policy);
  const kept = readOfficeSettings(dataDir);
  if (kept === null) return { settings: without, own: without, office: null, refused: null };
  const { document } = kept;
  const problems = officeProblems(document, without);
  if (problems.length > 0) {
    return { settings: without, own: without, office: null, refused: { version: document.version, problems } };
  }
  const settings = withPolicy(withOffice(own, document), policy);
  const locked = lockedByOffice(document).filter((name) => policy?.locked.includes(name) !== true);
  return { settings, own: without, office: { ...kept, locked }, refused: null };
}

/** The names of settings that the office sets and that these would change. `own`: as the shop has them. */
export function changedOfOffice(settings: Settings, office: OfficeInForce | null, own: Settings): readonly string[] {
  if (office === null) return [];
  const set = withOffice(own, office.document) as unknown as JsonObject;
  return differing(settings, set, office.locked);
}

/** What the office sets stays as the shop had it, for the day on which the office lets go. */
export function keepingOwn(settings: Settings, before: Settings, office: OfficeInForce | null): Settings {
  return office === null ? settings : keeping(settings, before, office.locked);
}

interface Given extends OfficeOfTill {
  readonly document: SettingsDocument;
  /** The newest version that the till had, and whether it still has it. */
  readonly had: { readonly version: number; readonly isKept: boolean };
  /** Without the office's. */
  readonly own: Settings;
}

/** What is wrong with a document that the office sent; empty where the till takes it. */
export function problemsWith({ own, ...given }: Given): SettingsProblem[] {
  const { document } = given;
  const why = documentProblem({ ...given, statement: settingsStatement(document), mostBytes: mostDocumentBytes });
  return why === null ? officeProblems(document, own) : [{ name: '', why, detail: null }];
}

/** Null where it is not there, or is not what was written. */
function parsedIn<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readOrdinary(file, mostFileBytes) ?? '')).data ?? null;
  } catch {
    return null;
  }
}
