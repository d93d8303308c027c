// `office config`: what a person sets for the chain's tills, for those of a shop, or for one; its history, and the way back.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import type { Json } from '#contract/data/json.ts';
import { type OfficeContent, officeSettable } from '#contract/office/office-settings.ts';
import {
  type LayerAt,
  type LayerChange,
  type LayerKeys,
  LayerAltered,
  addChange,
  changesOf,
  contentBefore,
  layersOf,
  lockSettings,
  newestChanges,
  whyNot,
} from '../config/layers.ts';
import { merged } from '../config/merge.ts';
import type { Tx } from '../database/database.ts';
import { openOfficeKeys } from '../keys/office-keys.ts';
import { noteAudit } from '../people/audit.ts';
import { nameOf } from './enrol.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' }, scope: { type: 'string' } } as const;

export const configCommand: OfficeCommand = async ([action = '', ...args], io) => {
  try {
    switch (action) {
      case 'set':
        return await set(args, io);
      case 'show':
        return await show(args, io);
      case 'history':
        return await history(args, io);
      case 'revert':
        return await revert(args, io);
      case 'names':
        for (const name of officeSettable) printJson(io, { name });
        return 0;
      default:
        throw new UsageError('config needs set, show, history, revert or names');
    }
  } catch (error) {
    if (!(error instanceof LayerAltered)) throw error;
    const what = 'Somebody changed the database: tills get no settings until the row is as it was.';
    throw new StartProblem(`${error.message}. ${what}`, { cause: error });
  }
};

interface Place {
  readonly tx: Tx;
  readonly keys: LayerKeys;
  readonly at: LayerAt;
  /** Of a till's scope. */
  readonly till: { readonly id: string; readonly shop: string | null } | null;
}

async function inScope<T>(
  options: {
    readonly 'data-dir'?: string | undefined;
    readonly chain?: string | undefined;
    readonly scope?: string | undefined;
  },
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const [scope = '', ...rest] = required(options.scope, '--scope').split(':');
  const name = rest.join(':');
  return atOffice(options, async ({ tx, chain, dataDir }) => {
    const keys = await openOfficeKeys(dataDir);
    if (scope === 'chain' && rest.length === 0) return work({ tx, keys, at: { chain, scope, name: '' }, till: null });
    if (scope !== 'shop' && scope !== 'till') throw new UsageError('--scope is chain, shop:NAME or till:NAME');
    const till = await tx.row<{ id: string; shop: string | null }>(
      `SELECT id, shop FROM till WHERE chain_id = $1 AND ${scope === 'shop' ? 'shop' : 'name'} = $2 LIMIT 1`,
      [chain, name],
    );
    if (till === null) throw new StartProblem(`The office has no ${scope} named "${name}": see "office tills".`);
    const isTill = scope === 'till';
    return work({ tx, keys, at: { chain, scope, name: isTill ? till.id : name }, till: isTill ? till : null });
  });
}

async function set(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    ...common,
    set: { type: 'string', multiple: true },
    unset: { type: 'string', multiple: true },
    currency: { type: 'string' },
    by: { type: 'string' },
  });
  const by = nameOf(options.by, '--by');
  const given = (options.set ?? []).map(settingIn);
  const taken = options.unset ?? [];
  if (given.length + taken.length === 0) throw new UsageError('config set needs --set NAME=VALUE or --unset NAME');
  const change = await inScope(options, async ({ tx, keys, at }) => {
    await lockSettings(tx, at.chain);
    const [last] = await changesOf(tx, keys, at, 1);
    const settings: OfficeContent['settings'] = { ...last?.settings };
    for (const name of taken) {
      if (!Object.hasOwn(settings, name)) throw new StartProblem(`${name} is not set for ${options.scope}.`);
      delete settings[name];
    }
    for (const [name, value] of given) settings[name] = value;
    const content = { currency: options.currency ?? last?.currency ?? null, settings };
    const problem = whyNot(content);
    if (problem !== null) throw new StartProblem(`Nothing was set: ${problem}.`);
    return made(tx, keys, at, { content, by, scope: options.scope });
  });
  printJson(io, shown(change));
  return 0;
}

async function revert(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, { ...common, by: { type: 'string' } });
  const by = nameOf(options.by, '--by');
  const change = await inScope(options, async ({ tx, keys, at }) => {
    await lockSettings(tx, at.chain);
    const [last] = await changesOf(tx, keys, at, 1);
    if (last === undefined) throw new StartProblem(`Nothing was ever set for ${options.scope}.`);
    return made(tx, keys, at, { content: await contentBefore(tx, keys, at), by, scope: options.scope });
  });
  printJson(io, shown(change));
  return 0;
}

async function made(
  tx: Tx,
  keys: LayerKeys,
  at: LayerAt,
  { content, by, scope }: { readonly content: OfficeContent; readonly by: string; readonly scope: string | undefined },
): Promise<LayerChange> {
  const change = await addChange(tx, keys, at, { content, by, nowIso: new Date().toISOString() });
  const detail = `${scope ?? at.scope}, ${change.number}`;
  await noteAudit(tx, at.chain, { person: by, address: null, what: 'settings-changed', detail });
  return change;
}

async function show(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, common);
  if (options.scope === undefined) {
    const changes = await atOffice(options, async ({ tx, chain, dataDir }) =>
      newestChanges(tx, await openOfficeKeys(dataDir), chain),
    );
    for (const change of changes) printJson(io, shown(change));
    return 0;
  }
  const found = await inScope(options, async ({ tx, keys, at, till }) => {
    const [last] = await changesOf(tx, keys, at, 1);
    if (till === null) return { last };
    const layers = await layersOf(tx, keys, { chain: at.chain, till: till.id, shop: till.shop });
    return { last, holds: merged(layers) };
  });
  const { last, holds } = found;
  printJson(io, { ...(last === undefined ? {} : shown(last)), ...(holds === undefined ? {} : { holds }) });
  return 0;
}

async function history(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, common);
  for (const change of await inScope(options, ({ tx, keys, at }) => changesOf(tx, keys, at))) {
    printJson(io, shown(change));
  }
  return 0;
}

function shown({ scope, name, number, at, by, currency, settings }: LayerChange): object {
  return { scope, name, number, at, by, currency, settings };
}

/** NAME=VALUE; a value is JSON, or a text where it is none. */
function settingIn(text: string): readonly [name: string, value: Json] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set ${text} is not NAME=VALUE`);
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(value) as Json];
  } catch {
    return [text.slice(0, at), value];
  }
}
