// Facts about main's refusals in the window's words: to whose money, and whether anything was done.
import { describe, expect, it } from 'vitest';
import { sayIn } from '#texts/index.ts';
import { refusalWords } from '../../../renderer/model/words/refusal-words.ts';

const codes = [
  'invalid-input',
  'dcc-quote-void',
  'rest-exceeded',
  'payment-held',
  'trans-id-used',
  'credentials-refused',
  'sealed',
  'too-many-requests',
  'stopping',
  'terminal-resting',
  'too-late',
  'paused',
  'operation-altered',
] as const;

describe('a refusal', () => {
  it.each(codes)('%s says whose money did not move', (code) => {
    const headline = (subject?: Parameters<typeof refusalWords>[3]) =>
      refusalWords({ code, detail: '' }, sayIn('en'), 'en', subject).headline.replaceAll(/[\u2068\u2069]/g, '');
    expect(headline('charge')).toMatch(/\. Nothing was charged\.$/);
    expect(headline('refund')).toMatch(/\. Nothing was given back\.$/);
    expect(headline('capture')).toMatch(/\. Nothing was captured\.$/);
    expect(headline('reversal')).toMatch(/\. Nothing was reversed\.$/);
    // Settings, and words about a payment whose end is not known.
    expect(headline()).toMatch(/\. Nothing was done\.$/);
  });

  it('of a reversal that came too late says no money moved, and not that nothing was reversed', () => {
    const refusal = { code: 'payment-reversed', detail: '' } as const;
    expect(refusalWords(refusal, sayIn('en'), 'en', 'reversal').headline).toBe(
      'The payment was reversed. No money moved.',
    );
  });
});
