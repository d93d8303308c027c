// Windows share this process's one thread with money. Their requests begin one after the other, windows in turn, and
// together they hold the thread at most half of the time: a window that asks for more waits, and a sale of a program
// comes in between.

export interface WindowTurns {
  /** Begins the work of this window when its turn has come. */
  take<T>(window: object, work: () => Promise<T>): Promise<T>;
}

export interface TurnPorts {
  /** Monotonic. */
  readonly nowMs: () => number;
  /** Calls back in the next turn of the event loop, in the order of these calls, with nothing of others in between. */
  readonly soon: (work: () => void) => void;
  readonly after: (ms: number, work: () => void) => void;
}

/** After a pause windows may hold the thread for so long without waiting: a screen asks for a few things at once. */
const burstMs = 200;
const share = 0.5;

const systemPorts: TurnPorts = {
  nowMs: () => performance.now(),
  soon: (work) => void setImmediate(work),
  after: (ms, work) => void setTimeout(work, ms),
};

export function createWindowTurns({ nowMs, soon, after }: TurnPorts = systemPorts): WindowTurns {
  /** What waits, by window, the oldest first. The window in front has its turn next. */
  const lines = new Map<object, (() => void)[]>();
  let isPlanned = false;
  let leftMs = burstMs;
  let countedMs = nowMs();

  const plan = (): void => {
    if (isPlanned || lines.size === 0) return;
    isPlanned = true;
    const dueMs = Math.max(0, Math.ceil(-refilled() / share));
    if (dueMs > 0) after(dueMs, turn);
    else turn();
  };
  const refilled = (): number => {
    const now = nowMs();
    leftMs = Math.min(burstMs, leftMs + (now - countedMs) * share);
    countedMs = now;
    return leftMs;
  };
  const turn = (): void => {
    let begunMs = 0;
    soon(() => {
      begunMs = nowMs();
      next()?.();
    });
    // Behind all that the work did at once.
    soon(() => {
      leftMs = refilled() - (nowMs() - begunMs);
      isPlanned = false;
      plan();
    });
  };
  const next = (): (() => void) | undefined => {
    const [window, line] = lines.entries().next().value ?? [{}, []];
    const begin = line.shift();
    // Behind all others.
    lines.delete(window);
    if (line.length > 0) lines.set(window, line);
    return begin;
  };

  return {
    take<T>(window: object, work: () => Promise<T>) {
      return new Promise<T>((resolve) => {
        const line = lines.get(window) ?? [];
        line.push(() => resolve(work()));
        lines.set(window, line);
        plan();
      });
    },
  };
}
