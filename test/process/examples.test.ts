// The examples of the documentation page are run as they stand there, by the shell, by Python and by Node with the client
// package, against a real bridge with a sandbox behind it. C# is only written: there is no compiler for it here.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleCall, exampleIn } from '#loopback/document/examples.ts';
import type { ExampleCall } from '#loopback/document/example-typescript.ts';
import { compileCache } from '#support/bundled.ts';
import { documented } from '#support/openapi/document.ts';
import { type Ids, prepareIds } from '#support/openapi/ids.ts';
import { emulatedCounter } from '#support/emulated-counter.ts';
import { Shop } from '#support/shop.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

const counter = await emulatedCounter();
const shop = new Shop({ bridgeArgs: [...counter.args, '--display', 'FRONT=serial:/nowhere/display'] });
let folder = '';
let ids: Ids;

beforeAll(async () => {
  await shop.open(
    'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers,export,print,drawer,display,scan',
  );
  ids = await prepareIds(shop);
  folder = shop.bench.folder();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await counter.close();
});

const pairing = { TILLBRIDGE_PAIRING_SECRET: 'not-one-that-was-given' };

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** `untilSaid`: what has no end is ended once it has said this. */
async function run(command: string, args: readonly string[], untilSaid: RegExp | null): Promise<Ran> {
  const environment = {
    PATH: process.env['PATH'],
    TILLBRIDGE_URL: shop.bridgeUrl,
    TILLBRIDGE_TOKEN: shop.token,
    ...pairing,
    ...compileCache(),
  };
  const child = spawn(command, [...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString('utf8');
    if (untilSaid?.test(output) === true) child.kill();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject);
  });
  return { code, output };
}

const client = pathToFileURL(join(projectRoot, 'client/src/index.ts')).href;

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function runIn(language: string, call: ExampleCall): Promise<Ran> {
  const untilSaid = call.operationId === 'followEvents' ? /status/ : null;
  const { operationId: name } = call;
  const text = (which: 'curl' | 'Python' | 'TypeScript') => ids.fill(exampleIn(which, call), call.kind);
  switch (language) {
    case 'curl':
      return run('bash', ['-euo', 'pipefail', '-c', text('curl')], untilSaid);
    case 'Python':
      return run('python3', ['-u', fileOf(`${name}.py`, text('Python'))], untilSaid);
    default: {
      const script = text('TypeScript').replace("'@tillbridge/client'", `'${client}'`);
      return run(process.execPath, [fileOf(`${name}.mts`, script)], untilSaid);
    }
  }
}

const calls = documented.map(({ path, method, operation }) => exampleCall(path, method, operation));
const lastOnes = ['submitDeletePaymentMethod', 'submitDeleteCustomer'];
const inOrder = [
  ...calls.filter(({ operationId }) => !lastOnes.includes(operationId)),
  ...calls.filter(({ operationId }) => lastOnes.includes(operationId)),
];
const cases = inOrder.flatMap((call) =>
  ['curl', 'Python', 'TypeScript'].map((language) => [call.operationId, language, call] as const),
);

/** What cannot be done here: the operation of the example was sent, its document is printed, and this bridge has no window to ask a person in. */
const refused: { readonly [operationId: string]: string } = {
  cancelOperation: 'not-cancellable',
  cancelPrintJob: 'not-cancellable',
  decidePrintJob: 'not-decidable',
  askForPairing: 'pairing-impossible',
  fetchPairing: 'pairing-expired',
};

// The three ask for the same under the same Idempotency-Key, so the second and the third get the operation of the first.
test.each(cases)('%s in %s', async (operationId, language, call) => {
  const { code, output } = await runIn(language, call);
  const refusal = refused[operationId];
  if (refusal !== undefined) {
    expect(output).toContain(refusal);
    return;
  }
  if (operationId === 'followEvents') expect(output).toMatch(/status/);
  else expect(code, output).toBe(0);
  if (call.kind !== null) expect(output).toContain('succeeded');
});

test('what was started three times over was carried out once', async () => {
  const { body } = await shop.erp.get('/v1/operations?kind=refund&limit=500');
  const { operations } = body as unknown as { readonly operations: readonly { readonly requestId: string }[] };
  expect(operations.filter(({ requestId }) => requestId === 'order-1001-refund')).toHaveLength(1);
});

test('the examples in TypeScript fit the types of the client package', async () => {
  const project = shop.bench.folder();
  for (const call of calls) writeFileSync(join(project, `${call.operationId}.mts`), exampleIn('TypeScript', call));
  const compilerOptions = {
    paths: { '@tillbridge/client': [join(projectRoot, 'client/src/index.ts')] },
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    lib: ['ES2024', 'DOM', 'DOM.AsyncIterable', 'DOM.Iterable'],
    noEmit: true,
  };
  const settings = { extends: join(projectRoot, 'tsconfig.json'), compilerOptions, include: ['*.mts'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const checked = await run(process.execPath, [join(projectRoot, 'node_modules/.bin/tsc'), '-p', project], null);
  expect(checked.output).toBe('');
  expect(checked.code).toBe(0);
});
