// What this server is at all. It is open to all: an ERP finds the bridge by it, so it says nothing that is not on the
// box. Asked with a nonce it proves which bridge this is. Clients of ours ask it on each connection, so strangers who ask
// it must not use it up.
import { z } from 'zod';
import { connectionStatement, identityStatement, noncePattern } from '#contract/data/identity.ts';
import type { Signer } from '#core/ports/journal.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

const nonceSchema = z.object({
  nonce: z.string().regex(noncePattern, { error: 'must have 16 to 128 characters of base64url' }).optional(),
});

const identityAbout: RouteAbout = {
  operationId: 'getIdentity',
  summary: 'Find the bridge, and make sure that it is the one',
  description:
    'Says that a bridge is here, and which versions of the API it speaks. With `nonce` it signs, with the key whose ' +
    'public half a pairing gave, the UTF-8 text `tillbridge-identity:1`, a line feed, the nonce, a line feed, and the ' +
    'Host header as it was sent (Ed25519, base64). Send random characters, once each, and compare the host with the ' +
    'one that you called. `connectionSignature` is over `tillbridge-connection:1`, the nonce, the host, and the address ' +
    'and the port of your own end of this very connection, a line feed between each: it proves that no program stands ' +
    'in between, where you go on using the connection. While the data folder is sealed nothing can be signed: then `sealed` is true.',
  tag: 'bridge',
  query: nonceSchema,
  answers: { 200: { description: 'A bridge', schema: 'Identity' } },
  problems: ['too-many-at-once'],
};

export function identityRoutes({ version, identity, openTurns }: LoopbackPorts): Route[] {
  const about = { product: 'Tillbridge', version, apiVersions: ['v1'] };
  const answer = (context: LoopbackContext): Answer => {
    const query = readQuery(context.target, nonceSchema);
    if (query.type === 'refused') return problemAnswer(query.refusal);
    const { nonce } = query.query;
    if (nonce === undefined) return jsonAnswer(200, about);
    // A sealed folder's key cannot sign: the answer says why there is no proof.
    const proven = identity === null ? { sealed: true } : proof(identity, nonce, context);
    return jsonAnswer(200, { ...about, ...proven });
  };
  const handle = (context: LoopbackContext) =>
    openTurns.turn(context, () => answer(context)) ?? problemAnswer(anotherWaits);
  const path = '/.well-known/tillbridge';
  return [{ method: 'GET', path, scope: null, inTurns: true, about: identityAbout, handle }];
}

const anotherWaits = {
  code: 'too-many-at-once',
  detail: 'A question waits on this connection already. Take its answer first.',
} as const;

function proof(identity: Signer, nonce: string, context: LoopbackContext): object {
  // Checked before any route is found: it names this very server.
  const host = context.header('host') ?? '';
  const { keyId, publicKeyPem: publicKey } = identity;
  const { remoteAddress: address = '', remotePort: port = 0 } = context.incoming.socket;
  return {
    keyId,
    publicKey,
    signature: identity.sign(identityStatement(nonce, host)),
    connectionSignature: identity.sign(connectionStatement(nonce, host, { address, port })),
  };
}
