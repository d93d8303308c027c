// Identifies the client by the gateway's two schemes: Basic, or a bearer token from the token endpoint. The API key is
// the token of a paired client; the merchant id names that client or, so that an ERP need not change it, the merchant.
import type { Client } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { hashToken } from '../access/tokens.ts';
import type { AccessTokens } from './access-tokens.ts';

export interface Proof {
  readonly client: Client;
  /** The hash of the client's own token. */
  readonly tokenHash: string;
}

export interface Credentials {
  /** The proof by a merchant id and an API key; null where they are wrong. */
  ofPair(id: string, secret: string): Proof | null;
  /** The proof by an Authorization header; null where it is wrong. */
  ofHeader(authorization: string): Proof | null;
}

export function createCredentials(clients: ClientRegistry, tokens: AccessTokens, merchantId: string): Credentials {
  const ofHash = (tokenHash: string): Proof | null => {
    const client = clients.byTokenHash(tokenHash);
    return client === null || client.revokedAt !== null ? null : { client, tokenHash };
  };
  const ofPair = (id: string, secret: string): Proof | null => {
    const proof = ofHash(hashToken(secret));
    return proof !== null && (id === proof.client.id || id === merchantId) ? proof : null;
  };
  return {
    ofPair,
    ofHeader(authorization) {
      const bearer = /^Bearer +([!-~]{1,2048})$/i.exec(authorization)?.[1];
      if (bearer !== undefined) {
        const clientHash = tokens.clientHashOf(bearer);
        return clientHash === null ? null : ofHash(clientHash);
      }
      const pair = basicPair(authorization);
      return pair === null ? null : ofPair(pair.id, pair.secret);
    },
  };
}

/** The pair of a Basic header, or null where it is none. */
export function basicPair(authorization: string): { readonly id: string; readonly secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,2048}={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? null : { id: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}
