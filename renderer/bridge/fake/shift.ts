// The fake's shifts: added up from the operations that the world holds, as the real bridge adds up its journal.
import { isJsonObject, textAt } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import type {
  OpenCounts,
  ShiftAuthorization,
  ShiftClosing,
  ShiftOpen,
  ShiftReport,
  ShiftSection,
  ShiftTotal,
} from '#contract/shift.ts';
import type { TakingEntry, TakingSort } from '#contract/taking-sorts.ts';
import { isFinal } from '#contract/states.ts';
import { amountAt } from './answers.ts';
import type { World } from './world.ts';

const sorts: { readonly [name: string]: TakingSort } = {
  SALE: 'sale',
  AUTHORISATION_OR_RESERVATION: 'authorization',
  CAPTURE: 'capture',
  REVERSE: 'reversal',
  CREDIT: 'manual-refund',
  capture: 'capture',
  refund: 'refund',
  reverse: 'reversal',
  'refund-unreferenced': 'manual-refund',
};

function sortOf({ kind, input }: OperationView): TakingSort | null {
  return sorts[textAt(input, 'messageType') ?? kind] ?? null;
}

export function shiftReport(world: World, number: number | null): ShiftReport | null {
  return number === null ? current(world) : (world.closedShifts[number - 1] ?? null);
}

export function closeShift(world: World, evenIfOpen: boolean): ShiftClosing {
  const report = current(world);
  const open = report.sections[0]?.openCounts ?? { waiting: 0, inDoubt: 0, needsPerson: 0 };
  if (open.waiting + open.inDoubt + open.needsPerson > 0 && !evenIfOpen) return { type: 'still-open', open };
  const head = { seq: report.lastSeq + 1, hash: 'c0ffee'.repeat(10) };
  const closed: ShiftReport = { ...report, type: 'Z', closedBy: 'window', head };
  world.closedShifts.push(closed);
  world.parked.clear();
  world.shiftBegan = new Date(world.now()).toISOString();
  return { type: 'closed', report: closed };
}

function current(world: World): ShiftReport {
  const began = world.shiftBegan;
  const mine = [...world.operations.values()].filter((each) => !isFinal(each.state) || each.updatedAt >= began);
  const open = mine.filter((each) => !isFinal(each.state)).map(openOf);
  const totals = new Map<string, ShiftTotal>();
  const slots = [];
  const notDone = { failed: 0, cancelled: 0, expired: 0 };
  for (const operation of mine) {
    const { state, kind, input } = operation;
    if (state === 'failed' || state === 'cancelled' || state === 'expired') notDone[state] += 1;
    const sort = sortOf(operation);
    if (state !== 'succeeded' || sort === null) continue;
    const { value, currency } = amountAt(input);
    const terminalId = textAt(input, 'posTerminalId');
    const key = [sort, kind, currency, terminalId].join(' ');
    const before = totals.get(key) ?? {
      sort,
      kind,
      currency,
      terminalId,
      count: 0,
      amountMinor: 0,
      withoutAmount: 0,
    };
    totals.set(key, { ...before, count: before.count + 1, amountMinor: before.amountMinor + value });
    const from = `${operation.updatedAt.slice(0, 14)}00:00.000Z`;
    slots.push({ from, sort, currency, count: 1, amountMinor: value });
  }
  const number = world.closedShifts.length + 1;
  const section = {
    mode: world.mode,
    training: world.mode === 'training',
    environment: 'sample',
    ...takingsOf(mine.filter(({ state }) => state === 'succeeded')),
    ...authorizationsOf(world, mine),
    totals: [...totals.values()],
    slots,
    notDone,
    open,
    openCounts: countsOf(open),
  };
  return {
    type: 'X',
    number,
    firstSeq: 1,
    lastSeq: mine.length,
    openedAt: mine[0]?.createdAt ?? null,
    at: new Date(world.now()).toISOString(),
    closedBy: null,
    head: null,
    sections: mine.length === 0 ? [] : [section],
    strays: 0,
    drawerOpenings: 0,
  };
}

type Takings = Pick<ShiftSection, 'takings' | 'byPerson' | 'byBrand' | 'byEntry'>;

const brands = ['VISA', 'MASTERCARD', null] as const;

