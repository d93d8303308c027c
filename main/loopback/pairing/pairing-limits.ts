// Limits how often a caller may ask to be paired. Every caller may ask, so the limits bound how much of the window one
// caller can fill: pages and programs have separate places and rates, and all origins of a site share one place and one
// rate, because a page can make any number of origins below its domain. A program that sends a made-up Origin counts as
// that page, and can use up only the pages' places.
import { type RateLimit, createRateLimit } from '#http/limits/rate-limit.ts';

/** Pages (they send an Origin, which no page can choose, though a program can) and programs (they send none). */
export type AskerKind = 'page' | 'program';

/** Requests that a person has not answered yet. */
export const unansweredLimits: { readonly [kind in AskerKind]: number } = { page: 2, program: 2 };

/** For one site, and for all programs together, which cannot be told apart. */
const asksPerMinute = 3;

/** For all pages: high enough that one site leaves most to the others, low enough that the window stays calm. */
const pagesPerMinute = 12;

/** Sites whose rate is remembered. Fewer ask within a minute than that. */
const maxSites = 100;

/** A site that was refused is not heard again for so long. */
const quietMs = 600_000;

/** Sites that are remembered as refused; a hostile page must not fill the memory either. */
const maxQuiet = 100;

export interface PairingLimits {
  /** False where this page's site, all pages, or all programs (origin null) have asked too often. */
  take(origin: string | null): boolean;
  /** For how long a page's site is not heard, ms; 0 where it is. */
  quietFor(origin: string): number;
  /** A person refused this page. */
  refused(origin: string): void;
}

export function createPairingLimits(nowMs: () => number): PairingLimits {
  const aRate = (perMinute: number): RateLimit =>
    createRateLimit({ perSecond: perMinute / 60, burst: perMinute }, nowMs);
  const programs = aRate(asksPerMinute);
  const pages = aRate(pagesPerMinute);
  const sites = new Map<string, RateLimit>();
  const siteRate = (site: string): RateLimit => {
    const rate = sites.get(site) ?? aRate(asksPerMinute);
    sites.delete(site);
    sites.set(site, rate);
    dropOldest(sites, maxSites);
    return rate;
  };
  const quiet = new Map<string, number>();
  return {
    // The site's own first, so that what it asks too often is not taken from the others.
    take: (origin) =>
      origin === null ? programs.take('programs') : siteRate(siteOf(origin)).take('site') && pages.take('pages'),
    quietFor: (origin) => Math.max(0, (quiet.get(siteOf(origin)) ?? 0) - nowMs()),
    refused(origin) {
      const site = siteOf(origin);
      quiet.delete(site);
      quiet.set(site, nowMs() + quietMs);
      dropOldest(quiet, maxQuiet);
    },
  };
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/**
 * What an origin belongs to: an address or a name of one label as it is, of other names the last two labels. That is
 * too wide for some (`co.uk`), so that another site may have to try later, and never too narrow.
 */
export function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return hostname;
  return hostname.split('.').filter(Boolean).slice(-2).join('.');
}
