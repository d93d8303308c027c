// What an outsider, who knew the interface and not the code, had a gateway answer. One rule for all: nothing shown that
// disagrees is success, nothing shown that was carried out is a refusal, and a contradiction is never sent again.

import { type Answer, type Sent } from '../support/gateway.ts';
import {
  type MoneyOperation,
  type OperationName,
  operationNamed,
  operations,
  wholeRefusal,
  wholeSuccess,
} from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

type Over = Readonly<Record<string, unknown>>;
type Case = readonly [title: string, over: Over, expected: Expected];

const named = (...names: readonly OperationName[]) => names.map(operationNamed);
const sum = (value: unknown) => ({ value, currency: 'EUR' });

const nothingOfIt = {
  payId: undefined,
  merchantId: undefined,
  transId: undefined,
  refNr: undefined,
  xId: undefined,
  posTerminalId: undefined,
  localDateTime: undefined,
  status: undefined,
  responseCode: undefined,
  responseDescription: undefined,
  amount: undefined,
  traceNr: undefined,
  approvalCode: undefined,
};

/** Statuses that mean "not carried out, try again": only where the body says nothing of an operation. */
const tryAgain: readonly (readonly [status: number, headers?: Readonly<Record<string, string>>])[] = [
  [401],
  [403],
  [429, { 'retry-after': '1' }],
  [503, { 'retry-after': '1' }],
  [407],
  [408],
  [425],
];

const whatTheySay: readonly (readonly [title: string, over: Over])[] = [
  ['a whole success', {}],
  ['our transId alone', { ...nothingOfIt, transId: 'kept' }],
  ['a slip alone', { ...nothingOfIt, traceNr: '000777', approvalCode: '999111' }],
  ['an open status alone', { ...nothingOfIt, status: 'PENDING' }],
  ['a success wrapped in "data"', { ...nothingOfIt, data: { status: 'OK', responseCode: '00000000' } }],
];

const notExecuted: readonly Row[] = [
  ...named(
    'SALE',
    'CREDIT',
    'REVERSE at a terminal',
    'capture',
    'refund',
    'reverse',
    'create DIRECT',
    'refund-unreferenced',
  ).flatMap((operation) =>
    tryAgain.map(([status, headers]) =>
      makeRow(
        '"not executed" around a success',
        operation,
        `${status} around a whole success`,
        (sent, number) => ({ ...wholeSuccess(operation, number, sent), status, ...(headers && { headers }) }),
        { expected: 'open', rests: sources.notExecutedAround },
      ),
    ),
  ),
  ...named('SALE', 'refund').flatMap((operation) =>
    [401, 403, 429].flatMap((status) =>
      whatTheySay.slice(1).map(([title, over]) =>
        makeRow(
          '"not executed" beside something of the operation',
          operation,
          `${status} with ${title}`,
          (sent, number) => {
            const own = over['transId'] === 'kept' ? { transId: sent.body['transId'] } : {};
            return { ...wholeSuccess(operation, number, sent, { ...over, ...own }), status };
          },
          { expected: 'open', rests: sources.notExecutedAround },
        ),
      ),
    ),
  ),
  ...named('SALE', 'refund').map((operation) =>
    makeRow(
      'token refused once',
      operation,
      '401 with problem details, then a whole success',
      (sent, number) =>
        sent.earlier === 0
          ? { status: 401, body: { type: 'about:blank', title: 'Unauthorized', status: 401, traceId: '00-1' } }
          : wholeSuccess(operation, number, sent),
      { expected: 'succeeded', rests: sources.token, posts: 'twice' },
    ),
  ),
];

