// A write that failed is told as a refusal, never as done; a row that somebody changed beside the program likewise. Nobody was told that it was accepted; but a commit that failed
// may be on the disk all the same.
import type { Refusal } from '#contract/problems.ts';
import { alteredRefusal, isAltered } from './altered.ts';
import type { Store } from './ports/store.ts';
import { words } from './words.ts';

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

/** Throws what `work` throws where the store has not failed. */
export async function unlessStorageFails<T>(
  store: Pick<Store, 'failure'>,
  work: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (isAltered(error)) return { type: 'refused', refusal: alteredRefusal(error) };
    const failure = store.failure();
    if (failure === null) throw error;
    return { type: 'refused', refusal: { code: 'storage-failed', detail: `${failure} ${words.perhapsStored}` } };
  }
}
