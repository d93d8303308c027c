// Lanes as a model says they are: an operation may run when it is first in all its lanes, and nothing else ever
// blocks it. The model is a list; the thing under test is the store's own table of lanes, on a real database.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store, StoreWrites } from '#core/ports/store.ts';
import { startMs } from '#support/records.ts';
import { share } from '#support/share.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

interface Model {
  /** In order of acceptance; what is final is gone. */
  waiting: { readonly id: string; lanes: readonly string[]; running: boolean }[];
  count: number;
}

type Step = fc.AsyncCommand<Model, Store, true>;

const laneNames = ['payment:env:pay:P1', 'payment:env:pay:P2', 'terminal:env:T1'] as const;

function runnableIn({ waiting }: Model): string[] {
  const isFirst = (at: number): boolean => {
    const ahead = waiting.slice(0, at).flatMap((each) => each.lanes);
    return waiting[at]!.lanes.every((lane) => !ahead.includes(lane));
  };
  return waiting.filter((each, at) => !each.running && isFirst(at)).map((each) => each.id);
}

async function write(store: Store, work: (tx: StoreWrites) => unknown): Promise<void> {
  await store.transact((tx) => void work(tx));
}

function expectSame(model: Model, store: Store): void {
  expect(store.runnable('env', startMs, 1_000).map((each) => each.id)).toEqual(runnableIn(model));
  for (const lane of laneNames) {
    expect(store.laneHolder(lane)).toBe(model.waiting.find((each) => each.lanes.includes(lane))?.id ?? null);
  }
}

class Accept implements Step {
  readonly #lanes: readonly string[];
  constructor(lanes: readonly string[]) {
    this.#lanes = lanes;
  }
  check = (): Promise<boolean> => Promise.resolve(true);
  async run(model: Model, store: Store): Promise<void> {
    model.count += 1;
    const id = `op_${model.count}`;
    await write(store, (tx) => accept(tx, anAccepted(String(model.count), { lanes: this.#lanes })));
    model.waiting.push({ id, lanes: this.#lanes, running: false });
    expectSame(model, store);
  }
  toString = (): string => `accept in ${this.#lanes.join(' + ') || 'no lane'}`;
}

/** Changes the operation that stands at this place among those that wait. */
abstract class Change implements Step {
  readonly #at: number;
  constructor(at: number) {
    this.#at = at;
  }
  check = ({ waiting }: Readonly<Model>): Promise<boolean> => Promise.resolve(waiting.length > 0);
  async run(model: Model, store: Store): Promise<void> {
    const chosen = model.waiting[this.#at % model.waiting.length]!;
    await write(store, (tx) => this.change(tx, chosen.id, chosen.lanes));
    this.follow(model, chosen);
    expectSame(model, store);
  }
  protected abstract change(tx: StoreWrites, id: string, lanes: readonly string[]): void;
  protected abstract follow(model: Model, chosen: Model['waiting'][number]): void;
  toString = (): string => `${this.constructor.name} number ${this.#at}`;
}

/** It is being sent: it keeps its lanes and does not run twice. */
class Send extends Change {
  protected change(tx: StoreWrites, id: string): void {
    change(tx, id, { state: 'sending' });
  }
  protected follow(_: Model, chosen: Model['waiting'][number]): void {
    chosen.running = true;
  }
}

/** Final: the operation that is next in its lanes may go. */
class Finish extends Change {
  protected change(tx: StoreWrites, id: string, lanes: readonly string[]): void {
    change(tx, id, { state: 'succeeded' });
    tx.release(id, lanes);
  }
  protected follow(model: Model, chosen: Model['waiting'][number]): void {
    model.waiting = model.waiting.filter((each) => each !== chosen);
  }
}

/** The terminal's window ends: the terminal is free, the payment's lane stays held. */
class EndTerminal extends Change {
  protected change(tx: StoreWrites, id: string, lanes: readonly string[]): void {
    change(tx, id, { terminalUntilMs: null });
    tx.release(
      id,
      lanes.filter((lane) => lane.startsWith('terminal:')),
    );
  }
  protected follow(_: Model, chosen: Model['waiting'][number]): void {
    chosen.lanes = chosen.lanes.filter((lane) => !lane.startsWith('terminal:'));
  }
}

test('an operation may run exactly when it is first in all of its lanes', async () => {
  const store = opened(aFolder()).store;
  let round = 0;
  const at = fc.nat(30);
  const steps = fc.commands<Model, Store, true>(
    [
      fc.subarray([...laneNames]).map((lanes) => new Accept(lanes)),
      at.map((each) => new Send(each)),
      at.map((each) => new Finish(each)),
      at.map((each) => new EndTerminal(each)),
    ],
    { maxCommands: 40 },
  );
  const property = fc.asyncProperty(steps, async (commands) => {
    round += 1;
    const fresh = round === 1 ? store : opened(aFolder()).store;
    await fc.asyncModelRun(() => ({ model: { waiting: [], count: 0 }, real: fresh }), commands);
  });
  await fc.assert(property, { numRuns: share({ small: 8, large: 25 }) });
});