/** A refusal in which something says that it was carried out, or that an earlier one of the same was. */
const refusals: readonly (readonly [title: string, over: Over, atTerminal?: true])[] = [
  ['a nested status CAPTURED', { payment: { status: 'CAPTURED' } }],
  ['slip and approved sum', { traceNr: '000777', approvalCode: '999111', approvedAmount: sum(5000) }, true],
  ['the text "Approved"', { status: 'DECLINED', responseDescription: 'Approved' }],
  ['the text "Transaction successful"', { responseDescription: 'Transaction successful' }],
  ['"Duplicate transId: original transaction OK"', { responseDescription: 'Duplicate transId: original transaction' }],
  ['"was already processed"', { responseDescription: 'The transaction was already processed' }],
  ['"already refunded" in errors', { errors: { amount: ['already refunded'] } }],
  ['a code DUPLICATE_TRANSACTION', { error: { code: 'DUPLICATE_TRANSACTION' } }],
  ['duplicate: true', { duplicate: true }],
  ['"request replayed"', { message: 'request replayed' }],
  ['"déjà traité"', { responseDescription: 'Paiement déjà traité' }],
  ['"Ergebnis unbekannt"', { responseDescription: 'Ergebnis unbekannt' }],
  ['"timeout waiting for host"', { responseDescription: 'timeout waiting for host' }],
  ['"no response from acquirer" in errors', { errors: { amount: ['no response from acquirer'] } }],
];

const refused: readonly Row[] = [
  ...named('SALE', 'CREDIT', 'capture', 'refund', 'reverse').flatMap((operation) =>
    refusals
      .filter(([, , atTerminal]) => atTerminal !== true || operation.atTerminal)
      .flatMap(([title, over]) =>
        [200, 422].map((status) =>
          makeRow(
            'a refusal that is none',
            operation,
            `${status} FAILED with ${title}`,
            (sent, number) => ({ ...wholeRefusal(operation, number, sent, over), status }),
            // The payment that is reversed may be captured, and stays so where its reversal is refused.
            {
              expected: operation.kind === 'reverse' && title === 'a nested status CAPTURED' ? 'not-succeeded' : 'open',
              rests: sources.refusedAround,
            },
          ),
        ),
      ),
  ),
  ...named('SALE', 'refund').flatMap((operation) =>
    [400, 404, 422].flatMap((status) =>
      (
        [
          ['cut off', (answer) => ({ ...answer, broken: 'cut' })],
          ['half of it', (answer) => ({ ...answer, body: JSON.stringify(answer.body).slice(0, 40) })],
        ] satisfies readonly (readonly [string, (answer: Answer) => Answer])[]
      ).map(([title, broken]) =>
        makeRow(
          'a refusal that cannot be read',
          operation,
          `${status} FAILED, ${title}`,
          (sent, number) => broken({ ...wholeRefusal(operation, number, sent), status }),
          { expected: 'open', rests: sources.refusedAround, posts: operation.keyed ? 'any' : 'once' },
        ),
      ),
    ),
  ),
];

export const refusalRows: readonly Row[] = [...notExecuted, ...refused];

function beside(name: string, operation: MoneyOperation, cases: readonly Case[], rests: string): Row[] {
  return cases.map(([title, over, expected]) =>
    makeRow(
      name,
      operation,
      title,
      (sent: Sent, number: number) => wholeSuccess(operation, number, sent, { ...over }),
      { expected, rests },
    ),
  );
}

const card = (members: Over) => ({ paymentMethods: { card: members } });
const noWords = { status: undefined, responseCode: undefined, responseDescription: undefined };

const providers: readonly Case[] = [
  ['provider code 51', card({ providerResponseCode: '51' }), 'open'],
  ['provider code 05 as a number', card({ providerResponseCode: 5 }), 'open'],
  ['provider text NO', card({ providerResponseText: 'NO' }), 'open'],
  ['provider code 51 and no status', { ...noWords, ...card({ providerResponseCode: '51' }) }, 'open'],
  ['a number as text of a method', { paymentMethods: { twint: { providerResponseText: 1304 } } }, 'open'],
  ['provider status Declined', { paymentMethods: { amazonPay: { providerStatus: 'Declined' } } }, 'open'],
  ['provider code 000', card({ providerResponseCode: '000' }), 'succeeded'],
  ['provider code 0', card({ providerResponseCode: 0 }), 'succeeded'],
  ['provider text approved', card({ providerResponseCode: '00', providerResponseText: 'Approved' }), 'succeeded'],
];

