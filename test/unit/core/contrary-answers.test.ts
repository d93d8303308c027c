// Refusals whose words or slip say something else, successes whose words or slip refuse, echoes of the request, and a 404
// that is not the gateway's: none is final. Plain refusals and plain successes stay what they are.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { readAnswer } from '#core/answers/signals.ts';
import type { GatewayAnswer, GatewayBody } from '#core/ports/gateway.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { decide } from '#core/sending/decide.ts';
import { capture } from '#operations/capture.ts';
import { cloudPos } from '#operations/cloud-pos.ts';
import type { Command } from '#operations/define.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { refund } from '#operations/refund.ts';
import { reverse } from '#operations/reverse.ts';
import { updateCustomer } from '#operations/update-customer.ts';
import { aMoment, aRecord, aSale, answered, json, startMs } from '../../support/records.ts';

function after(command: Command, record: OperationRecord, answer: GatewayAnswer) {
  const signal = readAnswer(command, record, answer, defaultAnswerReading);
  return decide(command, record, signal, aMoment(startMs + 100));
}

const amount = { value: 500, currency: 'EUR' };
const sale = aSale({
  refNr: 'TB0123456789ABCDEF0123456789ABCD',
  amount,
  input: {
    messageType: 'SALE',
    transId: 'S-1',
    posTerminalId: 'T1',
    refNr: 'TB0123456789ABCDEF0123456789ABCD',
    localDateTime: '2026-01-31T10:00:00',
    amount,
    tipMinor: 50,
  },
});
const refunded = aRecord({ kind: 'refund', input: { payId: 'P1', transId: 'C-1', amount } });
const operations: readonly (readonly [string, Command, OperationRecord])[] = [
  ['SALE', cloudPos, sale],
  ['refund', refund, refunded],
  ['capture', capture, aRecord()],
];
const saying = (...parts: readonly object[]) => json(Object.assign({}, ...parts) as JsonObject);
const failed = { status: 'FAILED', responseCode: '22000305' };

describe('a success of a terminal', () => {
  const approved = { status: 'OK', responseCode: '00000000', traceNr: '000042', approvalCode: '482915' };

  it.each([
    { responseDescription: 'authorization pending' },
    { message: 'Outcome unknown' },
    { displayText: 'Ergebnis unbekannt' },
    { note: 'still processing, please query later' },
  ])('that says %j beside it is none', (over) => {
    const change = after(cloudPos, sale, answered(200, saying(approved, over)));
    expect([change.state, change.doubt?.startsWith('contradiction: ')]).toEqual(['unknown', true]);
  });

  it.each([{ responseDescription: 'approved, settlement pending' }, { message: 'Kassenschnitt steht noch aus' }])(
    'stays one with %j beside it',
    (over) => {
      expect(after(cloudPos, sale, answered(200, saying(approved, over))).state).toBe('succeeded');
    },
  );
});

