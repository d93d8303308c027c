// Answers that the specification does not show: what gateways, proxies and terminals are known to say elsewhere, and
// what a careless one could. The outcome follows one rule: nothing shown that disagrees is success, nothing unknown
// is guessed, what is not shown is not required.

import { gzipSync } from 'node:zlib';
import { type Answer, type Sent } from '../support/gateway.ts';
import {
  type MoneyOperation,
  operationNamed,
  payIdOf,
  terminalOf,
  transIdOf,
  wholeRefusal,
  wholeSuccess,
} from '../support/operations.ts';
import { type Expected, type Posts, type Row } from '../support/rows.ts';
import { makeRow, repeatsOf } from './make-row.ts';
import { sources } from './sources.ts';

const sale = operationNamed('SALE');
const refund = operationNamed('refund');
const capture = operationNamed('capture');
const create = operationNamed('create DIRECT');
const reversal = operationNamed('reverse');
const reverseAtTerminal = operationNamed('REVERSE at a terminal');

type Over = Record<string, unknown> | ((sent: Sent, number: number) => Record<string, unknown>);
type Case = readonly [title: string, over: Over, expected: Expected];

const overOf = (over: Over, sent: Sent, number: number): Record<string, unknown> =>
  typeof over === 'function' ? over(sent, number) : over;

/**
 * A whole success in which some members are replaced. What contradicts the request is never sent again; what cannot be
 * read says no more than a lost answer.
 */
function shown(
  name: string,
  operation: MoneyOperation,
  cases: readonly Case[],
  rests: string = sources.guess,
  contradicts: (expected: Expected) => boolean = (expected) => expected !== 'not-failed',
): Row[] {
  return cases.map(([title, over, expected]) =>
    makeRow(
      name,
      operation,
      title,
      (sent, number) => wholeSuccess(operation, number, sent, overOf(over, sent, number)),
      { expected, rests, posts: contradicts(expected) ? 'once' : repeatsOf(operation) },
    ),
  );
}

const eur = (value: unknown) => ({ amount: { value, currency: 'EUR' } });
const currency = (code: unknown) => ({ amount: { value: 5000, currency: code } });

const amounts: readonly Case[] = [
  ['amount "5000" as text', eur('5000'), 'not-failed'],
  ['amount "2500" as text', eur('2500'), 'open'],
  ['amount "50.00" in major units as text', eur('50.00'), 'not-failed'],
  ['amount "12.34" in major units as text', eur('12.34'), 'open'],
  ['amount "50,00" with a comma', eur('50,00'), 'not-failed'],
  ['amount 50 in major units', eur(50), 'open'],
  ['amount 12.34', eur(12.34), 'open'],
  ['amount 5000.4', eur(5000.4), 'open'],
  ['amount -5000', eur(-5000), 'open'],
  ['amount 1e300', eur(1e300), 'open'],
  ['amount "5000 EUR"', eur('5000 EUR'), 'not-failed'],
  ['amount null', { amount: null }, 'succeeded'],
  ['amount value null', eur(null), 'not-failed'],
  ['amount as a bare number', { amount: 5000 }, 'not-failed'],
  ['amount as a bare number, half', { amount: 2500 }, 'open'],
  ['amount in a list', { amount: [{ value: 5000, currency: 'EUR' }] }, 'not-failed'],
  ['amount in a list, half', { amount: [{ value: 2500, currency: 'EUR' }] }, 'open'],
  ['amount in a list, half twice', { amount: [{ value: 2500 }, { value: 2500 }] }, 'not-failed'],
  ['amount true', { amount: true }, 'not-failed'],
  ['currency in lower case', currency('eur'), 'not-failed'],
  ['currency as the number of EUR', currency('978'), 'succeeded'],
  ['currency 978 as a number', currency(978), 'succeeded'],
  ['currency as a number of no currency', currency('000'), 'open'],
  ['currency as the number of USD', currency('840'), 'open'],
  ['currency 840 as a number', currency(840), 'open'],
  ['currency null', currency(null), 'succeeded'],
  ['currency empty', currency(''), 'not-failed'],
  ['currency with spaces', currency(' EUR '), 'not-failed'],
  [
    'the sums of a payment beside it',
    { amount: { value: 5000, currency: 'EUR', refundedValue: 0, taxTotal: 798 } },
    'succeeded',
  ],
];

