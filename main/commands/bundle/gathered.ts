// What a bundle for support says. Nothing is taken over as it stands: of each source only what is named here, numbers,
// and words that the program itself chose. What somebody typed, and what a gateway said, is nowhere in it.
import { readdirSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#contract/json.ts';
import { crashRecords } from '#host/crashes.ts';
import { freeBytesAt } from '#metrics/disk.ts';
import { lookAtSettings } from '#settings/file.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import type { FolderSummary } from '#store/operations/summary.ts';
import { doctorCommand } from '../doctor/doctor.ts';
import type { Io } from '../io/usage.ts';
import { linesOf } from './log-lines.ts';
import { shownSettings } from './shown-settings.ts';

export interface Gathered {
  readonly at: string;
  readonly program: { readonly [name: string]: string };
  /** By code; the doctor's words name places of this machine. */
  readonly doctor: readonly { readonly code: string; readonly level: string }[];
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Null where the database cannot be read; why, by the error's kind. */
  readonly folder: FolderSummary | null;
  readonly folderProblem: string | null;
  readonly files: readonly (readonly [name: string, bytes: number])[];
  readonly freeBytes: number | null;
  readonly crashes: readonly JsonObject[];
  readonly log: readonly JsonObject[];
}

interface Sources {
  readonly dataDir: string;
  readonly logDir: string;
  readonly io: Io;
  readonly doctorArgs: readonly string[];
}

export async function gathered({ dataDir, logDir, io, doctorArgs }: Sources): Promise<Gathered> {
  const settings = lookAtSettings(dataDir);
  const { folder, problem } = folderOf(dataDir);
  return {
    at: new Date().toISOString(),
    program: {
      version: io.version,
      node: process.version,
      electron: process.versions['electron'] ?? 'none',
      system: `${process.platform} ${process.arch} ${release()}`,
    },
    doctor: await findings(doctorArgs, io),
    settings: settings.type === 'fine' ? shownSettings(settings.settings) : [['settings.json', settings.type]],
    folder,
    folderProblem: problem,
    files: filesIn(dataDir),
    freeBytes: freeBytesAt(dataDir),
    crashes: crashRecords(dataDir).map(crashShown),
    log: linesOf(logDir),
  };
}

async function findings(args: readonly string[], io: Io): Promise<Gathered['doctor']> {
  let said = '';
  await doctorCommand([...args, '--json'], { ...io, stdout: (text) => (said += text) });
  const { findings: all } = JSON.parse(said) as { readonly findings: Gathered['doctor'] };
  return all.map(({ code, level }) => ({ code, level }));
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

/** A record's own members (host/crashes.ts), and no others that somebody may have written into the file. */
function crashShown({
  at = null,
  version = null,
  node = null,
  error = null,
  stack = null,
  underWay = null,
}: JsonObject) {
  return { at, version, node, error, stack, underWay };
}

/** The product's own files: others have names that somebody chose. */
const ownFile = /^(?:tillbridge\.db[\w.-]*|[a-z]+(?:\.[a-z]+)?\.json|bridge\.(?:pid|lock))$/;

function filesIn(dataDir: string): Gathered['files'] {
  try {
    return readdirSync(dataDir)
      .filter((name) => ownFile.test(name))
      .map((name) => [name, statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0]);
  } catch {
    return [];
  }
}
