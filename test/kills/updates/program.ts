// The installed program of a test's version: the real commands, as a package of the folder's kind. `version.json` beside
// it says what is wrong with this version; CUT_AT=command:N ends the whole machine at the Nth change of a file that this
// command makes.
import fs, { appendFileSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#commands/run.ts';
import { takeEnvironment } from '#host/close-process.ts';

export interface VersionFile {
  readonly version: string;
  readonly worker: string;
  readonly fault: 'try-fails' | 'try-hangs' | 'start-fails' | 'start-hangs' | 'never-healthy' | null;
}

const here = dirname(fileURLToPath(import.meta.url));
const { version, worker, fault } = JSON.parse(readFileSync(join(here, 'version.json'), 'utf8')) as VersionFile;
const args = process.argv.slice(2);
const command = args[0] === 'serve' ? 'serve' : args.slice(0, 2).join(' ');

cutWhere(process.env['CUT_AT']);
const environment = takeEnvironment(process.env);

function cutWhere(wanted: string | undefined): void {
  const [name, at, step] = wanted?.split(':') ?? [];
  if (name !== command) return;
  let count = 0;
  let hasBegun = step === undefined;
  for (const call of [
    'renameSync',
    'writeSync',
    'writeFileSync',
    'fsyncSync',
    'symlinkSync',
    'rmSync',
    'mkdirSync',
    'openSync',
  ] as const) {
    const real = fs[call] as (...given: unknown[]) => unknown;
    const counted = (...given: unknown[]): unknown => {
      hasBegun ||= String(given[1]).includes(`"step":"${step}"`);
      if (hasBegun) count += 1;
      if (count === Number(at)) cut();
      return real(...given);
    };
    (fs as unknown as Record<string, unknown>)[call] = counted;
  }
  syncBuiltinESMExports();
}

/** All processes of the machine at once: those of the groups in the file. */
function cut(): void {
  const groups = readFileSync(process.env['MACHINE'] ?? '', 'utf8')
    .trim()
    .split('\n')
    .map(Number);
  appendFileSync(process.env['CUTS'] ?? '', `${command}\n`);
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  process.kill(process.pid, 'SIGKILL');
}

async function main(): Promise<number> {
  if (command === 'update try' && fault === 'try-fails') throw new Error('this version opens nothing');
  if (command === 'update health' && fault === 'never-healthy') return 1;
  if (command === 'serve' && (fault === 'start-fails' || fault === 'start-hangs')) {
    // It has brought the data folder to its own form by then.
    await run(['update', 'try', '--data-dir', args[args.indexOf('--data-dir') + 1] ?? '']);
  }
  if (command === 'serve' && fault === 'start-fails') return 1;
  if ((command === 'serve' && fault === 'start-hangs') || (command === 'update try' && fault === 'try-hangs')) {
    return new Promise(() => {
      setInterval(() => undefined, 1_000);
    });
  }
  return run(args);
}

function run(given: readonly string[]): Promise<number> {
  const isServe = given[0] === 'serve';
  return runCommand(given, {
    environment,
    program: 'tillbridge',
    version,
    worker,
    ownProgram: [join(here, 'tillbridge')],
    packageKind: 'zip',
    stdout: (text) => void (given === args || isServe ? process.stdout.write(text) : undefined),
    stderr: (text) => process.stderr.write(text),
    secret: () => Promise.reject(new Error('no secret is asked for')),
  });
}

process.exitCode = await main();
