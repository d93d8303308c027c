// Short-lived access tokens of the bridge's own, as the gateway's token endpoint gives them: JWTs to look at, 256 random
// bits at their heart. Only their hashes are kept, in memory: a restart forgets them, and the caller fetches a new one.
import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../access/tokens.ts';

export interface AccessTokens {
  /** For the holder of a client's token, which is known by its hash. */
  issue(subject: string, clientHash: string): string;
  /** The hash of the client's token that it was given for, or null. */
  clientHashOf(token: string): string | null;
}

export interface Clocks {
  /** Wall clock and monotonic clock, ms: a token ends by whichever says so first. */
  readonly wallMs: () => number;
  readonly runMs: () => number;
}

interface Issued {
  readonly clientHash: string;
  readonly endsWallMs: number;
  readonly endsRunMs: number;
}

export const tokenSeconds = 600;
/** A caller that fetches one for each request must not fill the memory; its oldest then end early. */
const mostOfOne = 1_000;
const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));

export function createAccessTokens({ wallMs, runMs }: Clocks): AccessTokens {
  const signingKey = randomBytes(32);
  /** By client, by the hash of the access token, oldest first. */
  const issued = new Map<string, Map<string, Issued>>();
  const owners = new Map<string, string>();

  const drop = (clientHash: string, hash: string) => {
    issued.get(clientHash)?.delete(hash);
    owners.delete(hash);
  };
  const isOver = ({ endsWallMs, endsRunMs }: Issued) => wallMs() >= endsWallMs || runMs() >= endsRunMs;

  return {
    issue(subject, clientHash) {
      const own = issued.get(clientHash) ?? new Map<string, Issued>();
      issued.set(clientHash, own);
      for (const [hash, each] of own) {
        if (own.size < mostOfOne && !isOver(each)) break;
        drop(clientHash, hash);
      }
      const iat = Math.floor(wallMs() / 1_000);
      const jti = randomBytes(32).toString('base64url');
      const claims = { iss: 'tillbridge', sub: subject, iat, exp: iat + tokenSeconds, jti };
      const content = `${header}.${base64url(JSON.stringify(claims))}`;
      const token = `${content}.${createHmac('sha256', signingKey).update(content).digest('base64url')}`;
      const hash = hashToken(token);
      const lifeMs = tokenSeconds * 1_000;
      own.set(hash, { clientHash, endsWallMs: wallMs() + lifeMs, endsRunMs: runMs() + lifeMs });
      owners.set(hash, clientHash);
      return token;
    },
    clientHashOf(token) {
      const hash = hashToken(token);
      const clientHash = owners.get(hash);
      const found = clientHash === undefined ? undefined : issued.get(clientHash)?.get(hash);
      if (found === undefined) return null;
      if (!isOver(found)) return found.clientHash;
      drop(found.clientHash, hash);
      return null;
    },
  };
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
