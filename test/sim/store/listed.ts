// The list of operations over the simulated tables: each is looked at, where the real store walks its indexes.
import { cursorText, readCursor } from '#core/ports/list-cursor.ts';
import type { ListFilter, ListPage } from '#core/ports/store.ts';
import type { OperationRecord } from '#core/ports/record.ts';

export function listed(
  all: readonly OperationRecord[],
  environmentId: string | null,
  filter: ListFilter,
): ListPage | null {
  const byChange = filter.updatedFromMs !== undefined;
  const order = (a: Place, b: Place) =>
    (byChange ? a.atMs - b.atMs : 0) || (filter.newest === true && !byChange ? b.seq - a.seq : a.seq - b.seq);
  const from = filter.after === undefined ? null : placeOf(all, filter.after, byChange);
  if (from === undefined) return null;
  const records = all
    .filter((each) => environmentId === null || each.environmentId === environmentId)
    .filter((each) => fits(each, filter))
    .filter((each) => from === null || order(placeAt(each), from) > 0)
    .toSorted((a, b) => order(placeAt(a), placeAt(b)))
    .slice(0, filter.limit);
  const last = records.length === filter.limit ? records.at(-1) : undefined;
  if (last === undefined) return { records, next: null };
  return { records, next: cursorText({ id: last.id, updatedMs: byChange ? last.updatedAtMs : null }) };
}

interface Place {
  readonly seq: number;
  readonly atMs: number;
}

const placeAt = ({ seq, updatedAtMs }: OperationRecord): Place => ({ seq, atMs: updatedAtMs });

function placeOf(all: readonly OperationRecord[], cursor: string, byChange: boolean): Place | undefined {
  const { id, updatedMs } = readCursor(cursor);
  const seq = all.find((each) => each.id === id)?.seq;
  return seq === undefined || (updatedMs !== null) !== byChange ? undefined : { seq, atMs: updatedMs ?? 0 };
}

function fits(each: OperationRecord, filter: ListFilter): boolean {
  const { states, kind, payId, transId, requestId, refNr, terminalId } = filter;
  const { createdFromMs = 0, createdBeforeMs = Number.POSITIVE_INFINITY, updatedFromMs = 0 } = filter;
  return (
    (states === undefined || states.includes(each.state)) &&
    (kind === undefined || each.kind === kind) &&
    (payId === undefined || each.payId === payId) &&
    (transId === undefined || each.transId === transId) &&
    (requestId === undefined || each.requestId === requestId) &&
    (refNr === undefined || each.refNr === refNr) &&
    (terminalId === undefined || each.terminalId === terminalId) &&
    each.createdAtMs >= createdFromMs &&
    each.createdAtMs < createdBeforeMs &&
    each.updatedAtMs >= updatedFromMs
  );
}
