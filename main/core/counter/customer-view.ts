// The one place that says what the customer sees, from what the till does. Whatever stands before the customer shows it.
import { textAt } from '#contract/data/json.ts';
import type { CustomerScene, CustomerStep, CustomerTurned, CustomerView } from '#contract/devices/customer-screen.ts';
import type { Money } from '#contract/money/money.ts';
import { type State, isFinal } from '#contract/operation/states.ts';
import { commandOf } from '#operations/index.ts';
import type { OperationRecord } from '../ports/record.ts';
import { invites, sortOf } from '../shift/shift-sort.ts';

/** An operation that the customer waits for, and since when it stands as it does (engine time, ms). */
export interface Watched {
  readonly record: Pick<OperationRecord, 'id' | 'seq' | 'kind' | 'input' | 'state' | 'amount' | 'approved'>;
  readonly sinceMs: number;
}

/** How long the end of a payment stays. */
const endMs = 10_000;
/** An outcome that is not known: by then the cashier has told the customer what comes next. */
const waitMs = 120_000;

/**
 * Whether a customer stands before it: it moves money, at this till or at a terminal. A link is made at once and paid
 * later, so its own operation says nothing to the customer.
 */
export function concernsCustomer(record: OperationRecord): boolean {
  if (invites(record.kind)) return false;
  const atTill = record.origin.type === 'cashier' || record.terminalId !== null;
  return atTill && record.amount !== null && sideOf(record) !== null && movesMoney(record);
}

/** `untilMs`: when the view is over by itself; null: when something happens. */
export function customerSees(
  watched: readonly Watched[],
  nowMs: number,
): { readonly view: CustomerView; readonly untilMs: number | null } {
  const standing = watched.filter((each) => (overMs(each) ?? Infinity) > nowMs);
  // What runs comes before what has ended; of several, the one that was begun last.
  const [first] = standing.toSorted(
    (one, other) => Number(isRunning(other)) - Number(isRunning(one)) || other.record.seq - one.record.seq,
  );
  const view = first === undefined ? null : viewOf(first.record);
  if (first === undefined || view === null) return { view: { step: 'idle' }, untilMs: null };
  return { view, untilMs: overMs(first) };
}

/**
 * What the customer's window shows. A question stands before everything, because somebody waits for its answer; a code
 * stands before what has ended, and after what asks for a card.
 */
export function sceneOf(view: CustomerView, turned: CustomerTurned | null): CustomerScene {
  if (turned === null) return view;
  return turned.step !== 'code' || (view.step !== 'pay' && view.step !== 'refund') ? turned : view;
}

function isRunning({ record }: Watched): boolean {
  return ['accepted', 'sending', 'pending'].includes(record.state);
}

function overMs({ record, sinceMs }: Watched): number | null {
  if (isFinal(record.state)) return sinceMs + endMs;
  return record.state === 'unknown' || record.state === 'needs-person' ? sinceMs + waitMs : null;
}

function viewOf({ kind, input, state, amount, approved }: Watched['record']): CustomerView | null {
  const side = sideOf({ kind, input });
  if (amount === null || side === null) return null;
  const step = stepOf(state, side);
  if (step !== 'paid' && step !== 'refunded') return { step, amount, left: null };
  const done = approved ?? amount;
  return { step, amount: done, left: step === 'paid' ? leftOf(amount, done) : null };
}

function leftOf(asked: Money, done: Money): Money | null {
  if (asked.currency !== done.currency || done.value >= asked.value) return null;
  return { value: asked.value - done.value, currency: asked.currency };
}

function stepOf(state: State, side: 'in' | 'out'): CustomerStep {
  switch (state) {
    case 'accepted':
    case 'sending':
    case 'pending':
      return side === 'in' ? 'pay' : 'refund';
    case 'succeeded':
      return side === 'in' ? 'paid' : 'refunded';
    case 'failed':
    case 'cancelled':
    case 'expired':
      return side === 'in' ? 'not-paid' : 'not-refunded';
    case 'unknown':
    case 'needs-person':
      return side === 'in' ? 'wait' : 'wait-refund';
  }
}

/** Null for what a customer does not wait for: a capture, for example. */
function sideOf({ kind, input }: Pick<OperationRecord, 'kind' | 'input'>): 'in' | 'out' | null {
  switch (sortOf(kind, textAt(input, 'messageType'))) {
    case 'sale':
    case 'payment':
    case 'authorization':
      return 'in';
    case 'refund':
    case 'manual-refund':
    case 'reversal':
      return 'out';
    case 'capture':
    case 'other':
    case null:
      return null;
  }
}

function movesMoney({ kind, input }: OperationRecord): boolean {
  return commandOf(kind)?.movesMoney(input) === true;
}
