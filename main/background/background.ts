// Runs long jobs in a worker thread each, so that the bridge answers meanwhile. One job runs at a time, because two
// readers of the whole journal would only slow each other down on a till's machine. The check of the database file runs
// beside them, in a process of its own where the program can start one.
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type CheckProcess, type FileCheck, startCheck } from './check-process.ts';
import type { JobInput, JobName, JobOutput } from './jobs.ts';
import type { Order, Report } from './worker.ts';

export interface Background {
  /** Rejects with what the job threw (name and message kept), or with JobEnded where its thread died or was closed. */
  run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>>;
  /** The first problem that SQLite finds in the whole file, or null. Rejects as `run` does. */
  checkFile(check: FileCheck): Promise<string | null>;
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

/**
 * `entry`: the file of worker.ts, as source or bundled. `checker`: how the program starts itself to check a file; null:
 * a thread checks it.
 */
export function createBackground(entry: URL | string, checker: readonly string[] | null = null): Background {
  let turn: Promise<unknown> = Promise.resolve();
  const running = new Set<Worker>();
  const checks = new Set<CheckProcess>();
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

  const inProcess = async (command: readonly string[], check: FileCheck): Promise<string | null> => {
    const started = startCheck(command, check);
    checks.add(started);
    try {
      return await started.found;
    } catch (error) {
      if (closed) throw new JobEnded('the check of the file was ended', { cause: error });
      return (await inThread({ name: 'checkFile', input: check as never })) as string | null;
    } finally {
      checks.delete(started);
    }
  };

  return {
    async checkFile(check) {
      if (checker !== null && !closed) return inProcess(checker, check);
      return (await inThread({ name: 'checkFile', input: check as never })) as string | null;
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
      await Promise.all([...checks].map((check) => check.end()));
      if (ends.length > 0) await Promise.race([Promise.all(ends), setTimeout(endMs)]);
    },
  };
}
