// Every way in which a list of the ERP can be written, and each row that makes the whole list unreadable, by its line.
import { describe, expect, it } from 'vitest';
import { takingSorts } from '#contract/money/taking-sorts.ts';
import { readErpList } from '#core/reconciliation/reconcile-list.ts';

const head = 'transId,payId,refNr,amount,currency,kind';
const [sort] = takingSorts;
const kindWords =
  'kind must be a kind of the API that moves money (cloud-pos with its messageType), ' +
  `one of ${takingSorts.join(', ')}, or empty`;
const row = (change: object = {}) => ({
  line: 2,
  transId: 'T1',
  payId: 'P1',
  refNr: 'R1',
  amount: { value: 500, currency: 'EUR' },
  sort,
  ...change,
});
const rows = (text: string) => {
  const read = readErpList(text);
  if (read.type !== 'list') throw new Error(read.why);
  return read.rows;
};

describe('a list with a head line', () => {
  it('is read by the names of its columns, in any order', () => {
    expect(rows(`${head}\nT1,P1,R1,500,EUR,${sort}`)).toEqual([row()]);
    expect(rows(`kind,currency,amount,refNr,payId,transId\n${sort},EUR,500,R1,P1,T1\n`)).toEqual([row()]);
  });

  it('may have spaces, empty lines, a mark at its start, other line ends, semicolons', () => {
    const cells = [' T1 ', 'P1', ' R1', '500', ' EUR', sort];
    expect(rows(`\uFEFF${head}\r\n${cells.join(',')}\r\n\r\n`)).toEqual([row()]);
    expect(rows(`  \n \n transId ; payId;refNr;amount;currency;kind\n\n   \n${cells.join(';')}`)).toEqual([
      row({ line: 6 }),
    ]);
    expect(rows(`${head.replaceAll(',', ';')}\n"a,b";P1;R1;500;EUR;${sort}`)).toEqual([row({ transId: 'a,b' })]);
  });

  it('loses no mark but the one at its start', () => {
    expect(rows(`${head}\nT\uFEFF1,P1,R1,500,EUR,${sort}`)).toEqual([row({ transId: 'T\uFEFF1' })]);
  });

  it('may quote its cells', () => {
    expect(rows(`${head}\n"T,1","P""1","R1",500,"EUR",${sort}`)).toEqual([row({ transId: 'T,1', payId: 'P"1' })]);
    expect(rows(`${head}\n"""","","x""",500,EUR,`)).toEqual([
      row({ transId: '"', payId: null, refNr: 'x"', sort: null }),
    ]);
    expect(rows(`${head}\nT"1,x"y,P1,R1,500,EUR,${sort}`)).toEqual([row({ transId: 'T1,xy' })]);
  });

  it('may leave out columns and leave cells empty', () => {
    expect(rows('transId,amount,currency\nT1,500,EUR')).toEqual([row({ payId: null, refNr: null, sort: null })]);
    expect(rows(`${head}\n,,R1,500,EUR,`)).toEqual([row({ transId: null, payId: null, sort: null })]);
    expect(rows(`${head}\n,P1,,500,EUR,`)).toEqual([row({ transId: null, refNr: null, sort: null })]);
  });

  it('may write an amount that goes out with a sign', () => {
    expect(rows(`${head}\nT1,P1,R1,-500,EUR,${sort}`)).toEqual([row()]);
    expect(rows(head)).toEqual([]);
  });

  it.each([
    ['capture', '', 'capture'],
    ['refund', '', 'refund'],
    ['refund-unreferenced', '', 'manual-refund'],
    ['reverse', '', 'reversal'],
    ['create-session', '', 'payment'],
    ['cloud-pos', 'SALE', 'sale'],
    ['void', '', 'reversal'],
    ['authorization', '', 'authorization'],
    ['cloud-pos', 'CREDIT', 'manual-refund'],
    ['cloud-pos', 'CAPTURE', 'capture'],
  ])('may name the kinds of the API: %s %s', (kind, messageType, expected) => {
    expect(rows(`${head},messageType\nT1,P1,R1,500,EUR,${kind},${messageType}`)).toEqual([row({ sort: expected })]);
  });

  it.each([
    ['cloud-pos', ''],
    ['cloud-pos', 'CARD_READ'],
    ['dcc-quote', ''],
    ['toString', ''],
  ])('refuses a kind that says nothing of money: %s %s', (kind, messageType) => {
    const why = `line 2: ${kindWords}`;
    const list = `${head},messageType\nT1,P1,R1,500,EUR,${kind},${messageType}`;
    expect(readErpList(list)).toEqual({ type: 'refused', fault: 'kind', line: 2, why });
  });

  it('keeps the numbers of its lines', () => {
    const line = `T1,P1,R1,500,EUR,${sort}`;
    expect(rows(`${head}\n${line}\n\n${line}`).map((each) => each.line)).toEqual([2, 4]);
  });
});

describe('a list of JSON lines', () => {
  it('is read by the names of its members', () => {
    const member = { transId: 'T1', payId: 'P1', refNr: 'R1', amount: '500', currency: 'EUR', kind: sort };
    expect(rows(`  ${JSON.stringify(member)}\n\n${JSON.stringify({ ...member, kind: '' })}`)).toEqual([
      row({ line: 1 }),
      row({ line: 3, sort: null }),
    ]);
    expect(rows(JSON.stringify({ ...member, amount: 500 }))).toEqual([row({ line: 1 })]);
  });
});

describe('a list that is refused', () => {
  const json = (value: unknown) => JSON.stringify(value);

  it.each([
    ['', 'empty', null, 'the list is empty'],
    [' \n\r\n ', 'empty', null, 'the list is empty'],
    [`${head}\nT1,P1,R1,500,EUR`, 'unreadable-row', 2, 'line 2: it cannot be read'],
    [`${head}\nT1,P1,R1,500,EUR,${sort},x`, 'unreadable-row', 2, 'line 2: it cannot be read'],
    [`${json({ transId: 'T1', amount: 1, currency: 'EUR' })}\n{`, 'unreadable-row', 2, 'line 2: it cannot be read'],
    [`{}\n[1]`, 'amount', 1, 'line 1: amount must be a whole number of minor units'],
    [`${json({ transId: 'T1', amount: 1, currency: 'EUR' })}\n[1]`, 'unreadable-row', 2, 'line 2: it cannot be read'],
    [`${head}\nT1,P1,R1,5.00,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,x5,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,5x,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,-,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,9007199254740992,EUR,`, 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    ['transId\nT1', 'amount', 2, 'line 2: amount must be a whole number of minor units'],
    [`${head}\nT1,P1,R1,500,EURO,`, 'currency', 2, 'line 2: currency must be an ISO 4217 code'],
    [`${head}\nT1,P1,R1,500,,`, 'currency', 2, 'line 2: currency must be an ISO 4217 code'],
    ['transId,amount\nT1,5', 'currency', 2, 'line 2: currency must be an ISO 4217 code'],
    [`${head}\n,,,500,EUR,`, 'reference', 2, 'line 2: one of transId, payId and refNr is needed'],
    [`${head}\nT1,P1,R1,500,EUR,tip`, 'kind', 2, `line 2: ${kindWords}`],
    [`${head}\n\n\nT1,P1,R1,x,EUR,`, 'amount', 4, 'line 4: amount must be a whole number of minor units'],
  ])('%j: %s', (text, fault, line, why) => {
    expect(readErpList(text)).toEqual({ type: 'refused', fault, line, why });
  });
});
