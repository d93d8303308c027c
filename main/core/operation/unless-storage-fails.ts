// Turns a write that failed into a refusal, and likewise a row that was changed outside the program. The caller was not
// told that it was accepted; but a commit that failed may be on the disk all the same.
import type { Refused } from '#contract/programs/problems.ts';
import { alteredRefusal, isAltered } from './altered.ts';
import type { Store } from '../ports/store.ts';
import { words } from './words.ts';

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
