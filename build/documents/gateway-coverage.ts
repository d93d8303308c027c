// `npm run coverage:gateway`: writes docs/gateway-coverage.md. With `--check` it writes nothing and fails when a row
// is empty, a schema disagrees with a row, or the page in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coverage } from './specification/page.ts';
import { projectRoot, readSpecification } from './specification/rows.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'gateway-coverage.md');
const specification = readSpecification();
const { page, problems } = coverage(specification);

for (const problem of problems) process.stderr.write(`${problem}\n`);
if (values.check) {
  const stale = readFileSync(file, 'utf8') !== page;
  if (stale) process.stderr.write('docs/gateway-coverage.md is stale: npm run coverage:gateway\n');
  process.exitCode = stale || problems.length > 0 ? 1 : 0;
} else {
  writeFileSync(file, page);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
process.stdout.write(`${specification.rows.size} rows, ${problems.length} problems\n`);
