// What the commands share that say something for the chain's tills, for those of a shop, or for one (kinds.ts): where it is
// said, the change itself, its history, and the way back.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import type { DocumentKind } from '../config/kinds.ts';
import {
  type Deed,
  type LayerAt,
  type LayerChange,
  LayerAltered,
  LayerRefused,
  changeLayer,
  contentBefore,
  historyOf,
  newestChanges,
  startOver as layersStartedOver,
} from '../config/layers.ts';
import type { Tx } from '../database/database.ts';
import { type LayerKeys, type OfficeKeys, openOfficeKeys } from '../keys/office-keys.ts';
import { nameOf } from './enrol.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

export const layerOptions = {
  'data-dir': { type: 'string' },
  chain: { type: 'string' },
  scope: { type: 'string' },
} as const;

export interface Place {
  readonly tx: Tx;
  readonly keys: LayerKeys & Pick<OfficeKeys, 'pinKey'>;
  readonly at: LayerAt;
  /** Of a till's scope. */
  readonly till: { readonly id: string; readonly shop: string | null } | null;
}

interface Options {
  readonly 'data-dir'?: string | undefined;
  readonly chain?: string | undefined;
  readonly scope?: string | undefined;
}

/** Throws StartProblem. */
export async function inScope<T>(options: Options, work: (place: Place) => Promise<T>): Promise<T> {
  const [scope = '', ...rest] = required(options.scope, '--scope').split(':');
  const name = rest.join(':');
  return whereWhole(() =>
    atOffice(options, async ({ tx, chain, dataDir }) => {
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
    }),
  );
}

/** Throws StartProblem where a row was changed past the office, and where a layer cannot say what it should. */
export async function whereWhole<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LayerRefused) throw new StartProblem(`Nothing was set: ${error.message}.`, { cause: error });
    if (!(error instanceof LayerAltered)) throw error;
    const what =
      'Somebody changed the database: tills are given nothing new until the row is as it was, or "start-over" empties it.';
    throw new StartProblem(`${error.message}. ${what}`, { cause: error });
  }
}

type Kind<C extends object> = DocumentKind<C, C & TillDocument>;

/** The other scopes whose newest change says it, as `--scope` names them. */
export async function otherScopesOf<C extends object>(
  kind: Kind<C>,
  { tx, keys, at }: Place,
  says: (content: C) => boolean,
): Promise<string[]> {
  const newest = await newestChanges(tx, kind, keys, at.chain);
  const found = newest.filter((each) => (each.scope !== at.scope || each.name !== at.name) && says(each));
  const tills = await tx.rows<{ id: string; name: string }>('SELECT id::text, name FROM till WHERE chain_id = $1', [
    at.chain,
  ]);
  return found.map(({ scope, name: of }) =>
    scope === 'chain' ? scope : `${scope}:${tills.find(({ id }) => id === of)?.name ?? of}`,
  );
}

/** Says what `next` makes of what is said so far. Throws StartProblem where it cannot be said. */
export async function changed<C extends object>(
  options: Options,
  kind: Kind<C>,
  by: string,
  next: (last: C | null, place: Place) => C | Promise<C>,
): Promise<LayerChange<C>> {
  return inScope(options, async (place) => {
    const { tx, keys, at } = place;
    const change = await changeLayer(tx, kind, keys, at, {
      ...deedOf(kind, by),
      next: (last) => next(last, place),
      detail: ({ number }) => `${options.scope ?? at.scope}, ${number}`,
    });
    if (change === null) throw new Error('a command makes a change or throws');
    return change;
  });
}

/** What a kind's command is called, and how one of its changes is printed. */
interface Printed<C extends object> {
  readonly command: string;
  readonly kind: Kind<C>;
  readonly shown: (change: LayerChange<C>) => object;
}

/** A command of its own actions and of those that each kind has: history, revert and start-over. */
export function layerCommand<C extends object>(
  printed: Printed<C>,
  own: { readonly [action: string]: OfficeCommand },
): OfficeCommand {
  const actions = new Map<string, OfficeCommand>([
    ...Object.entries(own),
    ['history', (...given) => history(printed, ...given)],
    ['revert', (...given) => revert(printed, ...given)],
    ['start-over', (...given) => startOver(printed, ...given)],
  ]);
  const names = [...actions.keys()];
  return async ([action = '', ...args], io) => {
    const carryOut = actions.get(action);
    if (carryOut !== undefined) return carryOut(args, io);
    throw new UsageError(`${printed.command} needs ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
  };
}

/** The newest change of each scope. */
export async function list<C extends object>(
  { kind, shown }: Printed<C>,
  args: readonly string[],
  io: OfficeIo,
): Promise<number> {
  const options = readOptions(args, { 'data-dir': { type: 'string' }, chain: { type: 'string' } });
  const changes = await whereWhole(() =>
    atOffice(options, async ({ tx, chain, dataDir }) => newestChanges(tx, kind, await openOfficeKeys(dataDir), chain)),
  );
  for (const change of changes) printJson(io, shown(change));
  return 0;
}

async function revert<C extends object>(
  { kind, shown }: Printed<C>,
  args: readonly string[],
  io: OfficeIo,
): Promise<number> {
  const options = readOptions(args, { ...layerOptions, by: { type: 'string' } });
  const by = nameOf(options.by, '--by');
  const change = await changed(options, kind, by, (last, { tx, keys, at }) => {
    if (last === null) throw new StartProblem(`Nothing was ever set for ${options.scope}.`);
    return contentBefore(tx, kind, keys, at);
  });
  printJson(io, shown(change));
  return 0;
}

/** For all scopes, since none can be changed while a row of another one is not the office's. */
async function startOver<C extends object>(
  { kind, shown }: Printed<C>,
  args: readonly string[],
  io: OfficeIo,
): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    chain: { type: 'string' },
    by: { type: 'string' },
  });
  const by = nameOf(options.by, '--by');
  const begun = await atOffice(options, async ({ tx, chain, dataDir }) =>
    layersStartedOver(tx, kind, await openOfficeKeys(dataDir), chain, deedOf(kind, by)),
  );
  for (const change of begun) printJson(io, shown(change));
  return 0;
}

async function history<C extends object>(
  { kind, shown }: Printed<C>,
  args: readonly string[],
  io: OfficeIo,
): Promise<number> {
  const options = readOptions(args, { ...layerOptions, by: { type: 'string' } });
  const { changes, lost } = await inScope(options, ({ tx, keys, at }) => historyOf(tx, kind, keys, at));
  for (const change of changes) printJson(io, shown(change));
  if (lost !== null) throw new StartProblem(`What is older is not shown: ${lost.message}.`);
  return 0;
}

/** At the office's computer. */
function deedOf({ changedDeed }: Pick<DocumentKind<object, TillDocument>, 'changedDeed'>, by: string): Deed {
  return { by, address: null, what: changedDeed, nowIso: new Date().toISOString() };
}
