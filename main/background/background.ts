// Runs long jobs in a worker thread each, so that the bridge answers meanwhile. One job runs at a time, because two
// readers of the whole journal would only slow each other down on a till's machine.
import { Worker } from 'node:worker_threads';
import type { JobInput, JobName, JobOutput } from './jobs.ts';
import type { Order, Report } from './worker.ts';

export interface Background {
  /** Rejects with what the job threw (name and message kept), or with JobEnded where its thread died or was closed. */
  run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>>;
  /** Ends the running job and accepts no more. */
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

/** `entry`: the file of worker.ts, as source or bundled. */
export function createBackground(entry: URL | string): Background {
  let turn: Promise<unknown> = Promise.resolve();
  let running: Worker | null = null;
  let closed = false;

  const inThread = (order: Order): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new JobEnded('the program is ending'));
        return;
      }
      const worker = new Worker(entry, { workerData: order });
      running = worker;
      worker.once('message', (report: Report) => {
        if (report.type === 'done') resolve(report.value);
        else reject(new JobFailed(report.name, report.message));
      });
      worker.once('error', reject);
      worker.once('exit', (code) => {
        running = null;
        reject(new JobEnded(`the background job ${order.name} ended with code ${code} before it was done`));
      });
    });

  return {
    run<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>> {
      const done = turn.then(() => inThread({ name, input: input as never }));
      turn = done.catch(() => undefined);
      // The table of jobs gives the result's type; messages between threads have no types.
      return done as Promise<JobOutput<N>>;
    },
    async close() {
      closed = true;
      await running?.terminate();
    },
  };
}
