// 12: at rest the takings of a report are the gateway's ledger, per currency, by the journal's own records read through
// the product's own tally; also where a shift was closed in between. What the till cannot know is left out on both
// sides, each with its reason, and counted.
import { valueAt } from '#contract/json.ts';
import { payIdLane, transIdLane } from '#core/lanes.ts';
import type { OperationRecord } from '#core/record.ts';
import type { OpenAuthorization } from '#core/shift-takings.ts';
import { type ShiftTally, addFact, emptyTally } from '#core/shift-tally.ts';
import type { Execution, Payment } from '../gateway/ledger.ts';
import type { World } from '../world.ts';

interface Sums {
  taken: number;
  givenBack: number;
}

export function takingsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  const { journalRecords } = world.disk.tables;
  const expected = world.places.map((place) => ({ place, ...expectedOf(world, place, byTag) }));
  const skipped = new Set(expected.flatMap(({ left }) => [...left]));
  const facts = journalRecords.filter(({ operation }) => operation === null || !skipped.has(operation));
  const cut = facts[Math.floor(facts.length / 2)]?.seq ?? 0;
  const first = emptyTally(1, 1, { operations: [], authorizations: [] });
  for (const fact of facts) if (fact.seq <= cut) addFact(first, fact);
  const second = emptyTally(2, cut + 1, carriedFrom(first));
  for (const fact of facts) if (fact.seq > cut) addFact(second, fact);
  for (const { place, sums, open } of expected) {
    const { id } = place.environment;
    const told = [...sumsIn(first, id), ...sumsIn(second, id)];
    for (const currency of new Set([...sums.keys(), ...told.map((each) => each.currency)])) {
      const mine = told.filter((each) => each.currency === currency);
      const taken = mine.reduce((sum, each) => sum + each.takenMinor, 0);
      const givenBack = mine.reduce((sum, each) => sum + each.givenBackMinor, 0);
      const truth = sums.get(currency) ?? { taken: 0, givenBack: 0 };
      if (taken !== truth.taken || givenBack !== truth.givenBack) {
        const words = `${taken} taken and ${givenBack} given back in ${currency} at ${id}`;
        world.report(12, `the report says ${words}, the ledger ${truth.taken} and ${truth.givenBack}`);
      }
      world.coverage.count('takings held against the ledger');
    }
    const listed = authorizationsIn(second, id);
    for (const [lane, value] of open) {
      const shown = listed.get(lane)?.openMinor ?? 0;
      if (shown !== value) world.report(12, `the report says ${shown} is authorized and open in ${lane}, not ${value}`);
      if (value > 0) world.coverage.count('open authorizations held against the ledger');
    }
  }
}

interface Expected {
  readonly sums: ReadonlyMap<string, Sums>;
  /** What is left to capture of each authorization of the till's, by its lane. */
  readonly open: ReadonlyMap<string, number>;
  /** Operations of which the till cannot know what they gave back. */
  readonly left: ReadonlySet<string>;
}

