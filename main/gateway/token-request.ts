// Asks the token endpoint for an access token and sorts its answers: credentials that are wrong must reach a person,
// everything else only means that no operation can be sent yet. Its bodies are never quoted: they may echo the key.
import { requestToken } from '#operations/request-token.ts';
import type { Exchange } from './exchange.ts';
import type { Target } from './root-address.ts';
import type { TokenAnswer } from './token-cache.ts';
import { type Transport, always } from './transport.ts';

export interface TokenRequest {
  readonly target: Target;
  readonly transport: Transport;
  readonly merchantId: string;
  readonly headers: { readonly [name: string]: string };
  readonly timeoutMs: number;
}

export async function fetchToken(options: TokenRequest, apiKey: string): Promise<TokenAnswer> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: options.merchantId,
    client_secret: apiKey,
  });
  const exchange = await options.transport.exchange({
    method: requestToken.method,
    path: options.target.prefix + requestToken.path,
    headers: { ...options.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    mayReuse: false,
    answerTimeoutMs: options.timeoutMs,
    mayBegin: always,
  });
  return judge(exchange);
}

function judge(exchange: Exchange): TokenAnswer {
  switch (exchange.type) {
    case 'unsent':
      return { type: 'unreachable', reason: `no access token: ${exchange.reason}` };
    case 'withheld':
    case 'lost':
      return { type: 'unreachable', reason: 'no access token: the token endpoint gave no answer' };
    case 'response':
      return judgeResponse(exchange);
  }
}

function judgeResponse({ status, body }: Extract<Exchange, { type: 'response' }>): TokenAnswer {
  if (status === 400 || status === 401 || status === 403) {
    return { type: 'refused', reason: `the token endpoint refused merchant id and API key (status ${status})` };
  }
  if (status < 200 || status > 299) {
    return { type: 'unreachable', reason: `no access token: the token endpoint answered with status ${status}` };
  }
  const token = requestToken.response.safeParse(body.type === 'json' ? body.value : null);
  if (!token.success) return unreadable;
  const { access_token: value, expires_in: seconds } = token.data as { access_token: string; expires_in?: number };
  // Anything else could not be put into a header.
  if (!/^[\x21-\x7e]+$/.test(value)) return unreadable;
  return { type: 'granted', value, lifetimeMs: seconds === undefined ? null : seconds * 1_000 };
}

const unreadable: TokenAnswer = {
  type: 'unreachable',
  reason: 'no access token: the answer of the token endpoint could not be read',
};