/** Where another host shows the approved sum. The paths are settings; what their default reads must not be overlooked. */
const amountsElsewhere: readonly Case[] = [
  ['approvedAmount half', { amount: undefined, approvedAmount: { value: 2500, currency: 'EUR' } }, 'open'],
  ['amount right, approvedAmount half', { approvedAmount: { value: 2500, currency: 'EUR' } }, 'open'],
  ['authorizedAmount half', { authorizedAmount: { value: 2500, currency: 'EUR' } }, 'open'],
  ['payment.amount half', { payment: { amount: { value: 2500, currency: 'EUR' } } }, 'open'],
  [
    'paymentMethods.card.amount half',
    { paymentMethods: { card: { amount: { value: 2500, currency: 'EUR' } } } },
    'open',
  ],
  ['partialApproval true', { partialApproval: true }, 'not-failed'],
];

const capitals: readonly Case[] = [
  ['TransId of another', { transId: undefined, TransId: 'T99999' }, 'open'],
  ['both transId right and TransId of another', { TransId: 'T99999' }, 'open'],
  ['refnr of another', { refNr: undefined, refnr: 'TB01A0000000000000000000000000000' }, 'open'],
  ['POSTerminalID of another', { posTerminalId: undefined, POSTerminalID: 'K99999' }, 'open'],
  ['Status FAILED without status', { status: undefined, Status: 'FAILED' }, 'not-succeeded'],
  ['STATUS OK without status', { status: undefined, STATUS: 'OK', responseCode: undefined }, 'not-failed'],
  ['Amount {Value: 2500}', { amount: undefined, Amount: { Value: 2500, Currency: 'EUR' } }, 'open'],
  ['ResponseCode 40000000', { responseCode: undefined, ResponseCode: '40000000' }, 'open'],
];

const ids: readonly Case[] = [
  ['refNr cut to twelve characters', (sent) => ({ refNr: String(sent.body['refNr']).slice(0, 12) }), 'not-failed'],
  ['refNr in lower case', (sent) => ({ refNr: String(sent.body['refNr']).toLowerCase() }), 'not-failed'],
  ['refNr with spaces', (sent) => ({ refNr: `${String(sent.body['refNr'])}   ` }), 'not-failed'],
  ['refNr of another that begins like ours', (sent) => ({ refNr: `${String(sent.body['refNr'])}-2` }), 'open'],
  ['refNr null', { refNr: null }, 'succeeded'],
  ['refNr empty', { refNr: '' }, 'not-failed'],
  ['refNr as a number', { refNr: 12345 }, 'open'],
  ['refNr as a list of two', (sent) => ({ refNr: [sent.body['refNr'], 'OTHER'] }), 'not-failed'],
  ['transId null', { transId: null }, 'succeeded'],
  ['transId cut off', (sent) => ({ transId: String(sent.body['transId']).slice(0, 4) }), 'not-failed'],
  ['transId as an object', { transId: { id: 'T99999' } }, 'not-failed'],
  ['merchantId of another shop', { merchantId: 'OTHER-SHOP' }, 'open'],
];

const saleIds: readonly Case[] = [
  ['messageType REVERSE', { messageType: 'REVERSE' }, 'open'],
  ['messageType SALE', { messageType: 'SALE' }, 'succeeded'],
  ['posTerminalId null', { posTerminalId: null }, 'succeeded'],
  ['posTerminalId as a list', (_, number) => ({ posTerminalId: [terminalOf(number)] }), 'not-failed'],
  ['localDateTime in another format', { localDateTime: '22.11.2026 12:58' }, 'not-failed'],
  ['localDateTime null', { localDateTime: null }, 'succeeded'],
  [
    'localDateTime two seconds later',
    (sent) => ({ localDateTime: shifted(sent.body['localDateTime'], 2000) }),
    'not-failed',
  ],
  ['localDateTime a day ahead', (sent) => ({ localDateTime: shifted(sent.body['localDateTime'], 86_400_000) }), 'open'],
  ['creationDate three weeks ago', { creationDate: new Date(Date.now() - 21 * 86_400_000).toISOString() }, 'open'],
];

function shifted(localDateTime: unknown, ms: number): string {
  return new Date(new Date(`${String(localDateTime).slice(0, 19)}Z`).getTime() + ms).toISOString().slice(0, 19);
}

