// What a look-up proves of each kind, by what an entry of the payment's list is called, whether its sum agrees, and whether
// it stands under the reference that the bridge made. The outcomes are written by hand: a sum that is wrong, or another
// kind of operation under our own reference, is never success and never proof that it may be sent again.
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

const ourRefNr = 'TB0123456789ABCDEF0123456789ABCD';
const amount = { value: 700, currency: 'EUR' };
const sums = { same: amount, other: { value: 70_000, currency: 'EUR' }, none: null };

/** Names as gateways may write them, by what they say. */
const shown = {
  authorization: ['AUTHORIZATION', 'Authorization', 'RESERVATION', 'sale', 'CREDIT_CARD_SALE'],
  capture: ['CAPTURE', 'authorization_and_capture'],
  refund: ['REFUND', 'credit', 'PARTIAL_REFUND'],
  reversal: ['REVERSAL', 'void', 'CAPTURE_REVERSAL', 'Cancellation'],
  increment: ['INCREMENTAL', 'incremental_authorization'],
  confirmation: ['CONFIRMATION', 'order'],
  unknown: ['TRANSACTION', 'T-17', null],
} as const;

type Shown = keyof typeof shown;

const kinds = {
  capture: [capture, {}],
  refund: [refund, {}],
  incremental: [incremental, {}],
  confirm: [confirm, {}],
  reverse: [reverse, {}],
  'refund-unreferenced': [refundUnreferenced, {}],
  'create-payment': [createPayment, { paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } }],
  SALE: [cloudPos, { messageType: 'SALE' }],
  AUTHORISATION_OR_RESERVATION: [cloudPos, { messageType: 'AUTHORISATION_OR_RESERVATION' }],
  CREDIT: [cloudPos, { messageType: 'CREDIT' }],
  CAPTURE: [cloudPos, { messageType: 'CAPTURE' }],
  REVERSE: [cloudPos, { messageType: 'REVERSE' }],
} as const satisfies { readonly [kind: string]: readonly [Command, JsonObject] };

type Kind = keyof typeof kinds;

function see(kind: Kind, payment: JsonObject, more: Partial<Facts> = {}): Observation {
  const [command, input] = kinds[kind];
  const facts: Facts = {
    kind: command.kind,
    input: { ...input, amount },
    payId: 'P1',
    transId: 'T-1',
    refNr: ourRefNr,
    refNrUnique: true,
    refNrIsOurs: true,
    xIds: [],
    terminalId: null,
    firstSentWallMs: null,
    conflict: false,
    amount,
    ...more,
  };
  return command.observe(facts, readPayment(payment, defaultPaymentPaths));
}

const entry = { xId: 'X1', refNr: ourRefNr, transId: 'T-1', amount, status: 'OK' };
/** Somebody else's, which shows that the record names references. */
const stranger = { type: 'AUTHORIZATION', xId: 'X0', refNr: 'W-1', transId: 'W-1', amount, status: 'OK' };

/** For an entry with the same sum, with another, and with none. */
type Observations = readonly [same: Observation, other: Observation, none: Observation];

const isIt: Observations = ['applied', 'contradicted', 'applied'];
const isNot: Observations = ['contradicted', 'contradicted', 'contradicted'];
const maybeIt: Observations = ['not-open', 'absent', 'not-open'];
const notThere: Observations = ['absent', 'absent', 'absent'];
const anyway: Observations = ['applied', 'applied', 'applied'];

type Table = { readonly [type in Shown]: Observations };
type Group = readonly [kinds: readonly Kind[], ours: Table, none: Table];

const nothing = (observations: Observations): Table => ({
  authorization: observations,
  capture: observations,
  refund: observations,
  reversal: observations,
  increment: observations,
  confirmation: observations,
  unknown: observations,
});

