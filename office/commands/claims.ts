// `office claims`: whether the chain's tills ask before they pay out, what is claimed, and a person's word that a claim of
// a till that is gone was not paid out.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import { freeClaim, freeHeld, openClaims, wantClaims } from '../claims/open-claims.ts';
import { noteAudit } from '../people/audit.ts';
import { nameOf, reasonOf } from './enrol.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { atOffice } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' } } as const;

export const claimsCommand: OfficeCommand = async ([action = '', ...args], io) => {
  switch (action) {
    case 'on':
    case 'off':
      return set(action === 'on', args, io);
    case 'list': {
      const options = readOptions(args, common);
      for (const each of await atOffice(options, ({ tx, chain }) => openClaims(tx, chain))) printJson(io, each);
      return 0;
    }
    case 'free':
      return free(args, io);
    default:
      throw new UsageError('claims needs on, off, list or free');
  }
};

async function free(args: readonly string[], io: OfficeIo): Promise<number> {
  const named = { till: { type: 'string' }, claim: { type: 'string' }, why: { type: 'string' } } as const;
  const options = readOptions(args, { ...common, ...named, held: { type: 'boolean' }, by: { type: 'string' } });
  const till = required(options.till, '--till');
  const id = options.held === true ? null : required(options.claim, '--claim');
  const by = nameOf(options.by, '--by');
  const why = reasonOf(options.why, '--why');
  const freed = await atOffice(options, async ({ tx, chain }) => {
    const count =
      id === null
        ? await freeHeld(tx, chain, { till, by, why })
        : Number(await freeClaim(tx, chain, { till, id, by, why }));
    const detail = `${till}: ${id ?? `${count} of a revoked till`}: ${why}`;
    if (count > 0) await noteAudit(tx, chain, { person: by, address: null, what: 'claim-freed', detail });
    return count;
  });
  if (freed === 0) {
    const not = id === null ? 'is not revoked, or has no claims of more than a minute ago' : 'has no such claim';
    throw new StartProblem(`${till} ${not} that can be freed: see "office claims list".`);
  }
  printJson(io, { till, ...(id === null ? {} : { claim: id }), freed });
  return 0;
}

async function set(wanted: boolean, args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, { ...common, by: { type: 'string' } });
  const by = nameOf(options.by, '--by');
  await atOffice(options, async ({ tx, chain }) => {
    await wantClaims(tx, chain, wanted);
    const what = wanted ? 'claims-wanted' : 'claims-not-wanted';
    await noteAudit(tx, chain, { person: by, address: null, what, detail: null });
  });
  printJson(io, { claims: wanted });
  return 0;
}
