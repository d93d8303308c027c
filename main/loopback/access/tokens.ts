// Tokens of programs. A token is 256 random bits, shown once and kept as a SHA-256 hash only: so long a secret needs no
// slow hash, and looking up a hash tells nothing by its timing.
import { createHash, randomBytes } from 'node:crypto';
import type { NewToken } from './new-client.ts';

/** The prefix lets people and secret scanners recognize a token in the wrong place. */
export function newToken(): NewToken {
  const token = `tb_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashToken(token) };
}

/** SHA-256 in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
