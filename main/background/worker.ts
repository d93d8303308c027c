// The thread in which one long job runs. It gets the job's name and input, and answers with a value or with an error's
// name and message: an error's class is lost between threads.
import { parentPort, workerData } from 'node:worker_threads';
import { type JobName, jobs } from './jobs.ts';

export interface Order {
  readonly name: JobName;
  readonly input: never;
}

export type Report =
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly name: string; readonly message: string };

async function report(order: Order): Promise<Report> {
  try {
    return { type: 'done', value: await (jobs[order.name] as (input: never) => unknown)(order.input) };
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error));
    return { type: 'failed', name: known.name, message: known.message };
  }
}

// The thread ends by itself when nothing is left to do.
void report(workerData as Order).then((told) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- For windows: a port has no origins.
  parentPort?.postMessage(told);
});
