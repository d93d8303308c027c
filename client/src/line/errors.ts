// The errors, one class for each thing that the caller should do next. Each has a `type`, and together they are a union
// for an exhaustive switch. None of them holds a token, a card number or the body that was sent.
import type { ProblemAsSent, ProblemCode } from '../api/generated.ts';

/** The state of the browser's permission to reach this computer; `unsupported` in browsers without it. */
export type NetworkPermission = 'granted' | 'denied' | 'prompt' | 'unsupported';

/** How the addresses begin that this package calls. */
export const apiVersion = 'v1';

abstract class Base extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** Nothing listens there, or something that is not Tillbridge. Nothing was sent to it. */
export class NotRunning extends Base {
  readonly type = 'not-running';
  readonly reason: 'no-connection' | 'not-tillbridge';
  /** `prompt`: the browser's question may have been closed without an answer; the person should look for it. */
  readonly permission: NetworkPermission;

  constructor(reason: NotRunning['reason'], permission: NetworkPermission, cause?: unknown) {
    super(
      reason === 'no-connection'
        ? 'Tillbridge does not answer. Is it running on this computer, at this port?'
        : 'Something else than Tillbridge listens at this port. Nothing was sent to it.',
      cause,
    );
    this.reason = reason;
    this.permission = permission;
  }
}

/** The browser keeps this page from reaching this computer, so the page cannot see whether Tillbridge runs. */
export class BlockedByBrowser extends Base {
  readonly type = 'blocked-by-browser';
  /** `insecure-page`: the page came over plain HTTP, and only pages from HTTPS may ask for the permission. */
  readonly reason: 'permission-denied' | 'insecure-page';

  constructor(reason: BlockedByBrowser['reason'], cause?: unknown) {
    super(
      reason === 'permission-denied'
        ? "The browser's permission for this page to reach apps on this device is denied. Allow it in the site settings."
        : 'The browser lets only pages from HTTPS reach apps on this device. Open this page with https://.',
      cause,
    );
    this.reason = reason;
  }
}

/** RFC 9457 problem details. Decide by `code`: it is stable, and the list grows with versions of the bridge. */
export type Problem = Omit<ProblemAsSent, 'code'> & { readonly code: ProblemCode | (string & {}) };

/** Tillbridge says no, and why. Nothing was done. */
export class Refused extends Base {
  readonly type = 'refused';
  readonly code: Problem['code'];
  readonly status: number;
  readonly problem: Problem;
  /** How long to wait at least before asking again, if the answer says so. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, retryAfterMs: number | null = null) {
    super(`${problem.title}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The bridge does not speak the version of the API that this package is written for. Nothing was sent to it. */
export class VersionUnsupported extends Base {
  readonly type = 'version-unsupported';
  /** The version that the bridge speaks. */
  readonly apiVersions: readonly string[];

  constructor(apiVersions: readonly string[]) {
    super(
      `This Tillbridge speaks other versions of the API (${apiVersions.join(', ') || 'none'}) than this client ` +
        `(${apiVersion}). One of the two has to be updated.`,
    );
    this.apiVersions = apiVersions;
  }
}

/** The program that listens there could not prove the identity that was pinned at pairing. No token was sent. */
export class IdentityChanged extends Base {
  readonly type = 'identity-changed';
  /** `relayed`: the right key signed, but for another connection: a program stands in between. */
  readonly reason: 'another-key' | 'relayed';

  constructor(reason: IdentityChanged['reason'] = 'another-key') {
    super(
      reason === 'relayed'
        ? 'A program stands between this one and the Tillbridge that was paired: the key was proved for another ' +
            'connection. Somebody has to look which program listens at this port.'
        : 'The program at this port does not hold the key of the Tillbridge that was paired. It was installed anew, or ' +
            'it is another program. Pair again only after somebody has looked.',
    );
    this.reason = reason;
  }
}

/** A key is pinned and cannot be checked here. No token was sent. */
export class IdentityUncheckable extends Base {
  readonly type = 'identity-uncheckable';
  readonly reason: 'no-ed25519' | 'key-unreadable';

  constructor(reason: IdentityUncheckable['reason']) {
    super(
      reason === 'no-ed25519'
        ? 'This browser cannot check Ed25519 signatures, so it cannot tell whether this is the Tillbridge that was paired.'
        : 'The pinned key is no Ed25519 public key in PEM.',
    );
    this.reason = reason;
  }
}

/** An operation was sent and no answer came: whether it was accepted is not known. */
export class OutcomeUnknown extends Base {
  readonly type = 'unknown';
  /** Send the same request id with the same body again: it is carried out once at most, and answered. */
  readonly requestId: string;
  readonly kind: string;

  constructor(requestId: string, kind: string, cause?: unknown) {
    super(
      `Whether the operation ${kind} was accepted is not known: it may have been sent, and no answer came. Send the ` +
        'same request id with the same body again; do not make a new request of it.',
      cause,
    );
    this.requestId = requestId;
    this.kind = kind;
  }
}

/** A question that changes nothing had no usable answer in time. */
export class NoAnswer extends Base {
  readonly type = 'no-answer';

  constructor(cause?: unknown) {
    super('No usable answer came in time. Nothing was changed by asking; ask again.', cause);
  }
}

/** The caller's own signal ended it. */
export class Aborted extends Base {
  readonly type = 'aborted';
  /** Of an operation; null for everything else. */
  readonly requestId: string | null;
  /** True: an operation may have been sent, and may be carried out. Send the same request id again to learn of it. */
  readonly maybeSent: boolean;

  constructor(requestId: string | null = null, maybeSent = false) {
    super(
      maybeSent
        ? 'Waiting for the answer was ended; the operation may have been sent and may be carried out.'
        : 'Ended before anything was sent.',
    );
    this.requestId = requestId;
    this.maybeSent = maybeSent;
  }
}

export type TillbridgeError =
  | NotRunning
  | VersionUnsupported
  | BlockedByBrowser
  | Refused
  | IdentityChanged
  | IdentityUncheckable
  | OutcomeUnknown
  | NoAnswer
  | Aborted;

/** Narrows what a catch caught to the union of all that this package throws. */
export function isTillbridgeError(error: unknown): error is TillbridgeError {
  return error instanceof Base;
}