const sumsOfASale: readonly Case[] = [
  ['partialAmount beside the amount', { partialAmount: sum(1000) }, 'open'],
  ['partialApproval beside the full amount', { partialApproval: true }, 'open'],
  ['"PARTIAL APPROVAL" and no amount', { amount: undefined, responseDescription: 'PARTIAL APPROVAL' }, 'open'],
  ['a remaining amount', { remainingAmount: sum(2_500) }, 'open'],
  ['a balance that is due, and no amount', { amount: undefined, balanceDue: 2_500 }, 'open'],
  ['nothing that remains', { remainingAmount: 0, partial: false }, 'succeeded'],
  ['transactionAmount alone', { amount: undefined, transactionAmount: sum(1000) }, 'open'],
  ['amounts.total alone', { amount: undefined, amounts: { total: 1000, currency: 'EUR' } }, 'open'],
  ['amount.total alone', { amount: { currency: 'EUR', total: 1000 } }, 'open'],
  ['amount.capturedValue', { amount: { ...sum(5000), capturedValue: 1000 } }, 'open'],
  ['amount.refundedValue', { amount: { ...sum(5000), refundedValue: 5000 } }, 'open'],
  ['capturedAmount in USD', { capturedAmount: { value: 5000, currency: 'USD' } }, 'open'],
  ['nothing captured yet', { amount: { ...sum(5000), capturedValue: 0, refundedValue: 0 } }, 'succeeded'],
  ['all of it captured', { amount: { ...sum(5000), capturedValue: 5000 }, transactionAmount: sum(5000) }, 'succeeded'],
];

const sumsOfACapture: readonly Case[] = [
  ['amount.capturedValue', { amount: { ...sum(5000), capturedValue: 1 } }, 'open'],
  ['capturedAmount', { amount: undefined, capturedAmount: sum(1) }, 'open'],
  ['with an earlier capture', { amount: { ...sum(5000), capturedValue: 7000 } }, 'succeeded'],
];

const whatStays: readonly Case[] = [
  ['a part remains of what was to be reversed whole', { remainingAmount: sum(2000) }, 'open'],
  ['nothing remains', { remainingAmount: 0 }, 'succeeded'],
];

const sumsOfARefund: readonly Case[] = [
  ['amount.refundedValue', { amount: { ...sum(5000), refundedValue: 1 } }, 'open'],
  ['refundedAmount', { amount: undefined, refundedAmount: sum(1) }, 'open'],
  ['refundedAmount that is no sum', { amount: undefined, refundedAmount: { value: '50,00', currency: 'EUR' } }, 'open'],
  ['grossRefundAmount', { amount: undefined, paymentMethods: { payPal: { grossRefundAmount: 1 } } }, 'open'],
  ['all of it', { paymentMethods: { payPal: { grossRefundAmount: 5000, netRefundAmount: 4900 } } }, 'succeeded'],
  ['originalPayId of another payment', { originalPayId: 'P99999' }, 'open'],
  ['with an earlier refund', { amount: { ...sum(5000), refundedValue: 7000, capturedValue: 9000 } }, 'succeeded'],
];

/** Less than was asked for, under names that no path of the settings has. */
const smaller: readonly (readonly [title: string, over: Over])[] = [
  ['approvedAmount', { approvedAmount: sum(3000) }],
  ['amountApproved', { amountApproved: 3000 }],
  ['chargedAmount', { chargedAmount: 3000 }],
  ['amount.approved', { amount: { ...sum(5000), approved: 3000 } }],
  ['card.approvedAmount', card({ approvedAmount: 3000 })],
  ['partialApproval.amount', { partialApproval: { amount: 3000 } }],
  ['a method of a list', { paymentMethods: [{ type: 'CARD', amount: sum(3000) }] }],
  ['approved of a method of a list', { paymentMethods: [{ type: 'CARD', approvedAmount: 3000 }] }],
];
const smallerBesides: readonly (readonly [title: string, over: Over])[] = [
  ['authAmount', { authAmount: 3000 }],
  ['authorizedValue', { amount: { ...sum(5000), authorizedValue: 3000 } }],
  ['approved_amount', { approved_amount: '3000' }],
  ['amounts.approved', { amounts: { approved: 3000 } }],
  ['totalAmount', { totalAmount: 3000 }],
  ['finalAmount', { finalAmount: sum(3000) }],
  ['posResult.amount', { posResult: { amount: 3000 } }],
  ['emv.amountAuthorised', { emv: { amountAuthorised: '000000003000' } }],
];
/** More than was asked for, beside what was asked for: at a terminal the card was charged it. */
const largerAtTerminal: readonly Case[] = [
  ['totalAmount of more', { totalAmount: 5500 }, 'open'],
  ['amountCharged of more', { amountCharged: 5500 }, 'open'],
  ['a surcharge in the total', { surchargeAmount: 75, totalAmount: 5075 }, 'open'],
  ['gratuity beside the amount', { gratuity: 500 }, 'open'],
  ['no gratuity', { gratuity: 0, totalAmount: 5000 }, 'succeeded'],
];
const allOfIt: readonly Case[] = [
  [
    'all of it, at many places',
    { amountApproved: 5000, posResult: { amount: sum(5000) }, totalAmount: 5000 },
    'succeeded',
  ],
  ['nothing charged yet', { chargedAmount: 0, finalAmount: null }, 'succeeded'],
  [
    'a fee, a tax and a discount',
    { fee: { totalAmount: 35 }, taxes: { totalAmount: 798 }, discount: { amount: 5 } },
    'succeeded',
  ],
  ['the sums of an order', { basket: { totalAmount: 3000 }, items: [{ totalAmount: 100 }] }, 'succeeded'],
  ['what was refunded before', { refunds: { totalAmount: 3000 }, originalPayment: { totalAmount: 100 } }, 'succeeded'],
];

