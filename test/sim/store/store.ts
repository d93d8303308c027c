// The port Store over the simulated disk, for one life of the till. Commits are shared as in main/store: what is
// queued when the disk gets its turn goes there together, each piece by itself taken back where it throws.
import type { Store, StoreReads, StoreWrites } from '#core/ports/store.ts';
import { StorageFailed } from '#store/database/errors.ts';
import { searchesOf } from './searches.ts';
import type { Tables } from './tables.ts';

/** How the till's life bears on its disk. */
export interface StoreHost {
  /** A place where the till may die. False: it is dead, and nothing that it does has an effect any more. */
  lives(place: 'commit-before' | 'commit-torn' | 'commit-after' | 'read'): boolean;
  /** Runs `work` when the disk has its turn. */
  soon(work: () => void): void;
  /** Whether the disk fails in this commit (EIO). */
  diskFails(): boolean;
}

/** What lies below: it puts the tables' commits where they outlive the till. */
export interface CommitLog {
  readonly tables: Tables;
  begin(): number;
  write(mark: number): void;
  sync(): void;
  /** What was not synced is lost; whether anything was. */
  crash(): boolean;
}

interface Queued {
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

export function createSimStore(disk: CommitLog, host: StoreHost): Store {
  const { tables } = disk;
  let waiting: Queued[] = [];
  let scheduled = false;
  let failure: string | null = null;
  let inside = false;

  const tx = writesWhile(tables, () => inside);

  function commit(): void {
    scheduled = false;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0 || !host.lives('commit-before')) return;
    const mark = disk.begin();
    inside = true;
    const settles = batch.map((each) => inSavepoint(each));
    inside = false;
    disk.write(mark);
    if (!host.lives('commit-torn')) return;
    if (host.diskFails()) {
      disk.crash();
      failure = 'simulated disk: a write failed. Nothing more is accepted until the program is started again.';
      for (const each of batch) each.reject(new StorageFailed(failure));
      return;
    }
    disk.sync();
    if (!host.lives('commit-after')) return;
    for (const settle of settles) settle();
  }

  function inSavepoint(queued: Queued): () => void {
    const mark = tables.undo.mark;
    try {
      return queued.run();
    } catch (error) {
      tables.undo.backTo(mark);
      return () => queued.reject(error);
    }
  }

  return {
    ...readsOf(tables, host),
    ...searchesOf(tables),
    failure: () => failure,
    blocked: () => null,
    transact<T>(work: (writes: StoreWrites) => T): Promise<T> {
      if (!host.lives('read')) return new Promise(() => {});
      if (failure !== null) return Promise.reject(new StorageFailed(failure));
      return new Promise<T>((resolve, reject) => {
        const run = () => {
          const value = work(tx);
          return () => resolve(value);
        };
        waiting.push({ run, reject });
        if (scheduled) return;
        scheduled = true;
        host.soon(commit);
      });
    },
  };
}

function readsOf(tables: StoreReads, host: StoreHost): StoreReads {
  const live = <A extends unknown[], R>(read: (...args: A) => R): ((...args: A) => R) => {
    // A till that just died goes on in no way that matters, so its read is answered.
    return (...args) => {
      host.lives('read');
      return read(...args);
    };
  };
  return {
    operation: (...args) => tables.operation(...args),
    byRequest: live((...args) => tables.byRequest(...args)),
    refuseAltered: () => undefined,
    strictly: (work) => work(),
    startedPausedMs: () => tables.startedPausedMs(),
    list: (...args) => tables.list(...args),
    page: (...args) => tables.page(...args),
    runnable: live((...args) => tables.runnable(...args)),
    overdue: (...args) => tables.overdue(...args),
    doubtful: live((...args) => tables.doubtful(...args)),
    terminalEnded: (...args) => tables.terminalEnded(...args),
    inFlight: live((...args) => tables.inFlight(...args)),
    nextDue: live((...args) => tables.nextDue(...args)),
    counts: (...args) => tables.counts(...args),
    aheadInQueue: (...args) => tables.aheadInQueue(...args),
    waitingOf: (...args) => tables.waitingOf(...args),
    laneHolder: (...args) => tables.laneHolder(...args),
    sentBehind: (...args) => tables.sentBehind(...args),
    payment: (...args) => tables.payment(...args),
    paymentByTransId: (...args) => tables.paymentByTransId(...args),
    paymentByLane: (...args) => tables.paymentByLane(...args),
    paymentByTrace: (...args) => tables.paymentByTrace(...args),
    openAuthorizations: (...args) => tables.openAuthorizations(...args),
    offers: (...args) => tables.offers(...args),
    refusedAlone: (...args) => tables.refusedAlone(...args),
    differing: (...args) => tables.differing(...args),
    openClaims: (...args) => tables.openClaims(...args),
    openClaimsSent: (...args) => tables.openClaimsSent(...args),
    firstOpen: (...args) => tables.firstOpen(...args),
    hasDone: (...args) => tables.hasDone(...args),
    lastRefundDay: (...args) => tables.lastRefundDay(...args),
    refundedOn: (...args) => tables.refundedOn(...args),
    creatorOf: (...args) => tables.creatorOf(...args),
    refNrUses: (...args) => Math.min(2, tables.refNrUses(...args)),
    otherWithXId: (...args) => tables.otherWithXId(...args),
    parts: (...args) => tables.parts(...args),
    credits: (...args) => tables.credits(...args),
    hasControl: live((...args) => tables.hasControl(...args)),
    recentSuccesses: (...args) => tables.recentSuccesses(...args),
    operator: (...args) => tables.operator(...args),
    printJob: live((...args) => tables.printJob(...args)),
    printJobByRequest: live((...args) => tables.printJobByRequest(...args)),
    nextPrintJob: live((...args) => tables.nextPrintJob(...args)),
    printJobsIn: live((...args) => tables.printJobsIn(...args)),
    printJobsOf: live((...args) => tables.printJobsOf(...args)),
    drawerRequest: live((...args) => tables.drawerRequest(...args)),
    duePrintJobsOf: live((...args) => tables.duePrintJobsOf(...args)),
    printJobCounts: live(() => tables.printJobCounts()),
    receiptJobs: live((...args) => tables.receiptJobs(...args)),
    latestPrintJobs: live((...args) => tables.latestPrintJobs(...args)),
  };
}

/** What a transaction writes through, for work that is done at once. */
export function writesOf(tables: Tables): StoreWrites {
  return writesWhile(tables, () => true);
}

function writesWhile(tables: StoreWrites, inside: () => boolean): StoreWrites {
  const check = (): void => {
    if (!inside()) throw new Error('the transaction is over: nothing can be written through it any more');
  };
  return {
    ...readsOf(tables, { lives: () => true, soon: () => undefined, diskFails: () => false }),
    insert: (...args) => (check(), tables.insert(...args)),
    update: (...args) => (check(), tables.update(...args)),
    enter: (...args) => (check(), tables.enter(...args)),
    release: (...args) => (check(), tables.release(...args)),
    putPayment: (...args) => (check(), tables.putPayment(...args)),
    putControl: (...args) => (check(), tables.putControl(...args)),
    putDrawerRequest: (...args) => (check(), tables.putDrawerRequest(...args)),
    dropDrawerRequest: (...args) => (check(), tables.dropDrawerRequest(...args)),
    insertPrintJob: (...args) => (check(), tables.insertPrintJob(...args)),
    updatePrintJob: (...args) => (check(), tables.updatePrintJob(...args)),
    journal: (...args) => (check(), tables.journal(...args)),
    followUp: (...args) => (check(), tables.followUp(...args)),
  };
}
