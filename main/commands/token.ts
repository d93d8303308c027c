// `bridge token`: tokens for the loopback API. A token is shown once, when it is made; only its hash is stored. A
// running bridge carries it out, through its control socket; while none runs this process does (bridge-calls.ts).
import { type Client, type ClientOptions, type Webhook, plainClientOptions } from '#contract/programs/client.ts';
import type { ControlOutputs } from '#contract/programs/control.ts';
import { clientOptionsSchema } from '#contract/programs/client-options.ts';
import type { PublicIdentity } from '#contract/data/identity.ts';
import { namesakeIn } from '#contract/text/look-alike.ts';
import type { Refused } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { nameProblem, readScopes } from '#loopback/access/new-client.ts';
import { newToken } from '#loopback/access/tokens.ts';
import type { OpenedStore } from '#store/open.ts';
import { policyClients } from '#settings/policy-client.ts';
import { type ItPolicy, lockedRefundsPerDay, policyPaths, readPolicy } from '#settings/policy.ts';
import { type CommandCalls, withBridge } from './folder-access/bridge-calls.ts';
import { personOf, refusedAs } from './io/persons.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, wholeNumber, withActions } from './io/usage.ts';

export const tokenCommand = withActions('token', { create, list, change, renew, revoke, 'let-in': letIn, webhook });

async function create(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    origin: { type: 'string' },
    'partial-approvals': { type: 'boolean' },
    'same-name': { type: 'boolean' },
    json: { type: 'boolean' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const name = required(options.name, '--name');
  // Checked first: a name with invisible characters must not be printed by a later message.
  const problem = nameProblem(name);
  if (problem !== null) throw new StartProblem(`${problem} No token was made.`);
  const scopes = listed(options.scopes);
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  // The bridge gets only the hash; a call repeated after a lost answer is for the same token.
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
  const { made, identity } = await withBridge(dataDir, io, need, async (calls) => {
    const { clients } = await calls.clients({});
    const others = [...policyClients(policy), ...clients].filter(({ revokedAt }) => revokedAt === null);
    assertOwnName(name, others, options['same-name'] ?? false, io);
    const answer = await calls.createClient(wish);
    return { made: answer, identity: answer.type === 'refused' ? null : (await calls.identity({})).identity };
  });
  if (made.type === 'refused') return refusedIn(made);
  const { id: clientId, scopes: granted } = made.client;
  io.stderr(`Client ${clientId} may: ${granted.join(', ')}. The token is shown this once.\n`);
  io.stderr(identityWords(identity));
  if (options.json === true) printJson(io, { token, clientId, scopes: granted, identity });
  else io.stdout(`${token}\n`);
  sayLocked(policy, io);
  return 0;
}

/** A program that cannot be paired at a window pins the bridge by the identity shown with its token. */
function identityWords(identity: PublicIdentity | null): string {
  return identity === null
    ? 'The bridge has no identity yet: its first start makes it, and a token made after that comes with it.\n'
    : `The bridge's identity is ${identity.keyId}; with --json its public key comes with the token, for programs to pin.\n`;
}

/** Refuses a name like another program's unless --same-name is given: people could not tell the two programs apart. */
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
  io.stderr(`bridge: ${shownText(words)}.\n`);
}

async function list(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, policy: { type: 'string' } });
  const policy = policyOf(options.policy, io);
  const need = { use: 'reads', key: 'optional' } as const;
  const { clients } = await withBridge(dataDirOf(options['data-dir']), io, need, (calls) => calls.clients({}));
  const managed = policyClients(policy);
  for (const client of [...managed, ...clients]) printJson(io, client);
  for (const { id } of clients.filter(isDoubted)) io.stderr(`bridge: ${doubtedWords(id, io)}\n`);
  if (managed.length > 0) {
    io.stderr(
      `Those that are "managed" come from the policy ${policy?.file}, as it is now: the bridge read it at its start. ` +
        'When they were used last is not stored; the window shows it.\n',
    );
  }
  sayLocked(policy, io);
  return 0;
}

