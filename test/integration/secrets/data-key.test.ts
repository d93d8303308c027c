// The key of a data folder: where it comes from, what is refused, and that a wrong one seals instead of destroying.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataKey, withSubKey } from '#secrets/data-key.ts';

let dataDir = '';
let config = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-key-'));
  config = mkdtempSync(join(tmpdir(), 'tillbridge-config-'));
});

afterEach(() => {
  for (const folder of [dataDir, config]) rmSync(folder, { recursive: true, force: true });
});

function open(environment: { [name: string]: string } = {}) {
  return openDataKey({ dataDir, environment: { XDG_CONFIG_HOME: config, ...environment } });
}

function keyFile(): string {
  const folder = join(config, 'tillbridge', 'keys');
  return join(folder, readdirSync(folder)[0]!);
}

/** The key that a process of its own opens the folder with at this moment, as hexadecimal digits. */
async function openedElsewhere(folder: string, atMs: number): Promise<string> {
  const file = fileURLToPath(import.meta.resolve('#secrets/data-key.ts'));
  const script = `import { openDataKey } from ${JSON.stringify(file)};
    const environment = { TILLBRIDGE_KEY_FILE: ${JSON.stringify(join(config, 'shared.key'))} };
    const leftMs = ${atMs} - Date.now() - 30;
    if (leftMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
    while (Date.now() < ${atMs});
    const opened = openDataKey({ dataDir: ${JSON.stringify(folder)}, environment });
    process.stdout.write(opened.key.toString('hex'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return stdout;
}

it('a key for one purpose is wiped once it was used, also where that failed', () => {
  const seen: Buffer[] = [];
  const key = Buffer.alloc(32, 7);
  withSubKey(key, 'pins', (subKey) => seen.push(subKey));
  const failing = () =>
    withSubKey(key, 'seal', (subKey) => {
      seen.push(subKey);
      throw new Error('not used');
    });
  expect(failing).toThrow('not used');
  expect(seen.map((each) => each.equals(Buffer.alloc(32)))).toEqual([true, true]);
});

describe('the key of a data folder', () => {
  it('is made at the first start, in a file of mode 0600 outside the folder', () => {
    const first = open();
    expect(first.type).toBe('open');
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    const key = readFileSync(keyFile(), 'utf8').trim();
    for (const name of readdirSync(dataDir)) expect(readFileSync(join(dataDir, name), 'utf8')).not.toContain(key);
    expect(open()).toEqual(first);
  });

  it('that is gone seals the folder and names the file; no new key is made', () => {
    open();
    const file = keyFile();
    rmSync(file);
    const again = open();
    expect(again).toMatchObject({ type: 'sealed' });
    expect(again.type === 'sealed' && again.reason).toContain(file);
    expect(readdirSync(join(config, 'tillbridge', 'keys'))).toEqual([]);
  });

  it('may be a passphrase; another one seals the folder', () => {
    const first = open({ TILLBRIDGE_PASSPHRASE: 'correct horse' });
    expect(open({ TILLBRIDGE_PASSPHRASE: 'correct horse' })).toEqual(first);
    expect(open({ TILLBRIDGE_PASSPHRASE: 'battery staple' }).type).toBe('sealed');
  });

  it('may come from the environment; the same key by another way opens the folder too', () => {
    const key = 'ab'.repeat(32);
    expect(open({ TILLBRIDGE_DATA_KEY: key })).toMatchObject({ type: 'open', source: 'TILLBRIDGE_DATA_KEY' });
    expect(open({ TILLBRIDGE_DATA_KEY: 'cd'.repeat(32) }).type).toBe('sealed');
    expect(() => open({ TILLBRIDGE_DATA_KEY: 'short' })).toThrow('64 hexadecimal digits');
  });

  it('in a file that others can read is refused', () => {
    open();
    chmodSync(keyFile(), 0o644);
    expect(() => open()).toThrow('Set it to 600');
  });

  it('in a file inside the data folder is refused', () => {
    expect(() => open({ TILLBRIDGE_KEY_FILE: join(dataDir, 'my.key') })).toThrow('outside the data folder');
  });

  it('that cannot be made, as for a user without a home folder, names what takes its place', () => {
    const nowhere = join(config, 'a-file');
    writeFileSync(nowhere, '');
    expect(() => open({ XDG_CONFIG_HOME: nowhere })).toThrow(/cannot be made: .*TILLBRIDGE_KEY_FILE/);
    expect(open({ XDG_CONFIG_HOME: nowhere, TILLBRIDGE_KEY_FILE: join(config, 'named.key') }).type).toBe('open');
  });

  it('is the one that was made first, where another program makes one in between', () => {
    let other: ReturnType<typeof open> | null = null;
    const environment = {
      XDG_CONFIG_HOME: config,
      // Asked for when it is known that the folder has no key.
      get TILLBRIDGE_PASSPHRASE() {
        other ??= open({ TILLBRIDGE_PASSPHRASE: 'correct horse' });
        return 'correct horse';
      },
    };
    expect(openDataKey({ dataDir, environment })).toEqual(other);
    expect(other).toMatchObject({ type: 'open' });
    expect(readdirSync(dataDir)).toEqual(['key.json']);
  });

  it('may be shared with folders that are started for the first time at the same moment', async () => {
    const names = ['a', 'b', 'c'];
    for (const name of names) mkdirSync(join(dataDir, name));
    const atMs = Date.now() + 1_500;
    const said = await Promise.all(names.map((name) => openedElsewhere(join(dataDir, name), atMs)));
    expect(said).toEqual(Array(3).fill(readFileSync(join(config, 'shared.key'), 'utf8').trim()));
  });

  it('gives another key for each purpose', () => {
    const key = Buffer.alloc(32, 1);
    const hexOf = (purpose: 'seal' | 'digest') => withSubKey(key, purpose, (made) => made.toString('hex'));
    expect(hexOf('seal')).not.toBe(hexOf('digest'));
    expect(hexOf('seal')).toBe(hexOf('seal'));
    // The sub-key is wiped after its use.
    expect(withSubKey(key, 'seal', (made) => made)).toEqual(Buffer.alloc(32));
  });
});
