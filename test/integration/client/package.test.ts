// The package as it would be published: what is in it, that it works without anything else, and that its types do.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { packClient } from '../../../build/packaging/client-package.ts';
import { stranger } from './stranger.ts';

const root = join(import.meta.dirname, '../../..');

function run(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

const compile = (folder: string, args: readonly string[]) =>
  run(folder, process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args]);

/** The client's sources: other tests may build the package at the same time. */
function aCopy(folder: string): string {
  const source = join(folder, 'client');
  run(root, 'cp', ['-r', 'client', source]);
  run(folder, 'cp', [join(root, 'tsconfig.json'), folder]);
  return source;
}

/** A shop's project with the package installed from its archive, and the archive's list of files. */
function installed(): { readonly folder: string; readonly files: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = aCopy(folder);
  compile(source, ['-p', '.']);
  const [packed] = JSON.parse(run(source, 'npm', ['pack', '--json'])) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  const target = join(folder, 'node_modules/@tillbridge/client');
  mkdirSync(target, { recursive: true });
  run(folder, 'tar', ['-xzf', join(source, packed.filename), '-C', target, '--strip-components=1']);
  rmSync(source, { recursive: true });
  rmSync(join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, files: packed.files.map(({ path }) => path).toSorted() };
}

it('holds what it needs and nothing else, and works in a project that has nothing but it', async () => {
  const { folder, files } = installed();
  expect(files.filter((path) => !path.startsWith('dist/'))).toEqual(['LICENSE', 'README.md', 'package.json']);
  const built = files.filter((path) => path.startsWith('dist/'));
  expect(built.every((path) => /\.(?:js|d\.ts)$/.test(path))).toBe(true);
  expect(built).toContain('dist/index.js');
  const text = built
    .map((path) => readFileSync(join(folder, 'node_modules/@tillbridge/client', path), 'utf8'))
    .join('\n');
  // Every import is of the package itself.
  expect(
    [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].filter(([, name]) => !name?.startsWith('.')),
  ).toEqual([]);

  const { url } = await stranger({});
  const script = `import { find } from '@tillbridge/client'; console.log((await find({ baseUrl: '${url}' })).product);`;
  writeFileSync(join(folder, 'shop.js'), script);
  for (const node of [process.execPath, ...olderNodes()]) {
    const child = spawn(node, ['shop.js'], { cwd: folder });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (piece: string) => said.push(piece));
    const [code] = (await once(child, 'close')) as [number];
    expect(code, node).toBe(0);
    expect(said.join('').trim(), node).toBe('Tillbridge');
  }
});

/** The Node of the machine itself, where it is another one than this and one that the package is for. */
function olderNodes(): string[] {
  const { engines } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const [, least = ''] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
  return ['/usr/bin/node', '/usr/local/bin/node'].filter((node) => {
    const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    const version = status === 0 ? stdout.trim().slice(1) : '';
    return version !== '' && version !== process.versions.node && Number.parseFloat(version) >= Number(least);
  });
}

it('is packed into a folder of its own by the build', () => {
  const output = mkdtempSync(join(tmpdir(), 'tillbridge-release-'));
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const source = aCopy(output);
  const release = join(output, 'release');
  const archive = packClient(release, source);
  expect(readdirSync(release)).toEqual([basename(archive)]);
  expect(archive).toMatch(/tillbridge-client-\d+\.\d+\.\d+\.tgz$/);
  expect(run(output, 'tar', ['-tzf', archive]).split('\n')).toContain('package/dist/index.js');
});

const shop = `
import { Tillbridge, isTillbridgeError, minor, type Operation, type TillbridgeError } from '@tillbridge/client';
const bridge = new Tillbridge({ baseUrl: 'http://127.0.0.1:7737', token: 'tb_x' });
export async function sell(): Promise<Operation<'cloud-pos'>> {
  const amount = minor(100, 'EUR');
  return bridge.operations.submit('cloud-pos', { messageType: 'SALE', transId: 'A', posTerminalId: 'T1', amount });
}
export function words(error: TillbridgeError): string {
  switch (error.type) {
    case 'not-running': return error.reason;
    case 'version-unsupported': return error.apiVersions.join();
    case 'blocked-by-browser': return error.reason;
    case 'refused': return error.code;
    case 'identity-changed': return error.message;
    case 'identity-uncheckable': return error.reason;
    case 'unknown': return error.requestId;
    case 'no-answer': return error.message;
    case 'aborted': return String(error.maybeSent);
  }
}
export async function wrong() {
  // @ts-expect-error A refund names its payment.
  await bridge.operations.submit('refund', { transId: 'R', amount: minor(1, 'EUR') });
  // @ts-expect-error There is no such kind.
  await bridge.operations.submit('give-away', {});
  const { result } = await sell();
  return isTillbridgeError(result) ? null : result?.payId;
}
`;

it('has types by which a shop that writes TypeScript cannot send the wrong fields', () => {
  const { folder } = installed();
  writeFileSync(join(folder, 'shop.ts'), shop);
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--lib', 'ES2022,DOM', '--types', ''];
  expect(compile(folder, [...options, '--module', 'nodenext', 'shop.ts'])).toBe('');
});
