// `npm run client:types`: writes client/src/api/generated.ts, the client package's types of everything that the registry and
// the contract list. With `--check` it writes nothing and fails when the file is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { doubtCodes } from '#contract/operation/outcome-codes.ts';
import { failureCodes } from '#contract/operation/outcome-codes.ts';
import { SchemaBook, type SchemaNames } from '#contract/data/json-schema.ts';
import { doubtSchema, failureSchema } from '#contract/operation/operation-schemas.ts';
import { publicProblemCodes } from '#contract/programs/problems.ts';
import { scopes } from '#contract/programs/scopes.ts';
import { isFinal, modes, states } from '#contract/operation/states.ts';
import { answerSchemas } from '#loopback/schemas/answer-schemas.ts';
import { printDocument } from '#contract/devices/documents.ts';
import { commands, queries, shortKinds } from '#operations/index.ts';
import { typeOf } from './client/typescript.ts';
import { sharedSchemas } from '#operations/schema-names.ts';
import { projectRoot } from './specification/rows.ts';

const head = `// Written by build/documents/client-types.ts from the schemas of the bridge: not to be changed by hand.
// Amounts are integers of minor units, times are ISO 8601 in UTC.
`;

/** What has a name of its own in the package. `Operation` and `Problem` are narrowed by it, hence `AsSent`. */
const { Operation, Problem, Status, ShiftReport, Terminals, WebhookState, WebhookAsked } = answerSchemas;
const { Payment, Devices, PrintJob, PrintJobs, DrawerOpened, DisplayShown } = answerSchemas;
const taken = [Operation, Problem, Status, ShiftReport, Terminals, WebhookState, WebhookAsked];
const names: SchemaNames = new Map<z.ZodType, string>([
  ...sharedSchemas,
  [Operation, 'OperationAsSent'],
  [Problem, 'ProblemAsSent'],
  [failureSchema, 'Failure'],
  [doubtSchema, 'Doubt'],
  [Status, 'Status'],
  [ShiftReport, 'ShiftReport'],
  [Terminals, 'TerminalList'],
  [WebhookState, 'WebhookState'],
  [WebhookAsked, 'WebhookAsked'],
  [Payment, 'Payment'],
  [Devices, 'DeviceList'],
  [PrintJob, 'PrintJob'],
  [PrintJobs, 'PrintJobList'],
  [DrawerOpened, 'DrawerOpened'],
  [DisplayShown, 'DisplayShown'],
  [printDocument, 'PrintDocument'],
]);

const list = (name: string, about: string, values: readonly string[]): string =>
  `/** ${about} */\nexport type ${name} =\n${values.map((value) => `  | '${value}'`).join('\n')};\n`;

const map = (name: string, about: string, entries: readonly (readonly [string, string])[]): string =>
  `/** ${about} */\nexport interface ${name} {\n${entries.map(([key, type]) => `  readonly '${key}': ${type};`).join('\n')}\n}\n`;

/** The file; equal registries give equal files. */
function generated(): string {
  const book = new SchemaBook(names);
  const inputs = commands.map(({ kind, summary, input }) => {
    const type = `${pascal(kind)}Input`;
    return { kind, type, text: `/** ${summary}. */\nexport type ${type} = ${typeOf(book.take(input))};\n` };
  });
  const short = shortKinds.map(({ name, summary, input, command }) => {
    const type = `${pascal(name)}Input`;
    const text = `/** ${summary}. */\nexport type ${type} = ${typeOf(book.take(input))};\n`;
    return { kind: name, type, text, stands: command.kind };
  });
  const results = commands.map(({ kind, response }) => [kind, typeOf(book.take(response), '  ')] as const);
  const answers = Object.entries(queries).map(
    ([name, { response }]) => [name, typeOf(book.take(response), '  ')] as const,
  );
  for (const answer of [...taken, Payment, Devices, PrintJob, PrintJobs, DrawerOpened, DisplayShown, printDocument])
    book.take(z.array(answer));
  const shared = Object.entries(book.schemas()).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`);
  return [
    head,
    list('Scope', 'What a person can grant a program.', scopes),
    list('State', 'Where an operation stands.', states),
    list('FinalState', 'A final state never changes again.', states.filter(isFinal)),
    list('Mode', 'What the money is: none, that of a test environment, or real.', modes),
    list('ProblemCode', 'Why a request was refused. The list grows: keep a default.', publicProblemCodes),
    list('FailureCode', 'Why an operation did not happen.', failureCodes),
    list('DoubtCode', 'Why an outcome is not known.', doubtCodes),
    list(
      'Kind',
      'The kinds of operations.',
      commands.map(({ kind }) => kind),
    ),
    map(
      'ShortKinds',
      'Short names, and the kind that the operation shows.',
      short.map(({ kind, stands }) => [kind, `'${stands}'`]),
    ),
    ...[...short, ...inputs].map(({ text }) => text),
    map(
      'Inputs',
      'What an operation of each kind takes.',
      [...short, ...inputs].map(({ kind, type }) => [kind, type]),
    ),
    map(
      'Results',
      "The gateway's answer by kind, read tolerantly: fields may be missing, and more may be there.",
      results,
    ),
    map('Records', 'What look-ups at the gateway show.', answers),
    ...shared,
  ].join('\n');
}

function pascal(kind: string): string {
  return kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'client', 'src', 'api', 'generated.ts');
const text = generated();

if (!values.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('client/src/api/generated.ts is stale: npm run client:types\n');
  process.exitCode = 1;
}
