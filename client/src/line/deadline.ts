// One signal for a whole call: the caller's signal and the time-out together. Which of the two ended the call decides
// the error.
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the caller's signal ended it, and not the time-out. */
  byCaller(): boolean;
  /** Stops the timer. */
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
