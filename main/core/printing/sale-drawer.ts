// The drawer that a sale opens, where the shop wants it: one pulse after the commit of the outcome. Which drawer is to
// be opened is in memory alone: a restart opens none, and neither does an outcome that is learned later, when cashier
// and customer may have left.
import { textAt } from '#contract/data/json.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineEvents } from '../ports/engine.ts';
import type { OperationRecord } from '../ports/record.ts';
import { sortOf } from '../shift/shift-sort.ts';
import type { Drawers } from './drawers.ts';
import type { ReceiptRules } from './receipt-jobs.ts';

export interface SaleDrawerPorts {
  readonly rules: Pick<ReceiptRules, 'printer' | 'drawer'>;
  readonly drawers: Pick<Drawers, 'openAfter'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: EngineEvents['log'];
}

export interface SaleDrawer {
  /** In the transaction of an outcome, once for each. */
  outcome(record: OperationRecord): void;
  /** After the commit of a change. */
  committed(record: OperationRecord): void;
}

/** How long after the cashier's press the customer still stands there. */
const presentMs = 180_000;

export function createSaleDrawer({ rules, drawers, clock, log }: SaleDrawerPorts): SaleDrawer {
  const due = new Set<string>();
  return {
    outcome(record) {
      if (rules.drawer === 'always' && opensDrawer(record, clock.nowMs())) due.add(record.id);
    },
    committed(record) {
      const { printer } = rules;
      const { id, origin } = record;
      if (!due.delete(id) || printer === null || record.state !== 'succeeded') return;
      const by = origin.type === 'cashier' ? (origin.operator?.name ?? 'cashier') : 'cashier';
      drawers.openAfter({ operation: id, drawer: printer, by }).catch((error: unknown) => {
        log('error', 'drawer-not-opened', { error: error instanceof Error ? error.message : 'unknown' });
      });
    },
  };
}

/** A sale of the cashier's that was paid while the customer waited. Programs open the drawer themselves. */
function opensDrawer({ kind, input, state, origin, createdAtMs }: OperationRecord, nowMs: number): boolean {
  if (state !== 'succeeded' || origin.type !== 'cashier') return false;
  return nowMs - createdAtMs <= presentMs && sortOf(kind, textAt(input, 'messageType')) === 'sale';
}
