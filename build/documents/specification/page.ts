// docs/gateway-coverage.md: every row with the schema that holds it and the tests that try it. Made from the join, so
// it can be compared with what is in the repository.
import { type Evidence, schemaEvidence } from './schema-evidence.ts';
import type { Block, Row, Specification } from './rows.ts';
import { type Tests, rowDriven, testEvidence } from './test-evidence.ts';

export interface Coverage {
  readonly page: string;
  /** Rows that are empty or disagree with a schema, with the reason. */
  readonly problems: readonly string[];
}

interface Joined {
  readonly row: Row;
  readonly evidence: Evidence;
  readonly tests: Tests;
}

export function coverage(specification: Specification): Coverage {
  const schemaOf = schemaEvidence(specification);
  const triedBy = testEvidence(specification);
  const joined = (row: Row): Joined => ({ row, evidence: schemaOf(row.id), tests: triedBy(row.id) });
  const blocks = specification.blocks.map((block) => ({ block, rows: block.rows.map(joined) }));
  const all = blocks.flatMap(({ rows }) => rows);
  return {
    page: pageOf(all, blocks),
    problems: all.flatMap(problemsOf),
  };
}

function problemsOf({ row, evidence, tests }: Joined): string[] {
  return [
    ...(evidence.where.length === 0 && evidence.problems.length === 0 ? ['held by no schema'] : []),
    ...(tests.names.length === 0 ? ['tried by no test'] : []),
    ...evidence.problems,
    ...tests.problems,
  ].map((problem) => `${row.id}: ${problem}`);
}

function pageOf(all: readonly Joined[], blocks: readonly { block: Block; rows: readonly Joined[] }[]): string {
  const empty = all.filter((each) => problemsOf(each).length > 0).length;
  const kinds = Object.entries(Object.groupBy(all, ({ row }) => kindOf(row)));
  const counts = kinds.map(([kind, rows]) => `${rows?.length ?? 0} ${kind}`).join(', ');
  return [
    '# What of the gateway interface is covered',
    '',
    'Made by `npm run coverage:gateway` from the rows in [gateway-coverage](gateway-coverage): every endpoint, field, rule and limit of the gateway interface 2.2.0 in our own words, written by hand. The script walks our schemas to each place where a row applies and compares type, values, limits and requiredness; it joins the tests that try the row. `npm run coverage:gateway -- --check` fails when a row is empty, a schema disagrees, or this page is stale.',
    '',
    `${all.length} rows (${counts}); ${empty} of them empty or in disagreement.`,
    '',
    'In the test columns, **schemas** is a valid and every kind of invalid value for each place of the row ' +
      `(\`${rowDriven.schemas}\`), **sandbox** the same over HTTP (\`${rowDriven.sandbox}\`), **generated** random bodies ` +
      `(\`${rowDriven.generated}\`), **conformance** a hand-written case that also runs against a real gateway (\`test/conformance\`).`,
    '',
    ...blocks.flatMap(({ block, rows }) => sectionOf(block, rows)),
  ].join('\n');
}

const kindOf = (row: Row): string => ('method' in row ? 'endpoints' : 'kind' in row ? ruleKinds[row.kind] : 'fields');
const ruleKinds = { rule: 'rules', limit: 'limits', open: 'places not shown' } as const;

function sectionOf(block: Block, rows: readonly Joined[]): string[] {
  return [
    `## ${block.title}`,
    '',
    '| Row | What it says | Held by | Tried by |',
    '|---|---|---|---|',
    ...rows.map(lineOf),
    '',
  ];
}

function lineOf({ row, evidence, tests }: Joined): string {
  const cells = [`\`${row.id}\``, saysOf(row), heldOf(evidence), testsOf(tests)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function saysOf(row: Row): string {
  if ('method' in row) return `${row.says}. \`${row.method} ${row.route}\`, Idempotency-Key: ${row.key}`;
  return row.says;
}

function heldOf({ where, what, problems }: Evidence): string {
  const kinds = [...new Set(what)].join(' / ');
  const shown = where
    .slice(0, 3)
    .map((place) => `\`${place}\``)
    .join(', ');
  const more = where.length > 3 ? ` and ${where.length - 3} more` : '';
  const wrong = problems.length === 0 ? '' : ` **differs: ${problems.slice(0, 2).join('; ')}**`;
  return `${shown}${more}${kinds === '' ? '' : `: ${kinds}`}${wrong}` || '**nothing**';
}

function testsOf({ names, problems }: Tests): string {
  const cases = names.filter((name) => name.startsWith(conformance)).map((name) => name.slice(conformance.length));
  const others = names.filter((name) => !name.startsWith(conformance));
  const more = cases.length > 3 ? ` and ${cases.length - 3} more` : '';
  const suite = cases.length === 0 ? [] : [`conformance (${cases.slice(0, 3).join(', ')}${more})`];
  const wrong = problems.length === 0 ? '' : ` **${problems.join('; ')}**`;
  return `${[...others, ...suite].join(', ')}${wrong}` || '**nothing**';
}

const conformance = 'conformance: ';
