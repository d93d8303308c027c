// One press, one operation. A submission has a request id from the moment its form opens; main answers a repeated id
// with the same operation, so a double press, an impatient second press and a retry after silence are all harmless.
// A new id is made only by `renew`, and that is refused while the operation may still be under way.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Approval } from '#contract/people/people.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Bridge, Timers } from '../../bridge/bridge.ts';
import type { OperationsStore } from './operations-store.ts';

/** `silent`: main has not answered yet and is being asked again with the same id. */
export type Phase =
  | { readonly type: 'idle' }
  | { readonly type: 'asking'; readonly silent: boolean }
  | { readonly type: 'refused'; readonly refusal: Refusal | 'number-again' }
  | { readonly type: 'taken'; readonly operationId: string };

export interface SubmissionState {
  readonly requestId: string;
  readonly phase: Phase;
}

export interface SubmissionPorts {
  readonly bridge: Bridge;
  readonly operations: OperationsStore;
  readonly timers: Timers;
  readonly newId: () => string;
  /** The id of the person who is signed in, or null. */
  readonly person: () => string | null;
}

/** Sent with an operation: an approval, by PIN or of the office, and the operations that it belongs to. */
export interface Accompanied {
  readonly approval?: Approval;
  /** The question that the office approved. */
  readonly officeRequest?: string;
  readonly replaces?: string;
  /** The sale whose rest the operation takes. */
  readonly partOf?: string;
  /** The sale that the operation refunds at the terminal. */
  readonly refundOf?: string;
  /** What a refund is for: the line of a slip, or the slip's number. */
  readonly line?: string;
}

export type Links = Pick<Accompanied, 'replaces' | 'partOf' | 'refundOf' | 'line'>;

export type Submission = StoreApi<SubmissionState> & {
  /** Sends until main answers, with the same request id; with an approval, which counts once, it sends once. */
  submit(kind: string, input: JsonObject, along?: Accompanied): void;
  /**
   * Like `submit`, for input with a card number or a PIN: it is sent once and not kept for another try.
   */
  submitOnce(kind: string, input: JsonObject, transId: string, along?: Accompanied): void;
  /** Continues with an operation that was started before a reload. */
  adopt(operation: OperationView): void;
  /** A new id for a new start. False while the last one may still be running. */
  renew(): boolean;
};

/** Begins the request ids of this window, so that after a reload it knows its own operations from a program's. */
export const ownRequests = 'window-';
const againMs = 2_000;
const looksUntilMissing = 2;
/** Main did not take it, and another person is signed in now, so it is not sent again. */
const notTaken: Refusal = {
  code: 'not-sent',
  detail: 'The bridge did not answer the person who asked, and took nothing.',
};
const approvalAgain: Refusal = { code: 'approval-needed', detail: 'The bridge did not answer and took nothing.' };

/** The number by which main's list finds the operation. */
function namedBy(input: JsonObject): string {
  return textAt(input, 'transId') ?? textAt(input, 'payId') ?? '';
}

/** After these a cashier may go on with the next customer; before them the terminal itself is still busy. */
export function mayMoveOn(operation: OperationView | undefined): boolean {
  return operation !== undefined && operation.state !== 'accepted' && operation.state !== 'sending';
}

export function createSubmission({ bridge, operations, timers, newId, person }: SubmissionPorts): Submission {
  const requestId = () => `${ownRequests}${newId()}`;
  const store = createStore<SubmissionState>(() => ({ requestId: requestId(), phase: { type: 'idle' } }));

  const free = () => ['idle', 'refused'].includes(store.getState().phase.type);
  const taken = (operation: OperationView) => {
    operations.take([operation]);
    store.setState({ phase: { type: 'taken', operationId: operation.id } });
  };
  const refused = (refusal: Refusal | 'number-again') => {
    store.setState({ phase: { type: 'refused', refusal } });
  };

  // Main may still be checking the PIN, so the operation counts as missing only after several looks.
  const search = async (text: string, missing: Refusal | 'number-again', looks: number) => {
    store.setState({ phase: { type: 'asking', silent: true } });
    const answer = await bridge.ask('operations', { text, limit: 10 });
    const mine =
      answer.type === 'silent'
        ? undefined
        : answer.value.operations.find((each) => each.requestId === store.getState().requestId);
    if (mine !== undefined) return taken(mine);
    const left = answer.type === 'silent' ? looks : looks - 1;
    if (left === 0) return refused(missing);
    timers.after(againMs, () => void search(text, missing, left));
    return undefined;
  };

  const attempt = async (kind: string, input: JsonObject, links: Links, by: string | null) => {
    const answer = await bridge.ask('submit', { kind, input, requestId: store.getState().requestId, ...links });
    if (answer.type === 'silent') {
      store.setState({ phase: { type: 'asking', silent: true } });
      tryAgain(kind, input, links, by);
    } else if (answer.value.type === 'accepted') taken(answer.value.operation);
    else refused(answer.value.refusal);
  };
  /** Main notes the signed-in person as the one who asked, so it is sent again only while the same person is there. */
  const tryAgain = (kind: string, input: JsonObject, links: Links, by: string | null) => {
    timers.after(againMs, () => {
      const now = person();
      if (now === by) void attempt(kind, input, links, by);
      else if (now === null) tryAgain(kind, input, links, by);
      else void search(namedBy(input), notTaken, looksUntilMissing);
    });
  };

  const once = (
    { kind, input, along }: { kind: string; input: JsonObject; along: Accompanied },
    text: string,
    missing: Refusal | 'number-again',
  ) => {
    if (!free()) return;
    const sent = bridge.ask('submit', { kind, input, requestId: store.getState().requestId, ...along });
    store.setState({ phase: { type: 'asking', silent: false } });
    void sent.then((answer) => {
      if (answer.type === 'silent') return search(text, missing, looksUntilMissing);
      if (answer.value.type === 'accepted') taken(answer.value.operation);
      else refused(answer.value.refusal);
      return undefined;
    });
  };

  return Object.assign(store, {
    submit(kind: string, input: JsonObject, along: Accompanied = {}) {
      if (along.approval !== undefined || along.officeRequest !== undefined) {
        once({ kind, input, along }, namedBy(input), approvalAgain);
        return;
      }
      if (!free()) return;
      store.setState({ phase: { type: 'asking', silent: false } });
      void attempt(kind, input, along, person());
    },
    submitOnce(kind: string, input: JsonObject, transId: string, along: Accompanied = {}) {
      once({ kind, input, along }, transId, 'number-again');
    },
    adopt(operation: OperationView) {
      if (store.getState().phase.type !== 'idle') return;
      operations.take([operation]);
      store.setState({ requestId: operation.requestId, phase: { type: 'taken', operationId: operation.id } });
    },
    renew() {
      const { phase } = store.getState();
      if (phase.type === 'asking') return false;
      if (phase.type === 'taken' && !mayMoveOn(operations.getState().byId.get(phase.operationId))) return false;
      store.setState({ requestId: requestId(), phase: { type: 'idle' } });
      return true;
    },
  });
}
