// What a bridge has opened is closed in the opposite order, and all of it: whoever meets an error on the way must still
// leave no listener, no timer and no lock behind.
import type { EngineEvents } from '#core/ports/engine.ts';

export type Close = () => Promise<void> | void;

/** Takes them out, so that each is closed once. Returns what went wrong, in the order in which it did. */
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