const described = (responseDescription: string): Case => [responseDescription, { responseDescription }, 'open'];
const receipt = (...lines: string[]) => ({ receipt: { customer: ['CARD PAYMENT', ...lines, 'TOTAL EUR 50,00'] } });

/** Refusals in the languages that the till speaks, on the slip, and of the other way of the money. */
const refusalsInWords: readonly Case[] = [
  ...[
    'OPERAZIONE RIFIUTATA',
    'TRANSAZIONE NEGATA',
    'BETALING GEWEIGERD',
    'OPERACION RECHAZADA',
    'OPERACIÓN DENEGADA',
    'Paiement non autorisé',
    'PIN incorrect, card retained',
    'Cardholder timeout',
  ].map(described),
  ['the slip says DECLINED', receipt('** DECLINED **'), 'open'],
  ['the slip says abgelehnt', { customerReceipt: 'Zahlung abgelehnt\nBitte Karte pruefen' }, 'open'],
  ['the slip says FAILED', receipt('TRANSACTION FAILED'), 'open'],
  ['the slip says cancelled', receipt('*** TRANSACTION CANCELLED ***'), 'open'],
  ['the slip says abgebrochen', receipt('Vorgang abgebrochen'), 'open'],
  ['the slip says annulé', receipt('Paiement annulé'), 'open'],
  ['the slip says NICHT GENEHMIGT', receipt('NICHT GENEHMIGT'), 'open'],
  ['the slip says storniert', receipt('STORNIERT'), 'open'],
  ['a text of the terminal', { displayText: 'Zahlung nicht erfolgt' }, 'open'],
  ['a state QUEUED', { state: 'QUEUED' }, 'open'],
];
/** The sum of the slip, where it stands apart from its lines. */
const slipSums: readonly Case[] = [
  ['the slip is for the sum', { receipt: { amount: { value: 5000, currency: 'EUR' } } }, 'succeeded'],
  ['the slip is for half', { receipt: { amount: { value: 2500, currency: 'EUR' } } }, 'open'],
  ['the slip is for more', { receipt: { amount: 5100 } }, 'open'],
  ['the slip is for another currency', { Receipt: { Amount: { value: 5000, currency: 'USD' } } }, 'open'],
  ['the slip is for half, as it is printed', { receipt: { total: '25,00' } }, 'open'],
  ['the slip is for the sum, as it is printed', { receipt: { total: '50.00', currency: 'EUR' } }, 'succeeded'],
  ['the slip within is for half', { data: { receipt: { amount: { value: 2500 } } } }, 'open'],
];
const noRefusals: readonly Case[] = [
  ['senza errori, geen fout', { responseDescription: 'Eseguita senza errori, geen fout' }, 'succeeded'],
  ['the slip says APPROVED', receipt('APPROVED', 'DECLINED CHECKS ARE NOT TAKEN BACK IN THIS SHOP'), 'succeeded'],
  ['the slip says what became of another', receipt('PREVIOUS TRANSACTION CANCELLED', 'TIP CANCELLED'), 'succeeded'],
  ['the slip says that the first try failed', receipt('CONTACTLESS FAILED', 'CHIP READ'), 'succeeded'],
  ['the type of a card', { type: 'DEBIT' }, 'succeeded'],
  ['"0 declined"', { message: '1 approved, 0 declined' }, 'succeeded'],
  ['the slip says NOT DECLINED', receipt('NOT DECLINED', 'REFUNDS ONLY WITH RECEIPT'), 'succeeded'],
];
const otherWays: readonly (readonly [OperationName, Case])[] = [
  ['SALE', ['type REFUND', { type: 'REFUND' }, 'open']],
  ['SALE', ['type CREDIT', { type: 'CREDIT' }, 'succeeded']],
  ['SALE', ['nothing refunded', { refundStatus: 'NONE' }, 'succeeded']],
  ['AUTHORISATION', ['a capture that is to come', { captureStatus: 'PENDING' }, 'succeeded']],
  ['REVERSE at a terminal', ['the slip says cancelled', receipt('TRANSACTION CANCELLED'), 'succeeded']],
  ['REVERSE at a terminal', ['the slip says failed', receipt('TRANSACTION FAILED'), 'open']],
  ['CREDIT', ['type SALE', { type: 'SALE' }, 'open']],
  ['refund', ['refundStatus PENDING', { refundStatus: 'PENDING' }, 'open']],
  ['refund', ['refundStatus DONE', { refundStatus: 'COMPLETED' }, 'succeeded']],
];

