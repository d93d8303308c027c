// What stretches of a till's journal add to the office's sums: cut anywhere, they come to the same as in one piece.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import type { CarriedAuthorization } from '#core/shift/shift-tally.ts';
import { type KnownOperation, type TakingSum, addUp, paymentsIn } from '#office/journals/add-up.ts';
import { createAudit } from '#store/journal/audit.ts';
import { FakeTill } from '#support/fake-till.ts';

/** As the office stores what each stretch changed, and looks it up for the next one. */
function inStretches(
  records: readonly JournalRecord[],
  size: number,
  lineage = 1,
  known = new Map<string, KnownOperation>(),
) {
  const takings: TakingSum[] = [];
  let authorizations: readonly CarriedAuthorization[] = [];
  for (let from = 0; from < records.length; from += size) {
    const stretch = records.slice(from, from + size);
    const closedShifts = records.slice(0, from).filter(({ type }) => type === 'shift-closed').length;
    const ids = new Set(stretch.map(({ operation }) => operation));
    const named = new Set(paymentsIn(stretch));
    const added = addUp(stretch, {
      lineage,
      closedShifts,
      known: [...known.values()].filter(({ id }) => ids.has(id)),
      authorizations: authorizations.filter(({ payment }) => named.has(payment)),
    });
    authorizations = [...authorizations.filter(({ payment }) => !named.has(payment)), ...added.authorizations];
    for (const { operation, ended } of added.operations) {
      const seenPaidIn = known.get(operation.id)?.seenPaidIn ?? null;
      known.set(operation.id, { id: operation.id, carried: ended ? null : operation, seenPaidIn });
    }
    for (const { id } of added.seenPaid) {
      const before = known.get(id);
      known.set(id, { id, carried: before?.carried ?? null, seenPaidIn: before?.seenPaidIn ?? lineage });
    }
    takings.push(...added.takings);
  }
  const sums = new Map<number, number>();
  for (const { shift, takenMinor } of takings) sums.set(shift, (sums.get(shift) ?? 0) + takenMinor);
  return { sums: Object.fromEntries(sums), known, authorizations };
}

function aDay(): FakeTill {
  const till = new FakeTill();
  till.sell(100);
  const open = till.sell(250, 'unknown');
  till.append('shift-closed', null, { number: 1 });
  till.signHead();
  till.end(open, 250, 'found-applied');
  till.sell(30);
  till.append('shift-closed', null, { number: 2 });
  till.signHead();
  till.sell(7);
  return till;
}

const seen = (payment: string): JsonObject => ({
  state: 'succeeded',
  mode: 'test',
  environment: 'e',
  kind: 'pay-by-link',
  payId: payment,
  moved: { payment, brand: null, currency: 'EUR', taken: 40, givenBack: 0, tip: 0, open: 0 },
});

describe('what the office adds up', () => {
  it.each([1, 2, 3, 5, 100])('is the same in stretches of %i records, by the shift', (size) => {
    const { sums, known } = inStretches(aDay().records, size);
    expect(sums).toEqual({ 1: 100, 2: 280, 3: 7 });
    expect([...known.values()].filter(({ carried }) => carried !== null)).toEqual([]);
  });

  it('counts a link once that two histories of a folder show as paid', () => {
    const till = new FakeTill();
    till.append('payment-seen-paid', 'op-1', seen('p'));
    const first = inStretches(till.records, 3);
    expect(first.sums).toEqual({ 1: 40 });
    expect(inStretches(till.records, 3, 2, first.known).sums).toEqual({});
    expect(inStretches(till.records, 3, 1, first.known).sums).toEqual({ 1: 40 });
  });

  it.each([1, 2, 3, 100])('knows what of an authorization is open, in stretches of %i records', (size) => {
    const till = new FakeTill();
    const moved = { payment: 'lane', brand: 'VISA', currency: 'EUR', givenBack: 0, released: 0, tip: 0 };
    const end = (id: string, more: JsonObject) =>
      till.append('succeeded', id, { state: 'succeeded', payId: 'p', moved: { ...moved, ...more } });
    end(till.sell(500, 'unknown'), { taken: 0, authorised: 500, open: 500 });
    expect(inStretches(till.records, size).authorizations).toMatchObject([{ payment: 'lane', openMinor: 500 }]);
    end(till.sell(200, 'unknown'), { taken: 200, authorised: 0, open: 300 });
    expect(inStretches(till.records, size).authorizations).toMatchObject([{ payment: 'lane', openMinor: 300 }]);
    till.append('authorization-seen', null, { payment: 'lane', environment: 'e', mode: 'test', open: 100 });
    expect(inStretches(till.records, size).authorizations).toMatchObject([{ payment: 'lane', openMinor: 100 }]);
    end(till.sell(100, 'unknown'), { taken: 100, authorised: 0, open: 0 });
    expect(inStretches(till.records, size).authorizations).toEqual([]);
  });

  it('is audited in stretches as in one piece', () => {
    const { records } = aDay();
    const whole = createAudit(null);
    for (const record of records) expect(whole.pass(record, record.data)).toBeNull();
    const [key] = records;
    const given = (key?.data['publicKeyPem'] ?? '') as string;
    let place = createAudit(given).place();
    for (const record of records) {
      const audit = createAudit(given, { from: place });
      expect(audit.pass(record, record.data)).toBeNull();
      place = audit.place();
    }
    expect(place).toEqual(whole.place());
    // A closing whose signature is left out is found where the next stretch begins.
    const closing = records.findIndex(({ type }) => type === 'shift-closed');
    const before = createAudit(given);
    for (const record of records.slice(0, closing + 1)) before.pass(record, record.data);
    const [next] = records.slice(closing + 2);
    const after = createAudit(given, { from: before.place() });
    expect(after.pass(next!, next!.data)).toContain('closes a shift and is not signed');
  });
});
