// The paired programs. Giving and revoking access is journalled (which program, which scopes; never a token or its
// hash) in the same transaction. The time of the last use is only information: it is queued with other commits.
import type { JournalRecordType } from '#contract/data/journal-records.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { Scope } from '#contract/programs/scopes.ts';
import { type Client, type ClientOptions, patchedClient, plainClientOptions } from '#contract/programs/client.ts';
import { textAt } from '#contract/data/json.ts';
import { type Person, isFromOffice } from '#contract/people/people.ts';
import type { ClientRegistry, OfficeClientChange, OfficeClientRows } from '#core/ports/clients.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { Commits } from '../database/commits.ts';
import { DamagedRow } from '../database/errors.ts';
import type { AppendToJournal } from '../journal/journal.ts';
import { keepOfficeList } from './kept-list.ts';
import type { Rights } from './rights.ts';
import { allRows, oneRow } from '../database/sql.ts';

interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string;
  readonly origin: string | null;
  readonly options: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

const columns = 'id, name, scopes, origin, options, created_at, last_used_at, revoked_at';
const touchEveryMs = 60_000;

export function createClients(
  db: DatabaseSync,
  commits: Commits,
  append: AppendToJournal,
  rights: Rights,
): ClientRegistry & OfficeClientRows {
  const insert = db.prepare(
    `INSERT INTO clients (${columns}, token_hash, rights) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byHash = db.prepare(`SELECT ${columns} FROM clients WHERE token_hash = ?`);
  const byId = db.prepare(`SELECT ${columns} FROM clients WHERE id = ?`);
  const all = db.prepare(`SELECT ${columns} FROM clients ORDER BY created_at, id`);
  const hashOf = db.prepare('SELECT token_hash FROM clients WHERE id = ?');
  const change = db.prepare('UPDATE clients SET scopes = ?, options = ?, rights = ? WHERE id = ?');
  const renew = db.prepare('UPDATE clients SET token_hash = ?, rights = ? WHERE id = ?');
  const revoke = db.prepare('UPDATE clients SET revoked_at = ? WHERE id = ?');
  const give = db.prepare(`
    INSERT INTO clients (${columns}, token_hash, rights) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, scopes = excluded.scopes, origin = excluded.origin,
      options = excluded.options, revoked_at = NULL, token_hash = excluded.token_hash, rights = excluded.rights`);
  const takeToken = db.prepare('UPDATE clients SET token_hash = ?, revoked_at = ? WHERE id = ?');
  const holder = db.prepare('SELECT id FROM clients WHERE token_hash = ?');
  const list = keepOfficeList(db, append, rights, 'programs');
  const touch = db.prepare('UPDATE clients SET last_used_at = ? WHERE id = ?');
  const touchedMs = new Map<string, number>();
  const remembered = rememberUntilChanged(db);

  const entryOf = (
    type: JournalRecordType,
    at: string,
    client: Client,
    by: Person | null = null,
    request?: string,
  ): JournalEntry => {
    const { id, name, scopes, origin, options } = client;
    const data = {
      id,
      name,
      scopes: [...scopes],
      origin,
      options: { ...options },
      ...(by === null ? {} : { by: { id: by.id, name: by.name, role: by.role } }),
      ...(request === undefined ? {} : { request }),
    };
    return { type, operationId: null, atMs: Date.parse(at), data };
  };
  const contentOf = ({ id, name, origin }: Client, scopes: string, options: string, tokenHash: string) => {
    return { id, name, scopes, origin, options, token_hash: tokenHash };
  };

  /** Null also where the row is not believed: none of its fields may be used. */
  const believed = (row: ClientRow | null): Client | null =>
    row === null || !rights.agrees('client', row.id) ? null : withOff(wholeClient(row));
  const withOff = (client: Client): Client =>
    isFromOffice(client.id) && client.revokedAt !== null && rights.isSwitchedOff(client.id)
      ? { ...client, switchedOff: true }
      : client;
  const known = (id: string) => remembered.one(`id ${id}`, () => believed(oneRow(byId, id)));

  /** The list keeps a program whose row is not believed, so that it can be revoked. Its token permits nothing. */
  const shown = (row: ClientRow): Client => believed(row) ?? doubtedClient(row);
  /**
   * A client whose row was removed, as the journal knows it. It can be revoked, and stays revoked if the row comes
   * back.
   */
  const gone = (id: string): Client | null => {
    const [told, since] = [rights.lastOf('client', id), rights.knownSince('client', id)];
    if (told === null || since === null || rights.agrees('client', id) || oneRow(byId, id) !== null) return null;
    const origin = textAt(told, 'origin');
    return { ...nothingKnown, id, name: textAt(told, 'name') ?? id, origin, createdAt: since };
  };
  const allShown = (): Client[] => {
    const lost = rights.problems('client').flatMap(({ id }) => gone(id) ?? []);
    return [...allRows<ClientRow>(all).map(shown), ...lost];
  };
  const forget = () => {
    remembered.forget();
    rights.forget();
  };

  const saveOffice = ({ client, tokenHash, by, request }: OfficeClientChange, at: string): void => {
    const { id, name, origin, createdAt } = client;
    const isThere = oneRow<ClientRow>(byId, id) !== null;
    const type = tokenHash === null ? 'client-revoked' : isThere ? 'client-changed' : 'client-added';
    const plain = entryOf(type, at, client, by, request);
    const entry = { ...plain, data: { ...plain.data, fromOffice: true } };
    if (tokenHash === null) {
      if (!isThere) insert.run(id, name, '[]', origin, '{}', createdAt, null, null, `lost ${id}`, null);
      // No hash, so no token matches the row, and another program may have the token.
      takeToken.run(`lost ${id}`, at, id);
      append(entry);
    } else {
      const [scopesText, optionsText] = [JSON.stringify(client.scopes), JSON.stringify(client.options)];
      const given = rights.give('client', contentOf(client, scopesText, optionsText, tokenHash), entry);
      give.run(id, name, scopesText, origin, optionsText, createdAt, null, null, tokenHash, given.mark);
      append(given.entry);
    }
    forget();
  };

  return {
    saveOffice: (kept, changes, atMs) =>
      commits.now(() => {
        const at = new Date(atMs).toISOString();
        for (const each of changes) saveOffice(each, at);
        if (kept !== null) list.keep(kept.sealed, kept.of, atMs);
      }),
    officeKept: () => commits.read(() => list.kept()),
    holderOf: (tokenHash) => commits.read(() => oneRow<{ id: string }>(holder, tokenHash)?.id ?? null),
    isSwitchedOff: (id) => commits.read(() => rights.isSwitchedOff(id)),
    add(client, tokenHash, by, request) {
      const { id, name, scopes, origin, options, createdAt, lastUsedAt, revokedAt } = client;
      commits.now(() => {
        const [scopesText, optionsText] = [JSON.stringify(scopes), JSON.stringify(options)];
        const content = contentOf(client, scopesText, optionsText, tokenHash);
        const { mark, entry } = rights.give('client', content, entryOf('client-added', createdAt, client, by, request));
        const times = [createdAt, lastUsedAt, revokedAt];
        insert.run(id, name, scopesText, origin, optionsText, ...times, tokenHash, mark);
        append(entry);
        forget();
      });
    },
    byTokenHash: (tokenHash) =>
      commits.read(() => remembered.one(`hash ${tokenHash}`, () => believed(oneRow(byHash, tokenHash)))),
    list: () => commits.read(() => [...remembered.list(allShown)]),
    byId: (id) => commits.read(() => known(id)),
    nameOf: (id) => commits.read(() => known(id)?.name ?? null),
    revoke: (id, atIso, by, request) =>
      commits.now(() => {
        const row = oneRow<ClientRow>(byId, id);
        const client = row === null ? gone(id) : shown(row);
        if (client === null) return false;
        const { name, origin, createdAt, revokedAt } = client;
        if (revokedAt !== null) return true;
        // `lost ...` is no hash, so no token matches this row.
        if (row === null) insert.run(id, name, '[]', origin, '{}', createdAt, null, null, `lost ${id}`, null);
        // Scopes and options of a row that is not believed are emptied, so that they are never used.
        else if (client.believed === false) change.run('[]', '{}', null, id);
        revoke.run(atIso, id);
        append(entryOf('client-revoked', atIso, client, by, request));
        forget();
        return true;
      }),
    change: (id, patch, atIso, by, request) =>
      commits.now(() => {
        const client = believed(oneRow(byId, id));
        if (client === null || client.revokedAt !== null) return null;
        const changed = patchedClient(client, patch);
        const [scopes, options] = [JSON.stringify(changed.scopes), JSON.stringify(changed.options)];
        const tokenHash = oneRow<{ token_hash: string }>(hashOf, id)?.token_hash ?? '';
        const content = contentOf(changed, scopes, options, tokenHash);
        const { mark, entry } = rights.give('client', content, entryOf('client-changed', atIso, changed, by, request));
        change.run(scopes, options, mark, id);
        append(entry);
        forget();
        return changed;
      }),
    renew: (id, tokenHash, atIso, by, request) =>
      commits.now(() => {
        const client = believed(oneRow(byId, id));
        if (client === null || client.revokedAt !== null) return null;
        const [scopes, options] = [JSON.stringify(client.scopes), JSON.stringify(client.options)];
        const changed = entryOf('client-changed', atIso, client, by, request);
        const renewed = { ...changed, data: { ...changed.data, token: 'renewed' } };
        const { mark, entry } = rights.give('client', contentOf(client, scopes, options, tokenHash), renewed);
        renew.run(tokenHash, mark, id);
        append(entry);
        forget();
        return client;
      }),
    touch(id, atIso) {
      const atMs = Date.parse(atIso);
      if (atMs - (touchedMs.get(id) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return;
      touchedMs.set(id, atMs);
      // The store reports a failed disk itself, and no caller waits for this note.
      const noted = commits.queue(() => {
        touch.run(atIso, id);
        remembered.forget();
      });
      noted.catch(() => undefined);
    },
  };
}

interface Remembered {
  /** Null is not remembered: made-up tokens must not fill the memory. */
  one(name: string, read: () => Client | null): Client | null;
  list(read: () => readonly Client[]): readonly Client[];
  /** Call it after a change by this program, which `data_version` does not show. */
  forget(): void;
}

/**
 * Clients are read with every request and rarely change. A client that was read is remembered until another program
 * commits (a command that revokes a token): `data_version` shows that, at a third of the cost of reading again.
 */
function rememberUntilChanged(db: DatabaseSync): Remembered {
  const dataVersion = db.prepare('PRAGMA data_version');
  const clients = new Map<string, Client>();
  let list: readonly Client[] | null = null;
  let version = -1;
  const forget = () => {
    clients.clear();
    list = null;
  };
  const check = () => {
    const now = oneRow<{ data_version: number }>(dataVersion)?.data_version ?? -1;
    if (now !== version) forget();
    version = now;
  };
  return {
    forget,
    one(name, read) {
      check();
      const found = clients.get(name) ?? read();
      if (found !== null) clients.set(name, found);
      return found;
    },
    list(read) {
      check();
      list ??= read();
      return list;
    },
  };
}

const nothingKnown = {
  scopes: [],
  options: plainClientOptions,
  lastUsedAt: null,
  revokedAt: null,
  believed: false,
} as const;

/** Reads no scopes, options or revocation from a row that is not believed; the journal says whether it was revoked. */
function doubtedClient({ id, name, origin, created_at: createdAt, last_used_at: lastUsedAt }: ClientRow): Client {
  return { ...nothingKnown, id, name, origin, createdAt, lastUsedAt };
}

function wholeClient(row: ClientRow): Client {
  return {
    id: row.id,
    name: row.name,
    scopes: written<Scope[]>(row, 'scopes'),
    origin: row.origin,
    // Rows of an older program lack newer options.
    options: { ...plainClientOptions, ...written<Partial<ClientOptions>>(row, 'options') },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

function written<T>(row: ClientRow, column: 'scopes' | 'options'): T {
  try {
    return JSON.parse(row[column]) as T;
  } catch (error) {
    throw new DamagedRow(`the ${column} of client ${row.id} are not what was written`, { cause: error });
  }
}
