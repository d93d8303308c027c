// Identifies the caller and limits its rate. It checks, in this order: the Origin, the token, whether both belong
// together, and the rate. All callers are on this machine, so only the token tells them apart: each client has its own
// limit, and all callers without a token share one. A refusal is logged by its code; nothing that the caller sent is
// logged.
import type { IncomingMessage } from 'node:http';
import { type ProblemCode, type Refusal, refuse } from '#contract/programs/problems.ts';
import type { Client } from '#contract/programs/client.ts';
import { type Answer, problemAnswer } from '#http/answer.ts';
import { unknownToken } from './access/caller.ts';
import type { LoopbackPorts } from './request/context.ts';
import { foreignOrigin, originOfOther, tooManyUnauthenticated } from './access/origin.ts';
import { hashToken } from './access/tokens.ts';

interface Known {
  readonly type: 'known';
  readonly client: Client;
  readonly tokenHash: string;
}

type AuthResult = Known | { readonly type: 'refused'; readonly refusal: Refusal };

export type Guard = (incoming: IncomingMessage) => Known | { readonly type: 'refused'; readonly answer: Answer };

export function createGuard(ports: LoopbackPorts): Guard {
  const { clients, countedLog, rate, requests, unauthenticated, knownConnections } = ports;
  const note = (code: ProblemCode, clientId: string | null) =>
    countedLog('warn', 'loopback-refused', { code, clientId });

  const authenticate = (origin: string | undefined, authorization: string | undefined): AuthResult => {
    const foreign = foreignOrigin(clients, origin);
    if (foreign !== null) return { type: 'refused', refusal: foreign };
    if (authorization === undefined) {
      const detail = 'Send the token as Authorization: Bearer TOKEN.';
      return refuse('token-missing', detail);
    }
    const token = /^Bearer +([!-~]{1,256})$/i.exec(authorization)?.[1];
    const tokenHash = token === undefined ? null : hashToken(token);
    const client = tokenHash === null ? null : clients.byTokenHash(tokenHash);
    if (tokenHash === null || client === null || client.revokedAt !== null)
      return { type: 'refused', refusal: unknownToken };
    const other = originOfOther(client, origin);
    return other === null ? { type: 'known', client, tokenHash } : { type: 'refused', refusal: other };
  };

  return ({ headers: { origin, authorization }, socket }) => {
    const outcome = authenticate(origin, authorization);
    if (outcome.type === 'refused') {
      // Asked after the token was looked up, which costs less than the answer would.
      const counted = unauthenticated.take('refused');
      const refusal = counted ? outcome.refusal : tooManyUnauthenticated;
      note(refusal.code, null);
      return { type: 'refused', answer: problemAnswer(refusal) };
    }
    const { client } = outcome;
    knownConnections.add(socket);
    if (!requests.take(client.id)) {
      note('too-many-requests', client.id);
      const detail = `At most ${rate.perSecond} requests a second. Nothing was done; try again in a second.`;
      return { type: 'refused', answer: problemAnswer({ code: 'too-many-requests', detail }) };
    }
    clients.touch(client.id, new Date().toISOString());
    return outcome;
  };
}
