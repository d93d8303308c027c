// docs/gateway-coverage.md: no row is empty, no schema disagrees, the page is the one that the rows give; and the join
// sees what it is there to see.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from '#contract/data/json-schema.ts';
import { requestDifferences } from '../../../build/documents/specification/compare.ts';
import { coverage } from '../../../build/documents/specification/page.ts';
import {
  type Block,
  type FieldRow,
  type RuleRow,
  type Specification,
  projectRoot,
  readSpecification,
} from '../../../build/documents/specification/rows.ts';
import { schemasAt } from '../../../build/documents/specification/schema-paths.ts';
import { nodesOf, treeOf } from '../../../build/documents/specification/tree.ts';

const specification = readSpecification();
const current = coverage(specification);

test('no row is empty, and no schema disagrees with one', () => {
  expect(current.problems).toEqual([]);
});

test('the page in the repository is the one that the rows give', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'gateway-coverage.md'), 'utf8');
  expect(page === current.page, 'stale: npm run coverage:gateway').toBe(true);
});

test('each row has a line of its own', () => {
  for (const id of specification.rows.keys()) expect(current.page, id).toContain(`\n| \`${id}\` |`);
});

/** The specification with other blocks in it. */
function changed(change: (block: Block) => Block): Specification {
  const blocks = specification.blocks.map(change);
  const rows = new Map(blocks.flatMap((block) => block.rows.map((row) => [row.id, row] as const)));
  const rules = blocks.flatMap((block) => (block.kind === 'rules' ? block.rows : []));
  const fields = (name: string) => {
    const block = blocks.find((each) => each.block === name);
    if (block?.kind !== 'fields') throw new Error(name);
    return block;
  };
  return { ...specification, blocks, rows, rules, fields };
}

function withField(block: string, path: string, row: Partial<FieldRow>): Specification {
  return changed((each) => {
    if (each.kind !== 'fields' || each.block !== block) return each;
    const added: FieldRow = { id: `${block}.${path}`, path, type: 'string', says: 'added', ...row };
    return { ...each, rows: [...each.rows.filter((old) => old.path !== path), added] };
  });
}

function withRule(rule: Partial<RuleRow>): Specification {
  const added: RuleRow = { id: 'rule.limits.added', path: 'added', kind: 'rule', says: 'added', ...rule };
  return changed((each) =>
    each.kind === 'rules' && each.block === 'rule.limits' ? { ...each, rows: [...each.rows, added] } : each,
  );
}

describe('the join reports', () => {
  test.each([
    ['a field that no schema has', withField('capture', 'newField', {}), 'capture newField: there is no such field'],
    [
      'a field of another type',
      withField('capture', 'refNr', { type: 'number' }),
      'capture refNr is string, not number',
    ],
    [
      'a field that the schema does not require',
      withField('capture', 'statementDescriptor', { required: true }),
      'capture statementDescriptor is not required',
    ],
    [
      'a limit that the schema does not have',
      withField('incremental', 'duration', { type: 'number', max: 30 }),
      'not 30',
    ],
    [
      'a list with one value more',
      withField('create-session', 'channel', { values: ['ECOM', 'MOTO', 'APP', 'PAYBYLINK', 'POS', 'FAX'] }),
      'not APP ECOM FAX MOTO PAYBYLINK POS',
    ],
    ['a rule that nothing holds', withRule({}), 'rule.limits.added: held by no schema'],
    ['a rule that nothing tries', withRule({ through: ['amount.value'] }), 'rule.limits.added: tried by no test'],
    [
      'a rule held by code that is not there',
      withRule({ held: ['main/core/answers/signals.ts#readMinds'] }),
      'exports no readMinds',
    ],
    ['a rule that leans on no row', withRule({ through: ['amount.virtue'] }), 'amount.virtue is no row'],
    [
      'a test that is not there',
      withRule({ tests: ['test/unit/core/answers.test.ts: nobody wrote this'] }),
      'no test called "nobody wrote this"',
    ],
  ])('%s', (_what, other, problem) => {
    expect(coverage(other).problems.join('\n')).toContain(problem);
  });

  test('a schema that is stricter than its row says', () => {
    const [node] = nodesOf(treeOf(specification, 'order')).filter(({ path }) => path === 'description');
    const differences = (schema: z.ZodType): string[] =>
      requestDifferences(node!, schemasAt(jsonSchemaOf(z.object({ description: schema })), 'description'), false);
    expect(differences(z.string())).toEqual([]);
    expect(differences(z.string().max(10))).toEqual(['maxLength is 10, not none']);
    expect(differences(z.enum(['a', 'b']))).toEqual(['takes a b, not any text']);
    expect(differences(z.string().regex(/^a/))).toEqual(['has a format that no row speaks of']);
    expect(differences(z.union([z.string(), z.number()]))).toEqual(['is string or number, not string']);
  });
});
