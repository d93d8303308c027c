// Verifies the gateway's signature of a notification. The specification shows neither header, nor algorithm, nor key,
// so all of them are settings; the defaults are those of two public clients of the gateway. The signature is over the
// body's bytes, preceded by the time of signing where a header has one. Signatures are compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface SignatureSettings {
  /** The header of the signature; of several names the first one that is present counts. */
  readonly header: string | readonly string[];
  /** The header with the Unix seconds of the signature, which are then signed before the body; null: none is read. */
  readonly timestampHeader: string | null;
  /** How far that time may differ from this machine's, either way. */
  readonly timestampToleranceSeconds: number;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** The text before the signature in the header, for example `sha256=`. */
  readonly prefix: string;
}

/** `late`: the signature is right, but its time is not within the limit: it may be a replay of an old notification. */
export type Verdict = 'valid' | 'wrong' | 'late' | 'unsigned';

type Headers = IncomingMessage['headersDistinct'];

const version = 'v1=';
const mostSignatures = 8;

/** Without a key every signature is wrong, because it cannot be checked. */
export function verify(
  settings: SignatureSettings,
  key: string | null,
  headers: Headers,
  body: Buffer,
  wallMs: number,
): Verdict {
  const given = [settings.header].flat().flatMap((name) => {
    const values = headers[name.toLowerCase()];
    return values === undefined ? [] : [values];
  })[0];
  if (given === undefined) return 'unsigned';
  const times = settings.timestampHeader === null ? [] : (headers[settings.timestampHeader.toLowerCase()] ?? []);
  const [text = ''] = given;
  const [time = null] = times;
  if (given.length > 1 || times.length > 1 || key === null || key === '') return 'wrong';
  if (time !== null && !/^\d{1,12}$/.test(time)) return 'wrong';
  const hmac = createHmac(settings.algorithm, key);
  if (time !== null) hmac.update(`${time}.`);
  const expected = hmac.update(body).digest();
  // While a key is replaced, the header has one signature with the old key and one with the new.
  const signatures = text.split(/,| OR /).slice(0, mostSignatures);
  if (!signatures.some((each) => fits(signatureIn(each, settings), expected))) return 'wrong';
  const nowSeconds = Math.floor(wallMs / 1_000);
  const isLate = time !== null && Math.abs(Number(time) - nowSeconds) > settings.timestampToleranceSeconds;
  return isLate ? 'late' : 'valid';
}

function fits(signature: Buffer, expected: Buffer): boolean {
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function signatureIn(text: string, { prefix, encoding }: SignatureSettings): Buffer {
  const trimmed = text.trim();
  const start = prefix === '' && trimmed.startsWith(version) ? version : prefix;
  return trimmed.startsWith(start) ? decoded(trimmed.slice(start.length).trim(), encoding) : Buffer.alloc(0);
}

/** Node's decoder skips invalid characters; here they make the signature wrong. */
function decoded(text: string, encoding: SignatureSettings['encoding']): Buffer {
  const form = encoding === 'hex' ? /^([0-9a-f]{2})+$/i : /^[A-Za-z0-9+/]+={0,2}$/;
  return form.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}
