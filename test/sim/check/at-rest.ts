// Checked when faults have stopped and everything has come to rest: what the till holds against what the gateway did.
import { isFinal } from '#contract/operation/states.ts';
import { canonicalJson, textAt } from '#contract/data/json.ts';
import { transIdLane } from '#core/operation/lanes.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { commandOf } from '#operations/index.ts';
import { breakIn } from '#store/journal/chain.ts';
import { genesis } from '#core/ports/journal.ts';
import type { Desk } from '../actors/desk.ts';
import { cardNumber } from '../actors/wishes.ts';
import { type Execution, type Ledger, isAlone, sumsOf } from '../gateway/ledger.ts';
import { credentialCanary } from '../gateway/wire.ts';
import { tagIn } from '../tag.ts';
import type { World } from '../world.ts';
import { label } from './sendings.ts';
import { alarmsHold } from './alarms.ts';
import { chosenCurrency } from './chosen-currency.ts';
import { dailyLimits } from './limits.ts';
import { keptByPeople, partsHold } from './parts.ts';
import { endsHold } from './refusals.ts';
import { isAfterBackups } from './sure.ts';
import { takingsHold } from './takings.ts';
import { twoForMoneyOut } from './voices.ts';
import { slipsHold } from './slips.ts';
import { voidsHold } from './voids.ts';

export function checkAtRest(world: World, desk: Desk): void {
  const records = world.disk.tables.all;
  const byTag = new Map(
    records.flatMap((record) => {
      const tag = tagIn(record.input);
      return tag === null ? [] : [[tag, record] as const];
    }),
  );
  executedOnce(world, byTag);
  acknowledgedExists(world, desk);
  acceptedOrder(world, byTag);
  sumsHold(world, byTag);
  knownCapturesHold(world);
  voidsHold(world, byTag);
  shownElsewhereHolds(world, byTag);
  slipsHold(world, byTag);
  dailyLimits(world, desk, byTag);
  takingsHold(world, byTag);
  alarmsHold(world, byTag);
  truth(world, records);
  endsHold(world, records);
  partsHold(world, records);
  twoForMoneyOut(world, records);
  rest(world, records);
  chosenCurrency(world, records);
  chain(world);
  noSecrets(world, records);
}

function executionsOf(world: World, record: OperationRecord): readonly Execution[] {
  const tag = tagIn(record.input) ?? '';
  return world.places.flatMap(({ server }) => server.ledger.byTag.get(tag) ?? []);
}

/** 1, and every execution belongs to an operation that is stored. */
function executedOnce(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const { server } of world.places) {
    for (const [tag, executions] of server.ledger.byTag) {
      const record = byTag.get(tag);
      if (world.lost.has(tag)) world.coverage.count('executed, and unknown to the backup that was put back');
      else if (record === undefined) world.report(2, `the gateway executed ${tag}, which is not stored`);
      else if (executions.length > 1) world.report(1, `${label(record)} was executed ${executions.length} times`);
    }
  }
}

/** 2 */
function acknowledgedExists(world: World, desk: Desk): void {
  for (const { operationId, tag } of desk.requests) {
    if (operationId !== null && !world.lost.has(tag) && world.disk.tables.operation(operationId) === null) {
      world.report(2, `${tag} was acknowledged as ${operationId} and is not stored`);
    }
  }
}

/** 3 */
function acceptedOrder(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const { server } of world.places) {
    const latest = new Map<string, OperationRecord>();
    for (const { tag, payId, askedMs } of server.ledger.executions) {
      // What was asked for between a backup and its being put back may have been done in an order that it cannot know.
      if (world.gaps.some(({ fromMs, toMs }) => askedMs >= fromMs && askedMs <= toMs)) continue;
      const record = tag === null ? undefined : byTag.get(tag);
      if (record === undefined || namesForgottenTrace(world, server.ledger, payId, record)) continue;
      if (foundAnother(world, payId, record)) continue;
      const before = latest.get(payId);
      if (before !== undefined && before.seq > record.seq) {
        world.report(3, `${label(record)} was executed after ${label(before)} on the same payment`);
      }
      if (before === undefined || before.seq < record.seq) latest.set(payId, record);
    }
  }
}

