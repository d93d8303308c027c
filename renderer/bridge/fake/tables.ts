// What the fake's bridge stores: the simulated store, which a differential test holds to SQLite, in the page's memory.
import { isFinal, isInDoubt } from '#contract/operation/states.ts';
import { type LinkToChain } from '#core/ports/journal.ts';
import type { OperatorRecord } from '#core/ports/operators.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { EndRows, Store } from '#core/ports/store.ts';
import { commandOf } from '#operations/index.ts';
import { createSimStore } from '#sim/store.ts';
import { Tables } from '#sim/tables.ts';

/** What a signed head shows: a page has no digests that do not keep a commit waiting, and nothing is verified here. */
const unchained: LinkToChain = ({ seq, hash }, fact) => ({
  ...fact,
  seq: seq + 1,
  prev: hash,
  hash: 'c0ffee'.repeat(10),
});

/** Beside the tables, the ends that were not seen, which a trigger notes in the bridge's database. */
export class FakeTables extends Tables {
  readonly #unseen = new Set<string>();

  readonly #operators: () => readonly OperatorRecord[];

  constructor(operators: () => readonly OperatorRecord[]) {
    super(unchained);
    this.#operators = operators;
  }

  override operator(id: string): OperatorRecord | null {
    return this.#operators().find((each) => each.id === id) ?? null;
  }

  get ends(): EndRows {
    return {
      unseen: (_, limit) => [...this.#unseen].toReversed().slice(0, limit),
      note: async (id) => void this.#unseen.add(id),
      see: async (id) => void this.#unseen.delete(id),
    };
  }

  override update(record: OperationRecord): void {
    const before = this.operation(record.id);
    super.update(record);
    if (before !== null && (endsUnseen(before, record) || isPaidNow(before, record))) this.#unseen.add(record.id);
  }
}

const longMs = 10_000;

function endsUnseen(before: OperationRecord, after: OperationRecord): boolean {
  const command = commandOf(after.kind);
  if (command === null || before.state === after.state || !isFinal(after.state)) return false;
  if (after.state === 'cancelled' || after.kind === 'dcc-quote') return false;
  const isMoney = after.amount !== null || command.claim(after.input) !== 'none' || command.createsPayment(after.input);
  const waited = after.updatedAtMs - after.createdAtMs >= longMs && (!after.interactive || after.attempts.length > 1);
  return isMoney && (isInDoubt(before.state) || waited);
}

function isPaidNow(before: OperationRecord, { kind, origin, offer }: OperationRecord): boolean {
  const isLink = kind === 'create-link' || kind === 'create-payment';
  return isLink && origin.type === 'cashier' && offer?.state === 'paid' && before.offer?.state !== 'paid';
}

export function storeOver(tables: FakeTables): Store {
  const log = {
    tables,
    begin: () => tables.undo.mark,
    write: () => {},
    sync: () => tables.undo.forget(),
    crash: () => false,
  };
  return createSimStore(log, { lives: () => true, soon: (work) => queueMicrotask(work), diskFails: () => false });
}
