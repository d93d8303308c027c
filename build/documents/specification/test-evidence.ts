// The second half of the join: for each row the tests that try it. Row-driven tests count through the very cases they
// run; conformance cases say what they cover; a test named by a rule has to be there under that name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceCases } from '../../../test/conformance/cases/index.ts';
import { answerBlocks, answerCases, requestBlocks, requestCases, ruleCases } from './cases.ts';
import { type Specification, projectRoot } from './rows.ts';
import { nodesOf, treeOf } from './tree.ts';

/** The tests that run the cases of `cases.ts`; the page names them. */
const rowDriven = {
  schemas: 'test/unit/specification/rows.test.ts',
  sandbox: 'test/integration/specification/sandbox-rows.test.ts',
  generated: 'test/unit/properties/requests.test.ts',
} as const;

export interface Tests {
  readonly names: readonly string[];
  readonly problems: readonly string[];
}

type Collected = { names: Set<string>; problems: string[] };

/** The tests of every row, by its id. */
export function testEvidence(specification: Specification): (id: string) => Tests {
  const rows = new Map<string, Collected>(
    [...specification.rows.keys()].map((id) => [id, { names: new Set(), problems: [] }]),
  );
  const add = (id: string, name: string): void => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`${name} covers ${id}, which is no row`);
    row.names.add(name);
  };
  collectRowDriven(specification, add);
  for (const { id, covers } of conformanceCases) for (const row of covers) add(row, `conformance: ${id}`);
  for (const rule of specification.rules) {
    for (const named of rule.tests ?? []) {
      add(rule.id, named);
      const problem = namedProblem(named);
      if (problem !== null) rows.get(rule.id)?.problems.push(problem);
    }
    if (rule.same === true)
      for (const id of rule.through ?? []) for (const name of rows.get(id)?.names ?? []) add(rule.id, name);
  }
  return (id) => {
    const { names = new Set<string>(), problems = [] } = rows.get(id) ?? {};
    return { names: [...names], problems };
  };
}

function collectRowDriven(specification: Specification, add: (id: string, name: string) => void): void {
  const present = (name: keyof typeof rowDriven): boolean => existsSync(join(projectRoot, rowDriven[name]));
  const kinds = (['schemas', 'sandbox'] as const).filter(present);
  const cases = [
    ...requestBlocks(specification).flatMap((block) => requestCases(specification, block)),
    ...ruleCases(specification),
  ];
  for (const { row } of cases) for (const kind of kinds) add(row, kind);
  if (present('generated')) {
    for (const block of requestBlocks(specification)) {
      for (const { row } of nodesOf(treeOf(specification, block))) add(row.id, 'generated');
    }
  }
  if (!present('schemas')) return;
  for (const block of answerBlocks(specification)) {
    for (const { row } of answerCases(specification, block)) add(row, 'schemas');
  }
}

/** `file: title` has to be a title in that file. */
function namedProblem(named: string): string | null {
  const [file = '', ...rest] = named.split(': ');
  const title = rest.join(': ');
  const path = join(projectRoot, file);
  if (!existsSync(path)) return `${file} is not there`;
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => readFileSync(path, 'utf8').includes(quoted))
    ? null
    : `${file} has no test called "${title}"`;
}

export { rowDriven };
