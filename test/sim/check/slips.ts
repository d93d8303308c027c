// 4, of payments that another program made at the till's terminal: whether the till names one by the number of its slip or
// by its payId, money of it moves once.
import type { OperationRecord } from '#core/ports/record.ts';
import { sumsOf } from '../gateway/ledger.ts';
import type { World } from '../world.ts';
import { isAfterBackups } from './sure.ts';

export function slipsHold(world: World, byTag: ReadonlyMap<string, OperationRecord>): void {
  for (const { payId, shownSeq } of world.bySlip) {
    for (const { server } of world.places) {
      const payment = server.ledger.payments.get(payId);
      if (payment === undefined || !isAfterBackups(world, payment)) continue;
      const own = server.ledger.executions.flatMap((each) => {
        const record = each.payId === payId ? byTag.get(each.tag ?? '') : undefined;
        return record === undefined ? [] : [{ ...each, record }];
      });
      const byNumber = own.filter(({ record }) => record.kind === 'cloud-pos');
      world.coverage.count('payments of another program at a terminal');
      if (byNumber.filter(({ type }) => type === 'REVERSAL').length > 1) {
        world.report(4, `reversed twice by the number of ${payId}`);
      }
      // Before a record showed both names, the till could not know that they are one payment's.
      if (shownSeq === null || own.some(({ record }) => record.seq <= shownSeq)) continue;
      world.coverage.count('payments of another program, of which the till was shown both names');
      const sum = (type: string) =>
        own.filter((each) => each.type === type).reduce((total, { value }) => total + value, 0);
      const [isReversed, refunded, captured] = [
        own.some(({ type }) => type === 'REVERSAL'),
        sum('REFUND'),
        sum('CAPTURE'),
      ];
      if (isReversed && refunded > 0) world.report(4, `reversed by its number and refunded by its payId: ${payId}`);
      if (captured > sumsOf(payment).authorized) world.report(4, `own captures of ${captured} exceed ${payId}`);
    }
  }
}