const withoutSlip = { traceNr: undefined, approvalCode: undefined, refNr: undefined, amount: undefined };
const traces: readonly Case[] = [
  ['trace number as a number is evidence', { ...withoutSlip, traceNr: 123 }, 'succeeded'],
  ['approval code as a number is evidence', { ...withoutSlip, approvalCode: 654321 }, 'succeeded'],
  ['trace number {}', { ...withoutSlip, traceNr: {} }, 'open'],
  ['trace number []', { ...withoutSlip, traceNr: [] }, 'open'],
  ['trace number false', { ...withoutSlip, traceNr: false }, 'open'],
  ['trace number true', { ...withoutSlip, traceNr: true }, 'open'],
  ['trace number "null"', { ...withoutSlip, traceNr: 'null' }, 'not-failed'],
  ['trace number 000000', { ...withoutSlip, traceNr: '000000' }, 'not-failed'],
  ['trace number 0', { ...withoutSlip, traceNr: 0 }, 'not-failed'],
  ['approval code "DECLINED"', { ...withoutSlip, approvalCode: 'DECLINED' }, 'not-failed'],
];
const reversalTraces: readonly Case[] = [
  ['trace number without its leading zeros', { traceNr: '123' }, 'not-failed'],
  ['trace number as a number', { traceNr: 123 }, 'not-failed'],
  ['trace number null', { traceNr: null }, 'succeeded'],
  ['approval code of the sale not repeated', { approvalCode: undefined }, 'succeeded'],
];

const noCode = { responseCode: undefined };
const words: readonly Case[] = [
  ['status {"code":"OK"}', { ...noCode, status: { code: 'OK' } }, 'not-failed'],
  ['status {"code":"FAILED"}', { status: { code: 'FAILED' } }, 'not-succeeded'],
  ['status ["OK"]', { ...noCode, status: ['OK'] }, 'not-failed'],
  ['status ["OK","FAILED"]', { status: ['OK', 'FAILED'] }, 'not-succeeded'],
  ['status true', { ...noCode, status: true }, 'not-failed'],
  ['status false', { status: false }, 'not-succeeded'],
  ['status null beside 00000000', { status: null }, 'succeeded'],
  ['status empty beside 00000000', { status: '' }, 'not-failed'],
  ['status " OK "', { ...noCode, status: ' OK ' }, 'not-failed'],
  ['status "NOT OK"', { status: 'NOT OK' }, 'not-succeeded'],
  ['status "NOT_APPROVED"', { status: 'NOT_APPROVED' }, 'not-succeeded'],
  ['status "UNAUTHORIZED"', { status: 'UNAUTHORIZED' }, 'not-succeeded'],
  ['status "OK_PENDING"', { status: 'OK_PENDING' }, 'not-succeeded'],
  ['status "PARTIALLY_APPROVED"', { status: 'PARTIALLY_APPROVED' }, 'not-succeeded'],
  ['status "DUPLICATE"', { status: 'DUPLICATE' }, 'open'],
  ['status "VOIDED"', { status: 'VOIDED' }, 'not-succeeded'],
  ['status "REFERRAL"', { status: 'REFERRAL' }, 'not-succeeded'],
  ['status "GENEHMIGT"', { ...noCode, status: 'GENEHMIGT' }, 'open'],
  ['status "ABGELEHNT"', { status: 'ABGELEHNT' }, 'not-succeeded'],
  ['status "APPROUVÉ"', { ...noCode, status: 'APPROUVÉ' }, 'open'],
  ['status "承認"', { ...noCode, status: '承認' }, 'open'],
  ['status OK in Cyrillic letters', { ...noCode, status: 'ОК' }, 'open'],
  ['status a word of 100,000 letters', { status: 'O'.repeat(100_000) }, 'open'],
  ['responseCode ["00000000"]', { status: undefined, responseCode: ['00000000'] }, 'open'],
  ['responseCode {}', { status: undefined, responseCode: {} }, 'open'],
  ['responseCode "OOOOOOOO"', { status: undefined, responseCode: 'OOOOOOOO' }, 'open'],
  ['responseCode in full-width digits', { status: undefined, responseCode: '００００００００' }, 'open'],
  ['responseCode "0000 000"', { status: undefined, responseCode: '0000 000' }, 'open'],
];

const reversalWords: readonly Case[] = [
  ['VOIDED', { status: 'VOIDED' }, 'not-failed'],
  ['ALREADY_REVERSED', { status: 'ALREADY_REVERSED' }, 'not-failed'],
  ['NOT_REVERSED', { status: 'NOT_REVERSED' }, 'not-succeeded'],
  ['a problem with its own status number', { status: 400, title: 'Bad Request', ...noCode }, 'not-succeeded'],
];

