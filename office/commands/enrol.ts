// `office enrol` and `office till revoke`: who gives a till access, and takes it away.
import { cardNumberWords, containsCardNumber } from '#contract/cards/card-number.ts';
import { saidAtOffice } from '#contract/office/said.ts';
import { nameHasUnseen, unseenWords } from '#contract/text/shown-text.ts';
import { printJson } from '#commands/io/print-json.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import { openOfficeKeys } from '../keys/office-keys.ts';
import { enrol, revoke } from '../tills/enrolment.ts';
import { atOffice } from './reach.ts';
import type { OfficeIo } from './office-io.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' }, name: { type: 'string' } } as const;

export async function enrolCommand(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, { ...common, shop: { type: 'string' } });
  const name = nameOf(options.name, '--name');
  const shop = options.shop === undefined ? null : nameOf(options.shop, '--shop');
  const enrolled = await atOffice(options, async ({ dataDir, chain, tx }) =>
    enrol(tx, await openOfficeKeys(dataDir), { chain, name, shop }),
  );
  printJson(io, { name, ...enrolled });
  return 0;
}

export async function tillCommand([action, ...args]: readonly string[], io: OfficeIo): Promise<number> {
  if (action !== 'revoke') throw new UsageError('till needs revoke');
  const options = readOptions(args, common);
  const name = nameOf(options.name, '--name');
  await atOffice(options, ({ chain, tx }) => revoke(tx, chain, name));
  printJson(io, { name, revoked: true });
  return 0;
}

export function nameOf(value: string | undefined, option: string): string {
  const name = required(value, option).trim();
  if (name === '' || name.length > 100) throw new UsageError(`${option} has 1 to 100 characters`);
  if (nameHasUnseen(name)) throw new UsageError(`${option} ${unseenWords}`);
  if (containsCardNumber(name)) throw new UsageError(`${option} ${cardNumberWords}`);
  return name;
}

/** A reason, as a person gives it on the command line. */
export function reasonOf(value: string | undefined, option: string): string {
  const said = saidAtOffice(500).safeParse(required(value, option));
  if (!said.success) throw new UsageError(`${option} ${said.error.issues[0]?.message ?? ''}`);
  return said.data;
}
