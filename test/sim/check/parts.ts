// 5, of what is paid in parts: what is left of it is what was asked for less what the ledger keeps of each part; and a
// program that does not deal with less than it asked for was told of a success only where all of it was paid.
import { textAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { tenderViewOf } from '#core/sale/tender.ts';
import { type Sums, isAlone, sumsOf } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import { tagIn } from '../tag.ts';
import { label } from './sendings.ts';
import { isAfterBackups } from './sure.ts';

/** Operations of which a person kept less or more than was asked for, by the journal. */
export function keptByPeople({ disk }: World): ReadonlySet<string> {
  const kept = disk.tables.journalRecords.filter(({ type }) => type === 'approved-amount-kept');
  return new Set(kept.flatMap(({ operation }) => operation ?? []));
}

export function partsHold(world: World, records: readonly OperationRecord[]): void {
  const { tables } = world.disk;
  for (const head of records) {
    toldTruly(world, head);
    const tender = head.partOf === undefined ? tenderViewOf(tables, head, String) : null;
    if (tender === null || head.amount === null) continue;
    const parts = [head, ...tables.parts(head.id)].filter(({ state }) => state === 'succeeded');
    const sums = parts.map((part) => sumsInLedger(world, part)).filter((each) => each !== null);
    if (sums.length < parts.length) {
      world.coverage.count('purchases in parts that the till cannot know whole');
      continue;
    }
    const refunded = sums.reduce((sum, each) => sum + (each.reversed ? 0 : each.refunded), 0);
    if (tender.returned > refunded) {
      world.report(5, `${tender.returned} is said to be returned of ${label(head)}, and ${refunded} was refunded`);
    }
    if (tender.returned > 0) world.coverage.count('purchases in parts with goods returned');
    notOverpaid(world, head, parts, sums);
    const kept = sums.reduce((sum, each) => sum + each.captured - each.refunded, 0);
    const paid = kept + tender.paidOtherwise + tender.returned;
    const remaining = Math.max(0, head.amount.value - paid);
    world.coverage.count(`purchases in parts held against the ledger: ${remaining === 0 ? 'paid' : 'open'}`);
    if (tender.remaining === remaining && tender.parts.every(({ goingBack }) => goingBack === 0)) continue;
    world.report(5, `${tender.remaining} is said to be left to pay of ${label(head)}, and ${remaining} is`);
  }
}

/** Tips apart, cards and cash come to no more than the purchase. */
function notOverpaid(
  world: World,
  head: OperationRecord,
  parts: readonly OperationRecord[],
  sums: readonly Sums[],
): void {
  const kept = sums.reduce((sum, { captured, refunded }, index) => {
    const asked = parts[index]?.amount?.value ?? 0;
    return sum + Math.max(0, Math.min(asked, captured - refunded));
  }, 0);
  const paid = kept + (head.paidOtherwise?.value ?? 0);
  if (paid > (head.amount?.value ?? 0)) world.report(5, `${label(head)} was paid by ${paid}`);
}

/** Null where others worked on the payment, or where the till cannot know it. */
function sumsInLedger(world: World, part: OperationRecord): Sums | null {
  const tag = tagIn(part.input) ?? '';
  const place = world.places.find(({ environment }) => environment.id === part.environmentId);
  const { ledger } = (place ?? world.places[0]).server;
  const made = ledger.byTag.get(tag)?.find(({ type }) => type === 'CAPTURE' || type === 'AUTHORIZATION');
  const payment = made === undefined ? undefined : ledger.payments.get(made.payId);
  if (payment === undefined || !isAfterBackups(world, payment) || payment.currency !== part.amount?.currency)
    return null;
  return isAlone(ledger, payment) ? sumsOf(payment) : null;
}

function takesNothing({ kind, input }: Pick<OperationRecord, 'kind' | 'input'>): boolean {
  const isManual = textAt(input, 'captureMethod.type') === 'MANUAL';
  return textAt(input, 'messageType') === 'AUTHORISATION_OR_RESERVATION' || kind === 'incremental' || isManual;
}

function toldTruly(
  world: World,
  { told, origin, state, takesPartial, amount, approved, ...rest }: OperationRecord,
): void {
  if (state !== 'succeeded' || origin.type !== 'erp' || takesPartial || amount === null || approved === null) return;
  if (approved.value >= amount.value) return;
  const head = { ...rest, state, origin, takesPartial, amount, approved };
  // What is kept of an authorization takes nothing by itself; its captures go by what was approved.
  if (told === undefined && takesNothing(head)) return world.coverage.count('less authorized, told to a program');
  if (told === undefined) return world.report(5, `${label(head)} is a success of ${approved.value} to its program`);
  world.coverage.count(`less than was asked for, told to a program: ${told.state}`);
  const parts = world.disk.tables.parts(head.id).filter((each) => each.state === 'succeeded');
  const cards = parts.reduce((sum, each) => sum + ((each.approved ?? each.amount)?.value ?? 0), approved.value);
  const paid = cards + (head.paidOtherwise?.value ?? 0);
  if (told.state !== 'succeeded' || paid >= amount.value) return;
  world.report(5, `${label(head)} is a success to its program, and ${paid} of ${amount.value} was paid`);
}
