// A client that somebody generates from the OpenAPI document: made by openapi-typescript, it compiles, and a program that
// is written against it gets the types that the guide promises. Each `@ts-expect-error` is a mistake that it must find.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const program = `
import type { components, paths } from './generated.ts';

type Page = paths['/v1/operations']['get']['responses'][200]['content']['application/json'];
type Query = NonNullable<paths['/v1/operations']['get']['parameters']['query']>;
type Sale = NonNullable<paths['/v1/operations/sale']['post']['requestBody']>['content']['application/json'];
type Sold = paths['/v1/operations/sale']['post']['responses'][200]['content']['application/json'];
type Report = components['schemas']['ShiftReport'];
type Money = components['schemas']['Money'];

export function read({ operations, next }: Page): string {
  const words: string[] = [next ?? 'the end'];
  for (const operation of operations) {
    words.push(operation.state, operation.createdAt, operation.origin.type);
    if (operation.origin.type === 'erp') words.push(operation.origin.client ?? 'unknown');
    if (operation.kind === 'refund') words.push(String(operation.result?.payId ?? ''));
    const approved: Money | undefined = operation.approved;
    if (approved !== undefined) words.push(approved.currency, approved.value.toFixed(0));
    // @ts-expect-error An operation has no such state.
    words.push(operation.state === 'done' ? 'done' : '');
    // @ts-expect-error It is text.
    const attempts: string = operation.attempts;
  }
  return words.join(' ');
}

export const query: Query = { limit: 20, state: ['pending', 'unknown'], order: 'newest', from: '2026-01-31T00:00:00Z' };
// @ts-expect-error It is a number.
export const wrongQuery: Query = { limit: '20' };

export const sale: Sale = { transId: '1001', posTerminalId: 'T1', amount: { value: 1234, currency: 'EUR' } };
// @ts-expect-error It is money, not a number.
export const wrongSale: Sale = { transId: '1001', posTerminalId: 'T1', amount: 12.34 };

export const kindOf = (sold: Sold): 'cloud-pos' => sold.kind;

export const left = (report: Report): Money[] =>
  report.sections.flatMap(({ takings, totals }) => [
    ...takings.map((each) => each.left),
    ...totals.flatMap(({ amount }) => (amount === null ? [] : [amount])),
  ]);
`;

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-generated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

it('made by openapi-typescript compiles, and knows states, kinds, money and what a query takes', () => {
  const [made, hook] = [join(folder, 'generated.ts'), join(projectRoot, 'test/support/older-typescript.ts')];
  const generator = join(projectRoot, 'node_modules/openapi-typescript/bin/cli.js');
  expect(run('--import', hook, generator, join(projectRoot, 'docs/loopback-openapi.json'), '-o', made)).toBe('');

  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  expect(run(join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', folder)).toBe('');
}, 120_000);
