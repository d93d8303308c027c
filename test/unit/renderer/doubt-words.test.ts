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
  expect(disagreementText({ member }, sayIn('de'))).toBe(name);
});

it('names what was shown and what was asked for', () => {
  const said = { member: 'amount', shown: '100.09 EUR', asked: '100.08 EUR' };
  expect(disagreementText(said, sayIn('en'))).toBe('Amount: 100.09 EUR, asked for 100.08 EUR');
});

it('leaves a member without a label as it is', () => {
  expect(disagreementText({ member: 'capturedValue' }, sayIn('de'))).toBe('capturedValue');
});