/** By its trace number the terminal may find another payment than the one, maybe elsewhere, whose transId it names, too. */
function foundAnother(world: World, payId: string, { kind, transId }: OperationRecord): boolean {
  if (kind !== 'cloud-pos' || transId === null) return false;
  const named = world.places.flatMap(({ server }) => server.ledger.byTransId(transId) ?? []);
  if (named.length === 0 || named.some((each) => each.payId === payId)) return false;
  world.coverage.count('terminal commands that found another payment than they name');
  return true;
}

/**
 * Whether it is a terminal command by a trace number that the till cannot know: its payment was made after a backup that
 * was put back, or was in doubt in it, or another program made it and no record of it was shown yet. It stands in a lane
 * of its own then.
 */
function namesForgottenTrace(world: World, ledger: Ledger, payId: string, record: OperationRecord): boolean {
  const madeBy = ledger.executions.find((each) => each.payId === payId)?.tag ?? null;
  const slip = world.bySlip.find((each) => each.payId === payId);
  const isUnseen = slip !== undefined && (slip.shownSeq === null || record.seq <= slip.shownSeq);
  if (!isUnseen && (madeBy === null || !(world.lost.has(madeBy) || world.unsettled.has(madeBy)))) return false;
  const { kind, environmentId, transId, lanes } = record;
  // Also by the payment's own transId, while no record showed that the payment has it.
  const strangers = transId !== null && (isUnseen || transId !== ledger.payments.get(payId)?.transId);
  if (kind !== 'cloud-pos' || !strangers || !lanes.includes(transIdLane(environmentId, transId))) return false;
  world.coverage.count('terminal commands by a trace number that a backup did not know');
  return true;
}

/** 4, from the ledger. A lax gateway leaves it all to the till; there only payments count whose sums the till can know. */
function sumsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  const { strict } = world.character;
  for (const { server } of world.places) {
    for (const payment of server.ledger.payments.values()) {
      // One that was made after a backup which was put back is unknown to the till.
      const madeBy = server.ledger.executions.find(({ payId }) => payId === payment.payId)?.tag ?? null;
      const isKnown = payment.byTill && madeBy !== null && !world.lost.has(madeBy);
      if (!strict && (!isKnown || sumsOf(payment).authorized === 0)) continue;
      // Where the backup did not know yet which number its payment got, that number was unknown to it until then.
      const maker = madeBy !== null && world.unsettled.has(madeBy) ? byTag.get(madeBy) : undefined;
      const beforeNamed = (tag: string | null) => {
        const record = tag === null ? undefined : byTag.get(tag);
        return maker !== undefined && record !== undefined && record.createdAtMs < maker.updatedAtMs;
      };
      // Trace numbers wrap: a capture that names another payment than the terminal finds cannot be known here.
      const astray = (tag: string | null) => {
        const record = tag === null ? undefined : byTag.get(tag);
        return record?.kind === 'cloud-pos' && record.transId !== payment.transId;
      };
      const mine = server.ledger.executions.filter(
        ({ payId, tag }) =>
          payId === payment.payId &&
          tag !== null &&
          !world.lost.has(tag) &&
          (strict || !(astray(tag) || beforeNamed(tag))),
      );
      const sum = (type: Execution['type']) =>
        mine.filter((each) => each.type === type).reduce((total, each) => total + each.value, 0);
      const all = sumsOf(payment);
      const authorized = all.authorized;
      const sold = payment.byTill
        ? payment.operations.filter((each) => each.type === 'CAPTURE' && each.status !== 'FAILED')
        : [];
      const captured = Math.max(
        sum('CAPTURE'),
        sold.reduce((total, each) => total + each.value, 0),
      );
      const everCaptured = payment.operations
        .filter((each) => each.type === 'CAPTURE' && each.status === 'CAPTURED')
        .reduce((total, each) => total + each.value, 0);
      if (sum('CAPTURE') > authorized) {
        world.report(4, `own captures ${sum('CAPTURE')} exceed the authorization ${authorized} of ${payment.payId}`);
      }
      // What a reversal gives back is not known to the till where others worked on the payment.
      const alone = isAlone(server.ledger, payment);
      const givenBack = sum('REFUND') + (alone ? sum('REVERSAL') : 0);
      if (givenBack > Math.max(captured, everCaptured)) {
        world.report(
          4,
          `own refunds and reversals ${givenBack} exceed the captures ${everCaptured} of ${payment.payId}`,
        );
      }
      const reversedAt = mine.find((each) => each.type === 'REVERSAL')?.seq;
      if (reversedAt !== undefined && mine.some((each) => each.type === 'CAPTURE' && each.seq > reversedAt)) {
        world.report(4, `captured after the reversal of ${payment.payId}`);
      }
    }
  }
}

