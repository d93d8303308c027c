// The office as a service, as far as it goes without a systemd or a container that runs: the unit is checked by systemd's
// own tools, and both its command and that of the compose file are started as they are written, at a real database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { Program } from '#support/processes.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'build/linux/office');
const unitFile = join(folder, 'tillbridge-office.service');
const unit = readFileSync(unitFile, 'utf8');
const compose = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

const execStart = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
/** As systemd takes an unquoted `$NAME`: each of its words is an argument. */
const unitCommand = (options: string): string[] =>
  execStart.split(' ').flatMap((word) => (word === '$OFFICE_OPTIONS' ? options.split(' ') : [word]));
const composeList = /^ {4}command:\s*\[([^\]]*)\]/m.exec(compose)?.[1] ?? '';
const composeCommand = [...composeList.matchAll(/'([^']*)'/g)].map(([, word = '']) => word);

describe('the unit of the office', () => {
  it.skipIf(!hasSystemd)('is one that systemd understands', () => {
    const copies = mkdtempSync(join(tmpdir(), 'tillbridge-unit-'));
    onTestFinished(() => rmSync(copies, { recursive: true, force: true }));
    // systemd wants to find the program.
    const copy = join(copies, 'tillbridge-office.service');
    writeFileSync(copy, unit.replaceAll('/opt/tillbridge', root));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.skipIf(!hasSystemd)('is exposed no more than a service of a shop may be', () => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unitFile];
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const [, level = '10'] = /Overall exposure level for tillbridge-office\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect({ status, isLow: Number(level) <= 2 }).toEqual({ status: 0, isLow: true });
  });
});

describe.skipIf(!officeRuns)('the office as a service', () => {
  const office = new OfficeBench();
  beforeAll(() => office.start());
  afterAll(() => office.close());

  /** With this checkout and a folder of the test in the places that are written; at a free port. */
  const start = ([command = '', ...args]: readonly string[], ...more: string[]): Program => {
    const dataDir = office.bench.folder();
    const here = (word: string): string =>
      word.replace('/var/lib/tillbridge-office', dataDir).replace('/opt/tillbridge', root);
    const program = new Program(command === 'node' ? process.execPath : here(command), [...args.map(here), ...more], {
      PATH: '/usr/bin:/bin',
      TILLBRIDGE_OFFICE_DATABASE: office.databaseUrl,
    });
    onTestFinished(() => program.end());
    return program;
  };

  it.each([
    ['the unit', unitCommand('--host office.shop.lan')],
    ['the compose file', composeCommand],
  ])('starts with the command of %s, and ends cleanly', async (_of, command) => {
    const serving = start(command, '--port', '0');
    const { url } = await serving.ready();
    expect(url).toMatch(/^https:\/\/office\.shop\.lan:\d+$/);
    expect(await serving.kill('SIGTERM')).toBe(0);
  });

  it('is not started again with options that it does not understand', async () => {
    const refused = start(unitCommand('--no-such-option'));
    expect(await refused.exited()).toBe(2);
    expect(refused.stderrText).toContain('--no-such-option');
    expect(unit).toMatch(/^RestartPreventExitStatus=2 78$/m);
  });

  it('has its database and data where both files say, and nothing secret in its arguments', () => {
    expect(unit).toMatch(/^EnvironmentFile=\/etc\/tillbridge-office\/environment$/m);
    expect(compose).toMatch(/^ {6}TILLBRIDGE_OFFICE_DATABASE: postgres:\/\/office:\$\{OFFICE_DATABASE_PASSWORD:\?\}@/m);
    for (const word of [...composeCommand, execStart]) expect(word).not.toMatch(/postgres:|password/i);
  });
});
