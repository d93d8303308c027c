// A shift adds up what its journal says, whatever the order in which operations come and go.
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { State } from '#contract/states.ts';
import type { JournalFact } from '#core/ports/books.ts';
import { reportOf } from '#core/shift-report.ts';
import { sortOf } from '#core/shift-sort.ts';
import { type OpenOperation, type ShiftTally, addFact, emptyTally } from '#core/shift-tally.ts';
import { commands } from '#operations/index.ts';

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
    const tally = emptyTally(1, 1, carried);
    for (const fact of this.facts) addFact(tally, fact);
    return tally;
  }

  report(carried: readonly OpenOperation[] = []) {
    return reportOf(this.tally(carried), xEnd);
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
        const first = emptyTally(1, 1, []);
        for (const fact of day.facts.slice(0, cut)) addFact(first, fact);
        const second = emptyTally(2, cut + 1, [...first.open.values()]);
        for (const fact of day.facts.slice(cut)) addFact(second, fact);
        expect(sum(first) + sum(second)).toBe(expected);
        expect(second.open.size).toBe(known.size - over.size);
        expect(first.strays + second.strays).toBe(0);
      }),
    );
  });
});