const onPayment: readonly Group[] = [
  [
    ['capture', 'CAPTURE'],
    { ...nothing(isNot), capture: isIt, unknown: isIt },
    { ...nothing(notThere), capture: maybeIt, unknown: maybeIt },
  ],
  [
    ['refund'],
    { ...nothing(isNot), refund: isIt, unknown: isIt },
    { ...nothing(notThere), refund: maybeIt, unknown: maybeIt },
  ],
  [
    ['incremental'],
    { ...nothing(isNot), increment: isIt, authorization: isIt, unknown: isIt },
    { ...nothing(notThere), increment: maybeIt, authorization: maybeIt, unknown: maybeIt },
  ],
  [
    ['confirm'],
    { ...nothing(isNot), confirmation: isIt, authorization: isIt, capture: isIt, unknown: isIt },
    { ...nothing(notThere), confirmation: maybeIt, authorization: maybeIt, capture: maybeIt, unknown: maybeIt },
  ],
  [
    ['reverse', 'REVERSE'],
    { ...nothing(isNot), reversal: isIt, unknown: isIt },
    // The payment's status says that it is reversed, not who did it.
    { ...nothing(anyway), reversal: ['applied', 'cannot-tell', 'applied'] },
  ],
];

const making: readonly Group[] = [
  [
    ['SALE', 'AUTHORISATION_OR_RESERVATION', 'create-payment'],
    { ...nothing(anyway), authorization: isIt, capture: isIt, refund: isNot, reversal: isNot },
    { ...nothing(anyway), refund: isNot, reversal: isNot },
  ],
  [
    ['CREDIT', 'refund-unreferenced'],
    { ...nothing(anyway), refund: isIt, authorization: isNot, capture: isNot, reversal: isNot },
    // What is listed as given back is the sum of what it gave back.
    {
      ...nothing(anyway),
      refund: ['applied', 'contradicted', 'applied'],
      authorization: isNot,
      capture: isNot,
      reversal: isNot,
    },
  ],
];

const sumNames = ['same', 'other', 'none'] as const;

function rows(
  groups: readonly Group[],
): [Kind, string | null, (typeof sumNames)[number], 'ours' | 'none', Observation][] {
  return groups.flatMap(([asked, ours, none]) =>
    asked.flatMap((kind) =>
      (Object.keys(shown) as Shown[]).flatMap((called) =>
        shown[called].flatMap((type) =>
          sumNames.flatMap((sum, at) => [
            [kind, type, sum, 'ours', ours[called][at]!] as const,
            [kind, type, sum, 'none', none[called][at]!] as const,
          ]),
        ),
      ),
    ),
  ) as [Kind, string | null, (typeof sumNames)[number], 'ours' | 'none', Observation][];
}

const reference = { ours: {}, none: { refNr: null, transId: null } };

describe('an entry in the list of the payment that the operation is on', () => {
  it.each(rows(onPayment))('%s asked, %s shown, sum %s, reference %s: %s', (kind, type, sum, refNr, observation) => {
    const listed = { ...entry, type, amount: sums[sum], ...reference[refNr] };
    const status = kind === 'reverse' || kind === 'REVERSE' ? 'REVERSED' : 'OK';
    expect(see(kind, { payId: 'P1', status, amount, operations: [stranger, listed] })).toBe(observation);
  });
});

describe('an entry in the list of the payment that the operation made', () => {
  it.each(rows(making))('%s asked, %s shown, sum %s, reference %s: %s', (kind, type, sum, refNr, observation) => {
    const listed = { ...entry, type, amount: sums[sum], ...reference[refNr] };
    const payment = { payId: 'P1', transId: 'T-1', refNr: ourRefNr, status: 'OK', amount, operations: [listed] };
    expect(see(kind, payment)).toBe(observation);
  });
});

