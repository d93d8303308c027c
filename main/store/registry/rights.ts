// Binds the rows of people and programs, and the lists of both from the office, to the journal's last record about
// each, by a digest that only the folder's key makes. A row that was changed, put back, made or removed by hand does not match that record and gives no rights.
// Without the key the row is still compared with the contents that the record names.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type JsonObject, canonicalJson, isJsonObject, textAt } from '#contract/data/json.ts';
import { type Mode, modes } from '#contract/operation/states.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import { type Head } from '../journal/chain.ts';
import { genesis } from '#core/ports/journal.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { listContent, listProblem, officeLists } from './office-list.ts';
import { rightsRecords } from '../schema/rights-table.ts';
import { KeyMissing, type Seal } from '../database/seal.ts';
import { allRows, oneRow } from '../database/sql.ts';

type RowKind = 'operator' | 'client';

export type RightsKind = RowKind | 'office';

export interface RightsProblem {
  readonly kind: RightsKind;
  readonly id: string;
  /** The record that the row does not match, or null where there is none. */
  readonly seq: number | null;
  readonly what: string;
}

/** The columns of a row that give rights. */
type Content = { readonly [column: string]: string | number | null };

export interface Rights {
  /** Whether this folder's rows are bound, as they are since the first start with a program that binds them. */
  areBound(): boolean;
  /** Binds all rows as they are; once in the life of a folder. */
  bind(atMs: number): void;
  /** The row's value of `rights`, and the record with its digest. Call it in the transaction that writes both. */
  give(kind: RightsKind, content: Content, entry: JournalEntry): { readonly mark: string | null; entry: JournalEntry };
  problems(kind: RightsKind): readonly RightsProblem[];
  /** Whether the row matches its record. */
  agrees(kind: RightsKind, id: string): boolean;
  /** Data of the journal's last record about a person or program, also where the row is gone or not believed. */
  lastOf(kind: RightsKind, id: string): JsonObject | null;
  /** A person switched this program of the office off here, and no one has let it in since. */
  isSwitchedOff(id: string): boolean;
  /** The time of the journal's first record about a person or program, ISO 8601, or null. */
  knownSince(kind: RightsKind, id: string): string | null;
  /** Notes the mode in which rights are given from now on, where it changed. Needs the seal. */
  enter(mode: Mode, atMs: number): void;
  /** Ids of those whose rights were last given while the folder was in training or at a test gateway. */
  practised(kind: RightsKind): readonly string[];
  /** Call it after a change by this program, which `data_version` does not show. */
  forget(): void;
}

interface Told {
  readonly seq: number;
  readonly type: string;
  readonly data: JsonObject;
  /** Time of the first record about them. */
  readonly since: string;
  /** The mode when the record was written; null before the first note of a mode. */
  readonly mode: Mode | null;
}

interface Known {
  readonly bound: boolean;
  /** Each one's last record, by id. */
  readonly told: ReadonlyMap<string, Told>;
  /** Programs whose access a person of the till revoked last. */
  readonly off: ReadonlySet<string>;
  readonly problems: readonly RightsProblem[];
  readonly wrong: ReadonlySet<string>;
  /** The first mode noted, which also holds for rights given before it; `mode` is the last one. */
  readonly firstMode: Mode | null;
  readonly mode: Mode | null;
}

type Row = Content & { readonly rights: string | null; readonly revoked_at?: string | null };

export const rightsKinds = ['operator', 'client', 'office'] as const satisfies readonly RightsKind[];

const boundRecord = 'rights-bound';
const operatorColumns = 'id, name, role, active, pin_hash';
const clientColumns = 'id, name, scopes, origin, options, token_hash';