function expectedOf(
  world: World,
  place: World['places'][number],
  byTag: ReadonlyMap<string, OperationRecord>,
): Expected {
  const { ledger } = place.server;
  const sums = new Map<string, Sums>();
  const open = new Map<string, number>();
  const left = new Set<string>();
  const byPayment = Map.groupBy(ledger.executions, ({ payId }) => payId);
  for (const [payId, executions] of byPayment) {
    const payment = ledger.payments.get(payId);
    if (payment === undefined) continue;
    const why = unknowable(world, payment, executions, byTag, place.environment.id);
    if (why !== null) world.coverage.count(`payments that the till cannot know: ${why}`);
    let [authorised, captured, reversed] = [0, 0, false];
    for (const execution of executions) {
      const { tag, type, value } = execution;
      const record = tag === null || world.lost.has(tag) ? undefined : byTag.get(tag);
      const sum = sums.get(payment.currency) ?? { taken: 0, givenBack: 0 };
      sums.set(payment.currency, sum);
      // People said that it failed: they took it back in the back office.
      const undone = record?.state === 'failed' && record.decisions.length > 0;
      const gives = record === undefined || undone ? 0 : 1;
      switch (type) {
        case 'AUTHORIZATION':
          authorised += value;
          break;
        case 'CAPTURE':
          if (isSale(execution, executions)) authorised += value;
          captured += value;
          sum.taken += isPaidLink(world, payment, byTag) ? value : gives * value;
          break;
        case 'REFUND':
        case 'CREDIT':
          sum.givenBack += gives * value;
          break;
        case 'REVERSAL':
          if (why === null) sum.givenBack += gives * value;
          else if (record !== undefined) left.add(record.id);
          reversed = true;
          captured = 0;
          break;
        case 'LINK':
          break;
      }
    }
    if (why === null) {
      const lane = transIdLane(place.environment.id, payment.transId);
      open.set(lane, reversed ? 0 : Math.max(0, authorised - captured));
    }
  }
  // A reversal that was not executed, because somebody else's was there before, tells of a payment that others touched.
  for (const record of byTag.values()) {
    if (record.environmentId !== place.environment.id || !isReversal(record)) continue;
    const executed = ledger.byTag.has(tagOf(record));
    if (!executed) left.add(record.id);
  }
  return { sums, open, left };
}

/** Why the till cannot know a payment's sums, or null: then it has to know them. */
function unknowable(
  world: World,
  payment: Payment,
  executions: readonly Execution[],
  byTag: ReadonlyMap<string, OperationRecord>,
  environmentId: string,
): string | null {
  if (!payment.byTill) return 'the payment was made elsewhere';
  const lanes = [transIdLane(environmentId, payment.transId), payIdLane(environmentId, payment.payId)];
  for (const { tag } of executions) {
    if (tag === null) return 'others worked on the payment';
    const record = byTag.get(tag);
    if (world.lost.has(tag) || record === undefined) return 'a backup that was put back did not know of it';
    if (world.unsettled.has(tag)) return 'it was in doubt in a backup that was put back';
    if (!record.lanes.some((each) => lanes.includes(each))) return 'a trace number that was used again';
  }
  return null;
}

/** A customer paid by a link that the till knows: it counts once the till has seen it, which it has long been able to. */
function isPaidLink(world: World, { link, charge }: Payment, byTag: ReadonlyMap<string, OperationRecord>): boolean {
  // A gateway that never shows captures shows no payment by a link either.
  if (link === null || world.lost.has(link) || world.character.blindTo === 'CAPTURE') return false;
  // What it shows in the currency of the card it shows as another sum than was asked for: a person looks at it.
  if (charge?.shown === 'card' || charge?.shown === 'bare') return false;
  return byTag.get(link)?.state === 'succeeded';
}

/** The first that was done to the payment, and a capture: a sale. */
function isSale(execution: Execution, all: readonly Execution[]): boolean {
  return all[0] === execution;
}

function isReversal({ kind, input }: OperationRecord): boolean {
  return kind === 'reverse' || input['messageType'] === 'REVERSE';
}

function tagOf({ input }: OperationRecord): string {
  const tag = valueAt(input, 'metadata.sim');
  return typeof tag === 'string' ? tag : '';
}

function carriedFrom({ open, sections }: ShiftTally) {
  const authorizations = [...sections.values()].flatMap(({ mode, environment, authorizations: mine }) =>
    Array.from(mine.values(), (each) => ({ ...each, mode, environment })),
  );
  return { operations: [...open.values()], authorizations };
}

function sumsIn({ sections }: ShiftTally, environment: string) {
  return [...sections.values()]
    .filter((each) => each.environment === environment)
    .flatMap(({ takings }) => [...takings.all.values()]);
}

function authorizationsIn({ sections }: ShiftTally, environment: string): ReadonlyMap<string, OpenAuthorization> {
  return [...sections.values()].find((each) => each.environment === environment)?.authorizations ?? new Map();
}
