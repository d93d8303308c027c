// Runs long jobs in a worker thread each, so that the bridge answers meanwhile. One job runs at a time, because two
// readers of the whole journal would only slow each other down on a till's machine. The check of the database file runs
// beside them, as a backup does, in a process of its own where the program can start one.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { BackupWish } from '#store/backup/backup.ts';
import type { FileCheck, JobInput, JobName, JobOutput } from './jobs.ts';
import { CommandFailed, type OwnProcess, startOwn } from './own-process.ts';
import type { Order, Report } from './worker.ts';

export interface Background {
  /** Rejects with what the job threw (name and message kept), or with JobEnded where its thread died or was closed. */
  run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>>;
  /** The first problem that SQLite finds in the whole file, or null. Rejects as `run` does. */
  checkFile(check: FileCheck): Promise<string | null>;
  /** Makes a backup of the data folder. Rejects with why there is none, or as `run` does. */
  backup(wish: BackupWish): Promise<void>;
  /** Ends the running jobs and accepts no more. Takes `endMs` at most, or a little more where a thread does not end. */
  close(): Promise<void>;
}

/** The thread ended before the job did. */
class JobEnded extends Error {
  override readonly name = 'JobEnded';
}

/** A job failed; `name` is that of the error in its thread. */
class JobFailed extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** A thread that is inside SQLite does not end before SQLite returns; the bridge does not wait for it longer. */
const endMs = 1_000;

const foundSchema = z.object({ found: z.string().nullable() });

/**
 * `entry`: the file of worker.ts, as source or bundled. `program`: how the program starts its own commands; null: they run
 * in a thread.
 */
export function createBackground(entry: URL | string, program: readonly string[] | null = null): Background {
  let turn: Promise<unknown> = Promise.resolve();
  const running = new Set<Worker>();
  const processes = new Set<OwnProcess>();
  let closed = false;

  const inThread = (order: Order): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new JobEnded('the program is ending'));
        return;
      }
      const worker = new Worker(entry, { workerData: order });
      running.add(worker);
      worker.once('message', (report: Report) => {
        if (report.type === 'done') resolve(report.value);
        else reject(new JobFailed(report.name, report.message));
      });
      worker.once('error', reject);
      worker.once('exit', (code) => {
        running.delete(worker);
        reject(new JobEnded(`the background job ${order.name} ended with code ${code} before it was done`));
      });
    });

  /** In a process where one can be started, else in a thread. */
  const besideJobs = async (args: readonly string[], order: Order): Promise<unknown> => {
    if (program === null || closed) return inThread(order);
    const started = startOwn(program, args);
    processes.add(started);
    try {
      return JSON.parse(await started.printed) as unknown;
    } catch (error) {
      if (closed) throw new JobEnded(`${order.name} was ended`, { cause: error });
      if (error instanceof CommandFailed) throw error;
      return await inThread(order);
    } finally {
      processes.delete(started);
    }
  };

  return {
    async checkFile({ dataDir, thorough }) {
      const args = ['check-file', '--data-dir', dataDir, ...(thorough ? ['--thorough'] : [])];
      const found = await besideJobs(args, { name: 'checkFile', input: { dataDir, thorough } as never });
      return foundSchema.parse(found).found;
    },
    async backup(wish) {
      const { dataDir, to, keep } = wish;
      const args = ['folder', 'backup', '--data-dir', dataDir, '--to', to, '--keep', String(keep)];
      await besideJobs(args, { name: 'backup', input: wish as never });
    },
    run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>> {
      const done = turn.then(() => inThread({ name, input: input as never }));
      turn = done.catch(() => undefined);
      // The table of jobs gives the result's type; messages between threads have no types.
      return done as Promise<JobOutput<N>>;
    },
    async close() {
      closed = true;
      const ends = [...running].map((worker) => worker.terminate());
      await Promise.all([...processes].map((each) => each.end()));
      if (ends.length > 0) await Promise.race([Promise.all(ends), setTimeout(endMs)]);
    },
  };
}
