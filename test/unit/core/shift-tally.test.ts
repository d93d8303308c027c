// A shift adds up what its journal says, whatever the order in which operations come and go.
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { State } from '#contract/operation/states.ts';
import type { JournalFact } from '#core/ports/books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { sortOf } from '#core/shift/shift-sort.ts';
import { type OpenOperation, type ShiftTally, addFact, emptyTally } from '#core/shift/shift-tally.ts';
import { commands } from '#operations/index.ts';

const nothingCarried = { operations: [], authorizations: [] };
const noLabels = { labels: () => ({ refNr: null, last4: null }) };
const xEnd = { type: 'X', at: '2026-01-31T20:00:00.000Z', closedBy: null, head: null } as const;

class Day {
  readonly facts: JournalFact[] = [];
  #seq = 0;

  tell(operation: string | null, type: string, data: JsonObject, at = '2026-01-31T10:42:07.123Z'): void {
    this.#seq += 1;
    this.facts.push({ seq: this.#seq, hash: '', at, type, operation, data });
  }

  accepted(id: string, kind: string, data: JsonObject = {}, at?: string): void {
    const whole = { kind, state: 'accepted', mode: 'live', environment: 'env', terminalId: null, payId: null, ...data };
    this.tell(id, 'accepted', whole, at);
  }

  now(id: string, state: State, data: JsonObject = {}, at?: string): void {
    this.tell(id, state, { state, ...data }, at);
  }

  tally(carried: readonly OpenOperation[] = []): ShiftTally {
    const tally = emptyTally(1, 1, { operations: carried, authorizations: [] });
    for (const fact of this.facts) addFact(tally, fact);
    return tally;
  }

  report(carried: readonly OpenOperation[] = []) {
    return reportOf(this.tally(carried), xEnd, noLabels);
  }
}

const eur = (value: number): JsonObject => ({ amount: { value, currency: 'EUR' } });
const atTerminal = (messageType: string, value: number, terminalId = 'T1'): JsonObject => ({
  ...eur(value),
  messageType,
  terminalId,
});

describe('the totals of a shift', () => {
  it('keep sales, captures, refunds, reversals and manual refunds apart, by currency and terminal', () => {
    const day = new Day();
    const done: readonly (readonly [string, string, JsonObject])[] = [
      ['s1', 'cloud-pos', atTerminal('SALE', 1_000)],
      ['s2', 'cloud-pos', atTerminal('SALE', 250)],
      ['s3', 'cloud-pos', atTerminal('SALE', 70, 'T2')],
      ['a1', 'cloud-pos', atTerminal('AUTHORISATION_OR_RESERVATION', 500)],
      ['c1', 'capture', eur(400)],
      ['r1', 'refund', eur(30)],
      ['r2', 'refund', { amount: { value: 999, currency: 'JPY' } }],
      ['m1', 'cloud-pos', atTerminal('CREDIT', 20)],
      ['m2', 'refund-unreferenced', eur(5)],
      ['d1', 'cloud-pos', atTerminal('DIAGNOSE', 0)],
      ['q1', 'dcc-quote', eur(1_000)],
    ];
    for (const [id, kind, data] of done) {
      day.accepted(id, kind, data);
      day.now(id, 'sending');
      day.now(id, 'succeeded');
    }
    const totals = day
      .report()
      .sections[0]?.totals.map((each) => [each.sort, each.currency, each.terminalId, each.count, each.amountMinor]);
    expect(totals).toEqual([
      ['sale', 'EUR', 'T1', 2, 1_250],
      ['sale', 'EUR', 'T2', 1, 70],
      ['authorization', 'EUR', 'T1', 1, 500],
      ['capture', 'EUR', null, 1, 400],
      ['refund', 'EUR', null, 1, 30],
      ['refund', 'JPY', null, 1, 999],
      ['manual-refund', 'EUR', 'T1', 1, 20],
      ['manual-refund', 'EUR', null, 1, 5],
    ]);
  });

  it('value a reversal that names no amount by its payment, and say so where that is not known', () => {
    const day = new Day();
    day.accepted('s1', 'cloud-pos', atTerminal('SALE', 1_000));
    day.now('s1', 'succeeded', { payId: 'P1' });
    for (const [id, payId] of [
      ['v1', 'P1'],
      ['v2', 'P-yesterday'],
    ] as const) {
      day.accepted(id, 'reverse', { payId, amount: null });
      day.now(id, 'succeeded');
    }
    const reversals = day.report().sections[0]?.totals.filter((each) => each.sort === 'reversal');
    expect(reversals).toMatchObject([
      { currency: 'EUR', count: 1, amountMinor: 1_000, withoutAmount: 0 },
      { currency: null, count: 1, amountMinor: 0, withoutAmount: 1 },
    ]);
  });

  it('keep training, test and live apart, and mark training', () => {
    const day = new Day();
    for (const mode of ['live', 'training', 'test']) {
      day.accepted(mode, 'cloud-pos', { ...atTerminal('SALE', 100), mode });
      day.now(mode, 'succeeded');
    }
    const sections = day
      .report()
      .sections.map(({ mode, training, totals }) => [mode, training, totals[0]?.amountMinor]);
    expect(sections).toEqual([
      ['live', false, 100],
      ['test', false, 100],
      ['training', true, 100],
    ]);
  });

  it('fall into the quarter of the hour in which the outcome was known', () => {
    const day = new Day();
    day.accepted('s1', 'cloud-pos', atTerminal('SALE', 100), '2026-01-31T10:14:59.999Z');
    day.now('s1', 'succeeded', {}, '2026-01-31T10:15:00.000Z');
    day.accepted('s2', 'cloud-pos', atTerminal('SALE', 50), '2026-01-31T10:16:00.000Z');
    day.now('s2', 'succeeded', {}, '2026-01-31T10:29:59.999Z');
    expect(day.report().sections[0]?.slots).toEqual([
      { from: '2026-01-31T10:15:00.000Z', sort: 'sale', currency: 'EUR', count: 2, amountMinor: 150 },
    ]);
  });

  it('know every kind of the registry, and drop none that they do not know', () => {
    for (const { kind } of Object.values(commands))
      if (kind !== 'cloud-pos') expect(sortOf(kind, null), kind).not.toBe('other');
    expect(sortOf('a-kind-of-tomorrow', null)).toBe('other');
    expect(sortOf('cloud-pos', 'A_MESSAGE_OF_TOMORROW')).toBe('other');
  });
});

const movedOn = (payment: string, more: JsonObject): JsonObject => ({
  moved: {
    currency: 'EUR',
    taken: 0,
    givenBack: 0,
    released: 0,
    authorised: 0,
    tip: 0,
    open: 0,
    brand: null,
    payment,
    ...more,
  },
});

describe('the takings of a shift', () => {
  const sums = (day: Day) =>
    day
      .report()
      .sections[0]?.takings.map((each) => [each.takenMinor, each.givenBackMinor, each.leftMinor, each.tipMinor]);

  it('take nothing by an authorization, and give nothing back by its release', () => {
    const day = new Day();
    day.accepted('a', 'cloud-pos', atTerminal('AUTHORISATION_OR_RESERVATION', 9_000));
    day.now('a', 'succeeded', movedOn('p1', { authorised: 9_000, open: 9_000 }));
    expect(day.report().sections[0]?.authorized).toEqual([{ currency: 'EUR', count: 1, openMinor: 9_000 }]);
    day.accepted('v', 'reverse', { payId: 'P1' });
    day.now('v', 'succeeded', movedOn('p1', { released: 9_000 }));
    expect(sums(day)).toEqual([]);
    expect(day.report().sections[0]).toMatchObject({ authorized: [], authorizations: [] });
    const reversals = day.report().sections[0]?.totals.find(({ sort }) => sort === 'reversal');
    expect(reversals).toMatchObject({ count: 1, amountMinor: 0, withoutAmount: 0 });
  });

  it('count what was captured, refunded and reversed, with tips apart', () => {
    const day = new Day();
    const done: readonly (readonly [string, string, JsonObject, JsonObject])[] = [
      ['s', 'cloud-pos', atTerminal('SALE', 1_000), { taken: 1_100, tip: 100 }],
      ['c', 'capture', eur(400), { taken: 400, open: 100 }],
      ['r', 'refund', eur(300), { givenBack: 300 }],
      ['v', 'cloud-pos', atTerminal('REVERSE', 1_100), { givenBack: 800 }],
      ['m', 'refund-unreferenced', eur(50), { givenBack: 50 }],
    ];
    for (const [id, kind, data, moved] of done) {
      day.accepted(id, kind, data);
      day.now(id, 'succeeded', movedOn(id, moved));
    }
    expect(sums(day)).toEqual([[1_500, 1_150, 350, 100]]);
  });

  it('leave out, and count, what the journal does not know', () => {
    const day = new Day();
    day.accepted('v', 'cloud-pos', atTerminal('REVERSE', 500));
    day.now('v', 'succeeded', movedOn('elsewhere', { givenBack: null, released: null }));
    expect(sums(day)).toEqual([]);
    expect(day.report().sections[0]?.totals).toMatchObject([{ sort: 'reversal', amountMinor: 0, withoutAmount: 1 }]);
  });

  it('are shown by person, brand and entry', () => {
    const day = new Day();
    const byAda = { operator: { id: 'o1', name: 'Sample A', role: 'cashier' }, origin: 'cashier' };
    day.accepted('s', 'cloud-pos', { ...atTerminal('SALE', 1_000), ...byAda });
    day.now('s', 'succeeded', movedOn('s', { taken: 1_000, brand: 'VISA' }));
    day.accepted('r', 'refund', { ...eur(100), ...byAda });
    day.now('r', 'succeeded', movedOn('s', { givenBack: 100, brand: 'VISA' }));
    day.accepted('c', 'capture', { ...eur(70), origin: 'erp' });
    day.now('c', 'succeeded', movedOn('c', { taken: 70 }));
    const section = day.report().sections[0];
    expect(section?.byPerson.map(({ person, leftMinor }) => [person, leftMinor])).toEqual([
      ['Sample A', 900],
      [null, 70],
    ]);
    expect(section?.byBrand.map(({ brand, leftMinor }) => [brand, leftMinor])).toEqual([
      ['VISA', 900],
      [null, 70],
    ]);
    expect(section?.byEntry.map(({ entry, leftMinor }) => [entry, leftMinor])).toEqual([
      ['program', 70],
      ['terminal', 1_000],
      ['till', -100],
    ]);
  });

  it('count a payment by link when it is seen to be paid, and not when it is made', () => {
    const day = new Day();
    day.accepted('l', 'create-link', eur(1_999));
    day.now('l', 'succeeded');
    expect(sums(day)).toEqual([]);
    const data = {
      kind: 'create-link',
      state: 'succeeded',
      mode: 'live',
      environment: 'env',
      payId: 'P1',
      person: null,
    };
    day.tell('l', 'payment-seen-paid', { ...data, ...movedOn('l', { taken: 1_999 }) });
    expect(sums(day)).toEqual([[1_999, 0, 1_999, 0]]);
    expect(day.report().sections[0]?.byEntry).toMatchObject([{ entry: 'link', takenMinor: 1_999 }]);
  });

  it('are read by sort and amount where an older program journalled no more', () => {
    const day = new Day();
    day.accepted('s', 'cloud-pos', atTerminal('SALE', 1_000));
    day.now('s', 'succeeded', { payId: 'P1' });
    day.accepted('a', 'cloud-pos', atTerminal('AUTHORISATION_OR_RESERVATION', 9_000));
    day.now('a', 'succeeded', { payId: 'P2' });
    for (const payId of ['P1', 'P2']) {
      day.accepted(payId, 'reverse', { payId });
      day.now(payId, 'succeeded');
    }
    expect(sums(day)).toEqual([[1_000, 1_000, 0, 0]]);
  });

  it('carry an open authorization from shift to shift, with its age', () => {
    const day = new Day();
    day.accepted('a', 'cloud-pos', atTerminal('AUTHORISATION_OR_RESERVATION', 9_000), '2026-01-28T10:00:00.000Z');
    day.now('a', 'succeeded', movedOn('p1', { authorised: 9_000, open: 9_000 }), '2026-01-28T10:00:00.000Z');
    const [section] = [...day.tally().sections.values()];
    const authorizations = [...(section?.authorizations.values() ?? [])].map((each) => {
      return { ...each, mode: 'live' as const, environment: 'env' };
    });
    const next = emptyTally(2, 9, { operations: [], authorizations });
    expect(reportOf(next, xEnd, noLabels).sections[0]?.authorizations).toMatchObject([
      { openMinor: 9_000, ageDays: 3, carriedOver: true, terminalId: 'T1' },
    ]);
  });
});

describe('what is open', () => {
  it('is counted by what it waits for, oldest first, with the moment its doubt began', () => {
    const day = new Day();
    day.accepted('w', 'refund', eur(1), '2026-01-31T10:00:00.000Z');
    day.accepted('u', 'cloud-pos', atTerminal('SALE', 2), '2026-01-31T09:00:00.000Z');
    day.now('u', 'unknown', {}, '2026-01-31T09:01:00.000Z');
    day.now('u', 'unknown', {}, '2026-01-31T09:02:00.000Z');
    day.accepted('p', 'capture', eur(3), '2026-01-31T11:00:00.000Z');
    day.now('p', 'unknown', {}, '2026-01-31T11:01:00.000Z');
    day.now('p', 'needs-person', {}, '2026-01-31T11:05:00.000Z');
    const section = day.report().sections[0];
    expect(section?.openCounts).toEqual({ waiting: 1, inDoubt: 1, needsPerson: 1 });
    expect(section?.open.map((each) => [each.operationId, each.doubtSince])).toEqual([
      ['u', '2026-01-31T09:01:00.000Z'],
      ['w', null],
      ['p', '2026-01-31T11:01:00.000Z'],
    ]);
  });

  it('is taken over from the shift before, and counted where its outcome becomes known', () => {
    const before = new Day();
    before.accepted('u', 'cloud-pos', atTerminal('SALE', 700));
    before.now('u', 'unknown');
    const carried = [...before.tally().open.values()];
    const after = new Day();
    expect(after.report(carried).sections[0]?.open).toMatchObject([{ operationId: 'u', carriedOver: true }]);
    after.now('u', 'succeeded');
    expect(after.report(carried).sections[0]).toMatchObject({ open: [], totals: [{ sort: 'sale', amountMinor: 700 }] });
  });

  it('counts an operation that no record introduced as a stray instead of forgetting it', () => {
    const day = new Day();
    day.now('ghost', 'succeeded');
    expect(day.report().strays).toBe(1);
  });
});

describe('any day', () => {
  const step = record({
    id: integer({ min: 0, max: 9 }),
    state: constantFrom<State>('sending', 'unknown', 'needs-person', 'succeeded', 'failed', 'expired'),
    value: integer({ min: 1, max: 99_999 }),
  });

  it('adds up to the same, wherever it is cut into shifts', () => {
    assert(
      property(array(step, { maxLength: 60 }), nat(60), (steps, cut) => {
        const day = new Day();
        const over = new Set<number>();
        const known = new Set<number>();
        let expected = 0;
        const values = new Map<number, number>();
        for (const { id, state, value } of steps) {
          if (over.has(id)) continue;
          if (!known.has(id)) {
            known.add(id);
            values.set(id, value);
            day.accepted(`op${id}`, 'capture', eur(value));
          }
          day.now(`op${id}`, state);
          if (['succeeded', 'failed', 'expired'].includes(state)) over.add(id);
          if (state === 'succeeded') expected += values.get(id) ?? 0;
        }
        const sum = (tally: ShiftTally) =>
          [...tally.sections.values()]
            .flatMap(({ totals }) => [...totals.values()])
            .reduce((total, each) => total + each.amountMinor, 0);
        const first = emptyTally(1, 1, nothingCarried);
        for (const fact of day.facts.slice(0, cut)) addFact(first, fact);
        const second = emptyTally(2, cut + 1, { operations: [...first.open.values()], authorizations: [] });
        for (const fact of day.facts.slice(cut)) addFact(second, fact);
        expect(sum(first) + sum(second)).toBe(expected);
        expect(second.open.size).toBe(known.size - over.size);
        expect(first.strays + second.strays).toBe(0);
      }),
    );
  });
});
