// The tables of the simulated store, in memory, with the meaning of main/store (a differential test drives both with
// the same calls). What the engine asks often is answered from the operations that are still open.
import { type State, isFinal, states } from '#contract/operation/states.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import { type JournalEntry, type JournalRecord, type LinkToChain, genesis } from '#core/ports/journal.ts';
import type {
  InsertMarks,
  ListFilter,
  ListPage,
  OpenClaim,
  NextDue,
  PrintJobCount,
  StoreWrites,
} from '#core/ports/store.ts';
import type { PrintJobState } from '#contract/devices/print-jobs.ts';
import type { OperatorRecord } from '#core/ports/operators.ts';
import { isTerminalLane } from '#core/operation/lanes.ts';
import type { DrawerRequest, KnownPayment, OperationRecord, PrintJobRecord } from '#core/ports/record.ts';
import { StaleRevision } from '#store/database/errors.ts';
import { listed } from './listed.ts';
import { Index, Table, Undo } from './undo.ts';

interface Row {
  readonly record: OperationRecord;
  readonly claim: InsertMarks['claim'];
  readonly creates: boolean;
  readonly refundDay: string | null;
  readonly refunder: string;
  /** It succeeded by the gateway's own answer. */
  readonly answered: boolean;
}

interface NumberedPayment {
  readonly number: number;
  readonly payment: KnownPayment;
}

export class Tables implements StoreWrites {
  readonly undo = new Undo();
  readonly #rows = new Table<string, Row>(this.undo);
  readonly #open = new Table<string, Row>(this.undo);
  readonly #ids = new Table<number, string>(this.undo);
  readonly #requests = new Table<string, string>(this.undo);
  readonly #creators = new Table<string, string>(this.undo);
  readonly #refNrs = new Table<string, number>(this.undo);
  readonly #lanes = new Table<string, readonly number[]>(this.undo);
  /** Of each operation in a terminal's lane. */
  readonly #rounds = new Table<string, number>(this.undo);
  readonly #tallies = new Table<string, number>(this.undo);
  readonly #refunded = new Table<string, number>(this.undo);
  readonly #refundDays = new Table<string, string>(this.undo);
  readonly #payments = new Table<string, NumberedPayment>(this.undo);
  readonly #byPayId = new Index(this.undo);
  readonly #byTransId = new Index(this.undo);
  readonly #partsOf = new Index(this.undo);
  readonly #creditsOf = new Index(this.undo);
  readonly #paymentsByPayId = new Index(this.undo);
  readonly #paymentsByTransId = new Index(this.undo);
  readonly #controls = new Table<string, string>(this.undo);
  readonly #drawerRequests = new Table<string, DrawerRequest>(this.undo);
  readonly #printJobs = new Table<string, PrintJobRecord>(this.undo);
  readonly journalRecords: JournalRecord[] = [];
  readonly #link: LinkToChain;
  #head: JournalHead = genesis;
  #lastSeq = 0;
  #startedPausedMs: number | null = null;

  constructor(link: LinkToChain) {
    this.#link = link;
  }

