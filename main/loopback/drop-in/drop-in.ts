// The gateway's own language on the loopback addresses: software that was written for the gateway changes its base
// address and its credentials, and the merchant's stay in the bridge. Order as at the native API: Origin, credentials,
// rate, then the address.
import type { Client } from '#contract/programs/client.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import type { Answer } from '#http/answer.ts';
import { LoopbackContext, type LoopbackPorts, type Route } from '../request/context.ts';
import { type Asker, faultRefusal } from '../request/fault.ts';
import { recheckAccess } from '../request/recheck-access.ts';
import { tooManyAtOnce } from '../limits/at-once.ts';
import { Caller } from '../access/caller.ts';
import { foreignOrigin, originOfOther, tooManyUnauthenticated } from '../access/origin.ts';
import { missingScope } from '../access/scope.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type AddressMatch, findAddress, tokenPath } from './addresses.ts';
import { type Proof, createCredentials } from './credentials.ts';
import { lookUpAnswer } from './look-up.ts';
import type { DropInOptions } from './options.ts';
import { refusalAnswer } from './shapes.ts';
import { commandAnswer } from './submit.ts';
import { tokenAnswer } from './token-endpoint.ts';

export function dropIn(ports: LoopbackPorts, options: DropInOptions): Route['handle'] {
  const { clients, calls, waits, rate, requests, atOnce, reads, posts, turns, countedLog } = ports;
  const { unauthenticated, knownConnections } = ports;
  const tokens = createAccessTokens({ wallMs: Date.now, runMs: () => performance.now() });
  const credentials = createCredentials(clients, tokens, options.merchantId);
  const note = (code: string, clientId: string | null) => countedLog('warn', 'drop-in-refused', { code, clientId });

  const tooFast: Refusal = {
    code: 'too-many-requests',
    detail: `At most ${rate.perSecond} requests a second. Nothing was done; try again in a second.`,
  };

  const known = (context: LoopbackContext): Proof | Refusal => {
    const origin = context.header('origin');
    const foreign = foreignOrigin(clients, origin);
    if (foreign !== null) return foreign;
    const authorization = context.header('authorization');
    if (authorization === undefined) return noCredentials;
    const proof = credentials.ofHeader(authorization);
    if (proof === null) return wrongCredentials;
    const other = originOfOther(proof.client, origin);
    if (other !== null) return other;
    knownConnections.add(context.incoming.socket);
    return requests.take(proof.client.id) ? proof : tooFast;
  };

  const token = async (context: LoopbackContext, asker: Asker): Promise<Answer> => {
    const origin = context.header('origin');
    const foreign = foreignOrigin(clients, origin);
    if (foreign !== null) return refusalAnswer(foreign);
    if (context.method !== 'POST') return noMethod('POST');
    let counted: Client | null = null;
    const barred = ({ client }: { readonly client: Client }) => {
      const other = originOfOther(client, origin);
      if (other !== null) return other;
      asker.isKnown = true;
      counted = client;
      return requests.take(client.id) ? null : tooFast;
    };
    const answer = await tokenAnswer(context.incoming, { credentials, tokens, barred });
    if (answer.status === 200) return answer;
    note('token-refused', null);
    // A caller with right credentials does not count towards the limit for callers without.
    if (counted !== null) return refusalAnswer(tooFast);
    return unauthenticated.take('refused') ? answer : refusalAnswer(tooManyUnauthenticated);
  };

  const api = async (unknown: LoopbackContext, path: string, asker: Asker): Promise<Answer> => {
    const proof = known(unknown);
    if ('code' in proof) {
      note(proof.code, null);
      const counted = proof.code === 'too-many-requests' || unauthenticated.take('refused');
      return refusalAnswer(counted ? proof : tooManyUnauthenticated);
    }
    const { client, tokenHash } = proof;
    asker.isKnown = true;
    clients.touch(client.id, new Date().toISOString());
    const closed = calls.refusal();
    if (closed !== null) return refusalAnswer(closed);
    const found = findAddress(unknown.method, path);
    if (found.type === 'no-address') return refusalAnswer(noAddress);
    if (found.type === 'no-method') return noMethod(found.allow);
    const who = { caller: new Caller(clients, client, tokenHash), reader: reads.reader(client.id), posts, turns };
    const context = new LoopbackContext(unknown.incoming, unknown.outgoing, found.fields, who);
    const needed = found.target.type === 'query' ? [found.target.query.scope] : [];
    const work = () => recheckAccess(context, needed, carriedOut(context, found), refusalAnswer);
    return atOnce.run(client.id, work) ?? refusalAnswer(tooManyAtOnce);
  };

  const carriedOut = (
    context: LoopbackContext,
    { target, fields }: Extract<AddressMatch, { type: 'found' }>,
  ): Answer | Promise<Answer> => {
    if (target.type === 'query') {
      const barred = missingScope(context.client, [target.query.scope]);
      if (barred !== null) return refusalAnswer(barred);
      const asked = { context, query: target.query, fields };
      return reads.read(context, () => lookUpAnswer(ports, asked), refusalAnswer);
    }
    return commandAnswer({ ...options, calls, waits }, { context, command: target.command, fields });
  };

  return async (context) => {
    const path = (context.incoming.url ?? '').split('?', 1)[0] ?? '';
    const asker: Asker = { isKnown: false };
    try {
      return await (path === tokenPath ? token(context, asker) : api(context, path, asker));
    } catch (error) {
      return refusalAnswer(faultRefusal(countedLog, error, asker));
    }
  };
}

function noMethod(allow: string): Answer {
  const detail = `This address takes ${allow}.`;
  return refusalAnswer({ code: 'method-not-allowed', detail }, undefined, { Allow: allow });
}

const noAddress: Refusal = { code: 'not-found', detail: 'There is nothing at this address.' };
const noCredentials: Refusal = {
  code: 'token-missing',
  detail: 'Send Authorization: Bearer TOKEN with a token of the token endpoint, or Basic.',
};
const wrongCredentials: Refusal = {
  code: 'token-unknown',
  detail: 'The credentials are not known, have expired or were revoked. Fetch a new token.',
};
