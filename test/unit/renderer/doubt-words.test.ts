// What of an answer disagrees, in the words that stand on the screen.
import { expect, it } from 'vitest';
import { sayIn } from '#texts/index.ts';
import { disagreementText } from '../../../renderer/model/words/doubt-words.ts';

it.each([
  ['transId', 'Transaktionsnummer'],
  ['payId', 'Zahlungsnummer'],
  ['merchantId', 'Händlernummer'],
  ['posTerminalId', 'Terminal'],
  ['amount', 'Betrag'],
  ['currency', 'Währung'],
] as const)('names %s as the screen does: %s', (member, name) => {
  expect(disagreementText({ member }, sayIn('de'), 'de')).toBe(name);
});

it('names what was shown and what was asked for', () => {
  const said = { member: 'amount', shown: '100.09 EUR', asked: '100.08 EUR' };
  expect(disagreementText(said, sayIn('en'), 'en')).toBe('Amount: 100.09 EUR, asked for 100.08 EUR');
  expect(disagreementText(said, sayIn('de'), 'de')).toBe('Betrag: 100,09 EUR, angefordert 100,08 EUR');
  const odd = { member: 'amount', shown: '1.09 of EUR', asked: '1.250' };
  expect(disagreementText(odd, sayIn('de'), 'de')).toBe('Betrag: 1.09 of EUR, angefordert 1.250');
});

it('leaves a member without a label as it is', () => {
  expect(disagreementText({ member: 'capturedValue' }, sayIn('de'), 'de')).toBe('capturedValue');
});
