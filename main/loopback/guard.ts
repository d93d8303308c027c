// Who is asking. In this order: the Origin, the token, whether both belong together, and how fast it comes. All come
// from this machine, so only the token tells them apart: who has one is counted by itself, all others together, and so
// the others can use up nothing but their own. What is refused is logged by its code alone; nothing that the caller
// sent goes into the log.
import type { IncomingMessage } from 'node:http';
import type { ProblemCode, Refusal } from '#contract/problems.ts';
import type { Client } from '#contract/client.ts';
import { type Answer, problemAnswer } from '#http/answer.ts';
import { unknownToken } from './caller.ts';
import type { LoopbackPorts } from './context.ts';
import { foreignOrigin, originOfOther, tooManyStrangers } from './origin.ts';
import { hashToken } from './tokens.ts';

type Knock =
  | { readonly type: 'known'; readonly client: Client }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export type Guard = (
  incoming: IncomingMessage,
) => { readonly type: 'known'; readonly client: Client } | { readonly type: 'refused'; readonly answer: Answer };

export function createGuard({ clients, countedLog, rate, requests, strangers }: LoopbackPorts): Guard {
  const note = (code: ProblemCode, clientId: string | null) =>
    countedLog('warn', 'loopback-refused', { code, clientId });

  const knock = (origin: string | undefined, authorization: string | undefined): Knock => {
    const foreign = foreignOrigin(clients, origin);
    if (foreign !== null) return { type: 'refused', refusal: foreign };
    if (authorization === undefined) {
      const detail = 'Send the token as Authorization: Bearer TOKEN.';
      return { type: 'refused', refusal: { code: 'token-missing', detail } };
    }
    const token = /^Bearer +([!-~]{1,256})$/i.exec(authorization)?.[1];
    const client = token === undefined ? null : clients.byTokenHash(hashToken(token));
    if (client === null || client.revokedAt !== null) return { type: 'refused', refusal: unknownToken };
    const other = originOfOther(client, origin);
    return other === null ? { type: 'known', client } : { type: 'refused', refusal: other };
  };

  return ({ headers: { origin, authorization } }) => {
    const outcome = knock(origin, authorization);
    if (outcome.type === 'refused') {
      // Asked after the token was looked up, which costs less than the answer would.
      const counted = strangers.take('refused');
      const refusal = counted ? outcome.refusal : tooManyStrangers;
      note(refusal.code, null);
      return { type: 'refused', answer: problemAnswer(refusal) };
    }
    const { client } = outcome;
    if (!requests.take(client.id)) {
      note('too-many-requests', client.id);
      const detail = `At most ${rate.perSecond} requests a second. Nothing was done; try again in a second.`;
      return { type: 'refused', answer: problemAnswer({ code: 'too-many-requests', detail }) };
    }
    clients.touch(client.id, new Date().toISOString());
    return outcome;
  };
}