/** `seal`: null where the key is not at hand. */
export function createRights(db: DatabaseSync, append: AppendToJournal, seal: Seal | null): Rights {
  const head = db.prepare('SELECT seq, hash FROM journal_head');
  const mark = {
    operator: db.prepare('UPDATE operators SET rights = ? WHERE id = ?'),
    client: db.prepare('UPDATE clients SET rights = ? WHERE id = ?'),
  };
  const version = db.prepare('PRAGMA data_version');
  // Kept by kind: where the rows of programs cannot be read, those of people can.
  const known = new Map<RightsKind, Known>();
  let knownVersion = -1;

  const look = (kind: RightsKind): Known => {
    const now = oneRow<{ data_version: number }>(version)?.data_version ?? -1;
    if (now !== knownVersion) known.clear();
    knownVersion = now;
    const found = known.get(kind) ?? lookAt(db, kind, seal);
    known.set(kind, found);
    return found;
  };
  const give: Rights['give'] = (kind, content, entry) => {
    known.clear();
    if (seal === null) {
      if (look(kind).bound)
        throw new KeyMissing('the key of the data folder is not at hand, and rights are given with it');
      return { mark: null, entry };
    }
    const { seq, rights } = sealedNext(seal, kind, content);
    return { mark: `${seq}:${rights.digest}`, entry: { ...entry, data: { ...entry.data, rights } } };
  };
  const sealedNext = (by: Seal, kind: RightsKind | 'mode', content: Content) => {
    const seq = (oneRow<Head>(head) ?? genesis).seq + 1;
    const contents = contentsOf(content);
    return { seq, rights: { contents, digest: digestOf(by, kind, contents, seq) } };
  };
  return {
    areBound: () => look('operator').bound,
    bind(atMs) {
      const of = (kind: RowKind, row: Row) => {
        const id = String(row['id']);
        const { pin_hash: _, token_hash: __, rights: ___, revoked_at: ____, ...shown } = row;
        const data = { ...(shown as JsonObject), kind, id };
        const given = give(kind, contentOf(kind, row), { type: boundRecord, operationId: null, atMs, data });
        append(given.entry);
        mark[kind].run(given.mark, id);
      };
      for (const row of rowsOf(db, 'operator')) of('operator', row);
      for (const row of rowsOf(db, 'client')) if (row.revoked_at === null) of('client', row);
      append({ type: boundRecord, operationId: null, atMs, data: { kind: 'folder', id: '' } });
      known.clear();
    },
    give,
    problems: (kind) => look(kind).problems,
    agrees: (kind, id) => !look(kind).wrong.has(id),
    lastOf: (kind, id) => look(kind).told.get(id)?.data ?? null,
    isSwitchedOff: (id) => look('client').off.has(id),
    knownSince: (kind, id) => look(kind).told.get(id)?.since ?? null,
    enter(mode, atMs) {
      if (look('client').mode === mode) return;
      if (seal === null) throw new KeyMissing('the key of the data folder is not at hand, and a mode is noted with it');
      const { rights } = sealedNext(seal, 'mode', { mode });
      append({ type: boundRecord, operationId: null, atMs, data: { kind: 'mode', id: '', mode, rights } });
      known.clear();
    },
    practised(kind) {
      const { told, firstMode } = look(kind);
      const isLive = (mode: Mode | null) => (mode ?? firstMode ?? 'live') === 'live';
      return [...told].flatMap(([id, { type, mode }]) => (type === 'client-revoked' || isLive(mode) ? [] : [id]));
    },
    forget: () => known.clear(),
  };
}

/** For a verifier, over a connection of its own. */
export function rightsProblems(db: DatabaseSync, seal: Seal | null): readonly RightsProblem[] {
  return rightsKinds.flatMap((kind) => lookAt(db, kind, seal).problems);
}

function rowsOf(db: DatabaseSync, kind: RowKind): Row[] {
  const sql =
    kind === 'operator'
      ? `SELECT ${operatorColumns}, rights FROM operators ORDER BY id`
      : `SELECT ${clientColumns}, rights, revoked_at FROM clients ORDER BY id`;
  return allRows<Row>(db.prepare(sql));
}

function lookAt(db: DatabaseSync, kind: RightsKind, seal: Seal | null): Known {
  const told = new Map<string, Told>();
  const off = new Set<string>();
  let bound = false;
  let firstMode: Mode | null = null;
  let mode: Mode | null = null;
  const records = db.prepare(`SELECT seq, at, type, data FROM journal WHERE ${rightsRecords} ORDER BY seq`);
  type Record = { readonly seq: number; readonly at: string; readonly type: string; readonly data: string };
  for (const { seq, at, type, data } of allRows<Record>(records)) {
    const parsed = parsedOr(data, {});
    const about = type === boundRecord ? textAt(parsed, 'kind') : type.split('-')[0];
    if (about === 'folder') bound = true;
    const id = textAt(parsed, 'id') ?? '';
    if (about === 'mode') mode = notedMode(parsed, seq, seal) ?? mode;
    firstMode ??= mode;
    // Any number that somebody appends must not become the till's.
    if (kind === 'office' && about === kind && !isOwnList(parsed, seq, seal)) continue;
    // Only a record that the folder's key made lets it in again.
    if (kind === 'client' && type === 'client-revoked' && parsed['fromOffice'] !== true) off.add(id);
    else if (kind === 'client' && about === kind && isGiven(parsed, seq, seal)) off.delete(id);
    if (about === kind) told.set(id, { seq, type, data: parsed, since: told.get(id)?.since ?? at, mode });
  }
  if (!bound) return { bound, told, off, problems: [], wrong: new Set(), firstMode, mode };
  if (kind === 'office') return { bound, told, off, ...ofLists(db, told), firstMode, mode };
  const problems: RightsProblem[] = [];
  const seen = new Set<string>();
  for (const row of rowsOf(db, kind)) {
    const id = String(row['id']);
    seen.add(id);
    const last = told.get(id) ?? null;
    const what = disagreement(kind, row, last, seal);
    if (what !== null) problems.push({ kind, id, seq: last?.seq ?? null, what: `the row of ${kind} ${id} ${what}` });
  }
  for (const [id, { seq }] of told) {
    if (seen.has(id)) continue;
    problems.push({ kind, id, seq, what: `record ${seq} tells of ${kind} ${id}, whose row was taken away` });
  }
  return { bound, told, off, problems, wrong: new Set(problems.map(({ id }) => id)), firstMode, mode };
}

