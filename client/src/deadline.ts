// One signal for a whole call: the caller's own, and the time it may take. Which of the two ended it decides what the
// caller is told.
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the caller ended it, and not the time. */
  byCaller(): boolean;
  /** Lets the timer go; afterwards nothing ends by it any more. */
  done(): void;
}

export function deadlineOf(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, timeoutMs);
  if (caller?.aborted === true) end();
  else caller?.addEventListener('abort', end);
  return {
    signal: controller.signal,
    byCaller: () => caller?.aborted === true,
    done() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', end);
    },
  };
}
