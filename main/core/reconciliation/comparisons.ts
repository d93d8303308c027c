// Compares a shift with the gateway and the ERP's list, for a person who waits at the window. One at a time. Payments
// are looked up one after the other and not faster than some a second: the till goes on selling meanwhile, through the
// same connection. A payment that was not asked for, or had no answer, is not compared; that is never a difference.
import {
  type Asking,
  type ComparisonView,
  type Finding,
  type FindingGroup,
  type ListFault,
  findingGroups,
  groupOf,
} from '#contract/shift/reconcile.ts';
import { type PaymentPaths, readPayment } from '#operations/payment-view.ts';
import type { LookUp } from '#operations/define.ts';
import type { ConnectionStatus } from '../gateway/connection.ts';
import type { LookUpOutcome } from '../gateway/look-up.ts';
import type { Clock } from '../ports/clock.ts';
import { readErpList } from './reconcile-list.ts';
import { type ErpRow, type Seen, compare, namesOf, paymentsIn } from './reconcile.ts';
import type { ShiftEntries } from '../shift/shift-entries.ts';

export interface ComparisonPorts {
  readonly clock: Pick<Clock, 'nowMs' | 'iso' | 'after'>;
  /** Null where no closed shift has that number; null as number is the running one. May take as long as a shift is. */
  readonly shift: (number: number | null) => Promise<ShiftEntries | null>;
  /** Which of these payIds and transIds the records after `seq` tell of. */
  readonly touchedSince: (seq: number, names: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
  readonly payment: (lookUp: LookUp) => Promise<LookUpOutcome>;
  readonly connection: () => Pick<ConnectionStatus, 'state' | 'credentials'>;
  /** The environment that this bridge can look payments up in. */
  readonly environmentId: string;
  readonly paths: PaymentPaths;
  /** After each step, and where nothing is left to show. */
  readonly changed: (view: ComparisonView | null) => void;
}

/** From the beginning of one look-up to that of the next. */
const paceMs = 200;
/** A look-up that may have been too much for the gateway is repeated after this pause, up to so many tries. */
const restMs = 2_000;
const triesOfOne = 2;
/** After how many payments in a row without a usable answer it stops: the others would have none either. */
const failuresToGiveUp = 5;

interface Run {
  readonly number: number | null;
  readonly list: readonly ErpRow[] | null;
  readonly seen: Map<string, Seen>;
  /** Resolves when it is to stop. */
  readonly stopping: Promise<void>;
  readonly stop: () => void;
  stopped: boolean;
}

export type Begun =
  | { readonly type: 'begun'; readonly comparison: ComparisonView }
  | { readonly type: 'list-refused'; readonly fault: ListFault; readonly line: number | null };

export class Comparisons {
  readonly #ports: ComparisonPorts;
  #run: Run | null = null;
  #view: ComparisonView | null = null;
  #findings: ReadonlyMap<FindingGroup, readonly Finding[]> = new Map();
  #ended = false;

  constructor(ports: ComparisonPorts) {
    this.#ports = ports;
  }

  view(): ComparisonView | null {
    return this.#view;
  }

  /** A part of the findings of one group, in the order of the shift. */
  page(group: FindingGroup, after: number, limit: number): { readonly findings: readonly Finding[]; total: number } {
    const all = this.#findings.get(group) ?? [];
    return { findings: all.slice(after, after + limit), total: all.length };
  }

  /** `list`: the text of the ERP's list, or null. Where one runs already, it is that one that was begun. */
  begin(number: number | null, list: string | null): Begun {
    if (this.#view?.type === 'running') return { type: 'begun', comparison: this.#view };
    const read = list === null ? null : readErpList(list);
    if (read?.type === 'refused') return { type: 'list-refused', fault: read.fault, line: read.line };
    const { promise: stopping, resolve } = Promise.withResolvers<void>();
    const run: Run = {
      number,
      list: read?.rows ?? null,
      seen: new Map(),
      stopping,
      stopped: false,
      stop: () => {
        run.stopped = true;
        resolve();
      },
    };
    this.#run = run;
    this.#findings = new Map();
    const comparison = this.#show({ type: 'running', number, withList: run.list !== null, asked: 0, toAsk: null });
    void this.#compare(run).catch(() => {
      if (this.#run === run) this.#show({ type: 'failed', number });
    });
    return { type: 'begun', comparison };
  }

  /** Payments that were looked up until now are compared; the others count as not compared. */
  stop(): void {
    this.#run?.stop();
  }

