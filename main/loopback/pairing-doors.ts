// Who may ask to be paired, and how often. Anybody can ask, so what is bounded is how much of the window's room one
// asker can take: pages and programs have places and a rate of their own, and what shares a site shares one place,
// because a page gets itself as many origins below its domain as it likes.
import { type RateLimit, createRateLimit } from '#http/rate-limit.ts';

/** Pages (they send an Origin, which no page can choose) and programs (they send none). */
export type AskerKind = 'page' | 'program';

/** Requests that a person has not answered yet. */
export const placesOf: { readonly [kind in AskerKind]: number } = { page: 2, program: 2 };

const asksPerMinute = 3;

/** A site that was refused is not heard again for so long. */
const quietMs = 600_000;

/** Sites that are remembered as refused; a hostile page must not fill the memory either. */
const maxQuiet = 100;

export interface Doors {
  /** False where this kind has asked too often. */
  take(kind: AskerKind): boolean;
  /** For how long a page's site is not heard, ms; 0 where it is. */
  quietFor(origin: string): number;
  /** A person refused this page. */
  refused(origin: string): void;
}

export function createDoors(nowMs: () => number): Doors {
  const asks: RateLimit = createRateLimit({ perSecond: asksPerMinute / 60, burst: asksPerMinute }, nowMs);
  const quiet = new Map<string, number>();
  return {
    take: (kind) => asks.take(kind),
    quietFor: (origin) => Math.max(0, (quiet.get(siteOf(origin)) ?? 0) - nowMs()),
    refused(origin) {
      const site = siteOf(origin);
      quiet.delete(site);
      quiet.set(site, nowMs() + quietMs);
      const [oldest] = quiet.keys();
      if (quiet.size > maxQuiet && oldest !== undefined) quiet.delete(oldest);
    },
  };
}

/**
 * What an origin belongs to: an address or a name of one label as it is, of other names the last two labels. That is
 * too wide for some (`co.uk`), which costs a stranger at most a later try, and never too narrow.
 */
export function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return hostname;
  return hostname.split('.').filter(Boolean).slice(-2).join('.');
}