describe.each(operations)('a refusal of a %s', (_name, command, record) => {
  it.each([
    ['outcome unknown', { responseDescription: 'Outcome unknown' }],
    ['timeout waiting for host', { responseDescription: 'timeout waiting for host' }],
    ['please check before retry', { message: 'Please check before retry' }],
    ['may have been processed', { detail: 'transaction may have been processed' }],
    ['in errors', { errors: { amount: ['no response from acquirer'] } }],
    ['Ergebnis unbekannt', { responseDescription: 'Ergebnis unbekannt' }],
    ['déjà traité', { responseDescription: 'déjà traité' }],
    ['déjà encaissé', { responseDescription: 'déjà encaissé' }],
    ['già incassato', { responseDescription: 'già incassato' }],
    ['reeds geïncasseerd', { responseDescription: 'reeds geïncasseerd' }],
    ['in progress', { responseDescription: 'in progress' }],
    ['request replayed', { note: 'request replayed' }],
    ['idempotentReplay: true', { idempotentReplay: true }],
    ['on the slip', { receipt: { customer: ['CARD PAYMENT', 'ERGEBNIS UNBEKANNT'] } }],
  ] as const)('that says otherwise is not final: %s', (_what, over) => {
    const changes = [200, 400, 404, 422].map((status) =>
      after(command, record, answered(status, saying(failed, over))),
    );
    expect(changes.map(({ state, doubt }) => [state, doubt?.startsWith('contradiction: ')])).toEqual(
      changes.map(() => ['unknown', true]),
    );
  });

  it.each([
    'GENEHMIGT',
    'ACCEPTÉ',
    'ACCEPTE',
    'APPROVED',
    'AUTORISÉ',
    'PAIEMENT ACCEPTÉ',
    'APPROVATO',
    'TRANSAZIONE ESEGUITA',
    'APROBADO',
    'OPERACIÓN ACEPTADA',
    'GOEDGEKEURD',
    'BETALING GELUKT',
    'AUTHORISED',
    '*** AUTHORIZED 123456 ***',
    'Zahlung erfolgt',
    'TRANSACTION SUCCESSFUL',
  ])('beside a slip that approves is not final: %s', (line) => {
    const told = { ...failed, receipt: { customer: ['CARD PAYMENT', line] } };
    expect(after(command, record, answered(422, json(told))).state).toBe('unknown');
  });

  it.each([
    'NICHT GENEHMIGT',
    'NON AUTORISÉ',
    'NOT APPROVED',
    'NON APPROVATO',
    'NO APROBADO',
    'NIET GOEDGEKEURD',
    'Zahlung nicht erfolgt',
    'PIN ACCEPTED',
    'CARDS ACCEPTED HERE',
    'CODE PIN ACCEPTÉ',
  ])('beside a slip that does not approve is final: %s', (line) => {
    const told = { ...failed, receipt: { customer: ['CARD PAYMENT', line] } };
    expect(after(command, record, answered(422, json(told))).state).toBe('failed');
  });

  it.each([
    'Zahlung erfolgt',
    'Betrag gebucht',
    'paiement accepté',
    'transaction approuvée',
    'pagamento approvato',
    'transazione autorizzata',
    'pago aceptado',
    'operación autorizada',
    'betaling geslaagd',
    'goedgekeurd',
  ])('in words of success is not final: %s', (responseDescription) => {
    expect(after(command, record, answered(422, json({ ...failed, responseDescription }))).state).toBe('unknown');
  });

  it('whose reason is that the number was used before is not final', () => {
    const told = { title: 'One or more validation errors occurred.', errors: { transId: ['It was already used.'] } };
    expect(after(command, record, answered(400, json(told))).state).toBe('unknown');
  });

  it.each(['declined: timeout at pin entry by the customer', 'cancelled by customer', 'card expired', 'unknown card'])(
    'in plain words is final: %s',
    (responseDescription) => {
      expect(after(command, record, answered(422, json({ ...failed, responseDescription }))).state).toBe('failed');
    },
  );
});

const sold = { status: 'SUCCESS', responseCode: '00000000', traceNr: '000007' };

