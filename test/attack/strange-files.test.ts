// An attacker who can write where the bridge reads a small file (its data folder, its notes, the policy, the log): a pipe, a
// link to a device, a huge file, a link in the place of a file that is about to be written. Opening a pipe kept the
// program's only thread waiting for ever, and it then ended by no signal; a device was read until the memory was full.
// Readers run as programs of their own, because one that waits for a pipe cannot end its own test.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDurably } from '#host/files/durable-files.ts';
import { Workbench } from '#support/processes.ts';
import { share } from '#support/share.ts';
import { aFolder } from '#support/store-folder.ts';

const root = process.cwd();

/** How each is read; a file that was taken for what it is not is an error `read`. */
const readers = {
  policy: `const { readPolicy } = await import('#settings/policy.ts');
    readPolicy({ system: '/nowhere/policy.json', given: file });`,
  'note of the control socket': `const { readEndpoint } = await import('#control/endpoint.ts');
    if (readEndpoint(folder) !== null) throw new Error('read');`,
  vault: `const { readVault } = await import('#secrets/vault-file.ts'); readVault(file);`,
  'note of backups': `const { backupNote } = await import('#store/backup/note.ts');
    if (backupNote(folder).last !== null) throw new Error('read');`,
  'note of updates': `const { updateFolderOf } = await import('#updates/note.ts');
    if (updateFolderOf(folder + '/data').note().highest !== null) throw new Error('read');`,
  'certificate authorities': `const { destinationOf } = await import('#settings/destination.ts');
    destinationOf({ root: 'https://a', authRoot: null, merchantId: 'm', mode: 'test' }, { scheme: 'oauth', caFile: file });`,
  'crash record': `const { crashRecords } = await import('#host/crashes.ts');
    if (crashRecords(folder).length > 0) throw new Error('read');`,
  'note of the destination': `const { destinationNoteOf } = await import('#commands/gateway/destination-note.ts');
    if (destinationNoteOf('/a', folder, () => {}).boundTo() !== null) throw new Error('read');`,
  log: `const { linesOf } = await import('#commands/bundle/log-lines.ts');
    if (linesOf(folder).length > 0) throw new Error('read');`,
} as const;

/** Where each reader looks, below its folder. */
const names: { readonly [reader in keyof typeof readers]: string } = {
  policy: 'policy.json',
  'note of the control socket': 'bridge.control.json',
  vault: 'vault.json',
  'note of backups': 'backups.json',
  'note of updates': 'data-updates/note.json',
  'certificate authorities': 'ca.pem',
  'crash record': 'crashes/2026-01-31T09-15-00-000Z.json',
  'note of the destination': `destination-${createHash('sha256').update('/a').digest('hex').slice(0, 32)}.json`,
  log: 'tillbridge.log',
};

const shapes: { readonly [shape: string]: (file: string) => void } = {
  pipe: (file) => void execFileSync('mkfifo', [file]),
  'link to a pipe': (file) => {
    execFileSync('mkfifo', [`${file}.pipe`]);
    symlinkSync(`${file}.pipe`, file);
  },
  device: (file) => symlinkSync('/dev/zero', file),
  'huge file': (file) => {
    writeFileSync(file, '');
    truncateSync(file, 3 * 1024 ** 3);
  },
  folder: (file) => mkdirSync(file),
};

