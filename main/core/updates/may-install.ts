// When a till may be interrupted for a new version (ADR 63): never while money moves, not while it prints, in the shop's
// own hours, and not while somebody stands at it. From a picture of the moment; it reads and changes nothing.
import type { WaitReason } from '#contract/till/updates.ts';

export interface Share {
  /** Wall clock, ms since 1970. */
  readonly fromMs: number;
  /** How many of a hundred tills may have the version from then on. */
  readonly percent: number;
}

export interface Moment {
  /** Wall clock, ms since 1970. */
  readonly nowMs: number;
  /** By the till's clock, 0 to 1439. */
  readonly minuteOfDay: number;
  /** The shop, or IT, stays with the version that runs. */
  readonly held: boolean;
  /** This version was taken back here before. */
  readonly failedHere: boolean;
  readonly shares: readonly Share[];
  /** Where this till stands among a hundred: at least 0 and less than 100. */
  readonly place: number;
  readonly hours: Hours;
  /** Null where it cannot be told: the data folder is sealed. */
  readonly work: Work | null;
  readonly paused: boolean;
  /** When somebody last touched the till, wall clock; null: not since it started. */
  readonly touchedMs: number | null;
  /** Since when nothing but a person at the till was in the way on each look in the shop's hours; null: it was not so. */
  readonly onlyPersonSinceMs: number | null;
  /** The kiosk was asked, and gives its moment. */
  readonly momentGiven: boolean;
}

/** From the first minute on, up to the second; past midnight where the second is not greater. Equal: the whole day. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

export interface Work {
  /** Operations that are being sent, or whose outcome is not known or not final. */
  readonly underWay: number;
  /** Print jobs that are due, being sent or in doubt. */
  readonly printing: number;
}

export type Verdict =
  | { readonly type: 'install' }
  | { readonly type: 'wait'; readonly why: WaitReason }
  /** Only a person is in the way, and has been for long: the screen may ask for a moment. */
  | { readonly type: 'ask' };

/** After so long without a touch there is no customer any more. */
const restMs = 10 * 60_000;
/** A kiosk at which somebody always stands is asked after so long. */
const patienceMs = 2 * 86_400_000;

export function mayInstall(moment: Moment): Verdict {
  const why = inTheWay(moment);
  if (why === null) return { type: 'install' };
  if (why !== 'somebody-at-the-till') return { type: 'wait', why };
  if (moment.momentGiven) return { type: 'install' };
  const { nowMs, onlyPersonSinceMs } = moment;
  if (onlyPersonSinceMs !== null && nowMs - onlyPersonSinceMs >= patienceMs) return { type: 'ask' };
  return { type: 'wait', why };
}

/** In the order of `waitReasons`: what lasts longest is said first. */
function inTheWay(moment: Moment): WaitReason | null {
  const { held, failedHere, work, paused, hours, minuteOfDay } = moment;
  if (held) return 'held';
  if (failedHere) return 'failed-here';
  if (!isItsTurn(moment)) return 'not-its-turn';
  if (work === null) return 'state-not-known';
  if (paused) return 'paused';
  if (work.underWay > 0) return 'operations-under-way';
  if (work.printing > 0) return 'printing';
  if (!isWithin(hours, minuteOfDay)) return 'not-in-hours';
  return isAtRest(moment) ? null : 'somebody-at-the-till';
}

/** By the largest share that has begun: a till whose turn it was does not lose it. */
function isItsTurn({ shares, place, nowMs }: Moment): boolean {
  return shares.some(({ fromMs, percent }) => fromMs <= nowMs && place < percent);
}

function isWithin({ from, to }: Hours, minute: number): boolean {
  if (from === to) return true;
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** A touch that lies ahead is of a clock that was set back: it counts as one of now. */
function isAtRest({ touchedMs, nowMs }: Moment): boolean {
  return touchedMs === null || nowMs - touchedMs >= restMs;
}