export const languageRows: readonly Row[] = [
  ...named('SALE', 'refund', 'create DIRECT').flatMap((operation) =>
    beside('a refusal in words', operation, refusalsInWords, sources.guess),
  ),
  ...named('SALE', 'refund').flatMap((operation) => beside('no refusal', operation, noRefusals, sources.notRequired)),
  ...named('SALE', 'refund', 'create DIRECT', 'capture').flatMap((operation) =>
    beside('the sum of the slip', operation, slipSums, sources.amount),
  ),
  ...otherWays.flatMap(([name, each]) => beside('the way of the money', operationNamed(name), [each], sources.guess)),
  ...named('SALE', 'refund').flatMap((operation) =>
    [200, 422].flatMap((status) =>
      ['APPROVED', 'PAIEMENT ACCEPTÉ', 'AUTORISÉ'].map((line) =>
        makeRow(
          'a refusal that is none',
          operation,
          `${status} FAILED with a slip that says ${line}`,
          (sent, number) => ({ ...wholeRefusal(operation, number, sent, receipt(line)), status }),
          { expected: 'open', rests: sources.refusedAround },
        ),
      ),
    ),
  ),
];

/** Beside a success that is whole and right. */
const denials: readonly Case[] = [
  ['isError "true"', { isError: 'true' }, 'open'],
  ['voided true', { voided: true }, 'open'],
  ['errors with a name that is never kept', { errors: { pin: ['wrong'] } }, 'open'],
  ['state DECLINED', { state: 'DECLINED' }, 'open'],
  ['state PENDING', { state: 'PENDING' }, 'open'],
  ['transactionStatus FAILED', { transactionStatus: 'FAILED' }, 'open'],
  ['outcome refused', { outcome: 'refused' }, 'open'],
  ['result NOK', { result: 'NOK' }, 'open'],
  ['terminalResult USER_ABORT', { terminalResult: { code: 'USER_ABORT' } }, 'open'],
  ['hostResponse 05', { hostResponse: '05 DO NOT HONOUR' }, 'open'],
  ['hostResponse, a code alone', { hostResponse: '05' }, 'open'],
  ['errorCode E51', { errorCode: 'E51' }, 'open'],
  ['errorMessage', { errorMessage: 'card removed' }, 'open'],
  ['failureReason', { failureReason: 'PIN wrong' }, 'open'],
  ['declineCode 51', { declineCode: '51' }, 'open'],
  ['a German text', { responseDescription: 'Zahlung abgelehnt' }, 'open'],
  ['a member below', { terminal: { lastError: 'paper out' } }, 'open'],
  ['ok 0', { ok: 0 }, 'open'],
  ['executed false', { executed: false }, 'open'],
  ['processed "no"', { processed: 'no' }, 'open'],
  ['executed true', { executed: true, processed: 'true' }, 'succeeded'],
  ['errorCode 0', { errorCode: '0', errorMessage: '', isError: false, declineCode: null }, 'succeeded'],
  ['result OK', { result: 'OK', outcome: 'APPROVED', state: 'COMPLETED', hostResponse: '00' }, 'succeeded'],
  ['a default', { defaultLanguage: 'de', isDefault: true }, 'succeeded'],
];

