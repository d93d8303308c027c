// Where a scanner's code goes on the current screen, and how to undo what its first keys changed before they were known
// to be a scanner's. A code that the screen cannot use is kept and shown, so that none is lost.
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ScansState {
  /** The last code that the screen could not use. */
  readonly unusedCode: string | null;
  /** The last scan could not be read: it was cut in two, or two ran into one. */
  readonly unread: boolean;
  /** A card was swiped where no field had the focus, and nothing was typed since. */
  readonly swiped: boolean;
}

/** Restores the values from when it was made. */
export type Restore = () => void;

export interface ScanHandler {
  readonly take: (code: string) => void;
  /** Taking a code leaves the open page, so it is not done while a form or a dialog is open. */
  readonly leaves?: true;
  /** Remembers what keys change on this screen besides its fields. */
  readonly remember: () => Restore;
}

export type ScansStore = StoreApi<ScansState> & {
  /** While this handler is on the screen, codes go there. Returns a function that ends that. */
  open(handler: ScanHandler): () => void;
  /** The handler that was opened last. */
  handler(): ScanHandler | null;
  /** While a form or an operation is on the screen, no code leaves the page. Returns a function that ends that. */
  keepScreen(): () => void;
  isScreenKept(): boolean;
};

export function createScansStore(): ScansStore {
  const store = createStore<ScansState>(() => ({ unusedCode: null, unread: false, swiped: false }));
  const handlers: ScanHandler[] = [];
  let kept = 0;
  return Object.assign(store, {
    open(handler: ScanHandler) {
      handlers.push(handler);
      return () => void handlers.splice(handlers.indexOf(handler), 1);
    },
    handler: () => handlers.at(-1) ?? null,
    keepScreen() {
      kept += 1;
      return () => void (kept -= 1);
    },
    isScreenKept: () => kept > 0,
  });
}
