// The office of a simulated chain: it is told the tills' journals, late or never, and answers claims by the product's own
// rule. Its rows are a model of office/claims and office/journals/journal-claims.ts, which keep them in a database.
import type { ClaimAnswer, ClaimAsked } from '#contract/office/claims.ts';
import { type JsonObject, textAt, valueAt } from '#contract/data/json.ts';
import { isFinal, type State } from '#contract/operation/states.ts';
import type { ClaimNotTaken } from '#core/ports/engine.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { judge } from '../../../office/claims/judge.ts';

/** Mistakes that a run must see. */
export type Flaw =
  | 'frees-by-time'
  | 'frees-when-restored'
  | 'frees-a-lost-history'
  | 'forgets-what-is-used'
  | 'tells-manual-refunds-apart';

const refunds: readonly (string | null)[] = ['refund', 'manual-refund'];

interface Row {
  readonly till: string;
  readonly id: string;
  lineage: number;
  payment: string | null;
  line: string | null;
  amountMinor: number | null;
  currency: string | null;
  state: 'held' | 'used' | 'paid' | 'free';
  /** Null: it was asked for in a history that may be lost. */
  asOf: number | null;
  atMs: number;
}

interface Known {
  lineage: number;
  readonly records: JournalRecord[];
  closed: number;
}

const shortMs = 20_000;

export class SimOffice {
  readonly rows: Row[] = [];
  /** Ids of refunds that were paid and should not have been. */
  readonly doubles = new Set<string>();
  readonly #known = new Map<string, Known>();
  readonly #flaw: Flaw | null;

  constructor(flaw: Flaw | null) {
    this.#flaw = flaw;
  }

  claim(till: string, asked: ClaimAsked, nowMs: number): ClaimAnswer | ClaimNotTaken {
    const known = this.#of(till);
    if (asked.asOf < known.closed || this.rows.some((row) => row.till === till && row.id === asked.id))
      return { type: 'not-taken', code: 'claim-stale' };
    if (this.#flaw === 'frees-by-time') {
      for (const row of this.rows) if (row.state === 'held' && row.atMs < nowMs - shortMs) row.state = 'free';
    }
    const { line, amount } = asked;
    const payment = this.#paymentOf(till, asked);
    const others = this.rows.flatMap((row) => (row.state === 'free' ? [] : [{ ...row, state: row.state }]));
    const verdict = judge({ payment, line, amount, capturedMinor: asked.captured }, others);
    if (verdict.type === 'refused') {
      const { by, why } = verdict;
      const at = new Date(by.atMs).toISOString();
      return {
        type: 'refused',
        why,
        left: null,
        by: { till: by.till, shop: null, isOwn: false, at, state: by.state, amount: null },
      };
    }
    const { lineage } = known;
    const facts = { payment, line, amountMinor: amount?.value ?? null, currency: amount?.currency ?? null };
    this.rows.push({ till, id: asked.id, lineage, ...facts, state: 'held', asOf: asked.asOf, atMs: nowMs });
    return { type: 'granted' };
  }

  /** The journal as the till has it now, from its first record. */
  receive(till: string, records: readonly JournalRecord[], nowMs: number): void {
    const known = this.#of(till);
    let common = known.records.length;
    while (common > 0 && records[common - 1]?.hash !== known.records[common - 1]?.hash) common -= 1;
    if (common < known.records.length) {
      known.lineage += 1;
      if (this.#flaw === 'frees-when-restored') {
        for (const row of this.rows) if (row.till === till && row.state === 'held') row.state = 'free';
      }
      known.closed = 0;
      known.records.length = common;
    }
    for (const record of records.slice(common)) {
      known.records.push(record);
      this.#note(till, known, record, nowMs);
    }
  }

  #paymentOf(till: string, { id, payId, transId }: ClaimAsked): string | null {
    if (payId !== null) return payId;
    if (transId !== null) return `${transId} @ ${till}`;
    return this.#flaw === 'tells-manual-refunds-apart' ? id : null;
  }

  #of(till: string): Known {
    const known = this.#known.get(till) ?? { lineage: 1, records: [], closed: 0 };
    this.#known.set(till, known);
    return known;
  }

  #note(till: string, known: Known, { type, seq, operation, data }: JournalRecord, nowMs: number): void {
    const row = this.rows.find((each) => each.till === till && each.id === (operation ?? data['claim']));
    switch (type) {
      case 'accepted':
        if (isRefund(data) && this.#flaw !== 'forgets-what-is-used')
          this.#use(till, known, operation ?? '', data, row, nowMs);
        return;
      case 'claim-dropped':
        if (row?.state === 'held') row.state = 'free';
        return;
      case 'folder-paused':
        if (this.#flaw === 'frees-a-lost-history') return;
        for (const each of this.rows) {
          const { asOf, lineage, state } = each;
          if (each.till === till && lineage === known.lineage && state === 'held' && (asOf ?? 0) >= seq - 1)
            each.asOf = null;
        }
        return;
      case 'claims-closed':
        known.closed = seq;
        for (const each of this.rows) {
          const { asOf, lineage, state } = each;
          if (each.till === till && lineage === known.lineage && state === 'held' && asOf !== null && asOf < seq)
            each.state = 'free';
        }
        return;
      default:
        if (operation !== null && row !== undefined) this.#end(row, textAt(data, 'state') as State | null);
    }
  }

  #use(till: string, { lineage }: Known, id: string, data: JsonObject, row: Row | undefined, nowMs: number): void {
    const amountMinor = valueAt(data, 'amount.value');
    const facts = {
      lineage,
      payment: textAt(data, 'payId') ?? row?.payment ?? null,
      line: textAt(data, 'line'),
      amountMinor: typeof amountMinor === 'number' ? amountMinor : null,
      currency: textAt(data, 'amount.currency'),
    };
    if (row === undefined) this.rows.push({ till, id, ...facts, state: 'used', asOf: 0, atMs: nowMs });
    else if (row.state !== 'paid') Object.assign(row, facts, { state: 'used' });
  }

  #end(row: Row, state: State | null): void {
    if (state === null || !isFinal(state) || row.state === 'paid') return;
    row.state = state === 'succeeded' ? 'paid' : 'free';
    if (row.state === 'free') return;
    const paid = this.rows.flatMap((each) =>
      each !== row && each.state === 'paid' ? [{ ...each, state: each.state }] : [],
    );
    const amount =
      row.amountMinor === null || row.currency === null ? null : { value: row.amountMinor, currency: row.currency };
    if (judge({ ...row, amount, capturedMinor: null }, paid).type === 'refused') this.doubles.add(row.id);
  }
}

function isRefund(data: JsonObject): boolean {
  return refunds.includes(sortOf(textAt(data, 'kind') ?? '', textAt(data, 'messageType')));
}