/** Changes scopes and options of a client, which keeps its token. Options that are not given stay as they are. */
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
  const patch = {
    ...scopesOf(options.scopes),
    options: optionsOf(options['refunds-per-day'], options['waits-offline'], options['partial-approvals']),
  };
  if (patch.scopes === undefined && Object.keys(patch.options).length === 0) {
    throw new UsageError('one of --scopes, --refunds-per-day, --waits-offline and --partial-approvals is needed');
  }
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  const changed = await changedAt(dataDir, id, policy, io, (calls) => calls.changeClient({ by, id, ...patch }));
  if (changed === null) return 1;
  printJson(io, changed);
  sayLocked(policy, io);
  return 0;
}

/** The client as it was changed; null where a policy manages it, which is then said. Throws what was refused. */
async function changedAt(
  dataDir: string,
  id: string,
  policy: ItPolicy | null,
  io: Io,
  work: (calls: CommandCalls, client: Client | undefined) => Promise<ControlOutputs['changeClient']>,
): Promise<Client | null> {
  const need = { use: 'changes', key: 'optional', assert: assertMayGrant } as const;
  const changed = await withBridge(dataDir, io, need, async (calls) => {
    const client = (await calls.clients({})).clients.find((each) => each.id === id);
    if (client !== undefined && isDoubted(client)) throw new StartProblem(doubtedWords(id, io));
    return work(calls, client);
  });
  if (changed.type !== 'refused') return changed.client;
  const isUnknown = changed.refusal.code === 'client-unknown';
  if (isUnknown && sayManaged(policy, (each) => each.id === id, io)) return null;
  return refusedIn(changed);
}

/**
 * Another token for a program that stays the same client: what it sent before is found under its request ids. The token
 * before is unknown from then on.
 */
