// Which command was meant. Exit codes: 0 done, 1 it could not be done, 2 the call itself was wrong.
import { journalCommand } from './journal.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { knownProblem } from './problems.ts';
import { type Io, UsageError } from './usage.ts';

const usage = `usage:
  bridge serve --data-dir DIR --port P [--gateway URL] [--auth-url URL] [--merchant-id ID]
               [--mode training|test|live] [--terminal ID]... [--processing-seconds N]
  bridge token create --data-dir DIR --name NAME --scopes a,b [--origin O]
  bridge token list --data-dir DIR
  bridge token revoke --data-dir DIR --id ID
  bridge journal verify --data-dir DIR | --file EXPORT.ndjson
  bridge journal export --data-dir DIR --format ndjson|csv
`;

export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  try {
    switch (name) {
      case 'serve':
        return await serveCommand(rest, io);
      case 'token':
        return await tokenCommand(rest, io);
      case 'journal':
        return await journalCommand(rest, io);
      case '--help':
      case 'help':
        io.stdout(usage);
        return 0;
      case undefined:
      default:
        throw new UsageError(name === undefined ? 'a command is missing' : `there is no command "${name}"`);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr(`bridge: ${error.message}\n${usage}`);
      return 2;
    }
    const problem = knownProblem(error);
    if (problem === null) throw error;
    io.stderr(`bridge: ${problem}\n`);
    return 1;
  }
}