  /** The same content, on its own from then on. */
  copy(): Tables {
    const copy = new Tables(this.#link);
    copy.#rows.copyFrom(this.#rows);
    copy.#open.copyFrom(this.#open);
    copy.#ids.copyFrom(this.#ids);
    copy.#requests.copyFrom(this.#requests);
    copy.#creators.copyFrom(this.#creators);
    copy.#refNrs.copyFrom(this.#refNrs);
    copy.#lanes.copyFrom(this.#lanes);
    copy.#rounds.copyFrom(this.#rounds);
    copy.#tallies.copyFrom(this.#tallies);
    copy.#refunded.copyFrom(this.#refunded);
    copy.#refundDays.copyFrom(this.#refundDays);
    copy.#payments.copyFrom(this.#payments);
    copy.#byPayId.copyFrom(this.#byPayId);
    copy.#byTransId.copyFrom(this.#byTransId);
    copy.#partsOf.copyFrom(this.#partsOf);
    copy.#creditsOf.copyFrom(this.#creditsOf);
    copy.#paymentsByPayId.copyFrom(this.#paymentsByPayId);
    copy.#paymentsByTransId.copyFrom(this.#paymentsByTransId);
    copy.#controls.copyFrom(this.#controls);
    copy.#drawerRequests.copyFrom(this.#drawerRequests);
    copy.#printJobs.copyFrom(this.#printJobs);
    copy.journalRecords.push(...this.journalRecords);
    copy.#head = this.#head;
    copy.#lastSeq = this.#lastSeq;
    copy.#startedPausedMs = this.#startedPausedMs;
    return copy;
  }

  startedPausedMs(): number | null {
    return this.#startedPausedMs;
  }

  /** The till starts while the folder is paused. */
  startPaused(atMs: number): void {
    this.#startedPausedMs = atMs;
  }

  get head(): JournalHead {
    return this.#head;
  }

  get all(): OperationRecord[] {
    // They were numbered in this order.
    return [...this.#ids.values()].map((id) => this.#rows.get(id)!.record);
  }

  /** One after the other, so that a page of a long list costs no more than its rows. */
  *newestBefore(seq: number): Generator<OperationRecord, void> {
    for (let each = Math.min(seq - 1, this.#lastSeq); each > 0; each -= 1) {
      const record = this.operation(this.#ids.get(each) ?? '');
      if (record !== null) yield record;
    }
  }

  get openOnes(): OperationRecord[] {
    return [...this.#open.values()].map((row) => row.record).filter((record) => !isFinal(record.state));
  }

  /** What counts for a day's refunds, whatever became of it. */
  get refunds(): {
    readonly environmentId: string;
    readonly day: string;
    readonly minor: number;
    readonly state: State;
  }[] {
    // What people pay out at the till counts for a limit of theirs.
    return [...this.#rows.values()].flatMap(({ record: { environmentId, amount, state, origin }, refundDay: day }) =>
      day === null || origin.type !== 'erp' ? [] : [{ environmentId, day, minor: amount?.value ?? 0, state }],
    );
  }

  get allPayments(): NumberedPayment[] {
    return [...this.#payments.values()];
  }

  operation(id: string): OperationRecord | null {
    return this.#rows.get(id)?.record ?? null;
  }

  byRequest(clientId: string, requestId: string): OperationRecord | null {
    const id = this.#requests.get(`${clientId}\n${requestId}`);
    return id === undefined ? null : this.operation(id);
  }

  list(environmentId: string | null, filter: ListFilter): OperationRecord[] {
    // A cursor may name an operation on another payment.
    const byPayId = filter.payId !== undefined && filter.after === undefined;
    const all = byPayId ? this.#records(this.#byPayId.of(filter.payId ?? '')) : this.all;
    return listed(all, environmentId, filter)?.records ?? [];
  }

  page(filter: ListFilter): ListPage | null {
    return listed(this.all, null, filter);
  }

  runnable(environmentId: string, nowMs: number, limit: number): OperationRecord[] {
    const due = (record: OperationRecord) => record.nextAtMs <= nowMs && this.#mayRun(record, environmentId);
    return this.#pick(due, (record) => record.seq, limit);
  }

  overdue(environmentId: string, lateMs: number, limit: number): OperationRecord[] {
    const late = (record: OperationRecord) => hasDeadline(record, environmentId) && record.sendByMs! <= lateMs;
    return this.#pick(late, (record) => record.sendByMs!, limit);
  }

  doubtful(environmentId: string, nowMs: number, limit: number): OperationRecord[] {
    const due = (record: OperationRecord) => inDoubt(record, environmentId) && record.nextAtMs <= nowMs;
    return this.#pick(due, (record) => record.nextAtMs, limit);
  }

  terminalEnded(environmentId: string, nowMs: number, limit: number): OperationRecord[] {
    const ended = (record: OperationRecord) =>
      this.#holdsTerminal(record, environmentId) && record.terminalUntilMs! <= nowMs;
    return this.#pick(ended, (record) => record.terminalUntilMs!, limit);
  }

  inFlight(limit: number): OperationRecord[] {
    return this.#pick(
      (record) => record.state === 'sending',
      (record) => record.seq,
      limit,
    );
  }

  nextDue(environmentId: string, sends: boolean): NextDue {
    let [workMs, deadlineMs] = [Infinity, Infinity];
    for (const { record } of this.#open.values()) {
      if (hasDeadline(record, environmentId)) deadlineMs = Math.min(deadlineMs, record.sendByMs!);
      if (this.#holdsTerminal(record, environmentId)) workMs = Math.min(workMs, record.terminalUntilMs!);
      const sendsNext = sends && (inDoubt(record, environmentId) || this.#mayRun(record, environmentId));
      if (sendsNext) workMs = Math.min(workMs, record.nextAtMs);
    }
    return { workMs: finite(workMs), deadlineMs: finite(deadlineMs) };
  }

  counts(environmentId: string | null): { [state in State]: number } {
    const counts = Object.fromEntries(states.map((state) => [state, 0])) as { [state in State]: number };
    if (environmentId !== null) {
      for (const state of states) counts[state] = this.#tallies.get(`${environmentId}\n${state}`) ?? 0;
    } else for (const { record } of this.#rows.values()) counts[record.state] += 1;
    return counts;
  }

  laneHolder(lane: string): string | null {
    const first = this.#lanes.get(lane)?.[0];
    return first === undefined ? null : (this.#ids.get(first) ?? null);
  }

  sentBehind(lane: string, seq: number): boolean {
    return (this.#lanes.get(lane) ?? []).some((each) => {
      const id = each > seq ? this.#ids.get(each) : undefined;
      return id !== undefined && this.operation(id)?.state !== 'accepted';
    });
  }

  payment(environmentId: string, payId: string): KnownPayment | null {
    const fits = (each: KnownPayment) => each.environmentId === environmentId && each.payId === payId;
    return this.#latest(this.#numbered(this.#paymentsByPayId.of(payId)), fits);
  }

  paymentByTransId(environmentId: string, transId: string): KnownPayment | null {
    const fits = (each: KnownPayment) => each.environmentId === environmentId && each.transId === transId;
    return this.#latest(this.#numbered(this.#paymentsByTransId.of(transId)), fits);
  }

  paymentByLane(environmentId: string, lane: string): KnownPayment | null {
    return this.#payments.get(`${environmentId}\n${lane}`)?.payment ?? null;
  }

  offers(environmentId: string, limit: number): OperationRecord[] {
    const nextOf = ({ offer }: OperationRecord) => offer?.nextLookUpMs ?? Infinity;
    return this.all
      .filter((each) => each.environmentId === environmentId && nextOf(each) < Infinity)
      .toSorted((a, b) => nextOf(a) - nextOf(b) || a.seq - b.seq)
      .slice(0, limit);
  }

  /** Nobody writes in the simulated disk beside the till. */
  refuseAltered(): void {}

  strictly<T>(work: () => T): T {
    return work();
  }

  refusedAlone(environmentId: string, limit: number): OperationRecord[] {
    return this.all
      .filter((each) => each.environmentId === environmentId && each.refusedSinceMs !== null)
      .toSorted((a, b) => (a.refusedSinceMs ?? 0) - (b.refusedSinceMs ?? 0) || a.seq - b.seq)
      .slice(0, limit);
  }

  differing(environmentId: string, limit: number): OperationRecord[] {
    const sinceOf = ({ offer }: OperationRecord) => offer?.differs?.unseenSinceMs ?? Infinity;
    return this.all
      .filter((each) => each.environmentId === environmentId && sinceOf(each) < Infinity)
      .toSorted((a, b) => sinceOf(a) - sinceOf(b) || a.seq - b.seq)
      .slice(0, limit);
  }

  openAuthorizations(environmentId: string, sinceMs: number, limit: number): KnownPayment[] {
    return [...this.#payments.values()]
      .map(({ payment }) => payment)
      .filter((each) => each.environmentId === environmentId && (each.openSinceMs ?? Infinity) <= sinceMs)
      .toSorted((a, b) => (a.openSinceMs ?? 0) - (b.openSinceMs ?? 0))
      .slice(0, limit);
  }

  paymentByTrace(environmentId: string, terminalId: string, traceNr: string): KnownPayment | null {
    return this.#latest(
      this.#payments.values(),
      (payment) =>
        payment.environmentId === environmentId && payment.terminalId === terminalId && payment.traceNr === traceNr,
    );
  }

  openClaims(lanes: readonly string[], claim: OpenClaim): number {
    return this.#claiming(lanes, claim).reduce((sum, row) => sum + (row.record.amount?.value ?? 0), 0);
  }

  openClaimsSent(lanes: readonly string[], claim: OpenClaim | 'none'): number {
    const sent = this.#claiming(lanes, claim).filter(({ record }) => record.state !== 'accepted');
    return sent.reduce((sum, row) => sum + (row.record.amount?.value ?? 0), 0);
  }

  hasDone(environmentId: string, payId: string, claim: OpenClaim): boolean {
    const rows = this.#byPayId.of(payId).flatMap((id) => this.#rows.get(id) ?? []);
    return rows.some(
      ({ record, claim: own }) =>
        record.payId === payId &&
        record.environmentId === environmentId &&
        own === claim &&
        record.state === 'succeeded',
    );
  }

  firstOpen(lanes: readonly string[], claim: OpenClaim): string | null {
    const open = this.#claiming(lanes, claim).map(({ record }) => record);
    return open.toSorted((one, other) => one.seq - other.seq).at(0)?.id ?? null;
  }

  #claiming(lanes: readonly string[], claim: OpenClaim | 'none'): Row[] {
    const seqs = new Set(lanes.flatMap((lane) => this.#lanes.get(lane) ?? []));
    const rows = [...seqs].flatMap((seq) => this.#rows.get(this.#ids.get(seq) ?? '') ?? []);
    return rows.filter((row) => row.claim === claim);
  }

  lastRefundDay(environmentId: string, refunder: string): string | null {
    return this.#refundDays.get(`${environmentId}\n${refunder}`) ?? null;
  }

  refundedOn(environmentId: string, refunder: string, day: string, currency: string): number {
    return this.#refunded.get([environmentId, refunder, day, currency].join('\n')) ?? 0;
  }

  creatorOf(environmentId: string, transId: string): string | null {
    return this.#creators.get(`${environmentId}\n${transId}`) ?? null;
  }

  aheadInQueue(environmentId: string, seq: number, most: number): number {
    const ahead = this.all.filter(
      (record) => record.environmentId === environmentId && record.state === 'accepted' && record.seq < seq,
    );
    return Math.min(most, ahead.length);
  }

  waitingOf(environmentId: string, clientId: string, most: number): number {
    const waiting = this.all.filter(
      (record) =>
        record.environmentId === environmentId && record.state === 'accepted' && record.origin.clientId === clientId,
    );
    return Math.min(most, waiting.length);
  }

  refNrUses(environmentId: string, refNr: string): number {
    return this.#refNrs.get(`${environmentId}\n${refNr}`) ?? 0;
  }

  otherWithXId(environmentId: string, xId: string, operationId: string): string | null {
    const found = [...this.#rows.values()].map(({ record }) => record).filter(({ xIds }) => xIds[0] === xId);
    const others = found.filter((each) => each.environmentId === environmentId && each.id !== operationId);
    return others.toSorted((a, b) => a.seq - b.seq)[0]?.id ?? null;
  }

  hasControl(environmentId: string, kind: string): boolean {
    return this.#controls.get(`${environmentId}\n${kind}`) !== undefined;
  }

  parts(id: string): OperationRecord[] {
    return this.#records(this.#partsOf.of(id)).filter((each) => each.partOf === id);
  }

  credits(id: string): OperationRecord[] {
    return this.#records(this.#creditsOf.of(id)).filter((each) => each.refundOf === id);
  }

  /** Operations with this transId, in order of acceptance. */
  withTransId(environmentId: string, transId: string): OperationRecord[] {
    const found = this.#records(this.#byTransId.of(transId));
    return found.filter((each) => each.environmentId === environmentId && each.transId === transId);
  }

  /** In order of acceptance. */
  #records(ids: readonly string[]): OperationRecord[] {
    const found = ids.flatMap((id) => this.operation(id) ?? []);
    return found.toSorted((a, b) => a.seq - b.seq);
  }

  #numbered(keys: readonly string[]): NumberedPayment[] {
    return keys.flatMap((key) => this.#payments.get(key) ?? []);
  }

  /** Nobody of the simulated shop leaves. */
  operator(_id: string): Pick<OperatorRecord, 'role' | 'active'> | null {
    return { role: 'supervisor', active: true };
  }

  recentSuccesses(environmentId: string, kind: string, limit: number): OperationRecord[] {
    const found: OperationRecord[] = [];
    for (let seq = this.#lastSeq; seq > 0 && found.length < limit; seq -= 1) {
      const { record, answered } = this.#rows.get(this.#ids.get(seq) ?? '') ?? {};
      if (answered === true && record?.environmentId === environmentId && record.kind === kind) found.push(record);
    }
    return found;
  }

  insert(draft: Omit<OperationRecord, 'seq'>, marks: InsertMarks): { readonly seq: number; readonly free: boolean } {
    const request = `${draft.origin.clientId}\n${draft.requestId}`;
    if (this.#requests.get(request) !== undefined || this.#rows.get(draft.id) !== undefined) {
      throw new Error('UNIQUE constraint failed');
    }
    const lanes = [...new Set(draft.lanes)];
    const held = lanes.filter((lane) => (this.#lanes.get(lane) ?? []).length > 0);
    const free = held.length === 0;
    const waits = held.some((lane) => !isTerminalLane(lane));
    const lastSeq = this.#lastSeq;
    this.undo.note(() => (this.#lastSeq = lastSeq));
    const seq = (this.#lastSeq += 1);
    const record: OperationRecord = { ...draft, seq };
    const { claim, createsPayment: creates, refundDay, refunder } = marks;
    const row: Row = { record, claim, creates, refundDay, refunder, answered: false };
    this.#put(row);
    this.#countRefund(row, 1);
    this.#ids.set(seq, record.id);
    this.#requests.set(request, record.id);
    this.#tally(record, 1);
    const { environmentId, transId, refNr } = record;
    const creator = `${environmentId}\n${transId}`;
    if (marks.createsPayment && transId !== null) this.#creators.set(creator, record.id);
    if (refNr !== null) this.#refNrs.set(`${environmentId}\n${refNr}`, this.refNrUses(environmentId, refNr) + 1);
    for (const lane of lanes) this.#enter(lane, record, waits);
    return { seq, free };
  }

  /** At a terminal callers take turns (main/store/operations/lane-order.ts). */
  #enter(lane: string, { seq, origin }: OperationRecord, waits: boolean): void {
    const before = this.#lanes.get(lane) ?? [];
    const roundOf = (each: number) => this.#rounds.get(`${lane}\n${each}`) ?? 0;
    const rounds = before.map(roundOf);
    const own = before.filter((each) => this.operation(this.#ids.get(each) ?? '')?.origin.clientId === origin.clientId);
    const first = Math.min(...rounds) + (origin.type === 'cashier' ? 0 : 1);
    const next = waits ? Math.max(...rounds) : own.length > 0 ? Math.max(...own.map(roundOf)) + 1 : first;
    const round = isTerminalLane(lane) && before.length > 0 ? next : 0;
    this.#rounds.set(`${lane}\n${seq}`, round);
    const order = [...before, seq].toSorted((one, other) => roundOf(one) - roundOf(other) || one - other);
    this.#lanes.set(lane, order);
  }

  update(record: OperationRecord): void {
    const row = this.#rows.get(record.id);
    if (row === undefined || row.record.revision !== record.revision - 1) {
      throw new StaleRevision(record.id, record.revision, row?.record.revision ?? null);
    }
    const answered = row.record.state === 'sending' && record.state === 'succeeded';
    this.#tally(row.record, -1);
    this.#tally(record, 1);
    const next = { ...row, record, answered: row.answered || answered };
    this.#countRefund(row, -1);
    this.#countRefund(next, 1);
    this.#put(next);
  }

  enter(id: string, lanes: readonly string[]): void {
    const record = this.operation(id);
    if (record === null) throw new Error(`operation ${id} is not stored`);
    const isIn = (lane: string) => this.#lanes.get(lane)?.includes(record.seq) === true;
    for (const lane of lanes) if (!isIn(lane)) this.#enter(lane, record, false);
    this.#keepOpen(this.#rows.get(id)!);
  }

  release(id: string, lanes: readonly string[]): void {
    const seq = this.operation(id)?.seq;
    if (seq === undefined) throw new Error(`operation ${id} is not stored`);
    for (const lane of lanes) {
      const left = (this.#lanes.get(lane) ?? []).filter((each) => each !== seq);
      this.#rounds.delete(`${lane}\n${seq}`);
      if (left.length === 0) this.#lanes.delete(lane);
      else this.#lanes.set(lane, left);
    }
    this.#keepOpen(this.#rows.get(id)!);
  }

  putPayment(payment: KnownPayment): void {
    const key = `${payment.environmentId}\n${payment.lane}`;
    const number = this.#payments.get(key)?.number ?? this.#payments.size + 1;
    this.#payments.set(key, { number, payment });
    this.#paymentsByPayId.add(payment.payId, key);
    this.#paymentsByTransId.add(payment.transId, key);
  }

  putControl(environmentId: string, kind: string, operationId: string): void {
    const key = `${environmentId}\n${kind}`;
    if (this.#controls.get(key) === undefined) this.#controls.set(key, operationId);
  }

  journal({ type, operationId, atMs, data }: JournalEntry): void {
    const before = this.#head;
    const record = this.#link(before, { at: new Date(atMs).toISOString(), type, operation: operationId, data });
    this.undo.note(() => {
      this.#head = before;
      this.journalRecords.pop();
    });
    this.journalRecords.push(record);
    this.#head = { seq: record.seq, hash: record.hash };
  }

  get printJobs(): PrintJobRecord[] {
    return [...this.#printJobs.values()].toSorted((a, b) => a.seq - b.seq);
  }

  printJob(id: string): PrintJobRecord | null {
    return this.#printJobs.get(id) ?? null;
  }

  printJobByRequest(clientId: string, requestId: string): PrintJobRecord | null {
    const fits = ({ asked }: PrintJobRecord) => asked?.clientId === clientId && asked.requestId === requestId;
    return this.printJobs.find(fits) ?? null;
  }

  nextPrintJob(device: string): PrintJobRecord | null {
    const due = this.printJobs.filter((job) => job.device === device && job.state === 'due');
    return due.find(({ asked }) => asked === null) ?? due[0] ?? null;
  }

  printJobsIn(state: PrintJobState, limit: number): PrintJobRecord[] {
    return this.printJobs.filter((job) => job.state === state).slice(0, limit);
  }

  printJobsOf(clientId: string, state: PrintJobState, afterSeq: number, limit: number): PrintJobRecord[] {
    const fits = (job: PrintJobRecord) => job.asked?.clientId === clientId && job.state === state && job.seq > afterSeq;
    return this.printJobs.filter(fits).slice(0, limit);
  }

  drawerRequest(clientId: string, requestId: string): DrawerRequest | null {
    return this.#drawerRequests.get(JSON.stringify([clientId, requestId])) ?? null;
  }

  putDrawerRequest(request: DrawerRequest): void {
    this.#drawerRequests.set(JSON.stringify([request.clientId, request.requestId]), request);
  }

  dropDrawerRequest(clientId: string, requestId: string): void {
    this.#drawerRequests.delete(JSON.stringify([clientId, requestId]));
  }

  duePrintJobsOf(clientId: string): { readonly count: number; readonly bytes: number } {
    const due = this.printJobs.filter((job) => job.state === 'due' && job.asked?.clientId === clientId);
    return { count: due.length, bytes: due.reduce((sum, job) => sum + JSON.stringify(job.document).length, 0) };
  }

  printJobCounts(): PrintJobCount[] {
    const open = (['due', 'sending', 'doubtful'] as const).flatMap((state) =>
      this.printJobs.filter((job) => job.state === state).map(({ device, asked }) => ({ state, device, asked })),
    );
    const keys = [...new Set(open.map(({ state, device }) => JSON.stringify({ state, device })))];
    return keys.map((key) => {
      const place = JSON.parse(key) as Pick<PrintJobCount, 'state' | 'device'>;
      const jobs = open.filter(({ state, device }) => state === place.state && device === place.device);
      return { ...place, count: jobs.length, own: jobs.filter(({ asked }) => asked === null).length };
    });
  }

  receiptJobs(operationId: string, limit: number): PrintJobRecord[] {
    return this.printJobs.filter((job) => job.operationId === operationId).slice(0, limit);
  }

  latestPrintJobs(paper: string, limit: number): PrintJobRecord[] {
    return this.printJobs
      .filter((job) => job.operationId === paper)
      .toReversed()
      .slice(0, limit);
  }

  insertPrintJob(job: Omit<PrintJobRecord, 'seq'>): number {
    if (this.#printJobs.get(job.id) !== undefined) throw new Error('UNIQUE constraint failed');
    const seq = this.#printJobs.size + 1;
    this.#printJobs.set(job.id, { ...job, seq });
    return seq;
  }

  updatePrintJob(job: PrintJobRecord): void {
    const before = this.#printJobs.get(job.id);
    if (before?.revision !== job.revision - 1) {
      throw new StaleRevision(job.id, job.revision, before?.revision ?? null);
    }
    this.#printJobs.set(job.id, job);
  }

  followUp(_record: OperationRecord): void {}

  #put(row: Row): void {
    const { id, payId, transId, partOf, refundOf } = row.record;
    this.#rows.set(id, row);
    this.#byPayId.add(payId, id);
    this.#byTransId.add(transId, id);
    this.#partsOf.add(partOf, id);
    this.#creditsOf.add(refundOf, id);
    this.#keepOpen(row);
  }

  /** What the engine's questions are about: not final yet, or still in a lane (a terminal's, until its window ends). */
  #keepOpen(row: Row): void {
    const { id, state, lanes, seq } = row.record;
    const waits = lanes.some((lane) => this.#lanes.get(lane)?.includes(seq) === true);
    if (isFinal(state) && !waits) this.#open.delete(id);
    else this.#open.set(id, row);
  }

  #tally({ environmentId, state }: OperationRecord, change: number): void {
    const key = `${environmentId}\n${state}`;
    this.#tallies.set(key, (this.#tallies.get(key) ?? 0) + change);
  }

  #countRefund({ record, refundDay, refunder }: Row, sign: 1 | -1): void {
    const { environmentId, amount, state } = record;
    if (refundDay === null || amount === null || ['failed', 'cancelled', 'expired'].includes(state)) return;
    const key = [environmentId, refunder, refundDay, amount.currency].join('\n');
    this.#refunded.set(key, (this.#refunded.get(key) ?? 0) + sign * amount.value);
    const last = this.lastRefundDay(environmentId, refunder);
    if (last === null || refundDay > last) this.#refundDays.set(`${environmentId}\n${refunder}`, refundDay);
  }

  #latest(among: Iterable<NumberedPayment>, fits: (payment: KnownPayment) => boolean): KnownPayment | null {
    let found: NumberedPayment | null = null;
    for (const each of among) {
      if (fits(each.payment) && (found === null || each.number > found.number)) found = each;
    }
    return found?.payment ?? null;
  }

  #pick(
    fits: (record: OperationRecord) => boolean,
    rank: (record: OperationRecord) => number,
    limit: number,
  ): OperationRecord[] {
    const found: OperationRecord[] = [];
    for (const { record } of this.#open.values()) if (fits(record)) found.push(record);
    return found.toSorted((a, b) => rank(a) - rank(b) || a.seq - b.seq).slice(0, limit);
  }

  #mayRun(record: OperationRecord, environmentId: string): boolean {
    return (
      record.state === 'accepted' &&
      record.environmentId === environmentId &&
      record.lanes.every((lane) => {
        const seqs = this.#lanes.get(lane);
        return seqs === undefined || !seqs.includes(record.seq) || seqs[0] === record.seq;
      })
    );
  }

  #holdsTerminal(record: OperationRecord, environmentId: string): boolean {
    return (
      record.terminalUntilMs !== null &&
      record.environmentId === environmentId &&
      record.lanes.some((lane) => isTerminalLane(lane) && this.#lanes.get(lane)?.includes(record.seq) === true)
    );
  }
}

function hasDeadline(record: OperationRecord, environmentId: string): boolean {
  return record.state === 'accepted' && record.sendByMs !== null && record.environmentId === environmentId;
}

function inDoubt(record: OperationRecord, environmentId: string): boolean {
  return (record.state === 'pending' || record.state === 'unknown') && record.environmentId === environmentId;
}

function finite(ms: number): number | null {
  return ms === Infinity ? null : ms;
}
