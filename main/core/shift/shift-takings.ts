// What a shift took and gave back, by currency and by person, card brand and entry, and which authorizations are open.
// Added up from `moved` in the journal; a record of an older program is read by its sort and amount.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { TakingEntry, TakingSort } from '#contract/money/taking-sorts.ts';
import type { Moved } from '../payments/moved.ts';

/** What one operation adds; null where the journal cannot tell how much it was. */
export interface Sums {
  readonly currency: string | null;
  readonly taken: number | null;
  readonly givenBack: number | null;
  readonly tip: number;
}

export interface TakingRow {
  readonly currency: string;
  takenMinor: number;
  givenBackMinor: number;
  tipMinor: number;
}

/** The sums in all, by person, by brand and by entry; the key of each map is `[name, currency]` as JSON. */
export interface Takings {
  readonly all: Map<string, TakingRow>;
  readonly byPerson: Map<string, TakingRow & { readonly person: string | null }>;
  readonly byBrand: Map<string, TakingRow & { readonly brand: string | null }>;
  readonly byEntry: Map<string, TakingRow & { readonly entry: TakingEntry }>;
}

/** An authorization that is neither captured nor released. */
export interface OpenAuthorization {
  /** The payment's one name in the journal. */
  readonly payment: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly refNr: string | null;
  readonly terminalId: string | null;
  readonly brand: string | null;
  readonly currency: string;
  readonly openMinor: number;
  readonly at: string;
  readonly carriedOver: boolean;
}

/** Who began the operation, with which brand of card, and how it was entered. */
export interface Doer {
  readonly person: string | null;
  readonly brand: string | null;
  readonly entry: TakingEntry;
}

export function emptyTakings(): Takings {
  return { all: new Map(), byPerson: new Map(), byBrand: new Map(), byEntry: new Map() };
}

export function addTakings(takings: Takings, sums: Sums, { person, brand, entry }: Doer): void {
  const { currency } = sums;
  const [taken, givenBack] = [sums.taken ?? 0, sums.givenBack ?? 0];
  if (currency === null || (taken === 0 && givenBack === 0)) return;
  const add = <R extends TakingRow>(rows: Map<string, R>, name: string | null, first: () => R): void => {
    const key = JSON.stringify([name, currency]);
    const row = rows.get(key) ?? first();
    row.takenMinor += taken;
    row.givenBackMinor += givenBack;
    row.tipMinor += sums.tip;
    rows.set(key, row);
  };
  const none = () => ({ currency, takenMinor: 0, givenBackMinor: 0, tipMinor: 0 });
  add(takings.all, null, none);
  add(takings.byPerson, person, () => ({ ...none(), person }));
  add(takings.byBrand, brand, () => ({ ...none(), brand }));
  add(takings.byEntry, entry, () => ({ ...none(), entry }));
}

export function sumsOfMoved({ currency, taken, givenBack, tip }: Moved): Sums {
  return { currency, taken, givenBack, tip };
}

/** The sums of a record of an older version, which did not journal what moved. */
export function sumsOfSort(sort: TakingSort, money: Money | null, before: TakingSort | null): Sums {
  const value = money?.value ?? null;
  const sums = (taken: number | null, givenBack: number | null): Sums => {
    return { currency: money?.currency ?? null, taken, givenBack, tip: 0 };
  };
  switch (sort) {
    case 'sale':
    case 'payment':
    case 'capture':
      return sums(value, 0);
    case 'refund':
    case 'manual-refund':
      return sums(0, value);
    case 'reversal':
      // Money that an authorization held was never taken.
      return before === 'authorization' ? sums(0, 0) : sums(0, value);
    case 'authorization':
    case 'other':
      return sums(0, 0);
  }
}

/** What the operation leaves of its payment's authorization. */
export function noteAuthorization(
  open: Map<string, OpenAuthorization>,
  moved: Moved,
  operation: Pick<OpenAuthorization, 'payId' | 'transId' | 'refNr' | 'terminalId'>,
  at: string,
): void {
  const before = open.get(moved.payment);
  if (moved.open === 0) {
    open.delete(moved.payment);
    return;
  }
  const { currency } = moved;
  if (moved.open === null || currency === null) return;
  if (before === undefined && moved.authorized === 0) return;
  const { payId, transId, refNr, terminalId } = operation;
  const first = { payment: moved.payment, payId, transId, refNr, terminalId, brand: moved.brand, currency, at };
  open.set(moved.payment, { ...first, carriedOver: false, ...before, openMinor: moved.open });
}

export function authorizationData(authorization: OpenAuthorization): JsonObject {
  const { carriedOver: _, ...rest } = authorization;
  return rest;
}

export function authorizationIn(data: JsonObject): OpenAuthorization | null {
  const [payment, currency, at] = [textAt(data, 'payment'), textAt(data, 'currency'), textAt(data, 'at')];
  const { openMinor } = data;
  if (payment === null || currency === null || at === null || typeof openMinor !== 'number') return null;
  const [payId, transId, refNr] = [textAt(data, 'payId'), textAt(data, 'transId'), textAt(data, 'refNr')];
  const [terminalId, brand] = [textAt(data, 'terminalId'), textAt(data, 'brand')];
  return { payment, payId, transId, refNr, terminalId, brand, currency, openMinor, at, carriedOver: true };
}
