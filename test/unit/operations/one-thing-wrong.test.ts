// Each kind of operation against records that are right but for one thing, as a hostile or careless gateway writes them:
// none may be told as done, or as refused. The same record without the fault is done, and one that is refused all
// through is refused.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import { confirm } from '#operations/confirm.ts';
import { createPayment } from '#operations/create-payment.ts';
import type { Command, Facts } from '#operations/define.ts';
import type { Observation } from '#operations/observation.ts';
import { incremental } from '#operations/incremental.ts';
import { defaultPaymentPaths, readPayment } from '#operations/payment-view.ts';
import { refundUnreferenced } from '#operations/refund-unreferenced.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';

const amount = { value: 700, currency: 'EUR' };
const sentMs = Date.UTC(2026, 0, 31, 10);
const ourRefNr = 'TB0123456789ABCDEF0123456789ABCD';

const facts: Facts = {
  kind: '',
  input: { amount },
  payId: null,
  transId: 'T-1',
  refNr: ourRefNr,
  refNrUnique: true,
  refNrIsOurs: true,
  xIds: [],
  terminalId: null,
  firstSentWallMs: sentMs,
  conflict: false,
  amount,
};

const shown = {
  xId: 'X1',
  refNr: ourRefNr,
  transId: 'T-1',
  amount,
  status: 'OK',
  responseCode: '00000000',
  creationDate: '2026-01-31T10:00:01Z',
};

const sums: readonly unknown[] = [701, 0, -700, '7.00', '7e2', 7.5, 7e17, true, [700]];
/** What is wrong with what is shown of the operation itself. */
const faults: readonly (readonly [what: string, change: JsonObject])[] = [
  ...sums.map(
    (value) => [`sum ${JSON.stringify(value)}`, { amount: { value, currency: 'EUR' } } as JsonObject] as const,
  ),
  ['a bare sum', { amount: 70_000 }],
  ['another currency', { amount: { value: 700, currency: 'USD' } }],
  ['a currency that is the number of another', { amount: { value: 700, currency: 840 } }],
  ['a currency that is the number of none', { amount: { value: 700, currency: 1 } }],
  ['a currency beside the sum', { amount: 700, currency: 'USD' }],
  ['a code of an error', { responseCode: '22000001' }],
  ['a code of lost data', { responseCode: '42000001' }],
  ['a code that says more follows', { responseCode: '60000000' }],
  ['a short code', { responseCode: '05' }],
  ['a code that is a list', { responseCode: ['00000000'] }],
  ['a flag', { success: false }],
  ['a flag in words', { declined: 'true' }],
  ['an error', { error: { text: 'no money' } }],
  ['a text', { responseDescription: 'declined' }],
  ['a status within', { card: { status: 'DECLINED' } }],
  ['two statuses', { Status: 'FAILED' }],
  ['an open status', { status: 'PENDING' }],
  ['an unknown status', { status: 'ODD' }],
  ['a status that is null', { status: null }],
  ['a status that is a number', { status: 1 }],
  ['a status that is a list', { status: ['OK'] }],
  ['a bad status and a good code', { status: 'FAILED' }],
];

const paths = (kind: string, command: Command, type: string, more: JsonObject = {}, status = 'CAPTURED') =>
  [kind, command, type, more, status] as const;

const onPayment = [
  paths('capture', capture, 'CAPTURE'),
  paths('refund', refund, 'REFUND'),
  paths('incremental', incremental, 'INCREMENT', {}, 'AUTHORIZED'),
  paths('confirm', confirm, 'CONFIRMATION'),
  paths('reverse', reverse, 'REVERSAL', {}, 'AUTHORIZED'),
  paths('CAPTURE', cloudPos, 'CAPTURE', { messageType: 'CAPTURE' }),
  paths('REVERSE', cloudPos, 'REVERSAL', { messageType: 'REVERSE' }, 'AUTHORIZED'),
];

