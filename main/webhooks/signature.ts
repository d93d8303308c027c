// Whether a notification was signed by the gateway. The specification shows neither header, nor algorithm, nor key, so
// all of them are settings; what is signed is the body as it came, byte by byte. Compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface SignatureSettings {
  /** The header that carries it. */
  readonly header: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** What stands before the signature in the header, for example `sha256=`. */
  readonly prefix: string;
}

export type Verdict = 'valid' | 'wrong' | 'unsigned';

/** Without a key every signature is wrong: one that cannot be checked proves nothing. */
export function verify(
  settings: SignatureSettings,
  key: string | null,
  headers: IncomingMessage['headersDistinct'],
  body: Buffer,
): Verdict {
  const given = headers[settings.header.toLowerCase()] ?? [];
  if (given.length === 0) return 'unsigned';
  const [text = ''] = given;
  if (given.length > 1 || key === null || key === '' || !text.startsWith(settings.prefix)) return 'wrong';
  const signature = decoded(text.slice(settings.prefix.length).trim(), settings.encoding);
  const expected = createHmac(settings.algorithm, key).update(body).digest();
  const fits = signature.length === expected.length && timingSafeEqual(signature, expected);
  return fits ? 'valid' : 'wrong';
}

/** Node's decoder skips what it does not know; here it makes the signature wrong. */
function decoded(text: string, encoding: SignatureSettings['encoding']): Buffer {
  const form = encoding === 'hex' ? /^([0-9a-f]{2})+$/i : /^[A-Za-z0-9+/]+={0,2}$/;
  return form.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}