const directions: readonly (readonly [MoneyOperation, readonly Case[]])[] = [
  [
    operationNamed('SALE'),
    [
      ['reversed true', { reversed: true }, 'open'],
      ['transactionType REFUND', { transactionType: 'REFUND' }, 'open'],
      ['transactionType PURCHASE', { transactionType: 'PURCHASE' }, 'succeeded'],
    ],
  ],
  [
    operationNamed('CREDIT'),
    [
      ['transactionType PURCHASE', { transactionType: 'PURCHASE' }, 'open'],
      ['transactionType CREDIT', { transactionType: 'CREDIT' }, 'succeeded'],
    ],
  ],
  [
    operationNamed('reverse'),
    [
      ['all of it captured', { amount: { ...sum(90_000), capturedValue: 90_000 } }, 'open'],
      ['reversed true', { reversed: true, cancelled: true }, 'succeeded'],
    ],
  ],
  [
    operationNamed('create DIRECT'),
    [
      ['a next action and no status', { ...noWords, nextAction: { type: 'REDIRECT_3DS' } }, 'open'],
      ['a next action beside AUTHORIZED', { nextAction: { type: 'REDIRECT_3DS' } }, 'open'],
      ['no next action', { nextAction: null }, 'succeeded'],
      ['a redirect and no status', { ...noWords, _links: { redirect: { href: 'https://acs.example/1' } } }, 'open'],
      ['a redirect beside AUTHORIZED', { _links: { redirect: { href: 'https://acs.example/1' } } }, 'open'],
      ['a redirectUrl beside AUTHORIZED', { redirectUrl: 'https://acs.example/1' }, 'open'],
      ['a link to itself', { _links: { self: { href: 'https://gateway.example/1' }, redirect: null } }, 'succeeded'],
      [
        'the address of a cookie within the method',
        { paymentMethods: { type: 'KLARNA', klarna: { redirectUrl: 'https://method.example/cookie' } } },
        'succeeded',
      ],
    ],
  ],
  [operationNamed('create HOSTED'), [['a next action', { nextAction: { type: 'REDIRECT' } }, 'succeeded']]],
];

/** Bodies of a 2xx in which nothing is of the operation. */
const strangers: readonly unknown[] = [
  { message: 'Payment not found' },
  { errorCode: 'E1001' },
  { code: 500, msg: 'internal' },
  { httpStatus: 500 },
  { returnCode: -1 },
  { ok: 0 },
  { result: 'NOK' },
  { result: { code: 'REJECTED' } },
  { state: 'error' },
  { exception: 'NullPointer' },
  { decision: 'DECLINE' },
  { reason: 'insufficient' },
  { resultCode: '1', resultText: 'not possible' },
  { warning: 'capture ignored' },
  { title: 'Bad Request', traceId: 'x' },
  { queued: true },
  { _links: { login: { href: '/login' } } },
  { data: { error: 'x' } },
];

const strange: readonly Row[] = [
  ...named('capture', 'reverse').flatMap((operation) => [
    ...strangers.map((body) =>
      makeRow('a 2xx of nobody', operation, JSON.stringify(body), () => ({ status: 200, body }), {
        expected: 'open',
        rests: sources.strangers,
        posts: operation.keyed ? 'any' : 'once',
      }),
    ),
    makeRow(
      'a 2xx of nobody',
      operation,
      'an empty page',
      () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '' }),
      { expected: 'open', rests: sources.strangers, posts: operation.keyed ? 'any' : 'once' },
    ),
    makeRow(
      'a 2xx of the operation',
      operation,
      'its xId alone',
      (_, number) => ({ status: 200, body: { xId: `X-${number}` } }),
      { expected: 'succeeded', rests: sources.emptyDone },
    ),
  ]),
  ...named('refund').flatMap((operation) =>
    (['result', 'errorCode', 'state'] as const).map((name) =>
      makeRow(
        'ids without a status, and a word against it',
        operation,
        `${name} DECLINED`,
        (sent, number) => wholeSuccess(operation, number, sent, { ...noWords, [name]: 'DECLINED' }),
        { expected: 'open', rests: sources.guess },
      ),
    ),
  ),
];

