// Tokens for the loopback API, from the command line. A token is shown once, when it is made; only its hash is kept.
import { randomUUID } from 'node:crypto';
import { createClient } from '#loopback/tokens.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { type Io, UsageError, dataDirOf, readOptions, required } from './usage.ts';

export async function tokenCommand(args: readonly string[], io: Io): Promise<number> {
  const [action, ...rest] = args;
  switch (action) {
    case 'create':
      return create(rest, io);
    case 'list':
      return list(rest, io);
    case 'revoke':
      return revoke(rest, io);
    case undefined:
    default:
      throw new UsageError('token needs create, list or revoke');
  }
}

function create(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    origin: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const name = required(options.name, '--name');
  const scopes = required(options.scopes, '--scopes')
    .split(',')
    .map((scope) => scope.trim());
  // The first token may be made before the first start.
  const opened = openClients(dataDir, false);
  try {
    const wish = { name, scopes, ...(options.origin === undefined ? {} : { origin: options.origin }) };
    const made = createClient(opened.clients, { ...wish, nowIso: new Date().toISOString(), newId: randomUUID });
    if ('problem' in made) throw new UsageError(made.problem);
    io.stderr(`Client ${made.client.id} may: ${made.client.scopes.join(', ')}. The token is shown this once.\n`);
    io.stdout(`${made.token}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

function list(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' } });
  const opened = openClients(dataDirOf(options['data-dir']), true);
  try {
    for (const client of opened.clients.list()) io.stdout(`${JSON.stringify(client)}\n`);
    return 0;
  } finally {
    opened.close();
  }
}

function revoke(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    name: { type: 'string' },
  });
  const { id, name } = options;
  if ((id === undefined) === (name === undefined))
    throw new UsageError('token revoke needs --id or --name, one of them');
  const opened = openClients(dataDirOf(options['data-dir']), true);
  try {
    const meant = opened.clients.list().filter((each) => (id === undefined ? each.name === name : each.id === id));
    if (meant.length === 0) throw new UsageError(`there is no client ${id ?? name ?? ''}`);
    for (const client of meant) {
      opened.clients.revoke(client.id, new Date().toISOString());
      io.stdout(`${client.id}\n`);
    }
    return 0;
  } finally {
    opened.close();
  }
}

/** Clients hold nothing sealed, so no key is needed; the folder is not locked, a bridge may be running on it. */
function openClients(dataDir: string, mustExist: boolean): OpenedStore {
  return openStore({ dataDir, seal: null, now: Date.now, use: 'command', mustExist });
}
