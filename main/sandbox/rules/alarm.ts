// Wakes the sandbox when the clock alone has something to do: a delayed capture, an expiry, a notification. Requests
// wake it as well, so that no answer shows a state that is out of date.

export interface Alarm {
  /** Runs what is due and sets itself anew. */
  wake(): void;
  stop(): void;
}

export interface AlarmParts {
  readonly run: () => void;
  /** Milliseconds until there is something to do; null: nothing is planned. */
  readonly nextInMs: () => number | null;
}

/** Node's timers take no more than this; then the alarm just asks again. */
const longestMs = 2 ** 31 - 1;
/** A moment that has come and cannot be dealt with yet (it is being sent) must not make the alarm spin. */
const shortestMs = 10;

export function createAlarm({ run, nextInMs }: AlarmParts): Alarm {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const wake = (): void => {
    if (stopped) return;
    run();
    stop();
    const ms = nextInMs();
    if (ms === null) return;
    timer = setTimeout(wake, Math.min(Math.max(ms, shortestMs), longestMs));
    timer.unref();
  };
  return {
    wake,
    stop: () => {
      stopped = true;
      stop();
    },
  };
}
