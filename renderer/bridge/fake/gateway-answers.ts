// Answers in the form that the engine's gateway gives them.
import type { Json } from '#contract/data/json.ts';
import type { GatewayAnswer } from '#core/ports/gateway.ts';

export function response(status: number, value: Json): GatewayAnswer {
  return { type: 'response', status, retryAfterMs: null, body: { type: 'json', value }, credential: null };
}

export const notFound = response(404, { status: 404, title: 'Not Found' });