const making = [
  paths('create-payment', createPayment, 'SALE', { paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } }),
  paths('refund-unreferenced', refundUnreferenced, 'REFUND'),
  paths('SALE', cloudPos, 'SALE', { messageType: 'SALE' }),
  paths('AUTHORISATION_OR_RESERVATION', cloudPos, 'RESERVATION', { messageType: 'AUTHORISATION_OR_RESERVATION' }),
  paths('CREDIT', cloudPos, 'REFUND', { messageType: 'CREDIT' }),
];

type Path = ReturnType<typeof paths>;

function see([kind, command, , more]: Path, record: JsonObject, change: Partial<Facts> = {}): Observation {
  const asked = { ...facts, kind, input: { ...facts.input, ...more }, ...change };
  return command.observe(asked, readPayment(record, defaultPaymentPaths));
}

const decided: readonly Observation[] = ['applied', 'refused', 'impossible', 'absent'];

describe.each(onPayment)('an entry of %s', (...path) => {
  const [, , type, , status] = path;
  const list = (...entries: JsonObject[]) => ({ payId: 'P1', status, amount, operations: entries });
  const entry = { ...shown, type };

  it('is done where nothing is wrong with it, and refused where all is', () => {
    expect(see(path, list(entry))).toBe('applied');
    const isReversal = type === 'REVERSAL';
    const bad = list({ ...entry, status: 'FAILED', responseCode: '22000001', success: false });
    expect(see(path, bad, isReversal ? { amount: null } : {})).toBe(isReversal ? 'absent' : 'refused');
  });

  it.each(faults)('decides nothing with %s', (_, change) => {
    expect(decided).not.toContain(see(path, list({ ...entry, ...change })));
  });

  it('decides nothing where it stands twice, once with another sum, or as another kind', () => {
    const other = { ...entry, xId: 'X2', amount: { value: 9, currency: 'EUR' } };
    expect(see(path, list(entry, other))).toBe('contradicted');
    expect(see(path, list(other, entry))).toBe('contradicted');
    expect(see(path, list({ ...entry, type: type === 'REFUND' ? 'CAPTURE' : 'REFUND' }))).toBe('contradicted');
  });

  it('is not done by an order number of another day, of another operation, or that stands elsewhere too', () => {
    const caller = { refNr: 'ORDER-7', refNrIsOurs: false };
    const named = { ...entry, refNr: 'ORDER-7' };
    expect(see(path, list(named), caller)).toBe('applied');
    expect(see(path, list({ ...named, creationDate: '2026-01-30T10:00:01Z' }), caller)).not.toBe('applied');
    expect(see(path, list({ ...named, transId: 'T-2' }), caller)).not.toBe('applied');
    expect(see(path, list(named), { ...caller, refNrUnique: false })).not.toBe('applied');
  });
});

describe.each(making)('a record of %s', (...path) => {
  const record = { ...shown, payId: 'P1' };

  it('is done where nothing is wrong with it, and refused where all is', () => {
    expect(see(path, record)).toBe('applied');
    expect(see(path, { ...record, status: 'FAILED', responseCode: '22000001', success: false })).toBe('refused');
  });

  // At a terminal another sum may have been approved: it is told as such, and a person decides.
  const isAtTerminal = ['SALE', 'AUTHORISATION_OR_RESERVATION'].includes(path[0]);
  const isApproved = (what: string) => isAtTerminal && ['sum 701', 'a bare sum'].includes(what);

  it.each(faults.filter(([what]) => !isApproved(what)))('decides nothing with %s', (_, change) => {
    expect(decided).not.toContain(see(path, { ...record, ...change }));
  });

  it.each<[string, JsonObject]>([
    ['transId', { transId: 'T-2' }],
    ['refNr', { refNr: 'ORDER-7' }],
    ['payId', { payId: 'P2' }],
    ['terminal', { posTerminalId: 'T2' }],
    ['day', { creationDate: '2026-01-30T10:00:00Z' }],
    ['sum that was captured', { totals: { captured: '7.00' } }],
  ])('decides nothing with another %s', (_, change) => {
    const asked = { payId: 'P1', terminalId: 'T1' };
    expect(see(path, { ...record, posTerminalId: 'T1' }, asked)).toBe('applied');
    expect(see(path, { ...record, posTerminalId: 'T1', ...change }, asked)).toBe('cannot-tell');
  });
});
