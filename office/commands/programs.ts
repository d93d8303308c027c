// `office programs`: which programs may use the chain's tills, those of a shop, or one (ADR 92), and their tokens: one for each
// till, written once into a file that the chain's own distribution carries there.
import { basename, dirname, resolve } from 'node:path';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import { greatestMinor } from '#contract/money/greatest-amount.ts';
import type { OfficeProgram, ProgramsContent } from '#contract/office/office-programs.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { shownText } from '#contract/text/shown-text.ts';
import { newToken } from '#loopback/access/tokens.ts';
import { csvCell } from '#store/journal/export.ts';
import { programsKind } from '../config/kinds.ts';
import { type LayerChange, lockLayers, newestChanges } from '../config/layers.ts';
import { inOrder } from '../config/merge.ts';
import { endTokens, keepToken, tokensAt } from '../config/program-tokens.ts';
import type { Tx } from '../database/database.ts';
import { type LayerKeys, openOfficeKeys } from '../keys/office-keys.ts';
import { noteAudit } from '../people/audit.ts';
import { nameOf } from './enrol.ts';
import { writeNew } from './export.ts';
import { changed, layerCommand, layerOptions, list, otherScopesOf, whereWhole } from './layer-changes.ts';
import type { OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

const printed = { command: 'programs', kind: programsKind, shown };

export const programsCommand = layerCommand(printed, {
  set,
  tokens,
  remove,
  list: (...given) => list(printed, ...given),
});

const programOptions = {
  scopes: { type: 'string' },
  origin: { type: 'string' },
  'refunds-per-day': { type: 'string' },
  currency: { type: 'string' },
  'waits-offline': { type: 'string' },
  'partial-approvals': { type: 'string' },
} as const;

/** What is not given stays as this scope says it so far. */
async function set(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    ...layerOptions,
    ...programOptions,
    name: { type: 'string' },
    by: { type: 'string' },
  });
  const by = nameOf(options.by, '--by');
  const name = programNameOf(options.name);
  const wanted = wishOf(options);
  const change = await changed(options, programsKind, by, async (last, place) => {
    const programs = last?.programs ?? [];
    const before = programs.find((each) => each.name === name);
    if (before === undefined && (await otherScopesOf(programsKind, place, isNamed(name))).length === 0) {
      // A program that was removed is a new one: a token that was stolen must not come back with its name.
      const { tx, keys, at } = place;
      await endTokens(tx, keys, at.chain, { program: name, by, nowIso: new Date().toISOString() });
    }
    const program = programOf(name, before, wanted);
    return { programs: inOrder([...programs.filter((each) => each !== before), program]) };
  });
  printJson(io, shown(change));
  return 0;
}

interface Wish {
  readonly scopes: readonly string[] | undefined;
  readonly origin: string | null | undefined;
  readonly limit: number | null | undefined;
  readonly currency: string | undefined;
  readonly waitsOffline: boolean | null | undefined;
  readonly partialApprovals: boolean | undefined;
}

function wishOf(options: { readonly [option in keyof typeof programOptions]?: string | undefined }): Wish {
  const { scopes, origin, currency, 'refunds-per-day': limit } = options;
  const unlimited = limit === 'none' ? null : wholeNumber(limit, '--refunds-per-day', greatestMinor);
  return {
    scopes: scopes === undefined ? undefined : [...new Set(scopes.split(',').map((each) => each.trim()))],
    origin: origin === 'none' ? null : origin,
    limit: unlimited,
    currency,
    waitsOffline: options['waits-offline'] === 'default' ? null : yesOrNo(options['waits-offline'], '--waits-offline'),
    partialApprovals: yesOrNo(options['partial-approvals'], '--partial-approvals'),
  };
}

function yesOrNo(value: string | undefined, option: string): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new UsageError(`${option} must be true or false`);
  return value === 'true';
}

function programOf(name: string, before: OfficeProgram | undefined, wish: Wish): OfficeProgram {
  const { options = plainClientOptions, scopes, origin = null, currency = null } = before ?? {};
  const wanted = wish.scopes ?? scopes;
  if (wanted === undefined) throw new UsageError('--scopes is missing');
  const limit = wish.limit === undefined ? options.refundsPerDayMinor : wish.limit;
  return {
    name,
    scopes: [...wanted],
    origin: wish.origin === undefined ? origin : wish.origin,
    options: {
      refundsPerDayMinor: limit,
      waitsOffline: wish.waitsOffline === undefined ? options.waitsOffline : wish.waitsOffline,
      partialApprovals: wish.partialApprovals ?? options.partialApprovals,
    },
    currency: limit === null ? null : (wish.currency ?? currency),
  };
}

