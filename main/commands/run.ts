// Runs the command that the arguments name. Exit codes: 0 done, 1 it could not be done, 2 wrong arguments, and 141
// where the reader of the output closed it before all was written (what a shell shows for a broken pipe).
import { shownText } from '#contract/text/shown-text.ts';
import { checkFileCommand } from './check-file.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { folderCommand } from './folder.ts';
import { journalCommand } from './journal/journal.ts';
import { operationCommand } from './operation.ts';
import { operatorCommand } from './operator.ts';
import { printCommand } from './print.ts';
import { serveCommand } from './serve.ts';
import { shiftCommand } from './shift.ts';
import { tokenCommand } from './token.ts';
import { updateCommand } from './update/update.ts';
import { knownProblem } from './io/problems.ts';
import { type Command, type Io, UsageError } from './io/usage.ts';

const usages = `
  bridge serve --data-dir DIR --port P [--gateway URL] [--auth-url URL] [--merchant-id ID]
               [--mode training|test|live] [--terminal ID]... [--processing-seconds N]
               [--printer ID=tcp://HOST:PORT | ID=serial:PATH?baud=N | ID=queue:NAME]...
               [--display ID=serial:PATH?baud=9600]... [--scanner ID=serial:PATH]...
               [--webhook-port P] [--policy FILE] [--destination FINGERPRINT] [--log-dir DIR]
  bridge doctor [the options of serve] [--json]
  bridge bundle [the options of serve] [--out FILE]
  bridge token create --data-dir DIR --name NAME --scopes a,b [--origin O] [--same-name] [--json]
               [--partial-approvals] [--by OPERATOR] [--policy FILE]
  bridge token list --data-dir DIR [--policy FILE]
  bridge token change --data-dir DIR --id ID [--scopes a,b] [--refunds-per-day MINOR|none]
               [--waits-offline true|false|default] [--partial-approvals true|false]
               [--by OPERATOR] [--policy FILE]   (what is not named stays as it is)
  bridge token webhook --data-dir DIR --id ID --allow URL | --stop [--by OPERATOR] [--policy FILE]
  bridge token renew --data-dir DIR --id ID [--json] [--by OPERATOR] [--policy FILE]   (a new token, the same program)
  bridge token revoke --data-dir DIR --id ID | --name NAME [--by OPERATOR] [--policy FILE]
  bridge token let-in --data-dir DIR --id ID [--by OPERATOR]   (a program from the office that was revoked here)
  bridge operation list --data-dir DIR [--state STATE] [--client ID]
  bridge operation cancel --data-dir DIR --id ID | --client ID [--by NAME]
  bridge operation decide ID --data-dir DIR --outcome succeeded|failed --reason TEXT --evidence TEXT
               [--amount MINOR] [--trace-number N] [--approval-code C] [--pay-id PAYID] [--given-back]
               [--by OPERATOR] [--second OPERATOR]   (PINs: typed, or a line each on standard input)
  bridge operation keep-approved ID --data-dir DIR [--by OPERATOR]
  bridge operation free-terminal ID --data-dir DIR --reason TEXT [--by OPERATOR] [--second OPERATOR]
  bridge operation pay-rest ID --data-dir DIR --amount MINOR [--by OPERATOR]
  bridge operation take-back-rest ID --data-dir DIR --reason TEXT [--by OPERATOR]
  bridge operation seen ID --data-dir DIR [--by OPERATOR]
  bridge print list --data-dir DIR [--state due|sending|doubtful]
  bridge print decide ID --data-dir DIR --came-out yes|no [--reprint] [--by OPERATOR]   (a reprint says COPY)
  bridge print cancel ID --data-dir DIR [--by OPERATOR]
  bridge print reprint OPERATION --data-dir DIR [--copy customer|merchant] [--reason TEXT] [--by OPERATOR]
  bridge operator create --data-dir DIR --name NAME --role cashier|supervisor|manager [--by OPERATOR]
  bridge operator list --data-dir DIR
  bridge operator change-pin --data-dir DIR --name NAME [--by OPERATOR]
  bridge operator remove --data-dir DIR --name NAME --by OPERATOR
  bridge update status|check --data-dir DIR   (what a running bridge knows of a newer version; "check" asks the server)
  bridge update hold --data-dir DIR [--off]   (stays with the version that runs)
  bridge update moment --data-dir DIR --at HH:MM | --off   (when it may come although somebody is at the till)
  bridge update install --data-dir DIR [--policy FILE] [--within SECONDS] [--when-allowed]   (a deb: as root)
  bridge update back --data-dir DIR [--even-over-newer]   (the version before comes back; a deb: as root)
  bridge update continue --data-dir DIR   (finishes an installation that was interrupted, or takes it back)
  bridge folder backup --data-dir DIR [--to DIR] [--keep N]   (also beside a running bridge; left out: as the settings say)
  bridge folder restore --from BACKUP --data-dir DIR [--even-over-newer]   (while no bridge runs; it then starts paused)
  bridge folder move --data-dir DIR --to DIR [--key-file FILE] [--policy FILE]   (while no bridge runs; it then starts paused there)
  bridge folder resume --data-dir DIR --name WHO --reason WHY
  bridge folder compact --data-dir DIR   (while no bridge runs; once, for a folder that an older program made)
  bridge folder archive --data-dir DIR [--months N] [--dry-run]   (closed shifts to files, also beside a running bridge)
  bridge journal verify --data-dir DIR | --file EXPORT.ndjson [--public-key KEY.pem] [--countersigned HEAD.json]
  bridge journal export --data-dir DIR [--format ndjson|csv] [--without-archives]
  bridge journal erase --data-dir DIR (--operation ID | --payment PAYID | --older-than-days N) --reason TEXT
               [--by NAME] [--policy FILE]
  bridge journal reconcile --data-dir DIR [--shift N] [--environment ID|training|test|live]
               [--erp-list LIST.csv|LIST.ndjson] [--bridge URL] [--resume FILE] [--per-second N]   (token: TILLBRIDGE_TOKEN)
  bridge office join --office URL --code CODE --data-dir DIR   (the code is given out by "office enrol")
  bridge office status --data-dir DIR   (what a running bridge knows of its office; exit code 1 where something is wrong)
  bridge shift report --data-dir DIR [--number N]
  bridge shift close --data-dir DIR [--even-if-open] [--by NAME]
`
  .slice(1, -1)
  .split(/\n(?= {2}bridge)/);

