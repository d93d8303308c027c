// The gateway as the engine sees it: requests in, facts out. Puts credentials and transport together, and knows no
// single operation. main/gateway may import contract, operations, http and the core's ports, nothing else of ours.
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Gateway, GatewayAnswer, GatewayRequest, HeardTime } from '#core/ports/gateway.ts';
import { basicCredentials, tokenCredentials, type Credentials } from './credentials.ts';
import type { Exchange } from './exchange.ts';
import { httpDateMs } from './http-date.ts';
import { retryAfterMs } from './retry-after.ts';
import { targetOf } from './root-address.ts';
import { createTokenCache } from './token-cache.ts';
import { fetchToken } from './token-request.ts';
import { always, createTransport } from './transport.ts';
import type { Call } from './exchange.ts';

export interface GatewayOptions {
  /** Root address without `/api/v2`. */
  readonly root: string;
  /** Root address of the token endpoint, where it is another. */
  readonly authRoot?: string | undefined;
  readonly merchantId: string;
  /** Null while there is none: requests then end as credentials-refused. */
  readonly apiKey: () => string | null;
  readonly scheme: 'oauth' | 'basic';
  readonly clock: Pick<Clock, 'nowMs'>;
  /** For name, TCP and TLS together. */
  readonly connectTimeoutMs?: number | undefined;
  readonly probeTimeoutMs?: number | undefined;
  readonly tokenTimeoutMs?: number | undefined;
  /** Certificate authorities to trust instead of the usual ones. */
  readonly caPem?: string | undefined;
  /** The product's version, for User-Agent. */
  readonly version?: string | undefined;
  readonly log?: EngineEvents['log'] | undefined;
  /** Called with the time at the gateway, where an answer has it. */
  readonly heard?: ((time: HeardTime) => void) | undefined;
}

/** Throws InvalidAddress, or InsecureAddress for plain http beyond this machine. */
export function createGateway(options: GatewayOptions): Gateway & { close(): void } {
  const target = targetOf(options.root);
  const authTarget = targetOf(options.authRoot ?? options.root);
  const connecting = { timeoutMs: options.connectTimeoutMs ?? 5_000, caPem: options.caPem };
  const transport = createTransport(target, connecting);
  const authTransport = createTransport(authTarget, connecting);
  const headers = {
    accept: 'application/json',
    // Compression would only make a cut body harder to tell from a whole one.
    'accept-encoding': 'identity',
    'user-agent': options.version === undefined ? 'Tillbridge' : `Tillbridge/${options.version}`,
  };
  const tokenRequest = {
    target: authTarget,
    transport: authTransport,
    merchantId: options.merchantId,
    headers,
    timeoutMs: options.tokenTimeoutMs ?? 10_000,
  };
  const credentials: Credentials =
    options.scheme === 'basic'
      ? basicCredentials(options.merchantId, options.apiKey)
      : tokenCredentials(
          createTokenCache({
            apiKey: options.apiKey,
            clock: options.clock,
            fetchToken: (apiKey) => fetchToken(tokenRequest, apiKey),
          }),
        );

  async function send(request: GatewayRequest): Promise<GatewayAnswer> {
    const authorization = await credentials.authorize();
    if (authorization.type !== 'ready') {
      const type = authorization.type === 'refused' ? 'credentials-refused' : 'unsent';
      return { type, reason: authorization.reason };
    }
    const exchange = await exchanged({
      method: request.method,
      path: `${target.prefix}/api/v2${request.path}`,
      headers: {
        ...headers,
        authorization: authorization.header,
        ...(request.body === null ? {} : { 'content-type': 'application/json' }),
        ...(request.key === null ? {} : { 'idempotency-key': request.key }),
      },
      body: request.body,
      // Without a key the request must never meet a connection that the gateway is just closing.
      mayReuse: !request.freshConnection && (request.method === 'GET' || request.key !== null),
      answerTimeoutMs: request.answerTimeoutMs,
      mayBegin: request.mayBegin,
    });
    return answerOf(exchange, authorization.id);
  }

  async function exchanged(call: Call, limitMs?: number): Promise<Exchange> {
    const askedAtMs = options.clock.nowMs();
    const exchange = await transport.exchange(call, limitMs);
    if (!isOfGateway(exchange)) return exchange;
    const dateMs = httpDateMs(exchange.date ?? '');
    if (dateMs !== null) options.heard?.({ dateMs, tripMs: options.clock.nowMs() - askedAtMs });
    return exchange;
  }

  function answerOf(exchange: Exchange, credential: string | null): GatewayAnswer {
    if (exchange.type !== 'response') return exchange;
    const { retryAfter } = exchange;
    const waitMs = retryAfter === undefined ? null : retryAfterMs(retryAfter, options.clock.nowMs());
    return { type: 'response', status: exchange.status, retryAfterMs: waitMs, body: exchange.body, credential };
  }

  let wasReached = true;
  let closed = false;
  const bareAddress = `${target.prefix}/api/v2`;
  // The bare address is no part of the interface: where it alone does not answer, a look-up tells, from then on at once.
  const lookUp = `${bareAddress}/payments/getByTransId/reachable`;
  let asked = bareAddress;
  async function probe(): Promise<boolean> {
    const timeoutMs = options.probeTimeoutMs ?? 3_000;
    const call = {
      method: 'GET',
      headers,
      body: null,
      mayReuse: false,
      answerTimeoutMs: timeoutMs,
      mayBegin: always,
    };
    let exchange = await exchanged({ ...call, path: asked }, timeoutMs);
    if (!closed && asked === bareAddress && exchange.type !== 'unsent' && !isOfGateway(exchange)) {
      exchange = await exchanged({ ...call, path: lookUp }, timeoutMs);
      if (isOfGateway(exchange)) asked = lookUp;
    }
    const reached = isOfGateway(exchange);
    // Once, not each time that it is asked while the network is away.
    if (!reached && wasReached && !closed) options.log?.('warn', 'gateway-not-reached', { reason: whyNot(exchange) });
    wasReached = reached;
    return reached;
  }

  return {
    send: async (request) => {
      const answer = await send(request);
      // Facts only: a path can hold the caller's ids, a body anything.
      if (answer.type !== 'response') {
        const reason = answer.type === 'withheld' ? 'its time to be sent was over' : answer.reason;
        options.log?.('warn', `gateway-${answer.type}`, { method: request.method, reason });
      }
      return answer;
    },
    probe,
    renew: credentials.renew,
    close: () => {
      closed = true;
      transport.close();
      authTransport.close();
    },
  };
}

function whyNot(exchange: Exchange): string {
  if (exchange.type === 'response') return `status ${exchange.status}`;
  return exchange.type === 'withheld' ? exchange.type : exchange.reason;
}

/** With 502, 503 and 504 something in front of it answers. */
function isOfGateway(exchange: Exchange): exchange is Extract<Exchange, { type: 'response' }> {
  return exchange.type === 'response' && ![502, 503, 504].includes(exchange.status);
}
