// Money out needs two people who say the same (4): by what was asked for, and by what the ledger says went out.
import { isFinal } from '#contract/operation/states.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { World } from '../world.ts';
import { tagIn } from '../tag.ts';
import { label } from './sendings.ts';
import { isAlone } from '../gateway/ledger.ts';

export function twoForMoneyOut(world: World, records: readonly OperationRecord[]): void {
  for (const record of records) {
    const decided = isFinal(record.state) && record.decisions.length > 0;
    if (!decided || !paysOut(world, record)) continue;
    world.coverage.count('money out that people decided');
    if (record.decisions.length < 2) world.report(4, `${label(record)} is ${record.state} by one person's word`);
  }
}

function paysOut(world: World, record: OperationRecord): boolean {
  const { kind, input } = record;
  if (kind === 'refund' || kind === 'refund-unreferenced' || textAt(input, 'messageType') === 'CREDIT') return true;
  const tag = tagIn(input) ?? '';
  return world.places.some(({ server: { ledger } }) =>
    ledger.byTag.get(tag)?.some((done) => {
      // What others did to the payment the till need not know.
      return done.type === 'REVERSAL' && done.value > 0 && isAlone(ledger, done);
    }),
  );
}