describe('a success of a sale', () => {
  it.each([
    ['message', { message: 'DECLINED' }],
    ['responseText', { responseText: 'NICHT GENEHMIGT' }],
    ['displayMessage', { displayMessage: 'Zahlung nicht erfolgt' }],
    ['terminalText', { terminalText: 'Transaktion wurde storniert' }],
    ['text', { text: 'REFUSÉ' }],
    ['detail', { detail: 'TRANSACTION VOIDED' }],
    ['any text', { printed: ['CARD PAYMENT', 'NOT APPROVED'] }],
    ['any text in lines', { slip: 'CARD PAYMENT\nABGELEHNT\n' }],
    ['description', { responseDescription: 'Paiement non effectué' }],
    ['a voided one', { responseDescription: 'Operazione annullata' }],
    ['a slip as one text', { receipt: 'Beleg 17\nZahlung abgelehnt\nDanke' }],
    ['a copy of a list', { receipts: [{ type: 'CUSTOMER', text: 'Zahlung abgelehnt' }] }],
    ['a line that is an object', { receiptLines: { customer: [{ text: 'Zahlung abgelehnt', bold: true }] } }],
    ['a text of a list', { messages: [{ language: 'de', text: 'Zahlung abgelehnt' }] }],
  ] as const)('beside words that refuse is none: %s', (_what, over) => {
    expect(after(cloudPos, sale, answered(200, saying(sold, over)))).toMatchObject({ state: 'unknown' });
  });

  it.each([
    'DECLINED',
    'ABGELEHNT',
    'REFUSÉ',
    'REFUSE',
    'NICHT GENEHMIGT',
    'NOT APPROVED',
    'NOT AUTHORISED',
    'Transaktion nicht autorisiert',
    'PAYMENT NOT COMPLETED',
    'Zahlung nicht erfolgt',
    'TRANSACTION VOIDED',
    'STORNIERT',
    '*** STORNO ***',
    'VOID',
    'DECLINED: INSUFFICIENT FUNDS',
    'ABGELEHNT - KARTE GESPERRT',
    'DECLINED BY ISSUER',
    'NON AUTORISÉ',
    'PAIEMENT NON EFFECTUÉ',
    'ABANDON',
    'NON APPROVATO',
    'TRANSAZIONE NON ESEGUITA',
    'NO AUTORIZADA',
    'OPERACIÓN NO REALIZADA',
    'NIET GOEDGEKEURD',
    'BETALING NIET GELUKT',
    'STATUS: DECLINED',
  ])('beside a slip that refuses is none: %s', (line) => {
    const told = { ...sold, receipt: { customer: ['CARD PAYMENT', line, 'TOTAL EUR 5,00'] } };
    expect(after(cloudPos, sale, answered(200, json(told))).state).toBe('unknown');
  });

  it.each([
    ['not declined', { message: 'Approved, not declined' }],
    ['0 declined', { message: '1 approved, 0 declined' }],
    ['nicht abgelehnt', { responseText: 'nicht abgelehnt' }],
    ['a fee', { feeText: 'No fee refused' }],
    ['what can be done', { message: 'The transaction can be voided until 23:00' }],
    ['what the terminal shows', { displayText: 'APPROVED', terminalText: 'Genehmigt' }],
    ['a method', { description: 'Card payment at T1', info: 'Refunds only with receipt' }],
    ['an earlier try', { attempts: [{ text: 'DECLINED' }, { text: 'APPROVED' }] }],
    [
      'a part of it',
      {
        operations: [
          { type: 'SALE', text: 'DECLINED' },
          { type: 'SALE', text: 'APPROVED' },
        ],
      },
    ],
    ['a name of the shop', { merchantName: 'VOID', shop: { name: 'Storno' } }],
    ['a footer', { receipts: [{ type: 'CUSTOMER', text: 'APPROVED', footer: ['VOID'] }] }],
  ] as const)('beside words that do not refuse is one: %s', (_what, over) => {
    expect(after(cloudPos, sale, answered(200, saying(sold, over)))).toMatchObject({ state: 'succeeded' });
  });

  it.each([
    'Deckung nicht ausreichend',
    'Keine Deckung',
    'PIN falsch',
    'Falsche PIN',
    'Karte gesperrt',
    'Karte abgelaufen',
    'Kartenlimit überschritten',
    'Fonds insuffisants',
    'Provision insuffisante',
    'Code faux',
    'Carte expirée',
    'Plafond dépassé',
    'Carta scaduta',
    'Saldo insufficiente',
    'PIN errato',
    'Limite superato',
    'Tarjeta caducada',
    'Saldo insuficiente',
    'Límite excedido',
    'Onvoldoende saldo',
    'Kaart verlopen',
    'Pas geblokkeerd',
    'Limiet overschreden',
    'Insufficient funds',
    'Card expired',
    'Call issuer',
    'Refer to card issuer',
    'Wrong PIN',
    'Lost card',
    'Limit exceeded',
  ])('beside the reason of a refusal is none: %s', (reason) => {
    const slip = { receipt: { customer: ['CARD PAYMENT', reason.toUpperCase()] } };
    const answers = [{ responseDescription: reason }, { message: reason }, { displayText: reason }, slip];
    const states = answers.map((over) => after(cloudPos, sale, answered(200, saying(sold, over))).state);
    expect(states).toEqual(answers.map(() => 'unknown'));
  });

  it.each([
    'Karte nicht gesperrt',
    'Card not expired',
    'Carte non expirée',
    'Limit nicht überschritten',
    'Vorgang erfolgreich abgelaufen',
    'Transactie goed verlopen',
    'Carta 12/27',
    'PIN OK',
    'Guthaben ausreichend',
    'Saldo suficiente',
  ])('beside such words that refuse nothing is one: %s', (text) => {
    const slip = { receipt: { customer: ['CARD PAYMENT', text.toUpperCase()] } };
    const answers = [{ responseDescription: text }, { message: text }, slip];
    const states = answers.map((over) => after(cloudPos, sale, answered(200, saying(sold, over))).state);
    expect(states).toEqual(answers.map(() => 'succeeded'));
  });

  it.each([
    'NOT DECLINED',
    '0 declined',
    'GIFT CARD EXPIRED',
    'Treuekarte abgelaufen',
    'LOST CARDS ARE KEPT AT THE DESK',
    'QUESTIONS? CALL YOUR BANK',
    'Refunds only with receipt',
    'Umtausch nur mit Beleg',
    'Stornierte Karten werden nicht erstattet',
    'DECLINED CHECKS ARE NOT TAKEN BACK IN THIS SHOP',
    'NO REFUND OF VOIDED TICKETS',
    'TIP DECLINED',
    'DCC ABGELEHNT',
    'PIN NICHT ERFORDERLICH',
    'CUSTOMER COPY - NOT VALID AS INVOICE',
    'Fee: refused cheques 5.00',
    'UMTAUSCH NICHT MÖGLICH',
    'DOCUMENTO NON VALIDO',
    'CHEQUES NOT ACCEPTED',
    'PIN-Prüfung nicht durchgeführt',
    'Bar nicht akzeptiert',
  ])('beside a slip that does not refuse is one: %s', (line) => {
    const told = { ...sold, receipt: { customer: ['CARD PAYMENT', line, 'APPROVED'] } };
    expect(after(cloudPos, sale, answered(200, json(told))).state).toBe('succeeded');
  });
});

