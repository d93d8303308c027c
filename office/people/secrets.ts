// What people prove who they are with: a password (Argon2id) and one-time codes (RFC 6238). Hashes are keyed and secrets
// sealed under a key that lies beside the office's other keys, so a copy of the database alone is of no use.
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { TOTP, Secret } from 'otpauth';

export interface Passwords {
  hash(password: string): Promise<string>;
  matches(password: string, hash: string): Promise<boolean>;
}

export interface Codes {
  /** A new secret, sealed. */
  make(): Buffer;
  /** What an authenticator app reads as a picture. */
  address(sealed: Buffer, name: string): string;
  /** The period of the code, where it is the one of now or of half a minute before or after; null where it is wrong. */
  periodOf(sealed: Buffer, code: string, nowMs: number): number | null;
}

// What OWASP names as the least for Argon2id: 19 MiB, two passes.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const form = /^argon2id\$([0-9a-f]{32})\$([0-9a-f]{64})$/;
const issuer = 'Tillbridge office';
const periodSeconds = 30;
/** Each hash takes memory and a thread: more at once would only make all of them slow. */
const mostAtOnce = 2;

export function createPasswords(key: Buffer): Passwords {
  const pepper = derived(key, 'passwords');
  const turn = createTurns(mostAtOnce);
  const derive = (password: string, nonce: Buffer): Promise<Buffer> =>
    turn(
      () =>
        new Promise((resolve, reject) => {
          const message = createHmac('sha256', pepper).update(password.normalize('NFKC'), 'utf8').digest();
          argon2('argon2id', { message, nonce, ...cost }, (error, tag) =>
            error === null ? resolve(tag) : reject(error),
          );
        }),
    );
  return {
    async hash(password) {
      const nonce = randomBytes(16);
      return `argon2id$${nonce.toString('hex')}$${(await derive(password, nonce)).toString('hex')}`;
    },
    async matches(password, hash) {
      const [, nonce, wanted] = form.exec(hash) ?? [];
      if (nonce === undefined || wanted === undefined) return false;
      return timingSafeEqual(await derive(password, Buffer.from(nonce, 'hex')), Buffer.from(wanted, 'hex'));
    },
  };
}

export function createCodes(key: Buffer): Codes {
  const sealing = derived(key, 'one-time-codes');
  const seal = (bytes: Uint8Array): Buffer => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', sealing, iv);
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const codesOf = (sealed: Buffer, label: string): TOTP => {
    const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16));
    const bytes = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
    return new TOTP({ issuer, label, secret, period: periodSeconds });
  };
  return {
    make: () => seal(randomBytes(20)),
    address: (sealed, name) => codesOf(sealed, name).toString(),
    periodOf(sealed, code, nowMs) {
      const delta = codesOf(sealed, '').validate({ token: code, window: 1, timestamp: nowMs });
      return delta === null ? null : Math.floor(nowMs / 1_000 / periodSeconds) + delta;
    },
  };
}

/** A secret for a link or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `tillbridge office ${purpose}`, 32));
}

function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
