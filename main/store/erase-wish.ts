// The erasure that a command asks for, as the bridge carries it out, or the command itself while none runs.
import type { ControlInput, ControlOutputs } from '#contract/control.ts';
import type { EraseOptions, Eraser } from './erase.ts';

interface Terms {
  readonly eraser: Eraser;
  /** Engine time, ms. */
  readonly nowMs: number;
  /** By the shop's settings. */
  readonly slips: EraseOptions['slips'];
  /** The command's wish. */
  readonly request: string;
}

const dayMs = 86_400_000;

export async function eraseAsked(
  { target, by, reason }: ControlInput<'erase'>,
  { eraser, nowMs: atMs, slips, request }: Terms,
): Promise<ControlOutputs['erase']> {
  const meant = target.type === 'older' ? { type: target.type, beforeMs: atMs - target.days * dayMs } : target;
  const erasure = await eraser.erase(meant, { atMs, by, reason, slips, request });
  return { type: 'erased', ...erasure, slipDays: slips.days };
}
