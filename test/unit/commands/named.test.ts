// Every command that a message or a page tells somebody to use is there, with the options that it is shown with, and a
// message names it so that it can be typed: there is no `bridge` on any PATH.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workerSource } from '#host/worker-source.ts';
import { runCommand } from '#commands/run.ts';
import { installedAs, startedAs } from '#host/started-as.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

interface Named {
  readonly where: string;
  readonly command: string;
  readonly action: string;
  readonly options: readonly string[];
}

const commands = 'serve|token|operation|operator|folder|journal|shift|doctor|bundle';

/** What is written over several lines, in a shell's way or under the first of them, is one. */
function joined(text: string): string {
  return text.replaceAll(/\\\n\s*/g, ' ').replaceAll(/\n {10,}\[/g, ' [');
}

function namedIn(where: string, text: string, before: string): Named[] {
  const found = joined(text).matchAll(new RegExp(`(?:${before})(${commands})(?: ([a-z][a-z-]*))?([^"\`'#\\n]*)`, 'g'));
  return [...found].map(([, command = '', action = '', rest = '']) => ({
    where,
    command,
    action: command === 'serve' ? '' : action,
    options: [...rest.matchAll(/--([a-z][a-z-]*)/g)].map(([, option = '']) => option),
  }));
}

function filesBelow(folder: string, endings: RegExp): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const pages = [
  'README.md',
  // The gateway's tokens are other ones.
  ...filesBelow('docs', /\.md$/).filter((file) => file !== join('docs', 'gateway-coverage.md')),
  ...filesBelow('client', /\.(?:md|py|cs)$/),
];
const sources = ['main', 'renderer', 'client/src', 'build'].flatMap((folder) => filesBelow(folder, /\.tsx?$/));

const onPages = pages.flatMap((file) => namedIn(file, read(file), '\\bbridge -- |cli\\.ts |`'));
const inMessages = sources.flatMap((file) =>
  // The usage lists all of them under one name, and says above how that is called here.
  namedIn(file, read(file), file === 'main/commands/run.ts' ? '  bridge ' : 'program\\} |(?<=[\\s(:])"|`'),
);
// A code span that begins with such a word and goes on in another way is none.
const isCommand = ({ command, action }: Named) => command === 'serve' || action !== '';

async function saysOf(args: readonly string[]): Promise<string> {
  let said = '';
  await runCommand(args, {
    program: 'bridge',
    version: '0.0.0',
    worker: workerSource(),
    environment: {},
    stdout: () => undefined,
    stderr: (text) => void (said += text.split('\n', 1)[0]),
    secret: () => Promise.reject(new Error('nobody is asked here')),
  }).catch(() => undefined);
  return said;
}

describe('the commands that are named', () => {
  const all = [...onPages, ...inMessages].filter(isCommand);

  it('are found at all', () => {
    expect(onPages.length).toBeGreaterThan(40);
    expect(inMessages.filter(({ where }) => where === 'main/commands/token.ts').length).toBeGreaterThanOrEqual(4);
    expect(inMessages.filter(({ where }) => where === 'main/commands/run.ts').length).toBeGreaterThan(20);
  });

  it('are there', async () => {
    const missing: Named[] = [];
    for (const each of all.filter(({ command }) => command !== 'serve')) {
      const said = await saysOf([each.command, each.action]);
      if (said.startsWith(`bridge: ${each.command} needs `)) missing.push(each);
    }
    expect(missing).toEqual([]);
  });

  it('have the options that they are shown with', async () => {
    const missing: string[] = [];
    for (const { where, command, action, options } of all) {
      for (const option of options) {
        // Without its value, and without the folder: nothing is done.
        const said = await saysOf([command, ...(action === '' ? [] : [action]), `--${option}`]);
        if (said.includes('Unknown option')) missing.push(`${where}: ${command} ${action} --${option}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('are named as they are typed', () => {
    const bare = new RegExp(`\\bbridge (?:${commands})\\b|(?<!npm run -s )\\bbridge -- (?:${commands})\\b`);
    const files = [...pages, ...sources].filter((file) => file !== 'main/commands/run.ts');
    const lines = files.flatMap((file) =>
      read(file)
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(lines.filter((line) => bare.test(line) && !/: (?:\/\/|\*)/.test(line))).toEqual([]);
  });
});

describe('how the commands are called here', () => {
  const execPath = '/usr/bin/node';

  it('by the npm script, where npm started this very project', () => {
    const environment = { npm_package_json: join(projectRoot, 'package.json') };
    expect(startedAs({ entry: '/x/main/cli.ts', execPath, environment })).toBe('npm run -s bridge --');
  });

  it('by its file where npm did not, or started another project', () => {
    const entry = '/opt/tillbridge/main/cli.ts';
    expect(startedAs({ entry, execPath, environment: {} })).toBe('/usr/bin/node /opt/tillbridge/main/cli.ts');
    const environment = { npm_package_json: '/srv/erp/package.json' };
    expect(startedAs({ entry: '/opt/our till/cli.ts', execPath, environment })).toBe(
      '/usr/bin/node "/opt/our till/cli.ts"',
    );
  });

  it('by its name where the PATH leads to the installed program, else by its file', () => {
    const base = mkdtempSync(join(tmpdir(), 'tillbridge-named-'));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const app = join(base, 'app');
    mkdirSync(join(app, 'bin'), { recursive: true });
    mkdirSync(join(app, 'resources', 'bridge'), { recursive: true });
    writeFileSync(join(app, 'bin', 'tillbridge'), '');
    const executable = join(app, 'resources', 'bridge', 'tillbridge');
    const command = join(base, 'tillbridge');
    expect(installedAs(executable, command)).toBe(executable);
    symlinkSync(join(app, 'bin', 'tillbridge'), command);
    expect(installedAs(executable, command)).toBe('tillbridge');
    expect(installedAs('/opt/other/resources/bridge/tillbridge', command)).toBe(
      '/opt/other/resources/bridge/tillbridge',
    );
  });
});
