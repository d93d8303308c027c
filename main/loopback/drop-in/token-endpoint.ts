// POST /authorization/oauth/token: a form, as at the gateway, or Basic with `grant_type` alone (RFC 6749, 2.3.1). The
// gateway's own error bodies are not shown; these are its problem details with the members of RFC 6749, 5.2.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '#contract/programs/problems.ts';
import { problemOf } from '#contract/programs/problems.ts';
import { type Answer, jsonAnswer, textAnswer } from '#http/answer.ts';
import { readBody } from '#http/body.ts';
import { type AccessTokens, tokenSeconds } from './access-tokens.ts';
import { type Credentials, type Proof, basicPair } from './credentials.ts';

type OauthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type';

const maxBytes = 16 * 1024;
const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

interface Parts {
  readonly credentials: Credentials;
  readonly tokens: AccessTokens;
  /** Why this client may not have one after all (a page of another origin), or null. */
  readonly barred: (proof: Proof) => Refusal | null;
}

export async function tokenAnswer(incoming: IncomingMessage, { credentials, tokens, barred }: Parts): Promise<Answer> {
  if (!formType.test(incoming.headers['content-type'] ?? '')) {
    return oauthError('invalid_request', 'Content-Type', 'must be application/x-www-form-urlencoded');
  }
  const body = await readBody(incoming, maxBytes);
  if (body.type !== 'read') return oauthError('invalid_request', 'body', 'is too large or ended early');
  const form = new URLSearchParams(body.bytes.toString('utf8'));
  if (new Set(form.keys()).size !== form.size)
    return oauthError('invalid_request', 'body', 'gives a parameter more than once');
  const grant = form.get('grant_type') ?? '';
  if (grant === '') return oauthError('invalid_request', 'grant_type', 'is required: client_credentials');
  if (grant !== 'client_credentials') {
    return oauthError('unsupported_grant_type', 'grant_type', 'must be client_credentials');
  }

  const { authorization } = incoming.headers;
  const pair = authorization === undefined ? pairIn(form) : basicPair(authorization);
  if (pair === null) {
    if (authorization !== undefined) return oauthError('invalid_client', 'request', unknown);
    const missing = form.get('client_id') === null ? 'client_id' : 'client_secret';
    return oauthError('invalid_request', missing, 'is required');
  }
  const proof = credentials.ofPair(pair.id, pair.secret);
  if (proof === null) return oauthError('invalid_client', 'request', unknown);
  const refusal = barred(proof);
  if (refusal !== null) return oauthError('invalid_client', 'request', refusal.detail, refusal);
  const access = tokens.issue(pair.id, proof.tokenHash);
  return jsonAnswer(200, { access_token: access, token_type: 'Bearer', expires_in: tokenSeconds }, noStore);
}

const unknown = 'The client is not known, its secret is wrong, or it was revoked.';
// RFC 6749, 5.1, for proxies that know HTTP/1.0 only.
const noStore = { Pragma: 'no-cache', 'Content-Type': 'application/json; charset=utf-8' };

function pairIn(form: URLSearchParams): { readonly id: string; readonly secret: string } | null {
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  return id === null || secret === null ? null : { id, secret };
}

function oauthError(error: OauthError, field: string, message: string, refusal?: Refusal): Answer {
  const code = error === 'invalid_client' ? 'token-unknown' : 'invalid-input';
  const { type, title, status } = problemOf(refusal ?? { code, detail: message });
  const body = { type, title, status, traceId: randomUUID(), errors: { [field]: [message] } };
  // What is wrong with the request as a whole is a sentence of its own.
  const description = field === 'request' ? message : `${field} ${message}`;
  return textAnswer(status, JSON.stringify({ ...body, error, error_description: description }), {
    ...noStore,
    'Content-Type': 'application/problem+json',
    'Tillbridge-Problem': refusal?.code ?? code,
    ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="tillbridge"' } : {}),
  });
}
