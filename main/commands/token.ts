// Tokens for the loopback API, from the command line. A token is shown once, when it is made; only its hash is kept.
import { randomUUID } from 'node:crypto';
import { type ClientOptions, plainClientOptions } from '#contract/client.ts';
import { clientOptionsSchema } from '#contract/client-options.ts';
import { namesakeIn } from '#contract/look-alike.ts';
import { createClient, readScopes } from '#loopback/tokens.ts';
import { type OpenedStore, openStore } from '#store/open.ts';
import { policyClients } from '#settings/policy-client.ts';
import { type ItPolicy, lockedRefundsPerDay, policyPlaces, readPolicy } from '#settings/policy.ts';
import { sealAtHand } from './open-with-key.ts';
import { StartProblem } from './problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber, withActions } from './usage.ts';

export const tokenCommand = withActions('token', { create, list, change, revoke });

function create(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    origin: { type: 'string' },
    'partial-approvals': { type: 'boolean' },
    'same-name': { type: 'boolean' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const name = required(options.name, '--name');
  const scopes = listed(options.scopes);
  const policy = policyOf(options.policy, io);
  // The first token may be made before the first start.
  const opened = openToGrant(dataDir, false, io);
  try {
    const others = [...policyClients(policy), ...opened.clients.list()].filter(({ revokedAt }) => revokedAt === null);
    assertOwnName(name, others, options['same-name'] ?? false, io);
    const granted = { ...plainClientOptions, partialApprovals: options['partial-approvals'] ?? false };
    const wish = {
      name,
      scopes,
      options: granted,
      ...(options.origin === undefined ? {} : { origin: options.origin }),
    };
    const made = createClient(opened.clients, { ...wish, nowIso: new Date().toISOString(), newId: randomUUID });
    if ('problem' in made) throw new UsageError(made.problem);
    io.stderr(`Client ${made.client.id} may: ${made.client.scopes.join(', ')}. The token is shown this once.\n`);
    io.stdout(`${made.token}\n`);
    sayLocked(policy, io);
    return 0;
  } finally {
    opened.close();
  }
}

/** Of two programs with one name nobody can tell which is meant; one who took the name of another is trusted like it. */
function assertOwnName(name: string, others: readonly Named[], isMeant: boolean, io: Io): void {
  const names = others.map((each) => each.name);
  const like = namesakeIn(names, name);
  if (like === null) return;
  const quoted = JSON.stringify(like.name);
  const words =
    like.type === 'same'
      ? `a program named ${quoted} has access already`
      : `${JSON.stringify(name)} looks like ${quoted}, a program that has access already`;
  if (!isMeant) throw new StartProblem(`${words}. Choose another name, or add --same-name. No token was made.`);
  io.stderr(`bridge: ${words}.\n`);
}

function list(args: readonly string[], io: Io): number {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, policy: { type: 'string' } });
  const policy = policyOf(options.policy, io);
  const opened = openClients(dataDirOf(options['data-dir']), true);
  try {
    const managed = policyClients(policy);
    for (const client of [...managed, ...opened.clients.list()]) io.stdout(`${JSON.stringify(client)}\n`);
    if (managed.length > 0) {
      io.stderr(
        `Those that are "managed" come from the policy ${policy?.file}, as it is now: the bridge read it at its start. ` +
          'When they were used last is not stored; the window shows it.\n',
      );
    }
    sayLocked(policy, io);
    return 0;
  } finally {
    opened.close();
  }
}

