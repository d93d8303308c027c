// Gateways and servers that end with the test they were made for, and requests with everything usual filled in.
import { onTestFinished } from 'vitest';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import { createGateway, type GatewayOptions } from '#gateway/gateway.ts';
import { startRawServer, type Behaviour, type RawServer } from './raw-server.ts';

/** Looked for wherever a secret must not be. */
export const canaryKey = 'canary-api-key-5d41402abc4b2a76';

export function gatewayTo(root: string, options: Partial<GatewayOptions> = {}): ReturnType<typeof createGateway> {
  const gateway = createGateway({
    root,
    merchantId: 'shop-1',
    apiKey: () => canaryKey,
    scheme: 'basic',
    clock: { nowMs: () => Date.parse('2026-01-31T18:05:00Z') },
    ...options,
  });
  onTestFinished(() => gateway.close());
  return gateway;
}

export async function serve(behaviour: Behaviour, server?: Parameters<typeof startRawServer>[1]): Promise<RawServer> {
  const started = await startRawServer(behaviour, server);
  onTestFinished(() => started.close());
  return started;
}

export function get(changes: Partial<GatewayRequest> = {}): GatewayRequest {
  return {
    method: 'GET',
    path: '/payments/P-1',
    body: null,
    key: null,
    freshConnection: false,
    answerTimeoutMs: 20_000,
    mayBegin: () => true,
    ...changes,
  };
}

export function post(changes: Partial<GatewayRequest> = {}): GatewayRequest {
  return get({ method: 'POST', path: '/payments/P-1/captures', body: '{"amount":1}', ...changes });
}
