// The rule for changes of totals: somebody else may have caused them (the back office, the web shop, a delayed
// capture), so without the operation's own reference they prove nothing, however well the amounts fit.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { capture } from '#operations/capture.ts';
import type { Facts } from '#operations/define.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { refund } from '#operations/refund.ts';
import { share } from '#support/share.ts';

const runs = share({ small: 500, large: 2_000 });

const value = fc.constantFrom(0, 500, 1_000, 1_500);
const status = fc.constantFrom('AUTHORIZED', 'CAPTURED', 'REFUNDED', 'REVERSED', 'PENDING', 'FAILED');

const foreign = fc.record({
  type: fc.constantFrom('AUTHORIZATION', 'CAPTURE', 'REFUND'),
  xId: fc.constantFrom('x1', 'x2'),
  refNr: fc.constantFrom(null, 'order-1', 'order-2'),
  transId: fc.constantFrom(null, 'C-1', 'W-1'),
  amount: fc.record({ value }),
  status,
});

const record = fc.record(
  {
    payId: fc.constant('P1'),
    transId: fc.constant('W-1'),
    status,
    amount: fc.record({ value, currency: fc.constant('EUR') }),
    totals: fc.record({ authorized: value, captured: value, refunded: value }),
    operations: fc.array(foreign, { maxLength: 5 }),
  },
  { requiredKeys: ['payId', 'status'] },
);

function facts(change: Partial<Facts>): Facts {
  return {
    kind: 'capture',
    input: {},
    payId: 'P1',
    transId: 'C-1',
    refNr: 'TB0123456789ABCDEF0123456789ABCD',
    refNrUnique: true,
    refNrIsOurs: true,
    xIds: [],
    amount: { value: 500, currency: 'EUR' },
    terminalId: null,
    firstSentWallMs: null,
    conflict: false,
    ...change,
  };
}

test.each([capture, refund])('no change of totals by others is taken for a $kind of ours', (command) => {
  const property = fc.property(record, (body) => {
    const view = readPayment(body, defaultPaymentPaths);
    expect(['applied', 'refused']).not.toContain(command.observe(facts({ kind: command.kind }), view));
  });
  fc.assert(property, { numRuns: runs });
});

test('an order number that several operations carry proves none of them, nor their absence', () => {
  const property = fc.property(record, fc.constantFrom('order-1', 'order-2'), (body, refNr) => {
    const view = readPayment(body, defaultPaymentPaths);
    const shared = facts({ refNr, refNrUnique: false, refNrIsOurs: false });
    expect(['applied', 'refused', 'absent']).not.toContain(capture.observe(shared, view));
  });
  fc.assert(property, { numRuns: runs });
});

test('its own reference is found among any number of others, and another amount is not taken for it', () => {
  const own = fc.record({ value, status: fc.constantFrom('CAPTURED', 'OK') });
  const property = fc.property(record, own, fc.nat(5), (body, mine, at) => {
    const asked = facts({});
    const entry = {
      type: 'CAPTURE',
      xId: 'mine',
      refNr: asked.refNr,
      transId: 'C-1',
      amount: { value: mine.value },
      status: mine.status,
    };
    const operations = [...(body.operations ?? [])] as JsonObject[];
    operations.splice(at, 0, entry);
    const view = readPayment({ ...body, operations }, defaultPaymentPaths);
    expect(capture.observe(asked, view)).toBe(mine.value === 500 ? 'applied' : 'contradicted');
  });
  fc.assert(property, { numRuns: runs });
});