async function remove(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, { ...layerOptions, name: { type: 'string' }, by: { type: 'string' } });
  const by = nameOf(options.by, '--by');
  const name = programNameOf(options.name);
  let elsewhere: readonly string[] = [];
  const change = await changed(options, programsKind, by, async (last, place) => {
    const programs = last?.programs ?? [];
    const others = programs.filter((each) => each.name !== name);
    if (others.length === programs.length) {
      throw new StartProblem(`No program is named "${name}" for ${options.scope}.`);
    }
    elsewhere = await otherScopesOf(programsKind, place, isNamed(name));
    return { programs: others };
  });
  printJson(io, shown(change));
  if (elsewhere.length > 0) {
    io.stderr(`${shownText(name)} is still let in by ${elsewhere.join(', ')}: remove it there as well.\n`);
  }
  return 0;
}

/** A till that has one keeps it, but the one that is named with --till: there the token before holds no longer. */
async function tokens(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    'data-dir': { type: 'string' },
    chain: { type: 'string' },
    name: { type: 'string' },
    out: { type: 'string' },
    till: { type: 'string' },
    by: { type: 'string' },
  });
  const by = nameOf(options.by, '--by');
  const program = programNameOf(options.name);
  const out = resolve(required(options.out, '--out'));
  let isWritten = false;
  const work = whereWhole(() =>
    atOffice(options, async ({ tx, chain, dataDir }) => {
      const keys = await openOfficeKeys(dataDir);
      await lockLayers(tx, programsKind, chain);
      const tills = await tillsFor(tx, keys, { chain, program, till: options.till ?? null });
      const nowIso = new Date().toISOString();
      const lines = ['till,token\r\n'];
      for (const { id, name } of tills) {
        const { token, hash } = newToken();
        await keepToken(tx, keys, { chain, till: id }, { program, tokenSha256: hash, by, nowIso });
        lines.push(`${csvCell(shownText(name))},${token}\r\n`);
      }
      if (tills.length === 0) return 0;
      const detail = `${program}, ${options.till ?? tills.length}`;
      await noteAudit(tx, chain, { person: by, address: null, what: 'till-tokens-made', detail });
      // Before the commit: where the file cannot be written, no hash is kept, and the tokens before hold on.
      await writeNew(dirname(out), basename(out), lines);
      isWritten = true;
      return tills.length;
    }),
  );
  const made = await work.catch((error: unknown) => {
    if (isWritten) {
      const mend =
        options.till === undefined
          ? 'Keep it and run the command again with another --out: a till that the new file does not name has its token from this one'
          : 'Delete it and run the command again';
      io.stderr(`It is not known whether the tokens in ${out} hold. ${mend}.\n`);
    }
    throw error;
  });
  printJson(io, { name: program, tokens: made, ...(made === 0 ? {} : { file: out }) });
  return 0;
}

interface NamedTill {
  readonly id: string;
  readonly name: string;
  readonly shop: string | null;
}

/** The tills that the program is set for: those without a token of it, or the one that is named. Throws StartProblem. */
async function tillsFor(
  tx: Tx,
  keys: LayerKeys,
  { chain, program, till }: { readonly chain: string; readonly program: string; readonly till: string | null },
): Promise<NamedTill[]> {
  const newest = await newestChanges(tx, programsKind, keys, chain);
  const isSetFor = ({ id, shop }: NamedTill): boolean =>
    newest.some(
      (layer) =>
        (layer.scope === 'chain' || layer.name === (layer.scope === 'till' ? id : shop)) && isNamed(program)(layer),
    );
  const all = await tx.rows<NamedTill & { [column: string]: unknown }>(
    'SELECT id::text, name, shop FROM till WHERE chain_id = $1 AND revoked_at IS NULL ORDER BY name',
    [chain],
  );
  const found = all.filter(isSetFor);
  if (till !== null) {
    const named = found.filter(({ name }) => name === till);
    if (named.length === 0) throw new StartProblem(`"${program}" is not set for a till named "${till}".`);
    return named;
  }
  if (found.length === 0) throw new StartProblem(`No program named "${program}" is set for a till.`);
  const without: NamedTill[] = [];
  for (const each of found) {
    if (!(await tokensAt(tx, keys, { chain, till: each.id })).has(program)) without.push(each);
  }
  return without;
}

function shown({ scope, name, number, at, by, programs }: LayerChange<ProgramsContent>): object {
  return { scope, name, number, at, by, programs };
}

function programNameOf(value: string | undefined): string {
  return nameOf(value, '--name').normalize('NFC');
}

const isNamed =
  (name: string) =>
  ({ programs }: ProgramsContent): boolean =>
    programs.some((each) => each.name === name);