/** What a call means beyond its usage, by the beginning of the calls that it is about. */
const notes: readonly (readonly [calls: readonly string[], note: string])[] = [
  [
    ['serve', 'doctor', 'bundle'],
    'The API key is read from TILLBRIDGE_API_KEY, the key of signed webhooks from TILLBRIDGE_WEBHOOK_KEY.',
  ],
  [['serve'], '"--log-dir": log lines go to a file there too, three of 5 MB at most.'],
  [
    ['bundle'],
    '"bundle" writes one page for support, without anything that a shop, a person or a payment is known by.',
  ],
  [
    ['doctor'],
    '"doctor" changes nothing: it says what is wrong with this set-up, where, and how to mend it; exit code 1 for a problem.',
  ],
  [
    ['token create', 'token renew'],
    '"--json" of token create and token renew: token, client id, scopes and the bridge\'s identity, which a program pins, as one line.',
  ],
  [
    ['token create'],
    '"--same-name" of token create: the name may be, or look like, that of a program that has access already.',
  ],
  [
    ['token revoke'],
    `"--name" of token revoke takes back the tokens of all clients with that name. What they asked for and
still waits is sent all the same: "operation list" shows it, "operation cancel" takes it back.`,
  ],
  [
    ['operation list', 'operation decide'],
    '"operation list" shows what waits to be sent; with "--state needs-person", what a person must decide.',
  ],
  [
    ['token', 'operation', 'print', 'operator', 'shift close'],
    '"--by" names who decides or allows it, and their PIN is asked for; a shop without operators leaves it out.',
  ],
  [
    ['operation decide', 'operation keep-approved'],
    `Where another amount than was asked for was approved, keep-approved takes it; "--outcome failed" then needs
"--given-back": all that was approved was given back already.`,
  ],
  [
    ['operation decide', 'operation free-terminal'],
    'Where money goes out two must say the same: "--second", or the command once more.',
  ],
  [
    ['operation pay-rest'],
    `"operation pay-rest" notes that the rest of a sale was paid otherwise: --amount is what is left, which keep-approved
and decide show as "remaining".`,
  ],
  [['operator create'], '"operator create" makes the first one, a manager.'],
];

/** One block begins with the other at a whole word: "token" is about "token create". */
const isAbout = (one: string, other: string): boolean => `${one} `.startsWith(`${other} `);

/** The usage of one call ("shift close"), of all calls of a command ("shift"), or of all commands ("bridge"). */
function usageOf({ program }: Io, call: string): string {
  const asked = call === '' ? 'bridge' : `bridge ${call}`;
  const shown = usages.filter((each) => isAbout(each.trim(), asked));
  const about = notes.filter(
    ([calls]) => call === '' || calls.some((each) => isAbout(each, call) || isAbout(call, each)),
  );
  const lines = [
    ...shown,
    '',
    `Where it says bridge, type: ${program}`,
    'A relative DIR counts from the folder the program runs in; under "npm run" that is the project\'s folder.',
    ...about.map(([, note]) => note),
    ...(call === '' ? [] : [`All commands: ${program} --help`]),
  ];
  return `usage:\n${lines.join('\n')}\n`;
}

/** The call that the arguments begin with, as far as there is one: a message must not scroll away above the others. */
function callOf(name: string, rest: readonly string[]): string {
  const call = `${name} ${rest[0] ?? ''}`;
  return usages.some((each) => isAbout(each.trim(), `bridge ${call}`)) ? call : name;
}

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['serve', serveCommand],
  ['check-file', checkFileCommand],
  ['token', tokenCommand],
  ['doctor', doctorCommand],
  // What makes its page is loaded for it alone.
  ['bundle', async (args, io) => (await import('./bundle/bundle.ts')).bundleCommand(args, io)],
  ['folder', folderCommand],
  ['update', updateCommand],
  ['operation', operationCommand],
  ['print', printCommand],
  ['operator', operatorCommand],
  ['journal', journalCommand],
  ['shift', shiftCommand],
  ['office', async (args, io) => (await import('./office.ts')).officeCommand(args, io)],
]);

export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  const command = commands.get(name ?? '');
  const asked = command === undefined ? [name] : rest;
  try {
    if (asked.some((each) => each === '--help' || each === '-h') || name === 'help') {
      io.stdout(usageOf(io, command === undefined ? '' : callOf(name ?? '', rest)));
      return 0;
    }
    if (command !== undefined) return await command(rest, io);
    throw new UsageError(name === undefined ? 'a command is missing' : `there is no command "${name}"`);
  } catch (error) {
    if (error instanceof UsageError) {
      const usage =
        command === undefined
          ? `usage:\n  ${io.program} ${[...commands.keys()].filter((each) => each !== 'check-file').join('|')}\nAll of them: ${io.program} --help\n`
          : usageOf(io, callOf(name ?? '', rest));
      io.stderr(`bridge: ${shownText(error.message)}\n${usage}`);
      return 2;
    }
    const problem = knownProblem(error);
    if (problem === null) throw error;
    io.stderr(`bridge: ${shownText(problem)}\n`);
    return 1;
  }
}
