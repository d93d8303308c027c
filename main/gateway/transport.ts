// Sends requests to one host and decides which of them may meet a used connection. Nothing is ever repeated here:
// the engine alone decides on a second try, under an intent of its own.
import { request as httpRequest, type ClientRequest } from 'node:http';
import type { ConnectOptions } from './connect.ts';
import { ConnectionAgent } from './connection-agent.ts';
import { type Call, carryOut, type Exchange, type GiveUp } from './exchange.ts';
import { StallTolerantTimeout } from './stall-tolerant-timeout.ts';
import { coded, connectFailure } from './reason.ts';
import type { Target } from './root-address.ts';

// More requests at once than this get a connection of their own, so none ever waits in a queue with no clock on it.
const maxPooled = 16;

export const always = (): boolean => true;

export interface Transport {
  /** `limitMs` bounds the whole exchange, connecting included. */
  exchange(call: Call, limitMs?: number): Promise<Exchange>;
  /** Gives up all that is under way; later calls are unsent. */
  close(): void;
}

export function createTransport(target: Target, options: ConnectOptions): Transport {
  const kept = new ConnectionAgent(target, options, true);
  /** Gives up what is under way, one for each exchange. */
  const underWay = new Set<GiveUp>();
  let pooled = 0;
  let closed = false;

  function form(call: Call, agent: ConnectionAgent): ClientRequest {
    return httpRequest({
      agent,
      host: target.host,
      port: target.port,
      method: call.method,
      path: call.path,
      headers: { ...call.headers, ...lengthOf(call), host: target.authority },
      insecureHTTPParser: false,
    });
  }

  async function exchange(call: Call, limitMs?: number): Promise<Exchange> {
    if (closed) return { type: 'unsent', reason: connectFailure(coded('ECANCELED')) };
    const reuse = call.mayReuse && pooled < maxPooled;
    const agent = reuse ? kept : new ConnectionAgent(target, options, false);
    let request: ClientRequest;
    try {
      request = form(call, agent);
    } catch (error) {
      return { type: 'unsent', reason: `the request could not be formed: ${connectFailure(error)}` };
    }
    let stop: GiveUp = () => {};
    const limit = limitMs === undefined ? null : new StallTolerantTimeout(limitMs, () => stop('ETIMEDOUT'));
    if (reuse) pooled++;
    try {
      return await carryOut(request, call, (giveUp) => {
        stop = giveUp;
        underWay.add(giveUp);
      });
    } finally {
      limit?.end();
      underWay.delete(stop);
      if (reuse) pooled--;
      else agent.destroy();
    }
  }

  return {
    exchange,
    close: () => {
      closed = true;
      for (const stop of underWay) stop('ECANCELED');
      kept.destroy();
    },
  };
}

function lengthOf(call: Call): { readonly [name: string]: string } {
  if (call.body === null) return call.method === 'GET' ? {} : { 'content-length': '0' };
  return { 'content-length': String(Buffer.byteLength(call.body)) };
}
