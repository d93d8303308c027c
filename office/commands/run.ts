// Runs the command that the arguments name. Exit codes as of the bridge: 0 done, 1 it could not be done, 2 wrong
// arguments.
import { shownText } from '#contract/text/shown-text.ts';
import { knownProblem } from '#commands/io/problems.ts';
import { UsageError } from '#commands/io/usage.ts';
import { alarmCommand } from './alarm.ts';
import { claimsCommand } from './claims.ts';
import { configCommand } from './config.ts';
import { demoCommand } from './demo.ts';
import { enrolCommand, tillCommand } from './enrol.ts';
import { exportCommand, readerCommand } from './export.ts';
import { alarmsCommand, doubtsCommand, headCommand, takingsCommand, tillsCommand } from './looks.ts';
import type { OfficeCommand, OfficeIo } from './office-io.ts';
import { personCommand } from './person.ts';
import { programsCommand } from './programs.ts';
import { serveCommand } from './serve/serve.ts';
import { settlementCommand } from './settlement.ts';
import { staffCommand } from './staff.ts';

const usage = `usage:
  office serve [--database URL|embedded] --port P --data-dir DIR [--address A] [--host NAME]...
      (without --database: TILLBRIDGE_OFFICE_DATABASE; other users of the machine see a password in --database)
      [--page-port P [--page-cert FILE --page-key FILE]]      (the page that people sign in at)
      [--mail-server FILE --mail-from ADDRESS]      (alarms by e-mail; FILE holds smtps://user:password@host:465)
  office enrol --name NAME [--shop S] --data-dir DIR [--chain C]   (prints a one-time code for "bridge office join")
  office till revoke --name NAME --data-dir DIR [--chain C]
  office person add --name NAME --role viewer|manager|admin --data-dir DIR [--chain C]   (prints a one-time link)
  office person remove --name NAME --data-dir DIR [--chain C]
  office person list --data-dir DIR [--chain C]
  office person approves --name NAME [--shop S] [--up-to-minor N --currency EUR] [--at-tills NAME] --data-dir DIR
      [--chain C]      (may approve what tills ask for; --at-tills: their own name there, where it is another one)
  office person approves-nothing --name NAME --data-dir DIR [--chain C]
  office tills --data-dir DIR [--chain C]      (each till: its head, when it was heard, what is open)
  office takings --data-dir DIR [--chain C] [--from DAY] [--to DAY]
  office takings --day DAY --data-dir DIR [--chain C] [--shop S] [--zone Europe/Berlin]   (X or Z of that day)
  office demo [--data-dir DIR] [--page-port P]   (three tills in training, a refund at two, the page)
  office doubts --data-dir DIR [--chain C]     (what is in doubt or needs a person, oldest first)
  office alarms --data-dir DIR [--chain C]     (records of journals that were refused, restored folders)
  office alarm add (--mail ADDRESS | --webhook URL) [--language en|de|fr|it|es|nl] --data-dir DIR [--chain C]
  office alarm remove|test (--mail ADDRESS | --webhook URL) --data-dir DIR [--chain C]
  office alarm list --data-dir DIR [--chain C]      (limits, recipients, open and past alarms)
  office alarm limits [--doubt-minutes N] [--silent-minutes N] [--shop-silent-hours N] [--authorization-days N]
      --data-dir DIR [--chain C]
  office export --from DAY --to DAY [--zone Europe/Berlin] [--format csv] --out DIR --data-dir DIR [--chain C]
  office export --audit --out DIR --data-dir DIR [--chain C]      (every till's journal, to be verified without Tillbridge)
  office reader add|remove --name NAME --data-dir DIR [--chain C]      (a login that reads the views office_v1)
  office settlement import --file CSV --mapping NAME --data-dir DIR [--chain C]      (all of the file or nothing)
  office settlement mapping [--name NAME (--file JSON | --layout Adyen|Stripe|Vipps)] --data-dir DIR [--chain C]
  office settlement list --data-dir DIR [--chain C]      (the imports)
  office settlement take-back --number N --data-dir DIR [--chain C]
  office settlement report --from DAY --to DAY [--zone Europe/Berlin] [--mode live] --data-dir DIR [--chain C]
  office settlement export --from DAY --to DAY [--zone Europe/Berlin] [--mode live] --out DIR --data-dir DIR [--chain C]
  office claims on|off --by NAME --data-dir DIR [--chain C]      (whether tills ask before they pay out)
  office claims list --data-dir DIR [--chain C]      (refunds that are claimed or not over, oldest first)
  office claims free --till NAME --claim ID --by NAME --why TEXT --data-dir DIR [--chain C]
  office claims free --till NAME --held --by NAME --why TEXT --data-dir DIR [--chain C]      (all of a revoked till)
  office config set --scope chain|shop:NAME|till:NAME [--set NAME=VALUE]... [--unset NAME]... [--currency EUR] --by NAME
      --data-dir DIR [--chain C]      (settings of tills; "office config names" prints those that an office may set)
  office config show [--scope S] --data-dir DIR [--chain C]      (what is set; of a till also what holds there)
  office config history --scope S --data-dir DIR [--chain C]
  office config revert --scope S --by NAME --data-dir DIR [--chain C]      (puts back what stood before the last change)
  office config start-over --by NAME --data-dir DIR [--chain C]      (empties what this office has not signed)
  office staff add --name NAME --role cashier|supervisor|manager --scope chain|shop:NAME|till:NAME --by NAME
      --data-dir DIR [--chain C]      (may sign in at those tills that take people from here; asks for the PIN)
  office staff change --name NAME --role ROLE --scope S --by NAME --data-dir DIR [--chain C]
  office staff pin|remove --name NAME --scope S --by NAME --data-dir DIR [--chain C]
  office staff list --data-dir DIR [--chain C]
  office staff history --scope S --data-dir DIR [--chain C]
  office staff revert --scope S --by NAME --data-dir DIR [--chain C]      (puts back who stood before the last change)
  office staff start-over --by NAME --data-dir DIR [--chain C]      (empties what this office has not signed)
  office programs set --name NAME [--scopes a,b] [--origin O|none] [--refunds-per-day N|none --currency EUR]
      [--waits-offline true|false|default] [--partial-approvals true|false] --scope chain|shop:NAME|till:NAME --by NAME
      --data-dir DIR [--chain C]      (may use those tills that take programs from here; each till knows its own token)
  office programs tokens --name NAME --out FILE [--till NAME] --by NAME --data-dir DIR [--chain C]
      (makes a token for each till that has none, or a new one for --till; FILE has them, this once)
  office programs remove --name NAME --scope S --by NAME --data-dir DIR [--chain C]
  office programs list --data-dir DIR [--chain C]
  office programs history --scope S --data-dir DIR [--chain C]
  office programs revert --scope S --by NAME --data-dir DIR [--chain C]      (puts back what stood before the last change)
  office programs start-over --by NAME --data-dir DIR [--chain C]      (empties what this office has not signed)
  office head --name NAME --data-dir DIR [--chain C]   (what "bridge journal verify --countersigned" compares with)

"embedded" keeps a PostgreSQL in the data folder; as root it runs as the system's user postgres, who must be able to
reach the folder. Without --address the office listens on 127.0.0.1 only; --host names what tills call it by.
`;

