// 12, of the rows of a report: what each person took and gave back, and how it was entered.
import type { OperationRecord } from '#core/ports/record.ts';
import type { ShiftTally } from '#core/shift/shift-tally.ts';
import type { TakingRow } from '#core/shift/shift-takings.ts';
import type { World } from '../world.ts';

/** Minor units taken and given back, by a row's name. */
export type Rows = Map<string, readonly [taken: number, givenBack: number]>;

export function addToRows(
  rows: Rows,
  record: OperationRecord,
  currency: string,
  taken: number,
  givenBack: number,
): void {
  const person = record.origin.operator?.name ?? null;
  for (const name of [rowOf('person', person, currency), rowOf('entry', entryOf(record), currency)]) {
    const [takenBefore, backBefore] = rows.get(name) ?? [0, 0];
    rows.set(name, [takenBefore + taken, backBefore + givenBack]);
  }
}

/** Over all shifts of one environment. */
export function rowsHold(world: World, tallies: readonly ShiftTally[], environment: string, truth: Rows): void {
  const told: Rows = new Map();
  const add = (name: string, { takenMinor, givenBackMinor }: TakingRow) => {
    const [taken, givenBack] = told.get(name) ?? [0, 0];
    told.set(name, [taken + takenMinor, givenBack + givenBackMinor]);
  };
  const sections = tallies.flatMap((tally) => [...tally.sections.values()]);
  for (const { takings } of sections.filter((each) => each.environment === environment)) {
    for (const row of takings.byPerson.values()) add(rowOf('person', row.person, row.currency), row);
    for (const row of takings.byEntry.values()) add(rowOf('entry', row.entry, row.currency), row);
  }
  for (const name of new Set([...told.keys(), ...truth.keys()])) {
    const [mine, actual] = [told.get(name) ?? [0, 0], truth.get(name) ?? [0, 0]];
    world.coverage.count('rows of reports held against the ledger');
    if (mine[0] === actual[0] && mine[1] === actual[1]) continue;
    world.report(
      12,
      `the row ${name} at ${environment} says ${mine.join(' and ')} given back, the ledger ${actual.join(' and ')}`,
    );
  }
}

function rowOf(sort: 'person' | 'entry', name: string | null, currency: string): string {
  return `${sort} ${name ?? 'nobody'} in ${currency}`;
}

function entryOf({ kind, origin }: OperationRecord): string {
  if (kind === 'cloud-pos') return 'terminal';
  if (kind === 'create-link' || kind === 'create-payment') return 'link';
  return origin.type === 'erp' ? 'program' : 'till';
}
