// The word of a printer that names no document is a bare byte, which noise on a line has in plenty, or a number that
// counts. It proves something only where as many came as were asked for and no more, or where the number stays.
import { setTimeout as pause } from 'node:timers/promises';
import type { Fence, StatusLanguage } from '../status/words.ts';
import type { PrinterLimits } from './limits.ts';
import type { Session } from './session.ts';
import { within } from './within.ts';

interface FenceAnswer {
  readonly session: Session;
  readonly language: StatusLanguage;
  readonly fence: Fence;
  /** How many words it had said before the document or the pulse. */
  readonly before: number;
  readonly limits: PrinterLimits;
}

export async function provesFence({ session, language, fence, before, limits }: FenceAnswer): Promise<boolean> {
  if (language.namesFences) return true;
  await pause(limits.quietMs);
  if (fence.words > 1) return session.fenceWords() - before === fence.words;
  return (await within(session.ask(), limits.answerMs)) !== null && session.lastFence() === fence.token;
}