function takingsOf(done: readonly OperationView[]): Takings {
  const facts = done.flatMap((operation) => {
    const sort = sortOf(operation);
    const { value, currency } = amountAt(operation.input);
    const taken = sort === 'sale' || sort === 'capture' ? (operation.approved?.value ?? value) : 0;
    const givenBack = sort === 'refund' || sort === 'manual-refund' || sort === 'reversal' ? value : 0;
    if (taken + givenBack === 0) return [];
    const { origin, id } = operation;
    const person = origin.type === 'cashier' ? (origin.operator ?? null) : null;
    const atTerminal = textAt(operation.input, 'posTerminalId') !== null;
    const entry: TakingEntry = atTerminal ? 'terminal' : origin.type === 'erp' ? 'program' : 'till';
    const brand = brands[id.length % brands.length] ?? null;
    const sums = { takenMinor: taken, givenBackMinor: givenBack, tipMinor: taken === 0 ? 0 : taken - value };
    return [{ person, brand, entry, currency, ...sums, leftMinor: taken - givenBack }];
  });
  const summed = <K extends object>(nameOf: (fact: (typeof facts)[number]) => K) =>
    [...grouped(facts, (fact) => JSON.stringify([nameOf(fact), fact.currency])).values()].map((group) => {
      const sum = (name: 'takenMinor' | 'givenBackMinor' | 'leftMinor' | 'tipMinor') =>
        group.reduce((total, each) => total + each[name], 0);
      const [first] = group;
      const sums = {
        currency: first?.currency ?? 'EUR',
        takenMinor: sum('takenMinor'),
        givenBackMinor: sum('givenBackMinor'),
        leftMinor: sum('leftMinor'),
        tipMinor: sum('tipMinor'),
      };
      return { ...(first === undefined ? ({} as K) : nameOf(first)), ...sums };
    });
  return {
    takings: summed(() => ({})),
    byPerson: summed(({ person }) => ({ person })),
    byBrand: summed(({ brand }) => ({ brand })),
    byEntry: summed(({ entry }) => ({ entry })),
  };
}

const dayMs = 86_400_000;

function authorizationsOf(
  world: World,
  mine: readonly OperationView[],
): Pick<ShiftSection, 'authorized' | 'authorizations'> {
  const authorizations = mine
    .filter((each) => each.state === 'succeeded' && sortOf(each) === 'authorization')
    .map((each): ShiftAuthorization => {
      const { value, currency } = amountAt(each.input);
      return {
        payId: textAt(each.result ?? undefined, 'payId'),
        transId: textAt(each.input, 'transId'),
        refNr: textAt(each.input, 'refNr'),
        last4: textAt(each.result ?? undefined, 'paymentMethods.card.last4Digits'),
        terminalId: textAt(each.input, 'posTerminalId'),
        brand: 'VISA',
        currency,
        openMinor: value,
        at: each.updatedAt,
        ageDays: Math.floor((world.now() - Date.parse(each.updatedAt)) / dayMs),
        carriedOver: false,
      };
    });
  const groups = grouped(authorizations, ({ currency }) => currency);
  const authorized = Array.from(groups, ([currency, group]) => ({
    currency,
    count: group.length,
    openMinor: group.reduce((sum, each) => sum + each.openMinor, 0),
  }));
  return { authorized, authorizations };
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function openOf(operation: OperationView): ShiftOpen {
  const { id, kind, state, input, createdAt, doubt } = operation;
  return {
    operationId: id,
    kind,
    sort: sortOf(operation),
    state,
    amount: isJsonObject(input['amount']) ? amountAt(input) : null,
    terminalId: textAt(input, 'posTerminalId'),
    payId: textAt(input, 'payId'),
    transId: textAt(input, 'transId'),
    refNr: textAt(input, 'refNr'),
    last4: null,
    acceptedAt: createdAt,
    doubtSince: doubt?.since ?? null,
    carriedOver: false,
  };
}

function countsOf(open: readonly ShiftOpen[]): OpenCounts {
  const count = (fits: (open: ShiftOpen) => boolean) => open.filter(fits).length;
  return {
    waiting: count(({ state }) => state === 'accepted'),
    inDoubt: count(({ state }) => ['sending', 'pending', 'unknown'].includes(state)),
    needsPerson: count(({ state }) => state === 'needs-person'),
  };
}
