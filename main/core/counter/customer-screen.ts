// Keeps what the customer sees up to date: it hears of each operation after its commit, and shows the end of a payment for
// a while. What the cashier turns to the customer (a choice, a code) goes to the customer's window alone.
import type { CustomerScene, CustomerTurned, CustomerView } from '#contract/devices/customer-screen.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperationRecord } from '../ports/record.ts';
import { type Watched, concernsCustomer, customerSees, sceneOf } from './customer-view.ts';

export interface CustomerScreen {
  /** After each commit of an operation. */
  changed(record: OperationRecord): void;
  /**
   * What a cashier turns to the customer. `by`: the window that does it. Null takes it away, where no other window has
   * turned something meanwhile.
   */
  turn(shown: CustomerTurned | null, by: object): void;
  /** What the customer's window shows now. */
  scene(): CustomerScene;
  end(): void;
}

export interface CustomerSurfaces {
  /** Displays that show payments and nothing else. */
  readonly showView: (view: CustomerView) => void;
  /** The customer's window. */
  readonly showScene: (scene: CustomerScene) => void;
}

/** Older ones are forgotten: a till has few customers at once. */
const mostWatched = 16;

export function createCustomerScreen(
  clock: Pick<Clock, 'nowMs' | 'after'>,
  { showView, showScene }: CustomerSurfaces,
): CustomerScreen {
  let watched: readonly Watched[] = [];
  let view: CustomerView = { step: 'idle' };
  let turned: CustomerTurned | null = null;
  let turnedBy: object | null = null;
  let scene: CustomerScene = view;
  let cancel = () => {};

  const refreshScene = () => {
    const now = sceneOf(view, turned);
    if (JSON.stringify(now) === JSON.stringify(scene)) return;
    scene = now;
    showScene(scene);
  };

  const refresh = () => {
    cancel();
    const nowMs = clock.nowMs();
    const seen = customerSees(watched, nowMs);
    if (seen.untilMs !== null) cancel = clock.after(Math.max(1, seen.untilMs - nowMs), refresh);
    if (JSON.stringify(seen.view) === JSON.stringify(view)) return;
    view = seen.view;
    showView(view);
    refreshScene();
  };
  return {
    changed(record) {
      if (!concernsCustomer(record)) return;
      const before = watched.find((each) => each.record.id === record.id);
      const sinceMs = before?.record.state === record.state ? before.sinceMs : clock.nowMs();
      // An old operation that a look-up settles has no customer before it any more.
      if (before === undefined && record.state !== 'accepted' && record.state !== 'sending') return;
      const { id, seq, kind, input, state, amount, approved } = record;
      const now = { record: { id, seq, kind, input, state, amount, approved }, sinceMs };
      watched = [...watched.filter((each) => each.record.id !== id), now].slice(-mostWatched);
      refresh();
    },
    turn(shown, by) {
      if (shown === null && turnedBy !== by) return;
      turned = shown;
      turnedBy = shown === null ? null : by;
      refreshScene();
    },
    scene: () => scene,
    end: () => cancel(),
  };
}