describe('an operation that is listed twice', () => {
  const twice = (type: string, values: readonly number[], statuses: readonly string[] = []) =>
    values.map((value, at) => ({ ...entry, xId: `X${at}`, type, amount: { value }, status: statuses[at] ?? 'OK' }));

  it.each(['capture', 'CAPTURE'] as const)('with two sums disagrees, in any order: %s', (kind) => {
    for (const values of [
      [700, 70_000],
      [70_000, 700],
    ]) {
      expect(see(kind, { payId: 'P1', status: 'OK', operations: twice('CAPTURE', values) })).toBe('contradicted');
    }
  });

  it('with two sums is open while one of them is', () => {
    const operations = twice('CAPTURE', [700, 70_000], ['OK', 'PENDING']);
    expect(see('capture', { payId: 'P1', status: 'OK', operations })).toBe('pending');
  });

  it('with one sum is one, sent twice', () => {
    const operations = twice('REFUND', [700, 700], ['FAILED', 'OK']);
    expect(see('refund', { payId: 'P1', status: 'OK', operations })).toBe('applied');
  });

  it('beside what its gateway did with it is there', () => {
    const operations = [...twice('CAPTURE', [700]), ...twice('REVERSAL', [300])];
    expect(see('capture', { payId: 'P1', status: 'OK', operations })).toBe('applied');
  });
});

describe('a payment whose making is listed twice', () => {
  const made = (types: readonly string[], values: readonly number[], statuses: readonly string[] = []) => ({
    payId: 'P1',
    transId: 'T-1',
    refNr: ourRefNr,
    status: 'OK',
    amount,
    operations: types.map((type, at) => ({
      ...entry,
      xId: `X${at}`,
      type,
      amount: { value: values[at] ?? 0 },
      status: statuses[at] ?? 'OK',
    })),
  });

  it.each<[Kind, string]>([
    ['SALE', 'SALE'],
    ['create-payment', 'AUTHORIZATION'],
    ['AUTHORISATION_OR_RESERVATION', 'RESERVATION'],
    ['CREDIT', 'CREDIT'],
    ['refund-unreferenced', 'REFUND'],
  ])('%s, done under two xIds, disagrees', (kind, type) => {
    expect(see(kind, made([type, type], [700, 700]))).toBe('contradicted');
    expect(see(kind, made([type, type], [700, 700], ['FAILED', 'OK']))).toBe('applied');
    const same = made([type, type], [700, 700]);
    const operations = same.operations.map((each) => ({ ...each, xId: 'X0' }));
    expect(see(kind, { ...same, operations })).toBe('applied');
  });

  it('is one of its making and its captures', () => {
    expect(see('create-payment', made(['AUTHORIZATION', 'CAPTURE'], [700, 700]))).toBe('applied');
    expect(see('create-payment', made(['AUTHORIZATION', 'CAPTURE', 'CAPTURE'], [700, 300, 300]))).toBe('applied');
  });
});

describe('what is listed under our own reference', () => {
  it.each([
    ['capture', 'CAPTURE', 'REFUNDED'],
    ['capture', 'CAPTURE', 'REVERSED'],
    ['refund', 'REFUND', 'AUTHORIZED'],
    ['REVERSE', 'REVERSAL', 'CAPTURED'],
  ] as const)('of %s as %s with status %s disagrees', (kind, type, status) => {
    const listed = [{ ...entry, type, status }];
    expect(see(kind, { payId: 'P1', status: 'REVERSED', operations: listed })).toBe('contradicted');
  });

  it('in another currency disagrees', () => {
    const listed = [{ ...entry, type: 'CAPTURE', amount: { value: 700, currency: 'USD' } }];
    expect(see('capture', { payId: 'P1', status: 'OK', operations: listed })).toBe('contradicted');
  });

  it('is known by its xId too', () => {
    const listed = [stranger, { ...entry, type: 'REFUND', refNr: 'W-2', transId: null }];
    const ours = { xIds: ['X1'], refNrIsOurs: false };
    expect(see('capture', { payId: 'P1', status: 'OK', operations: listed }, ours)).toBe('contradicted');
  });

  it('and was refused as another kind is no proof that it may be sent again', () => {
    const listed = [{ ...entry, type: 'REFUND', status: 'FAILED' }];
    expect(see('capture', { payId: 'P1', status: 'OK', operations: listed })).toBe('contradicted');
  });

  it('under a reference of the caller’s is another operation where it is called otherwise', () => {
    const theirs = { refNr: 'ORDER-1', refNrIsOurs: false };
    const listed = [{ ...entry, type: 'CAPTURE_REVERSAL', refNr: 'ORDER-1' }];
    expect(see('capture', { payId: 'P1', status: 'OK', operations: listed }, theirs)).toBe('not-open');
  });
});