const denials: readonly Case[] = [
  ['errors with a message', { errors: { amount: ['too high'] } }, 'not-succeeded'],
  ['errors as a list', { errors: [{ code: 'E12', message: 'declined' }] }, 'not-succeeded'],
  ['errors {}', { errors: {} }, 'succeeded'],
  ['errors []', { errors: [] }, 'succeeded'],
  ['errors null', { errors: null }, 'succeeded'],
  ['error "declined"', { error: 'declined' }, 'not-succeeded'],
  ['error null', { error: null }, 'succeeded'],
  ['success false', { success: false }, 'not-succeeded'],
  ['success true', { success: true }, 'succeeded'],
  ['approved false', { approved: false }, 'not-succeeded'],
  ['declined true', { declined: true }, 'not-succeeded'],
];

/** The specification gives these texts only when the status is FAILED; its codes are there in both cases. */
const providers: readonly Case[] = [
  [
    'provider text of a refusal',
    { paymentMethods: { card: { providerResponseCode: '05', providerResponseText: 'DO NOT HONOUR' } } },
    'not-succeeded',
  ],
  [
    'provider decline category',
    { paymentMethods: { payPal: { providerDeclineCategory: 'HARD_DECLINE' } } },
    'not-succeeded',
  ],
  [
    'provider code 00',
    { paymentMethods: { card: { providerResponseCode: '00', providerApprovalCode: 654321 } } },
    'succeeded',
  ],
];

/** Members named status or amount that speak of something else than this operation. */
const harmless: readonly Case[] = [
  ['no DCC offered', { paymentMethods: { card: { dccInfo: { status: 'NOT_AVAILABLE' } } } }, 'succeeded'],
  [
    'DCC with the sum in the currency of the cardholder',
    {
      paymentMethods: {
        card: {
          dccInfo: {
            status: 'AVAILABLE',
            amounts: {
              merchant: { value: 5000, currency: 'EUR' },
              cardholder: { value: 5613, currency: 'USD', decimalValue: 56.13 },
            },
          },
        },
      },
    },
    'succeeded',
  ],
  ['an order whose goods are pending', { order: { status: 'PENDING', merchantReference: '1' } }, 'not-failed'],
  [
    'receipt lines that speak of status and sums',
    { receiptLines: ['STATUS: DECLINED BEFORE', 'TOTAL 12,34'] },
    'not-failed',
  ],
];

const deeper: readonly Case[] = [
  ['paymentMethods[0].status FAILED', { paymentMethods: [{ type: 'CARD', status: 'FAILED' }] }, 'not-succeeded'],
  ['paymentMethods.card.status failed', { paymentMethods: { card: { status: 'failed' } } }, 'not-succeeded'],
  ['data.status FAILED', { data: { status: 'FAILED' } }, 'not-succeeded'],
  ['transaction.status DECLINED', { transaction: { status: 'DECLINED' } }, 'not-succeeded'],
  ['transactions[1].status DECLINED', { transactions: [{ status: 'OK' }, { status: 'DECLINED' }] }, 'not-succeeded'],
  ['payment.responseCode 40000000', { payment: { responseCode: '40000000' } }, 'not-succeeded'],
  ['status OK with substatus DECLINED', { subStatus: 'DECLINED' }, 'not-succeeded'],
];

const metadata = { status: 'FAILED', transId: 'T99999', amount: { value: 1, currency: 'USD' } };
const refundWithMetadata: MoneyOperation = {
  ...refund,
  input: (number) => ({ ...refund.input(number), metadata }),
};

const text = (answer: Answer): string => JSON.stringify(answer.body);
type Raw = (answer: Answer, refusal: Answer) => Answer;

