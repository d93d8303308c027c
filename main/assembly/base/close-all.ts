// Closes all that a bridge has opened, in the opposite order. An error does not stop the closing, so that no listener,
// no timer and no lock is left behind.
import type { EngineEvents } from '#core/ports/engine.ts';

/** How long a stop waits for each part: an operation without an answer by then is unknown and looked up later. */
export const stopGraceMs = 5_000;

export type Close = () => Promise<void> | void;

/** Empties `opened`, so that each part is closed once. Returns the errors in their order. */
export async function closeAll(opened: Close[], log: EngineEvents['log']): Promise<Error[]> {
  const errors: Error[] = [];
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
    try {
      await close();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      log('error', 'close-failed', { error: error.message });
      errors.push(error);
    }
  }
  return errors;
}
