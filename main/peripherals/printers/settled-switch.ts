// A loose switch of a drawer says open and shut many times a second, and each would be a record of the journal. So it
// counts once it has stayed for a while.

export interface SettledSwitch {
  /** Takes what the switch says (null: it cannot be read) and returns what counts. */
  readonly says: (isOpen: boolean | null) => boolean | null;
  readonly end: () => void;
}

/** `settled`: called when what was said last counts from now on. */
export function createSettledSwitch(stayMs: number, settled: () => void): SettledSwitch {
  let counts: boolean | null = null;
  let timer: NodeJS.Timeout | null = null;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    says(isOpen) {
      if (isOpen === counts || isOpen === null || counts === null) {
        stop();
        counts = isOpen;
      } else {
        timer ??= setTimeout(() => {
          timer = null;
          counts = isOpen;
          settled();
        }, stayMs).unref();
      }
      return counts;
    },
    end: stop,
  };
}
