// Which follow-ups an outcome has. They are written in the transaction of the outcome, so that none is forgotten and
// none is made for an outcome that was not.
import { valueAt } from '#contract/json.ts';
import { isFinal } from '#contract/states.ts';
import type { Command } from '#operations/define.ts';
import type { EffectKind } from './ports/effects.ts';
import type { OperationRecord } from './record.ts';

/**
 * A receipt where the answer holds one. Card money opens no cash drawer. News for programs are no follow-up: they are
 * read from the journal, which keeps them until each reader has them.
 */
export function effectsOf(command: Command, record: OperationRecord): readonly EffectKind[] {
  if (!isFinal(record.state)) return [];
  return command.movesMoney(record.input) && hasReceipt(record) ? ['receipt'] : [];
}

function hasReceipt({ result }: OperationRecord): boolean {
  const receipt = valueAt(result ?? undefined, 'receipt');
  return receipt !== undefined && receipt !== null;
}
