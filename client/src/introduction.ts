// Who listens there. Before anything else is sent (connections.ts says when), the client asks for
// `/.well-known/tillbridge`: what is not Tillbridge gets no token, and what does not hold the pinned key neither.
// It is also how failures are told apart that look all the same to a page: a browser that forbids it, nothing that
// listens, and a bridge that does not answer this origin.
import { BlockedByBrowser, IdentityChanged, IdentityUncheckable, NotRunning, Refused } from './errors.ts';
import { type Address, type Exchange, type Outgoing, objectOf, problemIn, retryAfterMs } from './exchange.ts';
import type { Host } from './host.ts';
import { newNonce, verdictOn } from './identity.ts';
import type { OwnEnd } from './node-connection.ts';
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

/** Whom to ask, and how. */
export interface Question {
  readonly host: Host;
  readonly to: Address;
  /** Ends with the caller's signal. */
  send(request: Outgoing): Promise<Exchange>;
  /** This end of the connection, once there was an answer on it; null where it cannot be known. */
  readonly ownEnd: (() => OwnEnd | null) | null;
}

const wellKnown = '/.well-known/tillbridge';

/** Null: the signal ended it. Throws NotRunning, BlockedByBrowser, Refused, IdentityChanged and IdentityUncheckable. */
export async function meet(question: Question, pinned: Pinned | null): Promise<Met | null> {
  const { host } = question;
  const nonce = pinned === null ? null : newNonce();
  const path = nonce === null ? wellKnown : `${wellKnown}?nonce=${nonce}`;
  const answer = await question.send({ method: 'GET', path });
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
      return { about, proof: await prove(said, pinned, nonce, question) };
    }
  }
}

async function prove(
  said: { readonly [name: string]: unknown },
  { identity, whenUncheckable }: Pinned,
  nonce: string,
  { to, ownEnd }: Question,
): Promise<Proof> {
  try {
    const end = ownEnd === null ? null : ownEnd();
    // Over before anybody could look at it.
    if (end === null && ownEnd !== null) throw new NotRunning('no-connection', 'unsupported');
    const verdict = await verdictOn(said, identity, { nonce, host: to.host, ownEnd: end });
    if (verdict !== 'verified') throw new IdentityChanged(verdict === 'relayed' ? 'relayed' : 'another-key');
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