/** Bytes instead of an object: each is made of a whole success, or of a refusal. */
const raws: readonly (readonly [title: string, raw: Raw, expected: Expected])[] = [
  ['a byte order mark before a success', (good) => ({ ...good, body: `\uFEFF${text(good)}` }), 'not-failed'],
  ['a byte order mark before a refusal', (_, bad) => ({ ...bad, body: `\uFEFF${text(bad)}` }), 'not-succeeded'],
  [
    'status twice, FAILED first',
    (good) => ({ ...good, body: `{"status":"FAILED",${text(good).slice(1)}` }),
    'not-succeeded',
  ],
  [
    'status twice, FAILED last',
    (good) => ({ ...good, body: `${text(good).slice(0, -1)},"status":"FAILED"}` }),
    'not-succeeded',
  ],
  [
    'refNr twice, a foreign one first',
    (good) => ({ ...good, body: `{"refNr":"OTHER",${text(good).slice(1)}` }),
    'open',
  ],
  [
    'amount twice, half first',
    (good) => ({ ...good, body: `{"amount":{"value":2500,"currency":"EUR"},${text(good).slice(1)}` }),
    'open',
  ],
  ['amount 5000.0', (good) => ({ ...good, body: text(good).replace('"value":5000', '"value":5000.0') }), 'succeeded'],
  ['amount 5e3', (good) => ({ ...good, body: text(good).replace('"value":5000', '"value":5e3') }), 'succeeded'],
  [
    'amount 5000.00000000000001',
    (good) => ({ ...good, body: text(good).replace('"value":5000', '"value":5000.00000000000001') }),
    'not-failed',
  ],
  [
    'amount 9007199254740993',
    (good) => ({ ...good, body: text(good).replace('"value":5000', '"value":9007199254740993') }),
    'open',
  ],
  ['amount NaN', (good) => ({ ...good, body: text(good).replace('"value":5000', '"value":NaN') }), 'open'],
  [
    'a page',
    (good) => ({ ...good, headers: { 'content-type': 'text/html' }, body: '<html><body>OK</body></html>' }),
    'open',
  ],
  ['a page that is called JSON', (good) => ({ ...good, body: '<html><body>OK</body></html>' }), 'open'],
  [
    'a login page of a network',
    (good) => ({ ...good, headers: { 'content-type': 'text/html' }, body: '<form action="/login"></form>' }),
    'open',
  ],
  ['a success called text/html', (good) => ({ ...good, headers: { 'content-type': 'text/html' } }), 'not-failed'],
  ['a success without a content type', (good) => ({ ...good, headers: { 'content-type': '' } }), 'not-failed'],
  [
    'a success called problem+json',
    (good) => ({ ...good, headers: { 'content-type': 'application/problem+json' } }),
    'not-failed',
  ],
  [
    'a success in gzip',
    (good) => ({ ...good, headers: { 'content-encoding': 'gzip' }, body: gzipSync(text(good)) }),
    'not-failed',
  ],
  [
    'a refusal in gzip',
    (_, bad) => ({ ...bad, headers: { 'content-encoding': 'gzip' }, body: gzipSync(text(bad)) }),
    'not-succeeded',
  ],
  ['gzip that does not say so', (good) => ({ ...good, body: gzipSync(text(good)) }), 'open'],
  ['said to be gzip and is not', (good) => ({ ...good, headers: { 'content-encoding': 'gzip' } }), 'not-failed'],
  ['garbage behind it', (good) => ({ ...good, body: `${text(good)}<!-- cached -->` }), 'open'],
  ['white space around it', (good) => ({ ...good, body: `\r\n  ${text(good)}\r\n` }), 'succeeded'],
  ['a refusal behind it', (good, bad) => ({ ...good, body: `${text(good)}${text(bad)}` }), 'open'],
  ['a NUL behind it', (good) => ({ ...good, body: `${text(good)}\u0000` }), 'not-failed'],
  ['its first half', (good) => ({ ...good, body: text(good).slice(0, text(good).length / 2) }), 'open'],
  ['a connection that ends in the middle', (good) => ({ ...good, broken: 'cut' }), 'open'],
  ['a connection that ends before the answer', (good) => ({ ...good, broken: 'reset' }), 'open'],
  ['the word OK', (good) => ({ ...good, headers: { 'content-type': 'text/plain' }, body: 'OK' }), 'open'],
  ['the JSON text "OK"', (good) => ({ ...good, body: '"OK"' }), 'open'],
  ['the JSON true', (good) => ({ ...good, body: 'true' }), 'open'],
  ['the JSON null', (good) => ({ ...good, body: 'null' }), 'open'],
  ['the JSON 0', (good) => ({ ...good, body: '0' }), 'open'],
  ['an empty list', (good) => ({ ...good, body: '[]' }), 'open'],
  ['a list with a success', (good) => ({ ...good, body: `[${text(good)}]` }), 'not-failed'],
  [
    'a list with a success and a refusal',
    (good, bad) => ({ ...good, body: `[${text(good)},${text(bad)}]` }),
    'not-succeeded',
  ],
  ['a success wrapped in "data"', (good) => ({ ...good, body: `{"data":${text(good)}}` }), 'not-failed'],
  ['a refusal wrapped in "data"', (good, bad) => ({ ...good, body: `{"data":${text(bad)}}` }), 'not-succeeded'],
  ['a success under __proto__', (good) => ({ ...good, body: `{"__proto__":${text(good)}}` }), 'open'],
  ['a success as JSON in a JSON text', (good) => ({ ...good, body: JSON.stringify(text(good)) }), 'not-failed'],
  ['in UTF-16', (good) => ({ ...good, body: Buffer.from(text(good), 'utf16le') }), 'not-failed'],
  [
    'in Latin-1 with an umlaut',
    (good) => ({ ...good, body: Buffer.from(text(good).replace('success', 'g\u00FCltig'), 'latin1') }),
    'not-failed',
  ],
  [
    'a megabyte of receipt behind it',
    (good) => ({ ...good, body: `${text(good).slice(0, -1)},"receipt":"${'x'.repeat(1_000_000)}"}` }),
    'not-failed',
  ],
  [
    'twenty thousand lists in each other',
    (good) => ({ ...good, body: `${text(good).slice(0, -1)},"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }),
    'not-failed',
  ],
  [
    'twenty thousand numbers behind it',
    (good) => ({ ...good, body: `${text(good).slice(0, -1)},"x":[${'1,'.repeat(20_000)}1]}` }),
    'open',
  ],
  [
    'problem details with 200',
    () => ({
      status: 200,
      body: { type: 'about:blank', title: 'Bad Request', status: 400, errors: { amount: ['no'] } },
    }),
    'not-succeeded',
  ],
  [
    'an error object with 200',
    () => ({ status: 200, body: { responseCode: '20000000', responseDescription: 'no' } }),
    'not-succeeded',
  ],
  [
    'an error object without a code, with 200',
    () => ({ status: 200, body: { error: 'internal', message: 'no' } }),
    'not-succeeded',
  ],
];

/** A capture needs no evidence, so what merely says nothing may be success; what is unreadable is not. */
const saysNothing = new Set([
  'the JSON null',
  'the JSON true',
  'the JSON 0',
  'an empty list',
  'a success under __proto__',
]);
/** Readable, and at odds with itself or with the request: never sent again. */
const contradictory = new Set([
  'status twice, FAILED first',
  'status twice, FAILED last',
  'refNr twice, a foreign one first',
  'amount twice, half first',
  'amount 9007199254740993',
  'a list with a success and a refusal',
]);

function rawRows(operation: MoneyOperation): Row[] {
  return raws.map(([title, raw, expected]) =>
    makeRow(
      `bytes: ${operation.name}`,
      operation,
      title,
      (sent, number) => raw(wholeSuccess(operation, number, sent), wholeRefusal(operation, number, sent)),
      {
        expected: operation === capture && saysNothing.has(title) ? 'not-failed' : expected,
        rests: expected === 'open' ? sources.unreadable : sources.guess,
        posts: contradictory.has(title) ? 'once' : repeatsOf(operation),
      },
    ),
  );
}

type Second = readonly [title: string, second: (good: Answer, bad: Answer) => Answer, expected: Expected, posts: Posts];

/** The answer to the first attempt was lost, and the repeat under the same key is answered so. */
const seconds: readonly Second[] = [
  ['a whole success', (good) => good, 'succeeded', 'twice'],
  ['422 FAILED', (_, bad) => ({ ...bad, status: 422 }), 'open', 'any'],
  ['200 FAILED', (_, bad) => bad, 'open', 'any'],
  ['400 without a body', () => ({ status: 400 }), 'open', 'any'],
  ['404', () => ({ status: 404, body: { title: 'Not Found', status: 404 } }), 'open', 'any'],
  ['409', () => ({ status: 409, body: { title: 'Conflict', status: 409 } }), 'open', 'any'],
  [
    'a success with another refNr',
    (good) => ({ ...good, body: { ...(good.body as object), refNr: 'OTHER' } }),
    'open',
    'twice',
  ],
  ['a success for half', (good) => ({ ...good, body: { ...(good.body as object), ...eur(2500) } }), 'open', 'twice'],
  ['202', () => ({ status: 202 }), 'open', 'twice'],
  [
    'PENDING',
    (good) => ({ ...good, body: { ...(good.body as object), status: 'PENDING', responseCode: '60000000' } }),
    'open',
    'twice',
  ],
];

function inTurn(
  name: string,
  operation: MoneyOperation,
  title: string,
  first: Answer,
  second: Second[1],
  say: { expected: Expected; rests: string; posts: Posts },
): Row {
  const answer = (sent: Sent, number: number): Answer =>
    sent.earlier === 0 ? first : second(wholeSuccess(operation, number, sent), wholeRefusal(operation, number, sent));
  return makeRow(name, operation, title, answer, say);
}

const secondRows: readonly Row[] = [
  ...[refund, capture].flatMap((operation) =>
    seconds.map(([title, second, expected, posts]) =>
      inTurn('second answer after a lost one', operation, `500, then ${title}`, { status: 500 }, second, {
        expected,
        rests: sources.earlier,
        posts,
      }),
    ),
  ),
  ...[sale, refund].flatMap((operation) =>
    [401, 403].map((status) =>
      inTurn('token refused once', operation, `${status}, then a whole success`, { status }, (good) => good, {
        expected: 'succeeded',
        rests: sources.token,
        posts: 'twice',
      }),
    ),
  ),
  ...[refund, capture].map((operation) =>
    inTurn(
      'second answer after a lost one',
      operation,
      '429, then 422 FAILED',
      { status: 429 },
      (_, bad) => ({ ...bad, status: 422 }),
      {
        expected: 'failed',
        rests: sources.busy,
        posts: 'twice',
      },
    ),
  ),
];

type OddStatus = readonly [status: number, expected: Expected];

/** Statuses that no specification names: around a whole success, and empty. */
const oddStatuses: readonly OddStatus[] = [
  [203, 'not-failed'],
  [205, 'not-failed'],
  [206, 'open'],
  [207, 'open'],
  [226, 'not-failed'],
  [300, 'open'],
  [402, 'open'],
  [423, 'open'],
  [424, 'open'],
  [428, 'open'],
  [451, 'open'],
  [499, 'open'],
  [505, 'open'],
  [507, 'open'],
  [511, 'open'],
  [522, 'open'],
  [524, 'open'],
  [599, 'open'],
  [700, 'open'],
];

const statusRows: readonly Row[] = [sale, refund].flatMap((operation) =>
  oddStatuses.map(([status, expected]) =>
    makeRow(
      'odd status around a success',
      operation,
      `${status} around a whole success`,
      (sent, number) => ({ ...wholeSuccess(operation, number, sent), status }),
      { expected, rests: sources.shownAgrees, posts: status >= 500 || status === 300 ? repeatsOf(operation) : 'once' },
    ),
  ),
);

const recordOf = (number: number, over: Record<string, unknown>): Record<string, unknown> => ({
  payId: payIdOf(number),
  merchantId: 'SHOP',
  status: 'OK',
  responseCode: '00000000',
  ...over,
});

type LookUp = readonly [title: string, body: (refNr: unknown, number: number) => unknown, expected: Expected];

/** The answer of the sale was lost; its transId finds this. The bridge's refNr is known from the POST. */
const saleLookUps: readonly LookUp[] = [
  ['a list of two payments, neither with our refNr', (_, number) => [paid(number), paid(number)], 'open'],
  [
    'a list of two payments, one with our refNr',
    (refNr, number) => [paid(number), paid(number, { refNr })],
    'not-failed',
  ],
  [
    'a list with two that contradict each other',
    (refNr, number) => [paid(number, { refNr }), paid(number, { refNr, status: 'FAILED' })],
    'open',
  ],
  ['an empty list', () => [], 'open'],
  ['a page of payments', (_, number) => ({ totalNumberOfItems: 1, data: [paid(number)] }), 'open'],
  ['a page', () => '<html>payments</html>', 'open'],
  ['{}', () => ({}), 'open'],
  ['the payment of another transId', (_, number) => paid(number, { transId: 'T99999' }), 'open'],
  ['our refNr in another transId', (refNr, number) => paid(number, { transId: 'T99999', refNr }), 'open'],
  [
    'our refNr, cut to twelve characters',
    (refNr, number) => paid(number, { refNr: String(refNr).slice(0, 12) }),
    'not-failed',
  ],
  ['our refNr and an unknown word', (refNr, number) => paid(number, { refNr, status: 'QUX' }), 'open'],
  [
    'our refNr and a nested FAILED',
    (refNr, number) => paid(number, { refNr, payment: { status: 'FAILED' } }),
    'not-succeeded',
  ],
  ['our refNr, code 40000000', (refNr, number) => paid(number, { refNr, responseCode: '40000000' }), 'open'],
  [
    'our refNr, made years ago',
    (refNr, number) => paid(number, { refNr, creationDate: '2020-01-01T00:00:00Z' }),
    'not-failed',
  ],
  ['our refNr, reversed since', (refNr, number) => paid(number, { refNr, status: 'REVERSED' }), 'open'],
  [
    'our refNr, amount as text',
    (refNr, number) => paid(number, { refNr, amount: { value: '5000', currency: 'EUR' } }),
    'not-failed',
  ],
  [
    'our refNr, half the amount as text',
    (refNr, number) => paid(number, { refNr, amount: { value: '2500', currency: 'EUR' } }),
    'open',
  ],
  ['our refNr in our metadata only', (refNr, number) => paid(number, { metadata: { refNr } }), 'not-failed'],
];

function paid(number: number, over: Record<string, unknown> = {}): Record<string, unknown> {
  const amount = { value: 5000, currency: 'EUR' };
  return recordOf(number, { transId: transIdOf(number), amount, traceNr: '000123', approvalCode: '654321', ...over });
}

/** The answer of the refund was lost; the payment shows this. The names of such lists are not specified. */
const refundLookUps: readonly LookUp[] = [
  [
    'our refund, listed twice',
    (refNr, number) => recordOf(number, { refunds: [back(refNr), back(refNr)] }),
    'not-failed',
  ],
  [
    'our refund, done and failed',
    (refNr, number) => recordOf(number, { refunds: [back(refNr), back(refNr, { status: 'FAILED' })] }),
    'open',
  ],
  [
    'our refund for half',
    (refNr, number) => recordOf(number, { refunds: [back(refNr, { amount: { value: 2500, currency: 'EUR' } })] }),
    'open',
  ],
  [
    'our refund in another currency',
    (refNr, number) => recordOf(number, { refunds: [back(refNr, { amount: { value: 5000, currency: 'USD' } })] }),
    'open',
  ],
  ['a refund of the same sum by another', (_, number) => recordOf(number, { refunds: [back('OTHER')] }), 'open'],
  ['a refund of the same sum without refNr', (_, number) => recordOf(number, { refunds: [back(undefined)] }), 'open'],
  [
    'refundedValue 5000 and no list',
    (_, number) =>
      recordOf(number, { amount: { value: 5000, currency: 'EUR', capturedValue: 5000, refundedValue: 5000 } }),
    'open',
  ],
  ['status REFUNDED and no list', (_, number) => recordOf(number, { status: 'REFUNDED' }), 'open'],
  [
    'another payment with our refund',
    (refNr, number) => recordOf(number, { payId: 'P99999', refunds: [back(refNr)] }),
    'open',
  ],
];

const back = (refNr: unknown, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  refNr,
  status: 'REFUNDED',
  responseCode: '00000000',
  amount: { value: 5000, currency: 'EUR' },
  ...over,
});

/** The POST is kept, so that the look-up can show its refNr. */
function lookUpRows(name: string, operation: MoneyOperation, cases: readonly LookUp[]): Row[] {
  return cases.map(([title, body, expected]) => {
    let refNr: unknown;
    return {
      ...makeRow(
        name,
        operation,
        `found after a lost answer: ${title}`,
        (sent) => {
          refNr = sent.body['refNr'];
          return { status: 500 };
        },
        { expected, rests: sources.guess, posts: repeatsOf(operation) },
      ),
      lookUp: (_: Sent, number: number) => ({ status: 200, body: body(refNr, number) }),
    };
  });
}

export const amountsElsewhereRows: readonly Row[] = shown(
  'amounts at other places',
  sale,
  amountsElsewhere,
  sources.amount,
);

export const denialRows: readonly Row[] = [sale, refund, capture].flatMap((operation) =>
  shown('denials beside a success', operation, denials),
);

export const beyondRows: readonly Row[] = [
  ...shown('amounts in other shapes', sale, amounts),
  ...shown('amounts in other shapes', refund, amounts),
  ...amountsElsewhereRows,
  ...shown('keys in other capitals', sale, capitals),
  ...shown('ids in other shapes', sale, [...ids, ...saleIds]),
  ...shown('ids in other shapes', refund, [
    ...ids,
    ['payId null', { payId: null }, 'succeeded'],
    ['payId as a number', { payId: 99999 }, 'open'],
    ['creationDate of the payment, three weeks ago', { creationDate: '2020-01-01T00:00:00Z' }, 'succeeded'],
  ]),
  ...shown('evidence in other shapes', sale, traces, sources.evidence),
  ...shown('evidence in other shapes', reverseAtTerminal, reversalTraces),
  ...[sale, refund, create].flatMap((operation) =>
    shown('words in other shapes', operation, words, sources.guess, () => false),
  ),
  ...[reversal, reverseAtTerminal].flatMap((operation) => shown('words of a reversal', operation, reversalWords)),
  ...denialRows,
  ...[sale, create].flatMap((operation) => shown('what the provider says', operation, providers)),
  ...[sale, refund].flatMap((operation) => shown('status and amount of something else', operation, harmless)),
  ...shown('status and amount of something else', refundWithMetadata, [
    ['our own metadata repeated, with a status and an amount', { metadata }, 'succeeded'],
  ]),
  ...[sale, capture].flatMap((operation) => shown('status in other places', operation, deeper, sources.nested)),
  ...[sale, refund, capture].flatMap(rawRows),
  ...statusRows,
  ...secondRows,
  ...lookUpRows('look-up of a sale', sale, saleLookUps),
  ...lookUpRows('look-up of a refund', refund, refundLookUps),
];
