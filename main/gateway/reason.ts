// Why a request did not leave, in words a person can use, with the system's code for support.
// System messages are never passed on: they quote addresses, certificates and headers.

const words: { readonly [code: string]: string } = {
  ENOTFOUND: 'the name of the gateway was not found',
  EAI_AGAIN: 'the name of the gateway could not be looked up',
  ECONNREFUSED: 'the gateway refused the connection',
  ECONNRESET: 'the connection ended before anything was sent',
  EPIPE: 'the connection ended before anything was sent',
  ETIMEDOUT: 'connecting took too long',
  ENETUNREACH: 'the network is not reachable',
  ENETDOWN: 'the network is down',
  EHOSTUNREACH: 'the gateway is not reachable',
  EMFILE: 'this computer has too many files open',
  ECANCELED: 'the bridge is closing',
  ENOTLOOPBACK: 'localhost does not lead to this machine',
  ECREDENTIALADDRESS: 'the name leads to where a cloud gives a machine its credentials',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: check the clock',
};

const untrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'INVALID_CA',
]);

export function connectFailure(error: unknown): string {
  const code = systemCode(error);
  if (code === null) return 'no connection to the gateway';
  return `${wordsFor(code)} (${code})`;
}

function wordsFor(code: string): string {
  if (Object.hasOwn(words, code)) return words[code] ?? '';
  if (untrusted.has(code)) return 'the certificate is not trusted';
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'no secure connection could be agreed (TLS)';
  return 'no connection to the gateway';
}

function systemCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  // Only what looks like a code: the field is free text in principle.
  return typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code) ? error.code : null;
}

/** An error that carries one of the codes above. */
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}
