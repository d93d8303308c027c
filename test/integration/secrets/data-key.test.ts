// The key of a data folder: where it comes from, what is refused, and that a wrong one seals instead of destroying.
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataKey, subKey } from '#secrets/data-key.ts';

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

  it('gives another key for each purpose', () => {
    const key = Buffer.alloc(32, 1);
    expect(subKey(key, 'seal')).not.toEqual(subKey(key, 'digest'));
    expect(subKey(key, 'seal')).toEqual(subKey(key, 'seal'));
  });
});
