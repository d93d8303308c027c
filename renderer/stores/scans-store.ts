// Where a scanner's code goes on the screen that is shown, and what its first keys may have changed before it was known
// to be a scanner's. A code for which there is no place is kept and shown, so that none is lost.
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ScansState {
  /** The last code for which the screen had no place. */
  readonly unplaced: string | null;
  /** A card was swiped where no field had the focus, and nothing was typed since. */
  readonly swiped: boolean;
}

/** Puts back what it found when it was made. */
export type Restore = () => void;

export interface ScanPlace {
  readonly take: (code: string) => void;
  /** It leaves what is open on the screen: not while a form or a dialog is. */
  readonly leaves?: true;
  /** Looks at what keys change on this screen besides its fields. */
  readonly remember: () => Restore;
}

export type ScansStore = StoreApi<ScansState> & {
  /** While this place is on the screen, codes go there. Returns what ends that. */
  open(place: ScanPlace): () => void;
  /** The place that was opened last. */
  place(): ScanPlace | null;
  /** While a form or an operation is on the screen, no code leaves it. Returns what ends that. */
  keepPlace(): () => void;
  isPlaceKept(): boolean;
};

export function createScansStore(): ScansStore {
  const store = createStore<ScansState>(() => ({ unplaced: null, swiped: false }));
  const places: ScanPlace[] = [];
  let kept = 0;
  return Object.assign(store, {
    open(place: ScanPlace) {
      places.push(place);
      return () => void places.splice(places.indexOf(place), 1);
    },
    place: () => places.at(-1) ?? null,
    keepPlace() {
      kept += 1;
      return () => void (kept -= 1);
    },
    isPlaceKept: () => kept > 0,
  });
}
