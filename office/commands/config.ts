// `office config`: what a person sets for the chain's tills, for those of a shop, or for one; its history, and the way back.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions } from '#commands/io/usage.ts';
import type { Json } from '#contract/data/json.ts';
import { type OfficeContent, officeSettable } from '#contract/office/office-settings.ts';
import { settingsKind } from '../config/kinds.ts';
import { type LayerChange, changesOf, layersOf } from '../config/layers.ts';
import { nameOf } from './enrol.ts';
import { changed, inScope, layerCommand, layerOptions as common, list } from './layer-changes.ts';
import type { OfficeIo } from './office-io.ts';

const printed = { command: 'config', kind: settingsKind, shown };

export const configCommand = layerCommand(printed, {
  set,
  show,
  async names(_args, io) {
    for (const name of officeSettable) printJson(io, { name });
    return 0;
  },
});

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
  const change = await changed(options, settingsKind, by, (last) => {
    const before = Object.entries(last?.settings ?? {});
    const strange = taken.find((name) => !before.some(([each]) => each === name));
    if (strange !== undefined) throw new StartProblem(`${strange} is not set for ${options.scope}.`);
    // Of own members: a name that every object has is refused as any other that is none of the settings.
    const settings = Object.fromEntries([...before.filter(([name]) => !taken.includes(name)), ...given]);
    return { currency: options.currency ?? last?.currency ?? null, settings };
  });
  printJson(io, shown(change));
  return 0;
}

async function show(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, common);
  if (options.scope === undefined) return list(printed, args, io);
  const found = await inScope(options, async ({ tx, keys, at, till }) => {
    const [last] = await changesOf(tx, settingsKind, keys, at, 1);
    if (till === null) return { last };
    const layers = await layersOf(tx, settingsKind, keys, { chain: at.chain, till: till.id, shop: till.shop });
    return { last, holds: settingsKind.merged(layers) };
  });
  const { last, holds } = found;
  printJson(io, { ...(last === undefined ? {} : shown(last)), ...(holds === undefined ? {} : { holds }) });
  return 0;
}

function shown({ scope, name, number, at, by, currency, settings }: LayerChange<OfficeContent>): object {
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