/** 4: the guards let money out up to what the till knows was captured, which is never more than ever was. */
function knownCapturesHold(world: World): void {
  for (const { payment: known } of world.disk.tables.allPayments) {
    const place = world.places.find(({ environment }) => environment.id === known.environmentId);
    const payment = place?.server.ledger.payments.get(known.payId ?? '');
    if (payment === undefined || known.captured === null) continue;
    // In the card's currency nothing goes out by it: a refund in another currency than the payment's is refused.
    if (known.currency !== null && known.currency !== payment.currency) continue;
    const captures = payment.operations.filter(({ type, status }) => type === 'CAPTURE' && status === 'CAPTURED');
    const captured = captures.reduce((total, { value }) => total + value, 0);
    world.coverage.count('captured sums that the till knows');
    if (known.captured <= captured) continue;
    world.report(4, `the till knows ${known.captured} as captured of ${known.payId}, of which ${captured} was`);
  }
}

/** 4: what the till was shown to be given back at the portal is not given back by it once more. */
function shownElsewhereHolds(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const { payId, refunded, reversed, seq } of world.shownElsewhere) {
    for (const { server } of world.places) {
      const payment = server.ledger.payments.get(payId);
      // A backup that was put back does not know what was shown before it was.
      if (payment === undefined || !isAfterBackups(world, payment)) continue;
      world.coverage.count('payments given back elsewhere, and shown to the till');
      const later = server.ledger.executions.filter(
        (each) => each.payId === payId && (byTag.get(each.tag ?? '')?.seq ?? 0) > seq && each.type !== 'CREDIT',
      );
      if (reversed && later.length > 0) {
        world.report(4, `${later[0]!.type} of ${payId} after the till was shown that it was reversed`);
      }
      const captured = payment.operations
        .filter(({ type, status }) => type === 'CAPTURE' && status === 'CAPTURED')
        .reduce((total, { value }) => total + value, 0);
      const own = later.filter(({ type }) => type === 'REFUND').reduce((total, { value }) => total + value, 0);
      if (own === 0 || refunded + own <= captured) continue;
      world.report(4, `own refunds of ${own} after the till was shown that ${refunded} of ${captured} went back`);
    }
  }
}

/** 5 */
function truth(world: World, records: readonly OperationRecord[]): void {
  const kept = keptByPeople(world);
  for (const record of records) {
    const command = commandOf(record.kind);
    if (!isFinal(record.state) || command === null || !command.movesMoney(record.input)) continue;
    if (record.decisions.length > 0) {
      asDecided(world, record);
      continue;
    }
    const times = executionsOf(world, record).length;
    if (record.state === 'succeeded') {
      if (times === 0 && !isReversed(world, record)) world.report(5, `${label(record)} succeeded and was not executed`);
      amounts(world, record, kept.has(record.id));
    } else if (times > 0) {
      world.report(5, `${label(record)} is ${record.state} (${record.failure?.code ?? ''}) and was executed`);
    }
  }
}

/** What people said is what it is: here they say what the gateway's books have. */
function asDecided(world: World, record: OperationRecord): void {
  const said = new Set(record.decisions.map(({ outcome }) => outcome));
  const [only] = said.size === 1 ? said : [];
  world.coverage.count('decisions held against what became of them');
  if (only !== undefined && only !== record.state)
    world.report(5, `${label(record)} is ${record.state}, and people said ${only}`);
}

