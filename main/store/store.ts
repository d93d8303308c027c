// The ports Store and StoreWrites, put together from their parts. Writing is possible only inside `transact`: outside
// of it SQLite would commit each statement by itself, and a change could reach the disk without its journal record.
import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoreReads, StoreWrites } from '#core/ports/store.ts';
import type { Commits } from './commits.ts';
import type { AppendToJournal } from './journal.ts';
import type { Bindings } from './operation-binding.ts';
import { createOperationReads } from './operation-reads.ts';
import { createOperationWrites } from './operation-writes.ts';
import { createPaymentTable } from './payment-table.ts';
import { createSearchReads } from './search-reads.ts';
import type { Seal } from './seal.ts';
import { watched } from './watched.ts';

export interface StoreParts {
  readonly db: DatabaseSync;
  readonly commits: Commits;
  readonly seal: Seal;
  readonly append: AppendToJournal;
  readonly bindings: Bindings;
}

export function createStore({ db, commits, seal, append, bindings }: StoreParts): Store {
  const { putPayment, putControl, ...paymentReads } = createPaymentTable(db);
  const reads = { ...createOperationReads(db, bindings), ...paymentReads };
  const writes = { ...createOperationWrites(db, seal, bindings), putPayment, putControl, journal: append };
  const tx: StoreWrites = { ...reads, ...guarded(db, writes) };
  // Inside a transaction it is the commit that learns of trouble, and all of the batch with it.
  return {
    ...watched({ ...reads, ...createSearchReads(db, bindings) }, commits.read),
    transact: (work) => commits.queue(() => bindings.within(() => work(tx))),
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
    release: (...args) => (inside(), writes.release(...args)),
    putPayment: (...args) => (inside(), writes.putPayment(...args)),
    putControl: (...args) => (inside(), writes.putControl(...args)),
    journal: (...args) => (inside(), writes.journal(...args)),
  };
}
