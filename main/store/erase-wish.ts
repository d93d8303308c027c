// Carries out the command `erase`: in the bridge that runs, or in the command itself where no bridge runs.
import type { ControlInput, ControlOutputs } from '#contract/programs/control.ts';
import type { Clock } from '#core/ports/clock.ts';
import { surelyPassed } from './folder/surely-passed.ts';
import type { Eraser } from './erase.ts';
import type { EraseOptions } from './erase-terms.ts';

interface Terms {
  readonly eraser: Eraser;
  readonly clock: Pick<Clock, 'nowMs' | 'wallMs'>;
  /** From the shop's settings. */
  readonly slips: EraseOptions['slips'];
  /** The id of the command's request, for the journal. */
  readonly request: string;
}

const dayMs = 86_400_000;
/** A command waits a minute for an answer. */
const partMs = 15_000;

export async function eraseAsked(
  { target, by, reason, from }: ControlInput<'erase'>,
  { eraser, clock, slips, request }: Terms,
): Promise<ControlOutputs['erase']> {
  const atMs = clock.nowMs();
  const agedMs = surelyPassed(clock);
  const meant = target.type === 'older' ? { type: target.type, beforeMs: agedMs - target.days * dayMs } : target;
  const erasure = await eraser.erase(meant, { atMs, agedMs, by, reason, slips, request, from, partMs });
  return { type: 'erased', ...erasure, slipDays: slips.days };
}
