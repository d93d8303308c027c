// Implements the ports Store and StoreWrites. Writing is possible only inside `transact`: outside of it SQLite would
// commit each statement by itself, and a change could reach the disk without its journal record.
import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoreReads, StoreWrites } from '#core/ports/store.ts';
import type { Commits } from './database/commits.ts';
import type { AppendToJournal } from './journal/journal.ts';
import { startedPausedIn } from './journal/meta.ts';
import type { Bindings } from './operations/operation-binding.ts';
import type { OperatorRegistry } from '#core/ports/operators.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { createOperationReads } from './operations/operation-reads.ts';
import { createOperationWrites } from './operations/operation-writes.ts';
import type { ControlBindings } from './operations/control-binding.ts';
import type { PaymentBindings } from './operations/payment-binding.ts';
import { createPaymentTable } from './operations/payment-table.ts';
import { createSearchReads } from './search/search-reads.ts';
import type { PrintJobBindings } from './printing/print-job-binding.ts';
import { createPrintJobTable } from './printing/print-job-table.ts';
import type { Seal } from './database/seal.ts';
import type { TextIndex } from './search/text-index.ts';
import { watched } from './database/watched.ts';

export interface StoreParts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly seal: Seal;
  readonly append: AppendToJournal;
  readonly bindings: Bindings;
  readonly payments: PaymentBindings;
  readonly printing: PrintJobBindings;
  readonly controls: ControlBindings;
  readonly followUp: FollowUp;
  readonly texts: TextIndex;
  readonly operators: Pick<OperatorRegistry, 'byId'>;
}

/** What follows an outcome, written in its transaction. */
export type FollowUp = (tx: StoreWrites, record: OperationRecord) => void;

export function createStore({
  db,
  commits,
  seal,
  append,
  bindings,
  payments,
  printing,
  controls,
  followUp,
  texts,
  operators,
}: StoreParts): Store {
  const { putPayment, putControl, ...paymentReads } = createPaymentTable(db, payments, controls);
  const { reads: printReads, writes: printWrites } = createPrintJobTable(db, seal, printing);
  const reads = {
    ...createOperationReads(db, bindings),
    ...paymentReads,
    ...printReads,
    startedPausedMs: startedPausedIn(db),
    operator: operators.byId,
  };
  const writes = {
    ...createOperationWrites(db, seal, bindings),
    ...printWrites,
    putPayment,
    putControl,
    journal: append,
    followUp: (record: OperationRecord) => followUp(tx, record),
  };
  const tx: StoreWrites = { ...reads, ...guarded(db, writes) };
  // Inside a transaction a failing disk fails the commit and with it the whole batch.
  return {
    ...watched({ ...reads, ...createSearchReads(db, bindings, texts) }, commits.read),
    transact: (work) => commits.queue(() => bindings.within(() => printing.within(() => work(tx)))),
    failure: () => commits.failure(),
    blocked: () => commits.blocked(),
  };
}

type Writes = Omit<StoreWrites, keyof StoreReads>;

function guarded(db: DatabaseSync, writes: Writes): Writes {
  const inside = (): void => {
    if (!db.isTransaction) throw new Error('the transaction is over: nothing can be written through it any more');
  };
  return {
    insert: (...args) => (inside(), writes.insert(...args)),
    update: (...args) => (inside(), writes.update(...args)),
    enter: (...args) => (inside(), writes.enter(...args)),
    release: (...args) => (inside(), writes.release(...args)),
    putPayment: (...args) => (inside(), writes.putPayment(...args)),
    putControl: (...args) => (inside(), writes.putControl(...args)),
    putDrawerRequest: (...args) => (inside(), writes.putDrawerRequest(...args)),
    dropDrawerRequest: (...args) => (inside(), writes.dropDrawerRequest(...args)),
    insertPrintJob: (...args) => (inside(), writes.insertPrintJob(...args)),
    updatePrintJob: (...args) => (inside(), writes.updatePrintJob(...args)),
    journal: (...args) => (inside(), writes.journal(...args)),
    followUp: (...args) => (inside(), writes.followUp(...args)),
  };
}