function ofLists(db: DatabaseSync, told: Known['told']): Pick<Known, 'problems' | 'wrong'> {
  const problems = officeLists.flatMap((id): RightsProblem[] => {
    const last = told.get(id);
    const what = last === undefined ? null : listProblem(db, id, last.data, last.seq);
    return last === undefined || what === null ? [] : [{ kind: 'office', id, seq: last.seq, what }];
  });
  return { problems, wrong: new Set(problems.map(({ id }) => id)) };
}

/** Whether a record gives a program access. */
function isGiven(data: JsonObject, seq: number, seal: Seal | null): boolean {
  const rights = isJsonObject(data['rights']) ? data['rights'] : {};
  const [contents, digest] = [textAt(rights, 'contents'), textAt(rights, 'digest')];
  if (contents === null || digest === null) return false;
  return seal === null || digestOf(seal, 'client', contents, seq) === digest;
}

function isOwnList(data: JsonObject, seq: number, seal: Seal | null): boolean {
  if (seal === null) return true;
  const digest = isJsonObject(data['rights']) ? textAt(data['rights'], 'digest') : null;
  return digest === digestOf(seal, 'office', contentsOf({ ...listContent(data) }), seq);
}

/** Null where the record was not made with the folder's key. */
function notedMode(data: JsonObject, seq: number, seal: Seal | null): Mode | null {
  const mode = modes.find((each) => each === data['mode']) ?? null;
  const digest = isJsonObject(data['rights']) ? textAt(data['rights'], 'digest') : null;
  if (mode === null || seal === null) return mode;
  return digest === digestOf(seal, 'mode', contentsOf({ mode }), seq) ? mode : null;
}

/** The problem of a row, in words, or null. */
function disagreement(kind: RowKind, row: Row, last: Told | null, seal: Seal | null): string | null {
  if (last === null) return 'was made by hand: no record tells of it';
  const { seq, type, data } = last;
  if (type === 'client-revoked') {
    return row.revoked_at === null ? `was changed: record ${seq} says that it was revoked` : null;
  }
  const rights = data['rights'];
  // A program revoked before the rows were bound has a record of an older program, without `rights`.
  const contents = isJsonObject(rights) ? textAt(rights, 'contents') : null;
  const digest = isJsonObject(rights) ? textAt(rights, 'digest') : null;
  if (contents === null || digest === null) return `was changed: record ${seq} was not made with the folder's key`;
  if (row.rights !== `${seq}:${digest}`) return `is not the one that record ${seq} tells of`;
  if (contentsOf(contentOf(kind, row)) !== contents) return `was changed: record ${seq} says something else`;
  if (seal === null || digestOf(seal, kind, contents, seq) === digest) return null;
  return `was changed: record ${seq} was not made with the folder's key`;
}

function contentOf(kind: RowKind, row: Row): Content {
  const columns = (kind === 'operator' ? operatorColumns : clientColumns).split(', ');
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/**
 * Needs no key: token hashes come from random tokens and PIN hashes are keyed, so the digest cannot be guessed from.
 */
function contentsOf(content: Content): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** Covers the record's number, so that a copy of an older record at a new place does not match. */
function digestOf(seal: Seal, kind: RightsKind | 'mode', contents: string, seq: number): string {
  return seal.digest(canonicalJson({ kind, contents, seq }), 'rights');
}

function parsedOr(text: string, otherwise: JsonObject): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}
