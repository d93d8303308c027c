// The word of a printer that names no document is a bare byte, which noise on a line has in plenty. It proves something
// only where as many came as were asked for, and no more.
import { setTimeout as pause } from 'node:timers/promises';
import type { Fence } from '../status/words.ts';
import type { PrinterLimits } from './limits.ts';
import type { Session } from './session.ts';

/** `before`: how many words it had said before the document or the pulse. */
export async function cameAlone(
  session: Session,
  fence: Fence,
  before: number,
  { quietMs }: PrinterLimits,
): Promise<boolean> {
  if (fence.words === 1) return true;
  await pause(quietMs);
  return session.fenceWords() - before === fence.words;
}