describe('a success of a void', () => {
  it.each(['STORNIERT', 'TRANSACTION VOIDED', 'VOID'])('may say that it took back: %s', (line) => {
    const told = { status: 'REVERSED', message: line, receipt: { customer: [line] } };
    expect(after(reverse, aRecord({ kind: 'reverse', key: null }), answered(200, json(told))).state).toBe('succeeded');
  });
});

describe('an answer that repeats the request', () => {
  const { tipMinor: _kept, ...sent } = sale.input;

  it.each([
    ['and OK', {}],
    ['and a text', { message: 'received' }],
    ['and a delivery', { responseCode: '00000000', responseDescription: 'command delivered to terminal' }],
    ['and blanks for what is the gateway’s', { payId: '', traceNr: '000000', approvalCode: null }],
    ['and what a server on the way knows', { path: '/api/v2/cloudpos', timestamp: '2026-01-31T10:00:01Z' }],
  ] as const)('is no proof: %s', (_what, over) => {
    expect(after(cloudPos, sale, answered(200, saying(sent, { status: 'OK' }, over))).state).toBe('unknown');
  });

  it.each([
    ['a payId', { payId: 'N1' }],
    ['an xId', { xId: 'X1' }],
    ['a trace number', { traceNr: '000007' }],
    ['a card', { paymentMethods: { card: { brand: 'visa' } } }],
    ['a slip', { receipt: { customer: ['APPROVED'] } }],
  ] as const)('with something of the gateway’s own is one: %s', (_what, over) => {
    expect(after(cloudPos, sale, answered(200, saying(sent, { status: 'OK' }, over))).state).toBe('succeeded');
  });

  it('is told from one that shows the reference and the amount', () => {
    const told = { status: 'OK', refNr: sent['refNr'], amount } as JsonObject;
    expect(after(cloudPos, sale, answered(200, json(told))).state).toBe('succeeded');
  });
});

