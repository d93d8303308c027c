// `npm run openapi:gateway`: writes docs/gateway-openapi.json, the gateway interface as an OpenAPI 3.1 document. With
// `--check` it writes nothing and fails when the document in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gatewayDocument } from './openapi/gateway.ts';
import { projectRoot } from './specification/rows.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'gateway-openapi.json');
const text = `${JSON.stringify(gatewayDocument(), null, 2)}\n`;

if (!values.check) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/gateway-openapi.json is stale: npm run openapi:gateway\n');
  process.exitCode = 1;
}