/** Other scopes and options for a client whose token stays. An option that is not given stays as it is. */
function change(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    scopes: { type: 'string' },
    'refunds-per-day': { type: 'string' },
    'waits-offline': { type: 'string' },
    'partial-approvals': { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = required(options.id, '--id');
  const wanted = readScopes(listed(options.scopes));
  if ('problem' in wanted) throw new UsageError(wanted.problem);
  const patch = {
    scopes: wanted.scopes,
    options: optionsOf(options['refunds-per-day'], options['waits-offline'], options['partial-approvals']),
  };
  const policy = policyOf(options.policy, io);
  const opened = openToGrant(dataDir, true, io);
  try {
    const client = opened.clients.change(id, patch, new Date().toISOString());
    if (client === null && sayManaged(policy, (each) => each.id === id, io)) return 1;
    if (client === null) throw new UsageError(`there is no client ${id}, or its token was revoked`);
    io.stdout(`${JSON.stringify(client)}\n`);
    sayLocked(policy, io);
    return 0;
  } finally {
    opened.close();
  }
}

function optionsOf(
  refundsPerDay: string | undefined,
  waitsOffline: string | undefined,
  partialApprovals: string | undefined,
): Partial<ClientOptions> {
  const most = clientOptionsSchema.shape.refundsPerDayMinor.unwrap().maxValue ?? Number.MAX_SAFE_INTEGER;
  const unlimited = refundsPerDay === 'none';
  const limit = unlimited ? null : wholeNumber(refundsPerDay, '--refunds-per-day', most);
  return {
    ...(limit === undefined ? {} : { refundsPerDayMinor: limit }),
    ...(waitsOffline === undefined ? {} : { waitsOffline: yesOrNo(waitsOffline, '--waits-offline') }),
    ...(partialApprovals === undefined ? {} : { partialApprovals: yesOrNo(partialApprovals, '--partial-approvals') }),
  };
}

function yesOrNo(value: string, option: string): boolean {
  if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true or false`);
  return value === 'true';
}

/** The policy that `serve` reads when it is started in the same way. */
function policyOf(given: string | undefined, { environment }: Io): ItPolicy | null {
  return readPolicy({
    given: given ?? environment['TILLBRIDGE_POLICY'],
    ...policyPlaces(process.platform, environment),
  });
}

/** A limit that a client has of its own is stored as it is; whoever sets it must know that less may count. */
function sayLocked(policy: ItPolicy | null, io: Io): void {
  const most = lockedRefundsPerDay(policy);
  if (policy === null || most === null) return;
  io.stderr(
    `The policy ${policy.file} locks the refunds of every client at ${most} a day (minor units of the shop's currency): ` +
      'of that and the limit of its own, the lower one counts.\n',
  );
}

/** Whether the policy names such a client; then it is said that the file has to be changed. */
function sayManaged(policy: ItPolicy | null, isMeant: (client: Named) => boolean, io: Io): boolean {
  const meant = policyClients(policy).filter(isMeant);
  for (const { id, name, policy: file } of meant) {
    io.stderr(
      `bridge: the client ${id} (${name}) comes from the policy ${file}: it is changed or taken away there, ` +
        'and that counts from the next start of the bridge.\n',
    );
  }
  return meant.length > 0;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function listed(scopes: string | undefined): string[] {
  return required(scopes, '--scopes')
    .split(',')
    .map((scope) => scope.trim());
}

function revoke(args: readonly string[], io: Io): number {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    name: { type: 'string' },
    policy: { type: 'string' },
  });
  const { id, name } = options;
  if ((id === undefined) === (name === undefined))
    throw new UsageError('token revoke needs --id or --name, one of them');
  const opened = openClients(dataDirOf(options['data-dir']), true);
  try {
    const isMeant = (each: Named) => (id === undefined ? each.name === name : each.id === id);
    const meant = opened.clients.list().filter(isMeant);
    for (const client of meant) {
      opened.clients.revoke(client.id, new Date().toISOString());
      io.stdout(`${client.id}\n`);
    }
    // Read only now: a policy that is broken must not keep a token from being revoked.
    const policyNames =
      (meant.length === 0 || name !== undefined) && sayManaged(policyOf(options.policy, io), isMeant, io);
    if (meant.length === 0 && !policyNames) throw new UsageError(`there is no client ${id ?? name ?? ''}`);
    if (meant.length === 0) return 1;
    io.stderr(
      'What it asked for and still waits is sent all the same: "bridge operation list --client ID" shows it, and ' +
        '"bridge operation cancel --client ID" takes it back.\n',
    );
    return policyNames ? 1 : 0;
  } finally {
    opened.close();
  }
}

/**
 * What a program may do is bound with the folder's key. Before the first start there is none: the start binds what it
 * finds.
 */
function openToGrant(dataDir: string, mustExist: boolean, io: Io): OpenedStore {
  const seal = sealAtHand(dataDir, io);
  const opened = openStore({ dataDir, seal, now: Date.now, use: 'command', mustExist });
  if (seal !== null || !opened.rights.areBound()) return opened;
  opened.close();
  throw new StartProblem(
    'The key of the data folder is not at hand, and access is given with it. Run this with the key file, ' +
      'TILLBRIDGE_DATA_KEY or TILLBRIDGE_PASSPHRASE that the bridge has, or give access in the window. Nothing was changed.',
  );
}

/** Clients hold nothing sealed, so no key is needed; the folder is not locked, a bridge may be running on it. */
function openClients(dataDir: string, mustExist: boolean): OpenedStore {
  return openStore({ dataDir, seal: null, now: Date.now, use: 'command', mustExist });
}
