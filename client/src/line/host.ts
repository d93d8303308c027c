// What the runtime offers (a browser's permissions, an origin, a fetch), found by feature and never by name or version.
// All of it can be replaced; tests put their own network in its place.
import type { NetworkPermission } from './errors.ts';
import { type NodeNet, nodeNet } from './node-connection.ts';

export interface Host {
  readonly fetch: typeof fetch;
  /** Makes this package's own connections; null in a page, and where the caller gave a fetch. */
  readonly node: NodeNet | null;
  /** Whether a page runs this: then a refusal may arrive as nothing at all (CORS), and a permission may be missing. */
  readonly inPage: boolean;
  readonly secure: boolean;
  permission(): Promise<NetworkPermission>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  chance(): number;
  /** Milliseconds that only ever grow. */
  now(): number;
}

interface Surroundings {
  readonly location?: { readonly origin?: string };
  readonly isSecureContext?: boolean;
  readonly navigator?: {
    readonly permissions?: { query(wanted: { readonly name: string }): Promise<{ readonly state: string }> };
  };
}

/** Chromium asks for the first from version 145 on, and asked for the second from 142. */
const permissionNames = ['loopback-network', 'local-network-access'] as const;

export function hostOf(given: typeof fetch | undefined): Host {
  const surroundings = globalThis as Surroundings;
  const inPage = typeof surroundings.location?.origin === 'string';
  return {
    // Called as a method of something else, a browser's fetch refuses to work.
    fetch: given ?? ((input, init) => globalThis.fetch(input, init)),
    node: given !== undefined || inPage ? null : nodeNet(),
    inPage,
    secure: surroundings.isSecureContext !== false,
    permission: () => permissionOf(surroundings),
    sleep,
    chance: () => Math.random(),
    now: () => performance.now(),
  };
}

async function permissionOf({ navigator }: Surroundings): Promise<NetworkPermission> {
  for (const name of permissionNames) {
    try {
      const state = (await navigator?.permissions?.query({ name }))?.state;
      if (state === 'granted' || state === 'denied' || state === 'prompt') return state;
    } catch {
      // A browser that does not know the name: it may know the older one, or ask for nothing at all.
    }
  }
  return 'unsupported';
}

/** Resolves early when the signal ends it; the caller then looks at the signal. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
}
