// Finds out which program listens. Before the client sends anything else (connections.ts says when), it asks for
// `/.well-known/tillbridge`: a program that is not Tillbridge, or does not hold the pinned key, gets no token. It also
// tells failures apart that look the same to a page: a browser that forbids the call, no program that listens, and a
// bridge that does not answer this origin.
import {
  BlockedByBrowser,
  IdentityChanged,
  IdentityUncheckable,
  NotRunning,
  Refused,
  VersionUnsupported,
  apiVersion,
} from './errors.ts';
import { type Address, type Exchange, objectOf, problemIn, retryAfterMs } from './exchange.ts';
import type { Outgoing } from './outgoing.ts';
import type { Host } from './host.ts';
import { newNonce, verdictOn } from './identity.ts';
import type { OwnEnd } from './node-connection.ts';
import type { About, Identity } from '../api/types.ts';

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

/** Any program can give this answer; a bridge's has 2 KB. */
export const mostIntroductionBytes = 64 * 1_024;

/**
 * What a bridge may answer in the place of its name. No key is proved by then, so any program can say it: only codes are
 * believed that say nothing of any request. With any other problem it is not known to be Tillbridge.
 */
export const beforeProof: readonly string[] = [
  'too-many-requests',
  'too-many-at-once',
  'request-timeout',
  'stopping',
  'sealed',
  'host-refused',
];

/** Null: the signal ended it. Throws NotRunning, VersionUnsupported, BlockedByBrowser, Refused, IdentityChanged and IdentityUncheckable. */
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
      if (problem !== null && beforeProof.includes(problem.code)) {
        throw new Refused(problem, retryAfterMs(answer.headers));
      }
      const said = answer.status === 200 ? objectOf(answer.text) : null;
      if (said?.['product'] !== 'Tillbridge') throw new NotRunning('not-tillbridge', await host.permission());
      const about = said as unknown as About;
      const proof = pinned === null || nonce === null ? 'not-pinned' : await prove(said, pinned, nonce, question);
      // A program that did not prove the identity is not believed to be a bridge of another version.
      const spoken = versionsIn(said);
      if (!spoken.includes(apiVersion)) throw new VersionUnsupported(spoken);
      return { about, proof };
    }
  }
}

function versionsIn(said: { readonly [name: string]: unknown }): string[] {
  const versions: unknown = said['apiVersions'];
  return Array.isArray(versions) ? versions.filter((each) => typeof each === 'string') : [];
}

async function prove(
  said: { readonly [name: string]: unknown },
  { identity, whenUncheckable }: Pinned,
  nonce: string,
  { to, ownEnd }: Question,
): Promise<Proof> {
  try {
    const end = ownEnd === null ? null : ownEnd();
    // The connection ended before its end could be read.
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

/** Why the bridge was not reached. A denied permission comes first: until it is given, no other cause can be seen. */
async function whyNot(host: Host, error: unknown): Promise<NotRunning | BlockedByBrowser> {
  const permission = host.inPage ? await host.permission() : 'unsupported';
  if (permission !== 'denied') return new NotRunning('no-connection', permission, error);
  return new BlockedByBrowser(host.secure ? 'permission-denied' : 'insecure-page', error);
}

/**
 * A bridge hides its answers from pages of other origins, and the page sees only a failure. If the bridge's open
 * address can be read, the hidden answer was the cause.
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
