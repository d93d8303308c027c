// Tokens for the loopback API, from the command line. A token is shown once, when it is made; only its hash is kept. A
// bridge that runs is asked at its control socket; while none runs this process does the same itself (bridge-calls.ts).
import { type Client, type ClientOptions, plainClientOptions } from '#contract/client.ts';
import { clientOptionsSchema } from '#contract/client-options.ts';
import { namesakeIn } from '#contract/look-alike.ts';
import type { Refusal } from '#contract/problems.ts';
import { nameProblem, newToken, readScopes } from '#loopback/tokens.ts';
import type { OpenedStore } from '#store/open.ts';
import { policyClients } from '#settings/policy-client.ts';
import { type ItPolicy, lockedRefundsPerDay, policyPlaces, readPolicy } from '#settings/policy.ts';
import { withBridge } from './bridge-calls.ts';
import { personOf, refusedAs } from './persons.ts';
import { StartProblem } from './problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber, withActions } from './usage.ts';

export const tokenCommand = withActions('token', { create, list, change, revoke });

async function create(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    origin: { type: 'string' },
    'partial-approvals': { type: 'boolean' },
    'same-name': { type: 'boolean' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const name = required(options.name, '--name');
  // First of all: what is not seen must not be shown again, either.
  const problem = nameProblem(name);
  if (problem !== null) throw new StartProblem(`${problem} No token was made.`);
  const scopes = listed(options.scopes);
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  // The bridge learns its hash only: whoever repeats what got no answer repeats it for the same token.
  const { token, hash } = newToken();
  const wish = {
    by,
    name,
    scopes,
    origin: options.origin ?? null,
    options: { ...plainClientOptions, partialApprovals: options['partial-approvals'] ?? false },
    tokenHash: hash,
  };
  // The first token may be made before the first start.
  const need = { use: 'changes', key: 'optional', makes: true, assert: assertMayGrant } as const;
  const made = await withBridge(dataDir, io, need, async (calls) => {
    const { clients } = await calls.clients({});
    const others = [...policyClients(policy), ...clients].filter(({ revokedAt }) => revokedAt === null);
    assertOwnName(name, others, options['same-name'] ?? false, io);
    return calls.createClient(wish);
  });
  if (made.type === 'refused') return refusedIn(made);
  io.stderr(`Client ${made.client.id} may: ${made.client.scopes.join(', ')}. The token is shown this once.\n`);
  io.stdout(`${token}\n`);
  sayLocked(policy, io);
  return 0;
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

async function list(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, policy: { type: 'string' } });
  const policy = policyOf(options.policy, io);
  const need = { use: 'reads', key: 'optional' } as const;
  const { clients } = await withBridge(dataDirOf(options['data-dir']), io, need, (calls) => calls.clients({}));
  const managed = policyClients(policy);
  for (const client of [...managed, ...clients]) io.stdout(`${JSON.stringify(client)}\n`);
  for (const { id } of clients.filter(isDoubted)) io.stderr(`bridge: ${doubtedWords(id)}\n`);
  if (managed.length > 0) {
    io.stderr(
      `Those that are "managed" come from the policy ${policy?.file}, as it is now: the bridge read it at its start. ` +
        'When they were used last is not stored; the window shows it.\n',
    );
  }
  sayLocked(policy, io);
  return 0;
}

