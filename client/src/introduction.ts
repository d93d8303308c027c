// Who listens there. Before a token is sent for the first time, and again after every lost connection, the client asks
// for `/.well-known/tillbridge`: what is not Tillbridge gets no token, and what does not hold the pinned key neither.
// It is also how failures are told apart that look all the same to a page: a browser that forbids it, nothing that
// listens, and a bridge that does not answer this origin.
import { BlockedByBrowser, IdentityChanged, IdentityUncheckable, NotRunning, Refused } from './errors.ts';
import { type Address, exchange, objectOf, problemIn, retryAfterMs } from './exchange.ts';
import type { Host } from './host.ts';
import { newNonce, verdictOn } from './identity.ts';
import type { About, Identity } from './types.ts';

export interface Pinned {
  readonly identity: Identity;
  readonly whenUncheckable: 'refuse' | 'go-on';
}

export type Proof = 'verified' | 'uncheckable' | 'not-pinned';

export interface Met {
  readonly about: About;
  readonly proof: Proof;
}

const wellKnown = '/.well-known/tillbridge';

/** Null: the signal ended it. Throws NotRunning, BlockedByBrowser, Refused, IdentityChanged and IdentityUncheckable. */
export async function meet(host: Host, to: Address, pinned: Pinned | null, signal: AbortSignal): Promise<Met | null> {
  const nonce = pinned === null ? null : newNonce();
  const path = nonce === null ? wellKnown : `${wellKnown}?nonce=${nonce}`;
  const answer = await exchange(host, to, { method: 'GET', path }, signal);
  switch (answer.type) {
    case 'ended':
      return null;
    case 'unsent':
    case 'lost':
      throw await whyNot(host, answer.error);
    case 'answered': {
      const problem = answer.status === 200 ? null : problemIn(answer);
      // A bridge that cannot sign now (its folder is sealed), or is just stopping, says so.
      if (problem?.type.startsWith('urn:tillbridge:problem:') === true) {
        throw new Refused(problem, retryAfterMs(answer.headers));
      }
      const said = answer.status === 200 ? objectOf(answer.text) : null;
      if (said?.['product'] !== 'Tillbridge') throw new NotRunning('not-tillbridge', await host.permission());
      const about = said as unknown as About;
      if (pinned === null || nonce === null) return { about, proof: 'not-pinned' };
      return { about, proof: await prove(said, pinned, nonce, to) };
    }
  }
}

async function prove(
  said: { readonly [name: string]: unknown },
  { identity, whenUncheckable }: Pinned,
  nonce: string,
  to: Address,
): Promise<Proof> {
  try {
    if ((await verdictOn(said, identity, nonce, to.host)) === 'wrong') throw new IdentityChanged();
    return 'verified';
  } catch (error) {
    const known = error instanceof IdentityUncheckable && error.reason === 'no-ed25519';
    if (known && whenUncheckable === 'go-on') return 'uncheckable';
    throw error;
  }
}

/** Why nothing could be reached. A permission that is denied comes first: until it is given nothing else can be seen. */
async function whyNot(host: Host, error: unknown): Promise<NotRunning | BlockedByBrowser> {
  const permission = host.inPage ? await host.permission() : 'unsupported';
  if (permission !== 'denied') return new NotRunning('no-connection', permission, error);
  return new BlockedByBrowser(host.secure ? 'permission-denied' : 'insecure-page', error);
}

/**
 * A bridge keeps its answers from pages of other origins, so a page sees a failure like any other. That it was this one
 * shows where the bridge is there and its open address can be read.
 */
export function hiddenFromPage(): Refused {
  return new Refused({
    type: 'urn:tillbridge:problem:origin-refused',
    title: 'This origin is not allowed',
    status: 403,
    code: 'origin-refused',
    detail: 'Tillbridge runs, but it does not answer pages of this origin. Pair this page, or pair it again.',
  });
}
