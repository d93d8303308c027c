// How the bridge and its terminals are, and what this server is at all. The last is the one address that needs no
// token: an ERP finds the bridge by it, so it says nothing that is not on the box.
import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../context.ts';

export function stateRoutes({ calls }: LoopbackPorts): Route[] {
  return [
    { method: 'GET', path: '/v1/terminals', scope: 'status', handle: plain(() => ({ terminals: calls.terminals() })) },
    { method: 'GET', path: '/v1/status', scope: 'status', always: true, handle: plain(() => calls.status()) },
  ];
}

export function wellKnownRoutes({ version }: LoopbackPorts): Route[] {
  const about = { product: 'Tillbridge', version, apiVersions: ['v1'] };
  return [{ method: 'GET', path: '/.well-known/tillbridge', scope: null, handle: plain(() => about) }];
}

const noQuery = z.object({});

function plain(value: () => object): (context: LoopbackContext) => Response {
  return (context) => {
    const query = readQuery(context.req.url, noQuery);
    return query.type === 'refused' ? problemAnswer(query.refusal) : jsonAnswer(200, value());
  };
}
