// What people and programs do to print jobs that are there: to take one back, and to say whether one came out. Needs no
// printer, so that a command can do it while no bridge runs.
import type { PrintJobView } from '#contract/devices/print-jobs.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { PrintJobRecord } from '../ports/record.ts';
import type { Store, StoreWrites } from '../ports/store.ts';
import { cancelJob, decideJob, newJobId } from './jobs.ts';
import type { PrintQueue } from './print-queue.ts';
import { isPaper } from './papers.ts';

/** Who asks: a program, by its id, or (null) a person, by name. */
export interface DeviceAsker {
  readonly clientId: string | null;
  readonly by: string;
  /** Who stood by with a PIN, where the person alone may not. */
  readonly approvedBy?: string;
  /** A command's wish, which the journal keeps (api/once.ts). */
  readonly request?: string | undefined;
}

export type JobAnswer =
  /** `repeated`: the same request was accepted before. `notes`: what is printed otherwise than written. */
  | {
      readonly type: 'accepted';
      readonly job: PrintJobView;
      readonly repeated: boolean;
      readonly notes: readonly string[];
    }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface JobChangePorts {
  readonly store: Pick<Store, 'transact' | 'printJob' | 'printJobsIn'>;
  readonly queue: Pick<PrintQueue, 'kick' | 'obstacle'>;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly chance: Pick<Chance, 'hex128'>;
  /** Calls the listeners after a change that was made here. */
  readonly changed: (job: PrintJobRecord) => void;
}

export interface JobChanges {
  readonly job: (id: string) => PrintJobView | null;
  /** Jobs in this state, oldest first. */
  readonly jobsIn: (state: PrintJobView['state'], limit: number) => PrintJobView[];
  /** Cancelling twice is the same as once. */
  readonly cancel: (id: string, asker: DeviceAsker) => Promise<JobAnswer>;
  /** "Did it come out?" `reprint`: print it again, marked COPY, where it did not. */
  readonly decide: (
    id: string,
    asker: DeviceAsker,
    said: { readonly cameOut: boolean; readonly reprint: boolean },
  ) => Promise<JobAnswer>;
  readonly view: (job: PrintJobRecord) => PrintJobView;
  /** The answer for a job; the listeners are notified of the job unless it is `repeated`. */
  readonly answerAndNotify: (job: PrintJobRecord, repeated?: boolean, notes?: readonly string[]) => JobAnswer;
}

export function createJobChanges(ports: JobChangePorts): JobChanges {
  const { store, queue, clock, chance } = ports;
  const view = (job: PrintJobRecord): PrintJobView => jobView(job, queue, clock);
  const answerAndNotify: JobChanges['answerAndNotify'] = (job, repeated = false, notes = []) => {
    if (!repeated) ports.changed(job);
    return { type: 'accepted', job: view(job), repeated, notes };
  };

  /** Changes one job in a transaction; `work` answers for those that may not. */
  const change = async (
    id: string,
    { clientId }: DeviceAsker,
    work: (tx: StoreWrites, job: PrintJobRecord) => PrintJobRecord | Refusal,
  ): Promise<JobAnswer> => {
    const changed = await store.transact((tx) => {
      const job = tx.printJob(id);
      if (job === null) return noJob;
      if (clientId !== null && ownerOf(tx, job) !== clientId) return othersJob;
      return work(tx, job);
    });
    if ('code' in changed) return { type: 'refused', refusal: changed };
    const answer = answerAndNotify(changed);
    queue.kick();
    return answer;
  };

  return {
    view,
    answerAndNotify,
    job(id) {
      const found = store.printJob(id);
      return found === null ? null : view(found);
    },
    jobsIn: (state, limit) => store.printJobsIn(state, limit).map(view),
    cancel: (id, asker) =>
      change(id, asker, (tx, job) => {
        if (job.state === 'cancelled') return job;
        if (job.state === 'due') return cancelJob(tx, job, asker, clock.nowMs());
        const detail = `It is ${job.state}: only what is due can be taken back.`;
        return { code: 'not-cancellable', detail };
      }),
    decide: (id, asker, { cameOut, reprint }) =>
      change(id, asker, (tx, job) => {
        const isLost = reprint && job.reprint === null && job.decided?.cameOut === false;
        if (isLost) return { code: 'not-decidable', detail: 'It was decided without a reprint. Print it anew.' };
        if (job.decided?.cameOut === cameOut) return job;
        if (job.state !== 'doubtful') {
          return { code: 'not-decidable', detail: `It is ${job.state}: only a doubtful print job is decided.` };
        }
        const reprintId = reprint ? newJobId(chance) : null;
        const { by, request } = asker;
        return decideJob(tx, job, { cameOut, by, request, reprintId }, clock.nowMs()).job;
      }),
  };
}

/** The program that asked for a job, or for the one that it prints again; null for the till's own. */
export function ownerOf(tx: Pick<StoreWrites, 'printJob'>, job: PrintJobRecord): string | null {
  let first = job;
  while (first.asked === null && first.reprintOf !== null) {
    const before = tx.printJob(first.reprintOf);
    if (before === null) return null;
    first = before;
  }
  return first.asked?.clientId ?? null;
}

function jobView(job: PrintJobRecord, queue: Pick<PrintQueue, 'obstacle'>, clock: Pick<Clock, 'iso'>): PrintJobView {
  const { id, state, device, doubt, copy, reprintOf, reprint, receipt, decided } = job;
  const operationId = job.operationId !== null && isPaper(job.operationId) ? null : job.operationId;
  return {
    id,
    state,
    device,
    doubt,
    waitingFor: state === 'due' ? queue.obstacle(device) : null,
    copy,
    reprintOf,
    reprint,
    operationId,
    receipt,
    decided: decided === null ? null : { cameOut: decided.cameOut, by: decided.by, at: clock.iso(decided.atMs) },
    createdAt: clock.iso(job.createdAtMs),
    updatedAt: clock.iso(job.updatedAtMs),
  };
}

const noJob: Refusal = { code: 'print-job-not-found', detail: 'No print job has this id.' };
const othersJob: Refusal = {
  code: 'operation-of-other',
  detail: 'Another program or the till asked for this print job: that program, or a person at the window, decides.',
};
