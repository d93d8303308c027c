// Reasons speak to people and repeat nothing that an error happens to quote.
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { coded, connectFailure } from '#gateway/reason.ts';

test.each([
  ['ECONNREFUSED', 'the gateway refused the connection (ECONNREFUSED)'],
  ['CERT_UNTRUSTED', 'the certificate is not trusted (CERT_UNTRUSTED)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no secure connection could be agreed (TLS) (ERR_SSL_WRONG_VERSION_NUMBER)'],
  ['EWHATEVER', 'no connection to the gateway (EWHATEVER)'],
  ['toString', 'no connection to the gateway'],
])('%s', (code, expected) => {
  expect(connectFailure(coded(code))).toBe(expected);
});

test('the message of an error is never passed on', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (code, message) => {
      const error = Object.assign(new Error(`canary ${message}`), { code });
      expect(connectFailure(error)).not.toContain('canary');
    }),
  );
  for (const odd of [null, undefined, 'canary', 7]) expect(connectFailure(odd)).toBe('no connection to the gateway');
});
