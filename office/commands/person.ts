// `office person`: who may look at the page.
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import { pageRoles } from '#contract/office/page.ts';
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
    case 'list': {
      const options = readOptions(args, { 'data-dir': { type: 'string' }, chain: { type: 'string' } });
      for (const each of await atOffice(options, ({ chain, tx }) => people(tx, chain))) printJson(io, each);
      return 0;
    }
    default:
      throw new UsageError('person needs add, remove or list');
  }
}
