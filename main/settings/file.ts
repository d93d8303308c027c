// Reads the settings file. A damaged file is never replaced in silence: it stays where it is, a copy is
// kept beside it, what could be read is saved, and the program says so and stops.
import { constants, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { issueInWords } from '#contract/data/issue-words.ts';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { type Ambiguity, ambiguitiesIn } from '#http/json/strict-json.ts';
import { type Settings, settingsSchema } from './settings.ts';

const settingsFileName = 'settings.json';

/** A shop's settings have a few thousand. */
const mostBytes = 1_000_000;

class DamagedSettings extends Error {
  override readonly name = 'DamagedSettings';
}

/** Deeper than anything that a setting holds. */
export const settingsDepth = 32;

/** A parser that is compiled pays for itself where it is used often, which this one is not. */
const readOnce = { jitless: true };

export type SettingsFound =
  | { readonly type: 'fine'; readonly settings: Settings }
  | { readonly type: 'unreadable'; readonly file: string; readonly why: string }
  /** `readable`: the parts that are right; null where nothing of it can be read. */
  | { readonly type: 'damaged'; readonly file: string; readonly why: string; readonly readable: JsonObject | null };

/** The settings of a data folder, defaults where there is no file. Changes nothing. */
export function lookAtSettings(dataDir: string): SettingsFound {
  const file = join(dataDir, settingsFileName);
  let text: string | null;
  try {
    text = readOrdinary(file, mostBytes);
  } catch (error) {
    if (isMissing(error)) return { type: 'fine', settings: settingsSchema.parse({}, readOnce) };
    return { type: 'unreadable', file, why: codeOf(error) };
  }
  if (text === null) return { type: 'unreadable', file, why: 'no ordinary file of at most 1 MB' };
  const json = parseJson(text);
  if (json === undefined) return { type: 'damaged', file, why: 'it is not valid JSON', readable: null };
  // Of two equal names JSON.parse takes the last, which need not be the one that was meant.
  const ambiguities = ambiguitiesIn(text, settingsDepth);
  const parsed = settingsSchema.safeParse(json, { error: issueInWords, ...readOnce });
  if (parsed.success && ambiguities.length === 0) return { type: 'fine', settings: parsed.data };
  const why = inWords([...ambiguities, ...(parsed.error?.issues ?? [])]);
  return { type: 'damaged', file, why, readable: readableParts(json, ambiguities) };
}

/** The settings of a data folder; defaults where there is no file. Throws DamagedSettings. */
export function readSettings(dataDir: string, stamp: string): Settings {
  const found = lookAtSettings(dataDir);
  switch (found.type) {
    case 'fine':
      return found.settings;
    case 'unreadable':
      throw new DamagedSettings(
        `The settings file ${found.file} cannot be read (${found.why}). Check its permissions.`,
      );
    case 'damaged':
      throw damaged(dataDir, found.file, found.why, found.readable, stamp);
  }
}

function damaged(
  dataDir: string,
  file: string,
  what: string,
  readable: JsonObject | null,
  stamp: string,
): DamagedSettings {
  const copy = `${file}.damaged-${stamp}`;
  rmSync(copy, { force: true });
  copyFileSync(file, copy, constants.COPYFILE_EXCL);
  const saved = readable === null ? null : join(dataDir, `settings.recovered-${stamp}.json`);
  if (saved !== null) writeDurably(saved, `${JSON.stringify(readable, null, 2)}\n`);
  const kept = saved === null ? 'Nothing in it could be read.' : `The parts that could be read were saved in ${saved}.`;
  return new DamagedSettings(
    `The settings file ${file} is damaged: ${what}. A copy was kept as ${copy}. ${kept} ` +
      'Correct the file, or put the saved one in its place, and start again.',
  );
}

/** Each setting by its dotted name, with what is wrong with it. */
export function inWords(issues: readonly (z.core.$ZodIssue | Ambiguity)[]): string {
  return issues
    .flatMap((issue) => {
      const at = issue.path.map(String);
      if (!('keys' in issue)) return [`${at.join('.') || 'the file'} ${issue.message}`];
      return issue.keys.map((key) => `${[...at, key].join('.')} is not the name of a setting`);
    })
    .join('; ');
}

/** Top-level settings that are right by themselves and mean one thing. */
function readableParts(json: Json, ambiguities: readonly Ambiguity[]): JsonObject {
  if (!isJsonObject(json) || ambiguities.some(({ path }) => path.length === 0)) return {};
  const ambiguous = new Set(ambiguities.map(({ path }) => path[0]));
  const shape: { [name: string]: { safeParse(value: unknown): { success: boolean } } } = settingsSchema.shape;
  return Object.fromEntries(
    Object.entries(json).filter(([name, value]) => !ambiguous.has(name) && shape[name]?.safeParse(value).success),
  );
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
