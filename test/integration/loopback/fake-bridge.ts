// A bridge that behaves: it remembers request ids, parses input with the real definitions, wakes who waits. Time in
// it passes only when a test says so.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type State, isFinal } from '#contract/operation/states.ts';
import { commandOf } from '#operations/index.ts';
import type { LoopbackBridge, LoopbackSubmission, OperationAnswer, SubmitAnswer } from '#loopback/programs/ports.ts';

/** What every payment here came to. */
export const paymentSums = {
  authorized: { value: 500, currency: 'EUR' },
  captured: { value: 500, currency: 'EUR' },
  refunded: null,
};

interface Waiter {
  readonly id: string;
  readonly timeoutMs: number;
  readonly end: () => void;
}

export class FakeBridge implements LoopbackBridge {
  readonly submissions: LoopbackSubmission[] = [];
  readonly cancelledBy: string[] = [];
  readonly waiters = new Set<Waiter>();
  readonly payments = new Map<string, JsonObject>();
  readonly reads: (readonly [query: string, fields: JsonObject])[] = [];
  /** Thrown by everything while set. */
  fault: Error | null = null;
  /** Why it answers nothing but its status. */
  sealed: Refusal | null = null;
  /** Why nothing is sent until a person says so. */
  paused: string | null = null;
  readonly #operations = new Map<string, OperationView>();
  readonly #requests = new Map<string, { readonly submission: LoopbackSubmission; readonly id: string }>();
  readonly #watching = new Set<() => void>();

  refusal(): Refusal | null {
    return this.sealed;
  }

  async submit(submission: LoopbackSubmission): Promise<SubmitAnswer> {
    this.#check();
    this.submissions.push(submission);
    const { kind, input, requestId, clientId } = submission;
    const known = this.#requests.get(`${clientId} ${requestId}`);
    if (known !== undefined) {
      if (isDeepStrictEqual(known.submission, submission)) {
        return { type: 'accepted', operation: this.get(known.id), repeated: true };
      }
      const refusal = { code: 'request-id-reused', detail: 'Other body.', operationId: known.id } as const;
      return { type: 'refused', refusal };
    }
    const parsed = commandOf(kind)?.input.safeParse(input);
    if (parsed?.success !== true) {
      const errors = Object.fromEntries(
        (parsed?.error?.issues ?? []).map((issue) => [issue.path.join('.'), [issue.message]]),
      );
      return { type: 'refused', refusal: { code: 'invalid-input', detail: 'Some fields are wrong.', errors } };
    }
    const id = `op-${this.#operations.size + 1}`;
    this.#requests.set(`${clientId} ${requestId}`, { submission, id });
    this.put({ ...template, id, kind, requestId, input, origin: { ...erpOrigin, clientId } });
    return { type: 'accepted', operation: this.get(id), repeated: false };
  }

  operation(id: string): OperationView | null {
    this.#check();
    return this.#operations.get(id) ?? null;
  }

  operations(filter: Parameters<LoopbackBridge['operations']>[0]): ReturnType<LoopbackBridge['operations']> {
    this.#check();
    const matching = [...this.#operations.values()].filter(
      (each) =>
        (filter.states === undefined ||
          filter.states.includes(filter.byReportedState === true ? (each.told?.state ?? each.state) : each.state)) &&
        (filter.kind === undefined || each.kind === filter.kind) &&
        (filter.payId === undefined || each.input['payId'] === filter.payId),
    );
    if (filter.after !== undefined && !this.#operations.has(filter.after)) return null;
    const start = filter.after === undefined ? 0 : matching.findIndex((each) => each.id === filter.after) + 1;
    const operations = matching.slice(start, start + filter.limit);
    return { operations, next: operations.length === filter.limit ? (operations.at(-1)?.id ?? null) : null };
  }

  async waitFor(id: string, timeoutMs: number, givenUp: (work: () => void) => void): Promise<OperationView | null> {
    this.#check();
    await new Promise<void>((resolve) => {
      const waiter = { id, timeoutMs, end: resolve };
      this.waiters.add(waiter);
      givenUp(resolve);
      this.#tell();
    });
    for (const waiter of this.waiters) if (waiter.id === id) this.waiters.delete(waiter);
    this.#tell();
    return this.get(id);
  }

  async cancel(id: string, by: string): Promise<OperationAnswer> {
    this.#check();
    const operation = this.get(id);
    if (operation.state === 'cancelled') return { type: 'accepted', operation };
    if (operation.state !== 'accepted') {
      return {
        type: 'refused',
        refusal: { code: 'not-cancellable', detail: 'It may have been sent.', operationId: id },
      };
    }
    this.cancelledBy.push(by);
    this.move(id, 'cancelled');
    return { type: 'accepted', operation: this.get(id) };
  }

  async payment(lookUp: {
    readonly by: 'payId' | 'transId';
    readonly id: string;
  }): ReturnType<LoopbackBridge['payment']> {
    this.#check();
    const payment = this.payments.get(`${lookUp.by} ${lookUp.id}`);
    if (payment !== undefined) return { type: 'found', payment, sums: paymentSums };
    return { type: 'refused', refusal: { code: 'payment-not-found', detail: 'The gateway does not know it.' } };
  }

  async read(...[query, fields]: Parameters<LoopbackBridge['read']>): ReturnType<LoopbackBridge['read']> {
    this.#check();
    const given = JSON.parse(JSON.stringify(fields)) as JsonObject;
    this.reads.push([query.name, given]);
    return { type: 'found', record: { asked: query.name, ...given } };
  }

  terminals(): JsonObject[] {
    this.#check();
    return [{ id: 'T1', busy: false }];
  }

  status(): JsonObject {
    this.#check();
    return { mode: 'training', waiting: 0, ...(this.paused === null ? {} : { paused: this.paused }) };
  }

  put(operation: OperationView): void {
    this.#operations.set(operation.id, operation);
  }

  get(id: string): OperationView {
    const operation = this.#operations.get(id);
    if (operation === undefined) throw new Error(`the fake has no operation ${id}`);
    return operation;
  }

  /** Changes an operation's state; who waits for a state at rest is woken. */
  move(id: string, state: State): void {
    const operation = this.get(id);
    this.put({ ...operation, state, revision: operation.revision + 1 });
    if (isFinal(state) || state === 'needs-person') this.endWaits(id);
  }

  /** Ends all waits for an operation, as its time-out does. */
  endWaits(id: string): void {
    for (const waiter of this.waiters) if (waiter.id === id) waiter.end();
  }

  /** Resolves once so many requests wait. */
  async waitersAre(count: number): Promise<void> {
    while (this.waiters.size !== count) {
      await new Promise<void>((resolve) => {
        this.#watching.add(resolve);
      });
    }
  }

  #tell(): void {
    for (const wake of this.#watching) wake();
    this.#watching.clear();
  }

  #check(): void {
    if (this.fault !== null) throw this.fault;
  }
}

const erpOrigin = { type: 'erp', client: 'ERP' } as const;

export const template: OperationView = {
  id: 'op-0',
  mayWait: true,
  kind: 'refund',
  state: 'accepted',
  revision: 1,
  requestId: 'R-0',
  input: {},
  result: null,
  failure: null,
  origin: { ...erpOrigin, clientId: 'client-1' },
  attempts: 0,
  createdAt: '2026-01-31T18:05:00.000Z',
  updatedAt: '2026-01-31T18:05:00.000Z',
};
