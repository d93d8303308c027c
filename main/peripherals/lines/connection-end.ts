// Reports once how a connection ends: lost by the line, or closed by us. What waits for a write when it is lost is
// rejected, since the system may never call back.

export interface ConnectionEnd {
  /** Broken: every write that waits is rejected, listeners are called. */
  readonly lose: () => void;
  /** The other side closed in good order: a loss, unless we closed first. */
  readonly ended: () => void;
  /** Our side sends no more and awaits that the other closes. */
  readonly finishing: () => void;
  /** Closed by us: what waits is rejected, no listener is called. */
  readonly closed: () => void;
  readonly isOpen: () => boolean;
  readonly onLost: (listener: () => void) => void;
  /** Runs what calls back or not, and rejects when the connection ends before. */
  readonly whileOpen: (work: (done: () => void, failed: () => void) => void) => Promise<void>;
}

export function createConnectionEnd(): ConnectionEnd {
  let state: 'open' | 'finishing' | 'lost' | 'closed' = 'open';
  const listeners: (() => void)[] = [];
  const waiting = new Set<() => void>();

  const rejectAll = () => {
    for (const reject of waiting) reject();
    waiting.clear();
  };
  const lose = () => {
    if (state === 'lost' || state === 'closed') return;
    state = 'lost';
    rejectAll();
    for (const listener of listeners.splice(0)) listener();
  };
  return {
    lose,
    ended: () => {
      if (state === 'open') lose();
    },
    finishing: () => {
      if (state === 'open') state = 'finishing';
    },
    closed: () => {
      if (state === 'lost') return;
      state = 'closed';
      rejectAll();
    },
    isOpen: () => state === 'open' || state === 'finishing',
    onLost: (listener) => {
      if (state === 'lost') listener();
      else listeners.push(listener);
    },
    whileOpen: (work) =>
      new Promise((resolve, reject) => {
        const broken = () => {
          waiting.delete(broken);
          reject(new Error('The line is closed.'));
        };
        if (state === 'lost' || state === 'closed') {
          broken();
          return;
        }
        waiting.add(broken);
        work(() => {
          waiting.delete(broken);
          resolve();
        }, broken);
      }),
  };
}
