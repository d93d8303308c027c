// Which outcomes open the drawer: a cashier's sale that was paid while the customer waited, once, after its commit.
import { expect, it } from 'vitest';
import type { OperationRecord } from '#core/ports/record.ts';
import { createSaleDrawer } from '#core/printing/sale-drawer.ts';
import { aRecord } from '#support/records.ts';

function aDrawer(drawer: 'always' | 'never' = 'always', laterMs = 1_000) {
  const opened: string[] = [];
  const base = aRecord();
  const saleDrawer = createSaleDrawer({
    rules: { printer: 'COUNTER', drawer },
    drawers: { openAfter: async ({ operation }) => void opened.push(operation) },
    clock: { nowMs: () => base.createdAtMs + laterMs },
    log: () => undefined,
  });
  const sale = (change: Partial<OperationRecord> = {}) => {
    const input = { messageType: 'SALE', posTerminalId: 'T1', amount: { value: 1_234, currency: 'EUR' } };
    const origin = { ...base.origin, type: 'cashier' as const };
    return aRecord({ kind: 'cloud-pos', state: 'succeeded', input, origin, ...change });
  };
  const ends = (record: OperationRecord) => {
    saleDrawer.outcome(record);
    saleDrawer.committed(record);
    return opened.length;
  };
  return { saleDrawer, sale, ends };
}

it('opens once, and only after the outcome’s commit', () => {
  const { saleDrawer, sale, ends } = aDrawer();
  expect(ends(sale())).toBe(1);
  // A later change of the same record, and one that an earlier run has brought to its end.
  saleDrawer.committed(sale());
  expect(ends(sale({ state: 'failed' }))).toBe(1);
});

it.each([
  ['a decline', { state: 'failed' }],
  ['a doubt', { state: 'unknown' }],
  ['a refund', { kind: 'refund' }],
  ['a sale of a program', { origin: { ...aRecord().origin, type: 'erp' } }],
] as const)('stays shut for %s', (_what, change) => {
  const { sale, ends } = aDrawer();
  expect(ends(sale(change as Partial<OperationRecord>))).toBe(0);
});

it('stays shut where the shop does not want it, and where the outcome is learned later', () => {
  const never = aDrawer('never');
  expect(never.ends(never.sale())).toBe(0);
  const late = aDrawer('always', 200_000);
  expect(late.ends(late.sale())).toBe(0);
});
