// The engine's English: each text is a sentence, a doubt has one for each of its codes, and a person is told what not to do.
import { describe, expect, it } from 'vitest';
import { doubtCodes } from '#contract/operation/outcome-codes.ts';
import { adviceFor, inEnglish, reasonOf, secretGone, words } from '#core/operation/words.ts';
import { aRecord } from '#support/records.ts';

const sentences = /^[A-Z][^]*[a-z)]\.$/;

describe('what the engine says', () => {
  it.each(Object.entries(words))('of %s is a sentence', (_name, text) => {
    expect(text).toMatch(sentences);
  });

  it('names what a restart took', () => {
    expect(secretGone.card).toEqual({ code: 'card-number-gone', message: words.cardNumberGone });
    expect(secretGone.token).toEqual({ code: 'payment-token-gone', message: words.paymentTokenGone });
    expect(words.paymentTokenGone).toContain('Send it again with the token');
    expect(words.perhapsStored).toContain('under the same request id, never under another one.');
  });
});

describe('a reason that is on record', () => {
  it.each(doubtCodes)('%s is a sentence', (code) => {
    expect(inEnglish(code)).toMatch(sentences);
    expect(reasonOf(code)).toMatchObject({ code, reason: inEnglish(code) });
  });

  it('says its detail', () => {
    expect(inEnglish('http-status: 502')).toBe(
      'The payment system answered with status 502, which does not say what happened.',
    );
    expect(reasonOf('http-status: 502')).toEqual({
      code: 'http-status',
      status: 502,
      reason: inEnglish('http-status: 502'),
    });
    expect(reasonOf('not-reached: R')).toEqual({
      code: 'not-reached',
      reason: 'The payment system was not reached at the last try, but an earlier one may have worked (R).',
    });
    expect(inEnglish('http-status')).toContain('status , which');
  });

  it('of an older program is what it wrote', () => {
    expect(reasonOf('It was lost.')).toEqual({ code: null, reason: 'It was lost.' });
  });
});

describe('the advice', () => {
  it('differs for a person’s decision, a terminal, and all else', () => {
    expect(adviceFor(aRecord({ state: 'needs-person', terminalId: 'T1' }))).toBe(
      'Compare with the terminal’s journal or the gateway’s back office, then decide. Do not repeat it before.',
    );
    expect(adviceFor(aRecord({ state: 'unknown', terminalId: 'T1' }))).toBe(
      'Do not repeat the sale and do not charge again. The bridge is finding out.',
    );
    expect(adviceFor(aRecord({ state: 'unknown' }))).toBe('Do not repeat it. The bridge is finding out.');
  });
});
