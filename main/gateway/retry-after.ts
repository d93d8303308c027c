// Reads Retry-After (RFC 9110, 10.2.3): seconds or a date. It becomes a floor for waiting, so an absurd value must not
// park a shop's money for days.
import { httpDateMs } from './http-date.ts';

const maxMs = 3_600_000;

/** Milliseconds from 0 to one hour, or null where nothing usable is said. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return clamp(Math.ceil(Number(text) * 1_000));
  const atMs = httpDateMs(text);
  return atMs === null ? null : clamp(atMs - nowMs);
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), maxMs);
}