describe('a 404 or 410', () => {
  it('that says nothing of its own but a word of doubt is never sent again', () => {
    const told = answered(404, json({ message: 'outcome unknown' }));
    expect(after(capture, aRecord(), told).doubt).toBe('contradiction: message (HTTP 404)');
  });

  it.each([
    ['without a body', { type: 'empty' }],
    ['with a page', { type: 'unreadable' }],
    ['of a server on the way', json({ message: 'no Route matched with those values' })],
    ['of a framework', json({ timestamp: '2026-01-31', status: 404, error: 'Not Found', path: '/api/v2/payments/P1' })],
  ] as const)('is not final %s', (_what, body) => {
    const states = [404, 410].flatMap((status) =>
      operations.map(([, command, record]) => after(command, record, answered(status, body)).state),
    );
    expect(new Set(states)).toEqual(new Set(['unknown']));
  });

  it.each([
    ['problem details', json({ type: 'about:blank', title: 'Not Found', status: 404, traceId: '00-1' })],
    ['an operation result', json(failed)],
    ['a code and a text', json({ responseCode: '22000404', responseDescription: 'there is no such payment' })],
    ['a word of the payment', json({ message: 'Payment not found' })],
  ] as const)('in the gateway’s own words is final: %s', (_what, body) => {
    const states = operations.map(([, command, record]) => after(command, record, answered(404, body)).state);
    expect(new Set(states)).toEqual(new Set(['failed']));
  });

  it('is final for what moves no money', () => {
    const record = aRecord({ kind: 'update-customer', amount: null, input: { customerId: 'C1', firstName: 'A' } });
    expect(after(updateCustomer, record, answered(404)).state).toBe('failed');
  });
});

describe('a 4xx', () => {
  it.each([400, 402, 405, 413, 414, 415, 422, 451])('%i with a page or a bare text is not final', (status) => {
    const bodies: GatewayBody[] = [
      { type: 'unreadable' },
      { type: 'json', value: 'Bad Request' },
      { type: 'json', value: ['wrong'] },
    ];
    const states = bodies.flatMap((body) =>
      operations.map(([, command, record]) => after(command, record, answered(status, body)).state),
    );
    expect(new Set(states)).toEqual(new Set(['unknown']));
  });

  it.each([
    ['a word of no list', { status: 'EN_ATTENTE' }],
    ['UNKNOWN', { status: 'UNKNOWN', title: 'unprocessable' }],
    ['an open word beside a code of refusal', { status: 'PENDING', responseCode: '22000305' }],
    ['such a word within', { data: { status: 'EN_ATTENTE' } }],
  ] as const)('with %s is not final', (_what, told) => {
    const states = [400, 402, 422].flatMap((status) =>
      operations.map(([, command, record]) => after(command, record, answered(status, json(told))).state),
    );
    expect(new Set(states)).toEqual(new Set(['unknown']));
  });

  it.each([
    ['a word of refusal', { status: 'ABGELEHNT' }],
    ['a word of fault', { status: 'VALIDATION_ERROR', message: 'amount' }],
    ['the words of HTTP', { status: 'Bad Request' }],
    ['its number', { status: 422, title: 'refused' }],
    ['no word', { message: 'the amount is too large' }],
  ] as const)('with %s is final', (_what, told) => {
    const states = [400, 402, 422].flatMap((status) =>
      operations.map(([, command, record]) => after(command, record, answered(status, json(told))).state),
    );
    expect(new Set(states)).toEqual(new Set(['failed']));
  });

  it('with a page is final for what moves no money', () => {
    const record = aRecord({ kind: 'update-customer', amount: null, input: { customerId: 'C1', firstName: 'A' } });
    expect(after(updateCustomer, record, answered(400, { type: 'unreadable' })).state).toBe('failed');
  });
});
