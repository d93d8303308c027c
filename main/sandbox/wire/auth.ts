// The two schemes of the specification ("Authentication"): Basic MerchantID:APIKey, and a short-lived bearer JWT that
// the token endpoint gives for the same pair. Without configured credentials any that are not empty will do.
import { createHash, createHmac, createSecretKey, randomUUID, timingSafeEqual } from 'node:crypto';
import { requestToken } from '#operations/index.ts';
import { fieldErrors, json, problem, unauthorized } from '../exchange/answers.ts';
import type { SandboxAnswer, Call } from '../exchange/exchange.ts';

export interface Credentials {
  readonly merchantId: string;
  readonly apiKey: string;
}

export interface AuthSettings {
  /** Null: any credentials that are not empty. */
  readonly credentials: Credentials | null;
  readonly tokenSeconds: number;
  readonly now: () => number;
  /** Tokens of another generation are revoked. */
  readonly generation: () => number;
}

export interface Auth {
  /** The token endpoint's answer to a form-encoded request. */
  token(call: Call, lifetimeSeconds?: number): SandboxAnswer;
  /** The merchant that the Authorization header proves, or null. */
  merchantOf(authorization: string | undefined): string | null;
}

interface Claims {
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly gen: number;
}

const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));

export function createAuth({ credentials, tokenSeconds, now, generation }: AuthSettings): Auth {
  // Derived, not random: a token outlives a restart as it would at a real gateway, and nothing secret is stored.
  const secret = createHash('sha256')
    .update(`sandbox tokens\n${credentials?.apiKey ?? ''}`)
    .digest();
  const signingKey = createSecretKey(secret);
  const sign = (text: string): string => createHmac('sha256', signingKey).update(text).digest('base64url');
  const seconds = (): number => Math.floor(now() / 1000);

  const accepts = (merchantId: string, apiKey: string): boolean => {
    if (merchantId === '' || apiKey === '') return false;
    if (credentials === null) return true;
    return same(merchantId, credentials.merchantId) && same(apiKey, credentials.apiKey);
  };

  const issue = (merchantId: string, lifetime: number): SandboxAnswer => {
    const iat = seconds();
    const claims: Claims = { sub: merchantId, iat, exp: iat + lifetime, jti: randomUUID(), gen: generation() };
    const content = `${header}.${base64url(JSON.stringify(claims))}`;
    const body = { access_token: `${content}.${sign(content)}`, token_type: 'Bearer', expires_in: tokenSeconds };
    return json(200, body, { 'cache-control': 'no-store' });
  };

  const bearer = (token: string): string | null => {
    const end = token.lastIndexOf('.');
    const content = token.slice(0, Math.max(end, 0));
    if (!content.startsWith(`${header}.`) || !same(token.slice(end + 1), sign(content))) return null;
    // The sandbox signed the token itself, so its shape is known.
    const claims = JSON.parse(Buffer.from(content.slice(header.length + 1), 'base64url').toString()) as Claims;
    return claims.exp > seconds() && claims.gen === generation() ? claims.sub : null;
  };

  const basic = (encoded: string): string | null => {
    const pair = Buffer.from(encoded, 'base64').toString();
    const colon = pair.indexOf(':');
    const merchantId = pair.slice(0, Math.max(colon, 0));
    return accepts(merchantId, pair.slice(colon + 1)) ? merchantId : null;
  };

  return {
    token: ({ headers, body }, lifetime = tokenSeconds) => {
      const mediaType = (headers['content-type'] ?? 'application/x-www-form-urlencoded').split(';', 1)[0]?.trim();
      if (mediaType?.toLowerCase() !== 'application/x-www-form-urlencoded') {
        return problem(400, { 'Content-Type': ['must be application/x-www-form-urlencoded'] });
      }
      const form = requestToken.input.safeParse(Object.fromEntries(new URLSearchParams(body ?? '')));
      if (!form.success) return problem(400, fieldErrors(form.error));
      const { client_id, client_secret } = form.data as { client_id: string; client_secret: string };
      return accepts(client_id, client_secret) ? issue(client_id, lifetime) : unauthorized();
    },
    merchantOf: (authorization) => {
      const [, scheme, value] = /^(basic|bearer) +(\S+) *$/i.exec(authorization ?? '') ?? [];
      if (scheme === undefined || value === undefined) return null;
      return scheme.toLowerCase() === 'basic' ? basic(value) : bearer(value);
    },
  };
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Compares digests, so neither length nor content shows in the time it takes. */
function same(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
