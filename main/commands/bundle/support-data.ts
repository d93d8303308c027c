// What a bundle for support says. Nothing is taken over as it stands: of each source only what is named here, numbers,
// and words that the program itself chose. What somebody typed, and what a gateway said, is nowhere in it.
import { readdirSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { crashRecords } from '#host/crashes.ts';
import { freeBytesAt } from '#store/disk-room.ts';
import { lookAtSettings } from '#settings/file.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import type { FolderSummary } from '#store/operations/summary.ts';
import type { Finding } from '../doctor/finding.ts';
import { isPlace, linesOf, shownFacts } from './log-lines.ts';
import { shownSettings } from './shown-settings.ts';

export interface SupportData {
  readonly at: string;
  readonly program: { readonly [name: string]: string };
  /** By code; the doctor's words name places of this machine. */
  readonly doctor: readonly { readonly code: string; readonly level: string }[];
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Null where the database cannot be read; why, by the error's kind. */
  readonly folder: FolderSummary | null;
  readonly folderProblem: string | null;
  readonly files: readonly (readonly [name: string, bytes: number])[];
  /** Null where the folder cannot be looked at. */
  readonly freeBytes: number | null;
  readonly crashes: readonly JsonObject[];
  readonly log: readonly JsonObject[];
}

interface Sources {
  readonly dataDir: string;
  readonly logDir: string;
  readonly version: string;
  readonly findings: readonly Finding[];
}

export function supportDataOf({ dataDir, logDir, version, findings }: Sources): SupportData {
  const settings = lookAtSettings(dataDir);
  const { folder, problem } = folderOf(dataDir);
  return {
    at: new Date().toISOString(),
    program: {
      version,
      node: process.version,
      electron: process.versions['electron'] ?? 'none',
      system: `${process.platform} ${process.arch} ${release()}`,
    },
    doctor: findings.map(({ code, level }) => ({ code, level })),
    settings: settings.type === 'fine' ? shownSettings(settings.settings) : [['settings.json', settings.type]],
    folder,
    folderProblem: problem,
    files: filesIn(dataDir),
    freeBytes: freeBytesIn(dataDir),
    crashes: crashRecords(dataDir).map(crashShown),
    log: linesOf(logDir),
  };
}

function folderOf(dataDir: string): { readonly folder: FolderSummary | null; readonly problem: string | null } {
  try {
    const opened = openJournal(dataDir, Date.now);
    try {
      return { folder: opened.summary(), problem: null };
    } finally {
      opened.close();
    }
  } catch (error) {
    return { folder: null, problem: error instanceof Error ? error.name : 'unknown' };
  }
}

/** The members that host/crashes.ts writes, as far as they are what it writes; a user of the folder can write others. */
function crashShown({
  at = null,
  version = null,
  node = null,
  error = null,
  stack = null,
  underWay = null,
}: JsonObject): JsonObject {
  const places = Array.isArray(stack) ? stack.filter(isPlace) : [];
  const facts = { ...shownFacts({ at, version, node, error }), stack: places };
  if (!isJsonObject(underWay)) return { ...facts, underWay: null };
  const { operations = null, ...state } = underWay;
  return {
    ...facts,
    underWay: { ...shownFacts(state), operations: isJsonObject(operations) ? shownFacts(operations) : null },
  };
}

function freeBytesIn(dataDir: string): number | null {
  try {
    return freeBytesAt(dataDir);
  } catch {
    return null;
  }
}

/** Names of the product's own files; the names of others are a person's choice and are left out. */
const ownFile =
  /^(?:(?:tillbridge\.db|settings\.json)(?:\.damaged-[\dTZ-]{1,32})?|tillbridge\.db(?:-wal|-shm|-journal|\.doubt)|(?:key|vault|folder|moved|backups|bridge\.control)\.json|bridge\.(?:pid|lock))$/;

function filesIn(dataDir: string): SupportData['files'] {
  try {
    return readdirSync(dataDir)
      .filter((name) => ownFile.test(name))
      .map((name) => [name, statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0]);
  } catch {
    return [];
  }
}
