// 12, of the rows of a report: what each person took and gave back, how it was entered, and with which brand of card.
import type { OperationRecord } from '#core/ports/record.ts';
import type { ShiftTally } from '#core/shift/shift-tally.ts';
import type { TakingRow } from '#core/shift/shift-takings.ts';
import { isJsonObject } from '#contract/data/json.ts';
import { isPaymentLane } from '#core/operation/lanes.ts';
import { brandOf, showsBrand } from '../gateway/cards.ts';
import type { Payment } from '../gateway/ledger.ts';
import type { World } from '../world.ts';

/** Minor units taken, given back and of tips, by a row’s name. */
type Sums = Map<string, readonly [taken: number, givenBack: number, tip?: number]>;

export interface Rows {
  readonly exact: Sums;
  /** By the card that the ledger knows: the till need not have been shown it. */
  readonly ofBrand: Sums;
  /** What of it the till was shown in the very answer that the operation ended by. */
  readonly shownBrand: Sums;
}

export function noRows(): Rows {
  return { exact: new Map(), ofBrand: new Map(), shownBrand: new Map() };
}

export function addToRows(
  rows: Rows,
  record: OperationRecord,
  payment: Payment,
  maker: OperationRecord | null,
  taken: number,
  givenBack: number,
  tip: number,
): void {
  const { currency } = payment;
  const person = record.origin.operator?.name ?? null;
  const sums = [taken, givenBack, tip] as const;
  for (const name of [rowOf('person', person, currency), rowOf('entry', entryOf(record), currency)]) {
    add(rows.exact, name, sums);
  }
  const brand = brandOf(payment);
  const name = rowOf('brand', brand, currency);
  add(rows.ofBrand, name, sums);
  const isShown = brand !== null && isJsonObject(record.result) && showsBrand(record.result, brand);
  // The record by which the till saw a customer's payment shows its brand, and a payment keeps the brand of its making.
  const isKept = maker !== null && maker.payId === payment.payId && maker.decisions.length === 0 && brand !== null;
  // At the same terminal alone it may be another payment's.
  const wasShown = isKept && record.lanes.some((lane) => isPaymentLane(lane) && maker.lanes.includes(lane));
  const wasMade = wasShown && isJsonObject(maker.result) && showsBrand(maker.result, brand);
  const isSeen = brand !== null && payment.link !== null && taken > 0;
  if (wasMade || isSeen || (isShown && payment.link === null)) add(rows.shownBrand, name, sums);
}

function add(rows: Sums, name: string, [taken, givenBack, tip = 0]: readonly [number, number, number?]): void {
  const [takenBefore, backBefore, tipBefore = 0] = rows.get(name) ?? [0, 0];
  rows.set(name, [takenBefore + taken, backBefore + givenBack, tipBefore + tip]);
}

/** Over all shifts of one environment. */
export function rowsHold(world: World, tallies: readonly ShiftTally[], environment: string, truth: Rows): void {
  const [told, brands]: readonly [Sums, Sums] = [new Map(), new Map()];
  const sumsOf = ({ takenMinor, givenBackMinor, tipMinor }: TakingRow) =>
    [takenMinor, givenBackMinor, tipMinor] as const;
  const sections = tallies.flatMap((tally) => [...tally.sections.values()]);
  for (const { takings } of sections.filter((each) => each.environment === environment)) {
    for (const row of takings.byPerson.values()) add(told, rowOf('person', row.person, row.currency), sumsOf(row));
    for (const row of takings.byEntry.values()) add(told, rowOf('entry', row.entry, row.currency), sumsOf(row));
    for (const row of takings.byBrand.values()) add(brands, rowOf('brand', row.brand, row.currency), sumsOf(row));
  }
  brandsHold(world, brands, environment, truth);
  for (const name of new Set([...told.keys(), ...truth.exact.keys()])) {
    const [mine, actual] = [told.get(name) ?? [0, 0], truth.exact.get(name) ?? [0, 0]];
    world.coverage.count('rows of reports held against the ledger');
    if (mine[0] === actual[0] && mine[1] === actual[1] && (mine[2] ?? 0) === (actual[2] ?? 0)) continue;
    world.report(
      12,
      `the row ${name} at ${environment} says ${mine.join(' and ')} given back, the ledger ${actual.join(' and ')}`,
    );
  }
}

/**
 * Together they are what was taken with any card; of each brand at least what the till was shown to be of it, and at most
 * what was.
 */
function brandsHold(world: World, told: Sums, environment: string, { ofBrand, shownBrand }: Rows): void {
  const nobody = [0, 0] as const;
  for (const name of new Set([...told.keys(), ...ofBrand.keys()])) {
    const [mine, most] = [told.get(name) ?? nobody, ofBrand.get(name) ?? nobody];
    const least = shownBrand.get(name) ?? nobody;
    world.coverage.count('rows of card brands held against the ledger');
    const isUnnamed = name.startsWith(unnamedBrand);
    if (isUnnamed || [0, 1].every((each) => least[each]! <= mine[each]! && mine[each]! <= most[each]!)) continue;
    world.report(
      12,
      `the row ${name} at ${environment} says ${mine.join(' and ')} given back, the ledger ${most.join(' and ')}`,
    );
  }
  const [all, truth] = [told, ofBrand].map((rows) => total(rows));
  if (all === truth) return;
  world.report(12, `the rows of card brands at ${environment} come to ${all}, the ledger to ${truth}`);
}

function total(rows: Sums): string {
  const sums: Sums = new Map();
  for (const [name, each] of rows) add(sums, name.slice(name.lastIndexOf(' in ')), each);
  const words = [...sums].map(([currency, [taken, back]]) => `${taken} and ${back} given back${currency}`);
  return words.toSorted().join(', ');
}

const unnamedBrand = 'brand nobody in ';

function rowOf(sort: 'person' | 'entry' | 'brand', name: string | null, currency: string): string {
  return `${sort} ${name ?? 'nobody'} in ${currency}`;
}

function entryOf({ kind, origin }: OperationRecord): string {
  if (kind === 'cloud-pos') return 'terminal';
  if (kind === 'create-link' || kind === 'create-payment') return 'link';
  return origin.type === 'erp' ? 'program' : 'till';
}
