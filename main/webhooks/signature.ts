// Whether a notification was signed by the gateway. The specification shows neither header, nor algorithm, nor key, so
// all of them are settings; the defaults are what two public clients of the gateway take. What is signed is the body as
// it came, byte by byte, after the time of signing where a header says one. Compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface SignatureSettings {
  /** The header that carries it; of several names the first one that is there counts. */
  readonly header: string | readonly string[];
  /** The header with the Unix seconds of the signature, which are then signed before the body; null: none is read. */
  readonly timestampHeader: string | null;
  /** How far that time may be from ours, either way. */
  readonly timestampToleranceSeconds: number;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  /** What stands before the signature in the header, for example `sha256=`. */
  readonly prefix: string;
}

/** `late`: rightly signed, but not within the time that is allowed; somebody may send an old one again. */
export type Verdict = 'valid' | 'wrong' | 'late' | 'unsigned';

type Headers = IncomingMessage['headersDistinct'];

const version = 'v1=';
const mostSignatures = 8;

/** Without a key every signature is wrong: one that cannot be checked proves nothing. */
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
  // While a key is replaced, one signature was made with the old key and one with the new.
  const signatures = text.split(/,| OR /).slice(0, mostSignatures);
  if (!signatures.some((each) => fits(signatureIn(each, settings), expected))) return 'wrong';
  const isLate = time !== null && Math.abs(Number(time) * 1_000 - wallMs) > settings.timestampToleranceSeconds * 1_000;
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

/** Node's decoder skips what it does not know; here it makes the signature wrong. */
function decoded(text: string, encoding: SignatureSettings['encoding']): Buffer {
  const form = encoding === 'hex' ? /^([0-9a-f]{2})+$/i : /^[A-Za-z0-9+/]+={0,2}$/;
  return form.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
}