/** Other scopes and options for a client whose token stays. An option that is not given stays as it is. */
async function change(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    scopes: { type: 'string' },
    'refunds-per-day': { type: 'string' },
    'waits-offline': { type: 'string' },
    'partial-approvals': { type: 'string' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = required(options.id, '--id');
  const wanted = readScopes(listed(options.scopes));
  if ('problem' in wanted) throw new UsageError(wanted.problem);
  const patch = {
    scopes: [...wanted.scopes],
    options: optionsOf(options['refunds-per-day'], options['waits-offline'], options['partial-approvals']),
  };
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  const need = { use: 'changes', key: 'optional', assert: assertMayGrant } as const;
  const changed = await withBridge(dataDir, io, need, async (calls) => {
    const { clients } = await calls.clients({});
    if (clients.some((each) => each.id === id && isDoubted(each))) throw new StartProblem(doubtedWords(id));
    return calls.changeClient({ by, id, ...patch });
  });
  if (changed.type === 'refused') {
    const isUnknown = changed.refusal.code === 'client-unknown';
    if (isUnknown && sayManaged(policy, (each) => each.id === id, io)) return 1;
    return refusedIn(changed);
  }
  io.stdout(`${JSON.stringify(changed.client)}\n`);
  sayLocked(policy, io);
  return 0;
}

function isDoubted({ believed }: Client): boolean {
  return believed === false;
}

function doubtedWords(id: string): string {
  return (
    `what the database holds of client ${id} is not what the journal says, so it may do nothing. End it with ` +
    `"bridge token revoke --id ${id}", and make it a new token with "bridge token create".`
  );
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

interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
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

async function revoke(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    name: { type: 'string' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const { id, name } = options;
  if ((id === undefined) === (name === undefined))
    throw new UsageError('token revoke needs --id or --name, one of them');
  const dataDir = dataDirOf(options['data-dir']);
  const by = await personOf(options.by, io);
  const isMeant = (each: Named) => (id === undefined ? each.name === name : each.id === id);
  let known: readonly Client[] = [];
  const revoked = await withBridge(dataDir, io, { use: 'changes', key: 'optional' }, async (calls) => {
    known = (await calls.clients({})).clients;
    const meant = known.filter(isMeant);
    for (const client of meant) {
      const outcome = await calls.revokeClient({ by, id: client.id });
      if (outcome.type === 'refused') return refusedAs(outcome);
      io.stdout(`${client.id}\n`);
    }
    return meant.length;
  });
  // Read only now: a policy that is broken must not keep a token from being revoked.
  const policyNames = (revoked === 0 || name !== undefined) && sayManaged(policyOf(options.policy, io), isMeant, io);
  if (revoked === 0 && !policyNames) throw new StartProblem(noSuch(id ?? name ?? '', id === undefined, known));
  if (revoked === 0) return 1;
  io.stderr(
    'What it asked for and still waits is sent all the same: "bridge operation list --client ID" shows it, and ' +
      '"bridge operation cancel --client ID" takes it back.\n',
  );
  return policyNames ? 1 : 0;
}

/** In one line, with what there is to choose from. */
function noSuch(given: string, isName: boolean, known: readonly Client[]): string {
  const active = known.filter(({ revokedAt }) => revokedAt === null);
  const all = active.map((client) => (isName ? JSON.stringify(client.name) : client.id));
  const shown = [...new Set(all)].slice(0, mostNamed);
  const more = all.length > shown.length ? ', ... ("bridge token list" shows all)' : '';
  const which = shown.length === 0 ? 'No program has access.' : `These have access: ${shown.join(', ')}${more}.`;
  return `there is no client ${isName ? `named ${JSON.stringify(given)}` : given}. ${which} Nothing was changed.`;
}

const mostNamed = 20;

/** What names a client that there is not, or cannot be, was called wrong. Throws. */
function refusedIn(refused: Refused): never {
  const { code, detail } = refused.refusal;
  if (code === 'client-unknown' || code === 'invalid-input') throw new UsageError(detail);
  return refusedAs(refused);
}

/**
 * What a program may do is bound with the folder's key. Before the first start there is none: the start binds what it
 * finds. Throws StartProblem.
 */
function assertMayGrant({ isKeyed, rights }: { readonly isKeyed: boolean } & Pick<OpenedStore, 'rights'>): void {
  if (isKeyed || !rights.areBound()) return;
  throw new StartProblem(
    'The key of the data folder is not at hand, and access is given with it. Run this with the key file, ' +
      'TILLBRIDGE_DATA_KEY or TILLBRIDGE_PASSPHRASE that the bridge has, or give access in the window. Nothing was changed.',
  );
}