const commands: ReadonlyMap<string, OfficeCommand> = new Map<string, OfficeCommand>([
  ['demo', demoCommand],
  ['serve', serveCommand],
  ['enrol', enrolCommand],
  ['till', tillCommand],
  ['person', personCommand],
  ['tills', tillsCommand],
  ['takings', takingsCommand],
  ['doubts', doubtsCommand],
  ['alarms', alarmsCommand],
  ['alarm', alarmCommand],
  ['export', exportCommand],
  ['reader', readerCommand],
  ['settlement', settlementCommand],
  ['claims', claimsCommand],
  ['config', configCommand],
  ['staff', staffCommand],
  ['programs', programsCommand],
  ['head', headCommand],
]);

export async function runOffice([name = '', ...rest]: readonly string[], io: OfficeIo): Promise<number> {
  if (name === 'help' || [name, ...rest].some((each) => each === '--help' || each === '-h')) {
    io.stdout(usage);
    return 0;
  }
  try {
    const command = commands.get(name);
    if (command === undefined)
      throw new UsageError(name === '' ? 'a command is missing' : `there is no command "${name}"`);
    return await command(rest, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr(`office: ${shownText(error.message)}\n${usage}`);
      return 2;
    }
    const problem = knownProblem(error);
    if (problem === null) throw error;
    io.stderr(`office: ${shownText(problem)}\n`);
    return 1;
  }
}
