// The till of this machine for an installation: what touches the data folder runs as its owner, in a process each; the
// bridge is ended and started by systemd, or by the launcher that waits beside it.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { readOrdinary } from '#host/files/read-ordinary.ts';
import { folderPaths } from '#store/folder/folder.ts';
import { type Health, NotInstalled, type Program, type Till } from '#updates/install/ports.ts';
import { updateFolderOf } from '#updates/note.ts';

/** How the bridge is ended and started. */
export interface Service {
  runs(): boolean;
  stop(): Promise<void>;
  start(): void;
}

export interface TillHere {
  readonly dataDir: string;
  /** The program that installs, or the same one elsewhere. */
  readonly own: () => Program;
  readonly service: Service;
  readonly environment: NodeJS.ProcessEnv;
}

interface Ran {
  /** Null where its time was over. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const quickMs = 60_000;
/** A large folder on a slow disk. */
const copyMs = 4 * 3_600_000;
/** A bridge that ends has been waited for so long. */
const stopMs = 60_000;
const pollMs = 50;

const healthSchema = z.object({ accepting: z.boolean(), connection: z.string() });
const copySchema = z.object({ backup: z.string(), head: z.object({ seq: z.int() }) });
const viewSchema = z.object({ state: z.string(), waits: z.string().nullable() });
const lookSchema = z.object({ schema: z.int(), work: z.int() });

export function tillHere({ dataDir, own, service, environment }: TillHere): Till {
  const { dir } = updateFolderOf(dataDir);
  const ran = (program: Program, args: readonly string[], mostMs: number) =>
    run([...program, ...args], { environment, owner: statSync(dataDir), mostMs });
  const must = async (what: string, args: readonly string[], mostMs: number): Promise<unknown> => {
    const { code, output, errors } = await ran(own(), args, mostMs);
    if (code === 0) return JSON.parse(output.split('\n', 1)[0] ?? '');
    throw new NotInstalled(`${what}: ${lastLine(errors)}`);
  };
  const copyTo = async (place: string, keep: string) => {
    const args = ['folder', 'backup', '--data-dir', dataDir, '--to', join(dir, place), '--keep', keep];
    const { backup, head } = copySchema.parse(await must('No copy of the data folder was made', args, copyMs));
    return { path: backup, seq: head.seq };
  };
  return {
    ...service,
    start: async () => service.start(),
    async health(program): Promise<Health | null> {
      const { code, output } = await ran(program, ['update', 'health', '--data-dir', dataDir], quickMs);
      if (code !== 0) return null;
      const { accepting, connection } = healthSchema.parse(JSON.parse(output));
      return { accepting, online: connection === 'online' };
    },
    async waits(program) {
      const { code, output, errors } = await ran(program, ['update', 'status', '--data-dir', dataDir], quickMs);
      if (code !== 0) return lastLine(errors);
      const { state, waits } = viewSchema.parse(JSON.parse(output));
      return state === 'ready' && waits === null ? null : lastLine(errors);
    },
    async underWay(program) {
      for (const state of ['sending', 'pending', 'unknown']) {
        const args = ['operation', 'list', '--data-dir', dataDir, '--state', state];
        const { code, output, errors } = await ran(program, args, quickMs);
        if (code !== 0) return `whether operations are under way is not known: ${lastLine(errors)}`;
        const count = output.split('\n').filter((line) => line !== '').length;
        if (count > 0) return `operations are under way (${state}: ${count}): wait for their outcome, or decide them`;
      }
      return null;
    },
    copy: () => copyTo('copies', '2'),
    async tried(program, mostMs) {
      const { path } = await copyTo('trial', '1');
      try {
        const { code, errors } = await ran(program, ['update', 'try', '--data-dir', path], mostMs);
        if (code === 0) return null;
        return code === null
          ? `it did not open a copy of the data folder within ${Math.round(mostMs / 1_000)} s`
          : `it did not open a copy of the data folder: ${lastLine(errors)}`;
      } finally {
        await run(['rm', '-rf', '--', path], { environment, owner: statSync(dataDir), mostMs: quickMs });
      }
    },
    async look(seq) {
      const args = ['update', 'look', '--data-dir', dataDir, '--after', String(seq)];
      return lookSchema.parse(await must('The data folder cannot be read', args, quickMs));
    },
    async restore(copy) {
      const args = ['folder', 'restore', '--from', copy, '--data-dir', dataDir, '--even-over-newer'];
      await must('The copy of the data folder was not put back', args, copyMs);
    },
  };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.slice(0, 1_000) ?? '';
}

interface RunWish {
  readonly environment: NodeJS.ProcessEnv;
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly mostMs: number;
}

function run([file = '', ...args]: readonly string[], { environment, owner, mostMs }: RunWish): Promise<Ran> {
  return new Promise((resolve) => {
    const as = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
    const child = spawn(file, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'], ...as });
    const said = { output: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors += text));
    const ending = new AbortController();
    let isOver = false;
    void setTimeout(mostMs, null, { signal: ending.signal }).then(
      () => {
        isOver = true;
        child.kill('SIGKILL');
      },
      () => undefined,
    );
    child.once('error', (error) => {
      ending.abort();
      resolve({ code: 127, output: '', errors: error.message });
    });
    child.once('close', (code) => {
      ending.abort();
      resolve({ code: isOver ? null : (code ?? 1), ...said });
    });
  });
}

const unit = 'tillbridge.service';

export function systemdService(
  call: (command: readonly string[]) => { readonly code: number; readonly output: string },
): Service {
  const systemctl = (...words: readonly string[]) => call(['systemctl', ...words]);
  return {
    // One that is tried again and again is to run as well.
    runs: () => ['active', 'activating', 'failed', 'deactivating'].includes(systemctl('is-active', unit).output.trim()),
    async stop() {
      if (systemctl('stop', unit).code !== 0) throw new NotInstalled(`${unit} was not stopped. Nothing was installed.`);
    },
    start() {
      systemctl('reset-failed', unit);
      systemctl('start', '--no-block', unit);
    },
  };
}

/** The launcher of the folder package starts the bridge again by itself when an installation lets it. `folder`: where it
 * says its process id and the bridge's. */
export function launchedService(dataDir: string, folder: string): Service {
  const runs = () => isLauncher(pidIn(join(folder, 'launcher.pid')));
  return {
    runs,
    async stop() {
      // One that hangs at its start has not locked the data folder yet.
      const pid = runs() ? pidIn(join(folder, 'bridge.pid')) : null;
      const other = pidIn(folderPaths(dataDir).pid);
      if (other !== null && other !== pid && isRunning(other)) {
        throw new NotInstalled(`The bridge with process id ${other} was not started by bin/launch: end it first.`);
      }
      if (pid === null || !isRunning(pid)) return;
      process.kill(pid, 'SIGTERM');
      for (const begunMs = performance.now(); isRunning(pid); await setTimeout(pollMs)) {
        if (performance.now() - begunMs > stopMs) process.kill(pid, 'SIGKILL');
      }
    },
    start: () => undefined,
  };
}

/** A number, or a command line. */
const mostBytes = 65_536;

/** Another program may have the id of one that ended. */
function isLauncher(pid: number | null): boolean {
  try {
    return isRunning(pid) && (readOrdinary(`/proc/${pid}/cmdline`, mostBytes) ?? '').includes('/bin/launch');
  } catch {
    return false;
  }
}

/** Null where the file names none. A command that has the folder for a moment is no bridge. */
function pidIn(file: string): number | null {
  try {
    const [, pid] = /^(\d+)\n$/.exec(readOrdinary(file, mostBytes) ?? '') ?? [];
    return pid === undefined ? null : Number(pid);
  } catch {
    return null;
  }
}

function isRunning(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
