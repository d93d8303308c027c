// `office person`: who may look at the page, and who may approve what tills ask for.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required, wholeNumber } from '#commands/io/usage.ts';
import { currencySchema } from '#contract/money/money-schemas.ts';
import { pageRoles } from '#contract/office/page.ts';
import { approvers, giveRight, takeRights } from '../approvals/approvers.ts';
import { addPerson, people, removePerson } from '../people/people.ts';
import { nameOf } from './enrol.ts';
import type { OfficeIo } from './office-io.ts';
import { atOffice, pageIn } from './reach.ts';

const common = { 'data-dir': { type: 'string' }, chain: { type: 'string' }, name: { type: 'string' } } as const;

export async function personCommand([action = '', ...args]: readonly string[], io: OfficeIo): Promise<number> {
  switch (action) {
    case 'add': {
      const options = readOptions(args, { ...common, role: { type: 'string' } });
      const name = nameOf(options.name, '--name');
      const asked = required(options.role, '--role');
      const role = pageRoles.find((each) => each === asked);
      if (role === undefined) throw new UsageError(`--role is one of ${pageRoles.join(', ')}`);
      const added = await atOffice(options, async ({ dataDir, chain, tx }) => {
        const page = pageIn(dataDir);
        if (page === null) throw new StartProblem('The office shows no page: start it with --page-port.');
        const { secret, endsAt } = await addPerson(tx, { chain, name, role });
        return { link: `${page}/#setup=${secret}`, endsAt };
      });
      printJson(io, { name, role, ...added });
      return 0;
    }
    case 'remove': {
      const options = readOptions(args, common);
      const name = nameOf(options.name, '--name');
      await atOffice(options, ({ chain, tx }) => removePerson(tx, chain, name));
      printJson(io, { name, removed: true });
      return 0;
    }
    case 'approves':
      return approves(args, io);
    case 'approves-nothing': {
      const options = readOptions(args, common);
      const name = nameOf(options.name, '--name');
      await atOffice(options, ({ chain, tx }) => takeRights(tx, chain, name));
      printJson(io, { name, rights: [] });
      return 0;
    }
    case 'list': {
      const options = readOptions(args, { 'data-dir': { type: 'string' }, chain: { type: 'string' } });
      const listed = await atOffice(options, async ({ chain, tx }) => {
        const able = await approvers(tx, chain);
        return (await people(tx, chain)).map((each) => {
          const approver = able.find(({ name }) => name === each.name);
          return approver === undefined ? each : { ...each, atTills: approver.atTills, approves: approver.rights };
        });
      });
      for (const each of listed) printJson(io, each);
      return 0;
    }
    default:
      throw new UsageError('person needs add, remove, list, approves or approves-nothing');
  }
}

/** Once for each shop. */
async function approves(args: readonly string[], io: OfficeIo): Promise<number> {
  const options = readOptions(args, {
    ...common,
    shop: { type: 'string' },
    'up-to-minor': { type: 'string' },
    currency: { type: 'string' },
    'at-tills': { type: 'string' },
  });
  const name = nameOf(options.name, '--name');
  const shop = options.shop === undefined ? '' : nameOf(options.shop, '--shop');
  const mostMinor = wholeNumber(options['up-to-minor'], '--up-to-minor', Number.MAX_SAFE_INTEGER) ?? null;
  const currency = options.currency ?? null;
  if ((mostMinor === null) !== (currency === null)) throw new UsageError('--up-to-minor and --currency, or neither');
  if (currency !== null && !currencySchema.safeParse(currency).success)
    throw new UsageError('--currency is a code of ISO 4217');
  const atTills = options['at-tills'] === undefined ? undefined : nameOf(options['at-tills'], '--at-tills');
  await atOffice(options, ({ chain, tx }) => giveRight(tx, chain, { name, shop, mostMinor, currency, atTills }));
  printJson(io, { name, shop: shop === '' ? null : shop, mostMinor, currency });
  return 0;
}
