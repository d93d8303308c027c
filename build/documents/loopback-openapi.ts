// `npm run openapi:loopback`: writes docs/loopback-openapi.json, the bridge's own API as an OpenAPI 3.1 document. With
// `--check` it writes nothing and fails when the document in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loopbackDocumentText } from './openapi/loopback.ts';
import { projectRoot } from './specification/rows.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'loopback-openapi.json');
const text = loopbackDocumentText();

if (!values.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/loopback-openapi.json is stale: npm run openapi:loopback\n');
  process.exitCode = 1;
}