  /** Drops a result that the person has looked at. A comparison that runs goes on. */
  forget(): void {
    if (this.#view?.type === 'running') return;
    this.#run = null;
    this.#view = null;
    this.#findings = new Map();
    this.#ports.changed(null);
  }

  /** The bridge ends. */
  end(): void {
    this.#ended = true;
    this.stop();
  }

  async #compare(run: Run): Promise<void> {
    const { clock, environmentId, shift: readShift, touchedSince } = this.#ports;
    const shift = await readShift(run.number);
    if (shift === null) {
      this.#show({ type: 'failed', number: run.number });
      return;
    }
    const entries = shift.entries.filter((each) => each.environment === environmentId);
    const asking = await this.#askAll(run, entries);
    if (this.#ended) return;
    // After the look-ups: what was done meanwhile may be in the answers already.
    const touchedLater = await touchedSince(shift.lastSeq, namesOf(entries, run.seen));
    const { agreed, findings } = compare({ ...shift, entries, touchedLater }, run.seen, run.list);
    const grouped = new Map<FindingGroup, Finding[]>(findingGroups.map((group) => [group, []]));
    for (const each of findings) grouped.get(groupOf(each))?.push(each);
    this.#findings = grouped;
    const count = (group: FindingGroup) => grouped.get(group)?.length ?? 0;
    this.#show({
      type: 'done',
      number: run.number,
      shift: shift.number,
      at: clock.iso(clock.nowMs()),
      withList: run.list !== null,
      asking,
      agreed,
      counts: {
        'not-at-gateway': count('not-at-gateway'),
        'not-at-erp': count('not-at-erp'),
        'not-here': count('not-here'),
        amounts: count('amounts'),
        'cannot-tell': count('cannot-tell'),
      },
      elsewhere: shift.entries.length - entries.length,
    });
  }

  /** Looks all payments up, as far as it gets. */
  async #askAll(run: Run, entries: ShiftEntries['entries']): Promise<Asking> {
    const { clock } = this.#ports;
    const payments = paymentsIn(entries);
    // Where an outcome is open there is nothing to compare, whatever the gateway shows.
    const names = [...payments].flatMap(([name, mine]) => (mine.every(({ done }) => done) ? [name] : []));
    let failures = 0;
    for (const [index, name] of names.entries()) {
      const { number, list } = run;
      this.#show({ type: 'running', number, withList: list !== null, asked: index, toAsk: names.length });
      const began = clock.nowMs();
      const found = await this.#ask(run, name);
      if (run.stopped) return 'stopped';
      if (typeof found === 'string') return found;
      run.seen.set(name, found.seen);
      failures = found.usable ? 0 : failures + 1;
      if (failures === failuresToGiveUp) return 'no-answers';
      if (index < names.length - 1) await this.#pause(run, paceMs - (clock.nowMs() - began));
      if (run.stopped) return 'stopped';
    }
    return run.stopped ? 'stopped' : 'whole';
  }

  /** What one payment's look-up gave, or why asking on is of no use. */
  async #ask(
    run: Run,
    name: string,
  ): Promise<{ readonly seen: Seen; readonly usable: boolean } | 'offline' | 'credentials-refused'> {
    const by = name.startsWith('payId:') ? 'payId' : 'transId';
    const id = name.slice(by.length + 1);
    for (let tried = 1; ; tried += 1) {
      if (this.#ports.connection().state === 'offline') return 'offline';
      const outcome = await Promise.race([this.#ports.payment({ by, id }), run.stopping]);
      if (outcome === undefined) return { seen: { type: 'no-answer' }, usable: false };
      if (outcome.type === 'found') {
        const payment = { ...readPayment(outcome.payment, this.#ports.paths), raw: {} };
        return { seen: { type: 'seen', payment }, usable: true };
      }
      const { code } = outcome.refusal;
      if (code === 'payment-not-found') return { seen: { type: 'not-found' }, usable: true };
      if (code === 'credentials-refused') return code;
      // The gateway refused this look-up, and may answer the next one.
      if (code === 'gateway-refused') return { seen: { type: 'no-answer' }, usable: true };
      if (tried === triesOfOne) return { seen: { type: 'no-answer' }, usable: false };
      await this.#pause(run, restMs);
      if (run.stopped) return { seen: { type: 'no-answer' }, usable: false };
    }
  }

  async #pause(run: Run, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#ports.clock.after(Math.max(0, ms), resolve);
    await Promise.race([promise, run.stopping]);
    cancel();
  }

  #show(view: ComparisonView): ComparisonView {
    this.#view = view;
    if (!this.#ended) this.#ports.changed(view);
    return view;
  }
}