/** What became of each shape in that place, in a program that reads one after the other; `null` where it did not end. */
function readBy(reader: keyof typeof readers): { readonly [shape: string]: string } {
  const places = Object.entries(shapes).map(([shape, make]) => {
    const folder = aFolder();
    const file = join(folder, names[reader]);
    mkdirSync(dirname(file), { recursive: true });
    make(file);
    return { shape, file, folder };
  });
  const program = `for (const { shape, file, folder } of ${JSON.stringify(places)}) {
    console.log('begun ' + shape);
    try { ${readers[reader]} console.log('left out'); } catch (error) { console.log('refused ' + error.message); }
  }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const lines = stdout.split('\n');
  return Object.fromEntries(
    places.map(({ shape }) => [shape, lines[lines.indexOf(`begun ${shape}`) + 1] || 'it did not end']),
  );
}

const ends =
  /^(left out|refused (?!read$|Cannot find|.* is not a function|Cannot create a string|.*greater than 2 GiB))/;

describe.skipIf(process.platform === 'win32')('where a small file is read', () => {
  const all = Object.keys(readers);
  it.each(share({ small: all.filter((_, index) => index % 3 === 0), large: all }))(
    'the %s is refused or left out, at once',
    (reader) => {
      for (const [shape, became] of Object.entries(readBy(reader as keyof typeof readers))) {
        expect(`${shape}: ${became}`).toMatch(new RegExp(`^${shape}: ${ends.source.slice(1)}`));
      }
    },
    30_000,
  );
});

describe.skipIf(process.platform === 'win32')('a bridge', () => {
  const notes = ['bridge.control.json', 'backups.json', 'journal-public-key.pem'];
  it.each(share({ small: notes.slice(0, 1), large: notes }))(
    'starts and ends where a pipe lies in the place of its %s',
    async (name) => {
      const bench = new Workbench();
      onTestFinished(() => bench.close());
      const dataDir = bench.folder();
      const serve = () => bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0']);
      const before = serve();
      await before.ready();
      await before.kill('SIGTERM');
      rmSync(join(dataDir, name), { force: true });
      shapes['pipe']?.(join(dataDir, name));
      const bridge = serve();
      const { url } = await bridge.ready();
      expect((await fetch(`${url}/v1/status`)).status).toBe(401);
      expect(await bridge.kill('SIGTERM')).toBe(0);
    },
  );

  it('says so of a key file that is a pipe', async () => {
    const bench = new Workbench();
    onTestFinished(() => bench.close());
    const file = join(bench.folder(), 'data.key');
    execFileSync('mkfifo', ['-m', '600', file]);
    const dataDir = bench.folder();
    const bridge = bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0'], {
      TILLBRIDGE_KEY_FILE: file,
    });
    expect(await bridge.exited()).toBe(1);
    expect(bridge.stderrText).toContain('does not hold 64 hexadecimal digits');
  });
});

describe.skipIf(process.platform === 'win32')('where a small file is written', () => {
  it.each(['link', 'pipe'])('a %s at its temporary name leads nowhere', (shape) => {
    const folder = aFolder();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'as it was');
    const temporary = join(folder, `note.json.${process.pid}.tmp`);
    if (shape === 'link') symlinkSync(victim, temporary);
    // Opening a pipe to write waits as well; here somebody reads it, so that this test ends while it is red.
    else symlinkSync('/dev/full', temporary);
    writeDurably(join(folder, 'note.json'), 'new');
    expect(readFileSync(join(folder, 'note.json'), 'utf8')).toBe('new');
    expect(readFileSync(victim, 'utf8')).toBe('as it was');
  });

  it('a link at the lock’s note of its holder, or at the copy of damaged settings, leads nowhere', async () => {
    const bench = new Workbench();
    onTestFinished(() => bench.close());
    const dataDir = bench.folder();
    const victim = join(bench.folder(), 'victim');
    writeFileSync(victim, 'as it was');
    const serve = () => bench.start('main/cli.ts', ['serve', '--data-dir', dataDir, '--port', '0']);
    const before = serve();
    await before.ready();
    const note = readdirSync(dataDir).find((name) => name.startsWith('bridge.') && name.endsWith('.lock'));
    await before.kill('SIGTERM');
    symlinkSync(victim, join(dataDir, note ?? 'bridge.lock'));
    symlinkSync(victim, join(dataDir, 'settings.json.damaged-command'));
    const bridge = serve();
    await bridge.ready();
    await bridge.kill('SIGTERM');
    writeFileSync(join(dataDir, 'settings.json'), '{');
    const command = bench.start('main/cli.ts', ['folder', 'backup', '--data-dir', dataDir, '--to', bench.folder()]);
    expect(await command.exited()).toBe(1);
    expect(readFileSync(victim, 'utf8')).toBe('as it was');
    expect(existsSync(join(dataDir, 'settings.json.damaged-command'))).toBe(true);
  });
});

describe('files are opened to be read', () => {
  /** What the system or the package holds, a folder, a handle or file that was looked at before, what a person names. */
  const others: readonly string[] = [
    'commands/journal/journal-reconcile.ts',
    'commands/journal/journal.ts',
    'host/close-process.ts',
    'host/files/durable-files.ts',
    'host/files/file-digest.ts',
    'host/files/read-ordinary.ts',
    'host/version.ts',
    'peripherals/lines/open-trouble.ts',
    'peripherals/lines/usb-ports.ts',
    'settings/policy.ts',
    'shell/machine/code-cache.ts',
    'store/folder-location.ts',
    'store/integrity/boot-id.ts',
    'store/integrity/recover-rows.ts',
    'store/integrity/verify-file.ts',
    'updates/download.ts',
    'updates/install/deb.ts',
  ];

  it('in one place of the program', () => {
    const reads = String.raw`readFileSync\(|openSync\([^)]*'r'\)|createReadStream\(|readFile\(`;
    const found = execFileSync('git', ['grep', '-lE', reads, '--', 'main'], { cwd: root, encoding: 'utf8' });
    const files = found
      .trim()
      .split('\n')
      .map((file) => relative('main', file));
    expect(files).toEqual(others);
  });
});