describe('a reversal', () => {
  const reversed = (values: readonly number[], more: JsonObject = {}) => ({
    payId: 'P1',
    status: 'REVERSED',
    operations: values.map((value) => ({ ...stranger, type: 'REVERSAL', amount: { value } })),
    ...more,
  });

  it.each<[string, JsonObject, Observation]>([
    ['by somebody else, of all of it', reversed([700]), 'applied'],
    ['by somebody else, in parts', reversed([300, 400]), 'applied'],
    ['of a part, where the status says all', reversed([300]), 'cannot-tell'],
    ['of more than that', reversed([70_000]), 'cannot-tell'],
    ['of a payment of another sum', reversed([], { amount: { value: 70_000, currency: 'EUR' } }), 'cannot-tell'],
    ['of a payment that held more', reversed([], { amount: { ...amount, authorizedValue: 900 } }), 'applied'],
    ['of a payment that shows no sum', reversed([]), 'applied'],
    ['of a payment in the card’s currency', reversed([], { amount: { value: 812, currency: 'USD' } }), 'applied'],
  ])('%s', (_, payment, observation) => {
    expect(see('REVERSE', payment)).toBe(observation);
    expect(see('reverse', payment)).toBe(observation);
  });

  it('without a sum is one of all that there is', () => {
    expect(see('reverse', reversed([300]), { amount: null })).toBe('applied');
  });
});

describe('the sums of a payment that was made', () => {
  const made = (status: string, more: JsonObject) => ({
    payId: 'P1',
    transId: 'T-1',
    refNr: ourRefNr,
    status,
    amount,
    ...more,
  });
  const totals = (authorized: number, captured: number, refunded: number) => ({
    totals: { authorized, captured, refunded },
  });

  it.each<[Kind, string, JsonObject, Observation]>([
    // What was taken may have been refunded since.
    ['SALE', 'REFUNDED', totals(700, 700, 700), 'not-open'],
    ['SALE', 'REFUNDED', totals(700, 700, 300), 'applied'],
    ['SALE', 'REFUNDED', totals(0, 0, 700), 'contradicted'],
    ['SALE', 'REFUNDED', {}, 'not-open'],
    ['SALE', 'OK', totals(0, 0, 0), 'cannot-tell'],
    ['SALE', 'OK', { totals: { refunded: 0 } }, 'applied'],
    ['SALE', 'OK', { totals: { captured: 0 } }, 'applied'],
    ['SALE', 'OK', {}, 'applied'],
    ['create-payment', 'REFUNDED', totals(0, 0, 700), 'contradicted'],
    ['CREDIT', 'REFUNDED', totals(0, 0, 700), 'applied'],
    ['CREDIT', 'REFUNDED', totals(0, 0, 70_000), 'contradicted'],
    ['CREDIT', 'REFUNDED', totals(700, 700, 700), 'contradicted'],
    ['CREDIT', 'CAPTURED', {}, 'contradicted'],
    ['CREDIT', 'OK', totals(0, 0, 0), 'applied'],
    ['refund-unreferenced', 'OK', totals(700, 0, 0), 'contradicted'],
  ])('%s asked, status %s, %j: %s', (kind, status, more, observation) => {
    expect(see(kind, made(status, more))).toBe(observation);
  });

  it('may be captured in part under the reference of the sale, and never beyond it', () => {
    const listed = (value: number) => [
      { ...entry, type: 'AUTHORIZATION' },
      { ...entry, type: 'CAPTURE', amount: { value } },
    ];
    expect(see('create-payment', made('CAPTURED', { operations: listed(500) }))).toBe('applied');
    expect(see('create-payment', made('CAPTURED', { operations: listed(701) }))).toBe('contradicted');
  });

  it('may have a tip on top of what was authorized', () => {
    const operations = [
      { ...entry, type: 'AUTHORIZATION' },
      { ...entry, type: 'CAPTURE', amount: { value: 800 } },
    ];
    expect(see('SALE', made('CAPTURED', { amount: { value: 800, currency: 'EUR' }, operations }))).toBe('applied');
  });
});