/** 5, of the amount: what was approved is what the ledger moved, and nobody is surprised by it. */
function amounts(world: World, record: OperationRecord, isKept: boolean): void {
  const moved = executionsOf(world, record).at(-1);
  const { amount, approved, takesPartial } = record;
  if (moved === undefined || amount === null || moved.type === 'REVERSAL' || moved.type === 'LINK') return;
  const known = (approved ?? amount).value;
  if (known !== moved.value) {
    world.report(5, `${label(record)} succeeded with ${known}, and ${moved.value} was moved`);
  }
  if (moved.value < amount.value && !takesPartial && !isKept) {
    world.report(5, `${label(record)} succeeded with ${moved.value} for a caller who takes no partial approvals`);
  }
  if (moved.value > amount.value && !world.policy.tips && !isKept) {
    world.report(5, `${label(record)} succeeded with ${moved.value} in a shop that takes no tips`);
  }
  const place = world.places.find(({ environment }) => environment.id === record.environmentId);
  const payment = place?.server.ledger.payments.get(moved.payId);
  if (payment !== undefined && payment.currency !== amount.currency) {
    world.report(5, `${label(record)} succeeded in ${payment.currency}`);
  }
}

/** Already reversed is success, also where another till did it. */
function isReversed(world: World, record: OperationRecord): boolean {
  const reverses = record.kind === 'reverse' || textAt(record.input, 'messageType') === 'REVERSE';
  if (!reverses) return false;
  const place = world.places.find(({ environment }) => environment.id === record.environmentId);
  const { ledger } = (place ?? world.places[0]).server;
  const trace = textAt(record.input, 'traceNr');
  const payment =
    ledger.payments.get(record.payId ?? '') ??
    (trace === null ? null : ledger.byTrace(record.terminalId ?? '', trace)) ??
    ledger.byTransId(record.transId ?? '');
  return payment !== null && sumsOf(payment).reversed;
}

/** 6 */
function rest(world: World, records: readonly OperationRecord[]): void {
  const { tables } = world.disk;
  for (const record of records) {
    if (isFinal(record.state)) world.coverage.count(`ended ${record.state}`);
    if (record.decisions.length > 0) {
      const kind = commandOf(record.kind)?.recovery(record.input) ?? '';
      // Callers who give several operations the same reference keep look-ups from telling them apart.
      const shared = record.refNr !== null && tables.refNrUses(record.environmentId, record.refNr) > 1;
      // Until one of a kind was seen done in this environment, nothing proves that look-ups show it at all (design
      // section 3): the first doubts are a person's.
      const before = records.filter((each) => each.seq < record.seq && each.environmentId === record.environmentId);
      const first = !before.some((each) => each.kind === record.kind && settled(each));
      const why = shared ? ', shared reference' : first ? ', first of its kind' : '';
      // What is looked up again after a restore had its chance before it.
      const name = `needed a person (${kind}${why}${world.gaps.length > 0 ? ', after a restore' : ''})`;
      world.coverage.count(`${name} with ${world.options.character}`);
    }
    if (!isFinal(record.state)) {
      world.report(6, `${label(record)} is still ${record.state} (${record.doubt ?? 'no doubt'})`);
    }
  }
}

function settled({ state, decisions }: OperationRecord): boolean {
  return state === 'succeeded' && decisions.length === 0;
}

/** 8, and each operation's last record says what the operation is. */
function chain(world: World): void {
  const { tables } = world.disk;
  let head = genesis;
  const last = new Map<string, string>();
  for (const record of tables.journalRecords) {
    const broken = breakIn(head, record, canonicalJson(record.data));
    if (broken !== null) world.report(8, broken);
    head = record;
    const state = textAt(record.data, 'state');
    if (record.operation !== null && state !== null) last.set(record.operation, state);
  }
  for (const record of tables.all) {
    if (last.get(record.id) !== record.state) {
      world.report(
        8,
        `${label(record)} is ${record.state}, its last journal record says ${last.get(record.id) ?? 'nothing'}`,
      );
    }
  }
}

/** 9 */
function noSecrets(world: World, records: readonly OperationRecord[]): void {
  const { journalRecords } = world.disk.tables;
  const texts = [
    ...records.map((record) => JSON.stringify(record)),
    ...journalRecords.map((record) => canonicalJson(record.data)),
    ...world.logs.map((line) => JSON.stringify(line)),
  ];
  for (const text of texts) {
    for (const canary of [cardNumber, credentialCanary, '"securityCode"']) {
      if (text.includes(canary)) world.report(9, `a secret is stored or logged: ${text.slice(0, 120)}`);
    }
  }
}