async function renew(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    json: { type: 'boolean' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = required(options.id, '--id');
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  const { token, hash } = newToken();
  let identity: PublicIdentity | null = null;
  const renewed = await changedAt(dataDir, id, policy, io, async (calls) => {
    const answer = await calls.renewToken({ by, id, tokenHash: hash });
    if (answer.type !== 'refused') ({ identity } = await calls.identity({}));
    return answer;
  });
  if (renewed === null) return 1;
  const { name, scopes } = renewed;
  io.stderr(`The new token of ${shownText(name)} is shown this once. The one before is no longer known.\n`);
  io.stderr(identityWords(identity));
  if (options.json === true) printJson(io, { token, clientId: id, scopes, identity });
  else io.stdout(`${token}\n`);
  return 0;
}

/** Allows or forbids sending a program's events to its webhook. The person types the address that is allowed. */
async function webhook(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    allow: { type: 'string' },
    stop: { type: 'boolean' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = required(options.id, '--id');
  const { allow: url, stop = false } = options;
  if ((url === undefined) !== stop) throw new UsageError('one of --allow URL and --stop is needed');
  const policy = policyOf(options.policy, io);
  const by = await personOf(options.by, io);
  const changed = await changedAt(dataDir, id, policy, io, async (calls, client) => {
    const { webhook: asked = null } = client?.options ?? {};
    if (client !== undefined && (asked === null || (url !== undefined && asked.url !== url))) {
      throw new StartProblem(webhookWords(id, asked));
    }
    const patch = asked === null ? {} : { webhook: { ...asked, allowed: !stop } };
    return calls.changeClient({ by, id, options: patch });
  });
  if (changed === null) return 1;
  printJson(io, changed);
  return 0;
}

function webhookWords(id: string, asked: Webhook | null): string {
  return asked === null
    ? `client ${id} asks for no webhook. Nothing was changed.`
    : `client ${id} asks for its events to be sent to ${shownText(asked.url)}. Name that address, if it is right. Nothing was changed.`;
}

function isDoubted({ believed }: Client): boolean {
  return believed === false;
}

function doubtedWords(id: string, { program }: Io): string {
  return (
    `what the database holds of client ${id} is not what the journal says, so it may do nothing. End it with ` +
    `"${program} token revoke --data-dir DIR --id ${id}", and make it a new token with ` +
    `"${program} token create --data-dir DIR --name NAME --scopes a,b".`
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
    ...(waitsOffline === undefined ? {} : { waitsOffline: yesNoOrDefault(waitsOffline, '--waits-offline') }),
    ...(partialApprovals === undefined ? {} : { partialApprovals: yesOrNo(partialApprovals, '--partial-approvals') }),
  };
}

function yesNoOrDefault(value: string, option: string): boolean | null {
  if (value === 'default') return null;
  if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true, false or default`);
  return value === 'true';
}

function yesOrNo(value: string, option: string): boolean {
  if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true or false`);
  return value === 'true';
}

/** The policy that `serve` reads when it is started in the same way. */
function policyOf(given: string | undefined, { environment }: Io): ItPolicy | null {
  return readPolicy({
    given: given ?? environment['TILLBRIDGE_POLICY'],
    ...policyPaths(process.platform, environment),
  });
}

/** Warns that a policy's limit counts where it is lower than the client's own limit, which is stored as given. */
function sayLocked(policy: ItPolicy | null, io: Io): void {
  const most = lockedRefundsPerDay(policy);
  if (policy === null || most === null) return;
  io.stderr(
    `The policy ${policy.file} locks the refunds of every client at ${most} a day (minor units of the shop's currency): ` +
      'of that and the limit of its own, the lower one counts.\n',
  );
}

/** Whether the policy names such a client; if so, prints that its file has to be changed. */
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

/** Without the member where the option is not given. */
function scopesOf(option: string | undefined): { readonly scopes?: Scope[] } {
  if (option === undefined) return {};
  const wanted = readScopes(listed(option));
  if ('problem' in wanted) throw new UsageError(wanted.problem);
  return { scopes: [...wanted.scopes] };
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
  // The policy is read only now, so that a broken one does not stop a token from being revoked.
  const policyNames = (revoked === 0 || name !== undefined) && sayManaged(policyOf(options.policy, io), isMeant, io);
  if (revoked === 0 && !policyNames) throw new StartProblem(noSuch(id ?? name ?? '', id === undefined, known, io));
  if (revoked === 0) return 1;
  io.stderr(
    `What it asked for and still waits is sent all the same: "${io.program} operation list --data-dir DIR --client ID" ` +
      `shows it, and "${io.program} operation cancel --data-dir DIR --client ID" takes it back.\n`,
  );
  return policyNames ? 1 : 0;
}

/** A program of the till's office that was switched off here (`token revoke`) gets in again. */
async function letIn(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    id: { type: 'string' },
    by: { type: 'string' },
    policy: { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const id = required(options.id, '--id');
  const by = await personOf(options.by, io);
  const changed = await changedAt(dataDir, id, policyOf(options.policy, io), io, (calls) =>
    calls.letInClient({ by, id }),
  );
  if (changed === null) return 1;
  printJson(io, changed);
  return 0;
}

/** The message for an unknown client, in one line, with the clients that there are. */
function noSuch(given: string, isName: boolean, known: readonly Client[], { program }: Io): string {
  const active = known.filter(({ revokedAt }) => revokedAt === null);
  const all = active.map((client) => (isName ? JSON.stringify(client.name) : client.id));
  const shown = [...new Set(all)].slice(0, mostNamed);
  const more = all.length > shown.length ? `, ... ("${program} token list --data-dir DIR" shows all)` : '';
  const which = shown.length === 0 ? 'No program has access.' : `These have access: ${shown.join(', ')}${more}.`;
  return `there is no client ${isName ? `named ${JSON.stringify(given)}` : given}. ${which} Nothing was changed.`;
}

const mostNamed = 20;

/** Throws the refusal: as UsageError where the arguments name no client or an invalid one, else as StartProblem. */
function refusedIn(refused: Refused): never {
  const { code, detail } = refused.refusal;
  if (code === 'client-unknown' || code === 'invalid-input') throw new UsageError(detail);
  return refusedAs(refused);
}

/**
 * A program's rights are bound with the folder's key. Before the first start there is no key, and the start binds the
 * rows that it finds. Throws StartProblem where the key is needed and not at hand.
 */
function assertMayGrant({ isKeyed, rights }: { readonly isKeyed: boolean } & Pick<OpenedStore, 'rights'>): void {
  if (isKeyed || !rights.areBound()) return;
  throw new StartProblem(
    'The key of the data folder is not at hand, and access is given with it. Run this with the key file, ' +
      'TILLBRIDGE_DATA_KEY or TILLBRIDGE_PASSPHRASE that the bridge has, or give access in the window. Nothing was changed.',
  );
}
