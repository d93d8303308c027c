// The memory of a headless bridge holds its API key and the key of its folder. The signal that opens Node's inspector,
// to every user of the machine, must open nothing; and what the system writes when the process crashes holds no key.
import { mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startable } from '#support/bundled.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { until } from '#support/until.ts';

const apiKey = 'canary-api-key-5d1f0e7b';
const onLinux = process.platform === 'linux';

interface Bench {
  readonly bench: Workbench;
  readonly args: readonly string[];
  readonly folder: string;
  /** Of the environment. */
  readonly more?: NodeJS.ProcessEnv;
}

function aBench(): Bench {
  const bench = new Workbench();
  onTestFinished(() => bench.close());
  const folder = bench.folder();
  const gateway = ['--gateway', 'http://127.0.0.1:9', '--merchant-id', 'SHOP-1'];
  return { bench, folder, args: ['serve', '--data-dir', join(folder, 'data'), '--port', '0', ...gateway] };
}

/** The TCP sockets that a process listens at, by the numbers that the kernel gives them. */
function listening(pid: number): readonly string[] {
  const open = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        // Closed meanwhile.
        return undefined;
      }
    }),
  );
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n'));
  const isListening = '0A';
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , number]) => state === isListening && open.has(number))
    .map(([, address = '']) => address)
    .toSorted();
}

async function asked(url: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await fetch(`${url}/.well-known/tillbridge`)).status).toBe(200);
  }
}

const ways: readonly (readonly [how: string, start: (of: Bench) => Program])[] = [
  ['by its npm script', ({ bench, args, more }) => bench.npm('bridge', args, { TILLBRIDGE_API_KEY: apiKey, ...more })],
  [
    'by the script that opens the window, where there is no display',
    ({ bench, args, more }) =>
      bench.npm('start', args.slice(1), { TILLBRIDGE_API_KEY: apiKey, ...more, DISPLAY: '', WAYLAND_DISPLAY: '' }),
  ],
  [
    'without any script',
    ({ bench, args, more }) => bench.start('main/cli.ts', args, { TILLBRIDGE_API_KEY: apiKey, ...more }),
  ],
];

describe.skipIf(!onLinux).each(ways)('a bridge started %s', (_how, start) => {
  it('opens no inspector on SIGUSR1, and serves on', async () => {
    const program = start(aBench());
    const { pid, url } = await program.ready();
    const before = listening(pid);
    expect(before.length).toBeGreaterThan(0);
    for (let time = 0; time < 3; time += 1) {
      process.kill(pid, 'SIGUSR1');
      await asked(url, 20);
    }
    expect(listening(pid)).toEqual(before);
    expect(program.stderrText).not.toContain('Debugger');
    process.kill(pid, 'SIGTERM');
    expect(await program.exited()).toBe(0);
  });

  it('has no key in its environment any more, as a report of Node shows it', async () => {
    const of = aBench();
    const reports = join(of.folder, 'reports');
    mkdirSync(reports);
    const program = start({ ...of, more: { NODE_OPTIONS: `--report-on-signal --report-directory=${reports}` } });
    const { pid } = await program.ready();
    process.kill(pid, 'SIGUSR2');
    const text = await until(async () => {
      const [name] = readdirSync(reports);
      const written = name === undefined ? '' : readFileSync(join(reports, name), 'utf8');
      return written.trimEnd().endsWith('}') ? written : null;
    });
    expect(text).toContain('"environmentVariables"');
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain('TILLBRIDGE_API_KEY');
    process.kill(pid, 'SIGTERM');
    expect(await program.exited()).toBe(0);
  });

  it('leaves nothing of its memory in a core dump', async () => {
    const program = start(aBench());
    const { pid } = await program.ready();
    expect(Number.parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16)).toBe(0);
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 /m);
  });
});

it.skipIf(!onLinux)(
  'what is written of it when it crashes holds no key, where the shell asks for all of it',
  async () => {
    const of = aBench();
    const place = join(of.folder, 'crashed');
    mkdirSync(place);
    const environment = { ...of.bench.environment(), TILLBRIDGE_API_KEY: apiKey };
    const command = [process.execPath, resolve(startable('main/cli.ts')), ...of.args]
      .map((each) => `'${each}'`)
      .join(' ');
    const program = of.bench.shell(`cd '${place}' && ulimit -c unlimited; exec ${command}`, environment);
    const { pid } = await program.ready();
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
    process.kill(pid, 'SIGABRT');
    await program.exited();
    // Where the system hands dumps to a program of its own there is none here, and that program got the same.
    const telling = readdirSync(place).filter((name) => {
      const dump = readFileSync(join(place, name));
      return dump.includes(apiKey) || dump.includes(Buffer.from(apiKey, 'utf16le'));
    });
    expect(telling).toEqual([]);
  },
);
