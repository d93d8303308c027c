// How long to wait for the other side, in time in which this program could have heard it. Where the computer stands
// still (a disk that hangs, a lid that was closed), every timer is over at once, and before anything is read of what
// arrived meanwhile: the gateway's answer would lie there, and a cashier would be told that it does not answer.

/** How many short waits in a row make the long one. */
const waits = 8;
/** A further wait behind the last one, for reading what is there. */
const lastMs = 50;

export class StallTolerantTimeout {
  readonly #waitMs: number;
  readonly #over: () => void;
  #left = waits;
  /** Waits that came late are not counted, but no more than these: what always stands still must end as well. */
  #forgiven = waits;
  #begunMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #last: NodeJS.Timeout | null = null;

  /** Begins at once; `over` is called when it is used up. */
  constructor(ms: number, over: () => void) {
    this.#waitMs = ms / waits;
    this.#over = over;
    this.#wait();
  }

  /** Begins again, also after it was used up. */
  restart(): void {
    this.#left = waits;
    this.#forgiven = waits;
    this.#wait();
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#last !== null) clearTimeout(this.#last);
  }

  #wait(): void {
    if (this.#last !== null) clearTimeout(this.#last);
    this.#begunMs = performance.now();
    // The same timer again: making one for each part of each request would be felt.
    if (this.#timer === null) this.#timer = setTimeout(() => this.#waited(), this.#waitMs);
    else this.#timer.refresh();
  }

  #waited(): void {
    const late = performance.now() - this.#begunMs > 2 * this.#waitMs;
    if (late && this.#forgiven > 0) this.#forgiven -= 1;
    else this.#left -= 1;
    if (this.#left > 0) this.#wait();
    // Also a standstill that is too short to be noticed leaves something unread.
    else this.#last = setTimeout(this.#over, Math.min(this.#waitMs, lastMs));
  }
}
