// Which follow-ups an outcome has. They are written in the transaction of the outcome, so that none is forgotten and
// none is made for an outcome that was not.
import { valueAt } from '#contract/json.ts';
import { isFinal } from '#contract/states.ts';
import type { Command } from '#operations/define.ts';
import type { EffectKind } from './ports/effects.ts';
import type { OperationRecord } from './record.ts';

/** A receipt where the answer holds one; news for programs with every outcome. Card money opens no cash drawer. */
export function effectsOf(command: Command, record: OperationRecord): readonly EffectKind[] {
  if (!isFinal(record.state)) return [];
  const receipt = command.movesMoney(record.input) && hasReceipt(record);
  return receipt ? ['receipt', 'event'] : ['event'];
}

function hasReceipt({ result }: OperationRecord): boolean {
  const receipt = valueAt(result ?? undefined, 'receipt');
  return receipt !== undefined && receipt !== null;
}
