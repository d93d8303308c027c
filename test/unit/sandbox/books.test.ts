// What the sandbox keeps besides payments: moments, keys, customers, and notifications that merchants are owed.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchedule } from '#sandbox/state/schedule.ts';
import { createIdempotentAnswers } from '#sandbox/state/idempotent-answers.ts';
import { createOutbox } from '#sandbox/state/outbox.ts';
import { type Customer, createVault } from '#sandbox/state/vault.ts';

describe('the schedule', () => {
  test('gives everything back, the earliest first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (moments) => {
        const schedule = createSchedule();
        for (const [index, at] of moments.entries()) schedule.add({ at, id: String(index) });
        const taken: number[] = [];
        for (let first = schedule.first(); first !== null; first = schedule.first()) {
          taken.push(first.at);
          schedule.take();
        }
        expect(taken).toEqual(moments.toSorted((left, right) => left - right));
      }),
    );
  });
});

describe('the answers under idempotency keys', () => {
  const day = 24 * 3_600_000;
  const record = (
    key: string,
    time: number,
  ): { key: string; fingerprint: string; status: number; body: string; at: string } => ({
    key,
    fingerprint: 'f',
    status: 200,
    body: '',
    at: new Date(time).toISOString(),
  });

  test('forgets a key a day after its answer, and not before', () => {
    const book = createIdempotentAnswers();
    book.apply(record('a', 0));
    expect(book.find('a', day - 1)?.key).toBe('a');
    expect(book.find('a', day)).toBeNull();
  });

  test('that is used again starts anew', () => {
    const book = createIdempotentAnswers();
    book.apply(record('a', 0));
    book.apply(record('b', 1));
    book.apply(record('a', day));
    expect([book.find('b', day)?.key, book.find('a', 2 * day - 1)?.key]).toEqual(['b', 'a']);
  });

  test('forgets on command', () => {
    const book = createIdempotentAnswers();
    book.apply(record('a', 0));
    book.forget('a');
    expect(book.find('a', 0)).toBeNull();
  });
});

describe('the vault', () => {
  const customer = (id: string, fields: Partial<Customer> = {}): Customer => ({
    id,
    scope: 'MERCHANT',
    createdAt: '2026-01-31T18:05:00.000',
    updatedAt: '2026-01-31T18:05:00.000',
    lastUsedAt: '2026-01-31T18:05:00.000',
    ...fields,
  });
  const times = { createdAt: '', updatedAt: '', lastUsedAt: '' };

  test('knows a customer by the merchant id, else by e-mail, whatever its capitals', () => {
    const vault = createVault();
    vault.apply({ customer: customer('a', { merchantCustomerId: 'M', email: 'a@example.org' }) });
    expect(vault.known('M', undefined)?.id).toBe('a');
    expect(vault.known(undefined, 'A@Example.org')?.id).toBe('a');
    // Another merchant id is another customer, whatever the e-mail address.
    expect(vault.known('N', 'a@example.org')).toBeNull();
    expect(vault.known(undefined, undefined)).toBeNull();
  });

  test('finds by what a customer is called now, not before', () => {
    const vault = createVault();
    vault.apply({ customer: customer('a', { email: 'old@example.org' }) });
    vault.apply({ customer: customer('a', { email: 'new@example.org' }) });
    expect(vault.known(undefined, 'old@example.org')).toBeNull();
    expect(vault.find({ email: 'new@example.org' })).toHaveLength(1);
  });

  test('deletes a customer with the stored methods', () => {
    const vault = createVault();
    vault.apply({ customer: customer('a', { merchantCustomerId: 'M' }) });
    for (const id of ['m', 'n']) {
      const method = { id, type: 'CARD', pseudoCardNumber: `0-${id}`, ...times };
      vault.apply({ stored: { customerId: 'a', method } });
    }
    expect(vault.byPseudoNumber('0-n')?.id).toBe('n');
    vault.apply({ customerGone: 'a' });
    expect([vault.customer('a'), vault.known('M', undefined), vault.byPseudoNumber('0-n')]).toEqual([null, null, null]);
    expect(vault.methods('a')).toEqual([]);
  });
});

describe('the outbox', () => {
  const notice = (id: string, time: number): Parameters<ReturnType<typeof createOutbox>['apply']>[0] => ({
    notice: {
      id,
      payId: 'P',
      url: 'http://127.0.0.1',
      status: 'CAPTURED',
      responseCode: '00000000',
      responseDescription: '',
      at: new Date(time).toISOString(),
    },
  });
  const ids = (letters: readonly { notice: { id: string } }[]): string[] => letters.map((each) => each.notice.id);

  test('gives each letter out once, until its attempt or a postponement brings it back', () => {
    const outbox = createOutbox();
    outbox.apply(notice('a', 10));
    expect([ids(outbox.takeDue(9)), ids(outbox.takeDue(10)), ids(outbox.takeDue(10))]).toEqual([[], ['a'], []]);
    outbox.apply({ attempt: { id: 'a', at: '', result: 500, againAt: new Date(20).toISOString() } });
    expect([outbox.next(), ids(outbox.takeDue(19))]).toEqual([20, []]);
    const [letter] = outbox.takeDue(20);
    if (letter !== undefined) outbox.postpone(letter, 30);
    expect([ids(outbox.takeDue(29)), ids(outbox.takeDue(30))]).toEqual([[], ['a']]);
    outbox.apply({ attempt: { id: 'a', at: '', result: 204, againAt: null } });
    expect(ids(outbox.takeDue(1000))).toEqual([]);
    expect(outbox.view()[0]?.attempts.map(({ result }) => result)).toEqual([500, 204]);
  });
});