/** A terminal numbers a capture or reversal as any command: only the number that it says it is about must agree. */
const ownNumbers: readonly Row[] = named('CAPTURE at a terminal', 'REVERSE at a terminal').flatMap((operation) =>
  beside(
    'a trace number of its own',
    operation,
    [
      ['a number of its own', { traceNr: '000456' }, 'succeeded'],
      ['a number of its own, and the one it is about', { traceNr: '000456', originalTraceNr: '123' }, 'succeeded'],
      ['a number of its own, about another', { traceNr: '000456', originalTraceNr: '000999' }, 'open'],
      [
        'a number of its own, and nothing else of ours',
        { traceNr: '000456', payId: undefined, transId: undefined, refNr: undefined, amount: undefined },
        'open',
      ],
    ],
    sources.ownTrace,
  ),
);

/** Whole successes beside which something else stands. */
export const besideRows: readonly Row[] = [
  ...named('SALE', 'refund', 'create DIRECT').flatMap((operation) =>
    beside('what the provider says', operation, providers, sources.providers),
  ),
  ...named('SALE').flatMap((operation) => beside('sums at other places', operation, sumsOfASale, sources.amount)),
  ...named('capture', 'CAPTURE at a terminal').flatMap((operation) =>
    beside('sums at other places', operation, sumsOfACapture, sources.amount),
  ),
  ...named('refund').flatMap((operation) => beside('sums at other places', operation, sumsOfARefund, sources.amount)),
  ...named('SALE', 'AUTHORISATION').flatMap((operation) =>
    beside('a larger sum at other places', operation, largerAtTerminal, sources.more),
  ),
  ...named('reverse').flatMap((operation) =>
    beside('what a reversal leaves', operation, whatStays, sources.shownAgrees),
  ),
  ...named('SALE', 'refund', 'capture').flatMap((operation) =>
    beside('words and flags beside a success', operation, denials, sources.guess),
  ),
  ...directions.flatMap(([operation, cases]) => beside('the way of the money', operation, cases, sources.guess)),
];

/** The rest of a payment may be what is left authorized after a capture. */
const restOfIt: readonly Case[] = [['the rest that stays authorized', { authorizedAmount: sum(3000) }, 'succeeded']];

const lessReversed: readonly Case[] = [
  ['a part approved', { approvedAmount: sum(400) }, 'open'],
  ['a part approved, as a number', { approvedAmount: 400 }, 'open'],
  ['a part approved, within the amount', { amount: { ...sum(5000), approvedValue: 400 } }, 'open'],
  ['a part reversed', { reversedAmount: sum(400) }, 'open'],
  ['all of it approved', { approvedAmount: sum(5000) }, 'succeeded'],
];
const lessListed: readonly Case[] = [
  ['a list of captures with less', { captures: [{ amount: sum(400) }] }, 'open'],
  ['a list of captures with all of it', { captures: [{ amount: sum(5000) }] }, 'succeeded'],
  ['a list of captures with an earlier one', { captures: [{ amount: sum(400) }, { amount: sum(5000) }] }, 'succeeded'],
];

export const smallerRows: readonly Row[] = [
  ...named('REVERSE at a terminal').flatMap((operation) =>
    beside('less than was asked', operation, lessReversed, sources.less),
  ),
  ...named('capture').flatMap((operation) => beside('less than was asked', operation, lessListed, sources.less)),
  ...operations
    .filter(({ name }) => name !== 'reverse' && name !== 'REVERSE at a terminal')
    .flatMap((operation) => {
      const open = [
        ...smaller,
        ...(operation.name === 'SALE' || operation.name === 'create DIRECT' ? smallerBesides : []),
      ];
      const cases = open.map(([title, over]): Case => [`${title}, less`, over, 'open']);
      return beside('a smaller sum at other places', operation, cases, sources.less);
    }),
  ...named('SALE', 'AUTHORISATION', 'create DIRECT', 'refund', 'capture').flatMap((operation) =>
    beside('no smaller sum', operation, allOfIt, sources.notRequired),
  ),
  ...named('capture', 'reverse').flatMap((operation) =>
    beside('no smaller sum', operation, restOfIt, sources.notRequired),
  ),
];

export const successRows: readonly Row[] = [...besideRows, ...smallerRows, ...languageRows, ...strange, ...ownNumbers];
