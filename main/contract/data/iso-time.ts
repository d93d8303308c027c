// Reads times as gateways and terminals write them, without a clock: the pure rooms compare them and know no Date.

export interface ReadTime {
  /** Ms since 1970 as if the text were UTC where it names no zone. */
  readonly ms: number;
  /** Whether the text says its zone; otherwise it is some place's local time. */
  readonly zoned: boolean;
}

const written =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Null where the text is no date of the form 2026-01-31, with or without time and zone. */
export function readIsoTime(text: string): ReadTime | null {
  const found = written.exec(text.trim());
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((each) => Number(each ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const zone = found[7];
  const ms = (daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second) * 1_000;
  return { ms: ms - offsetMs(zone), zoned: zone !== undefined };
}

/** No place on earth is further from UTC. */
export const widestZoneMs = 14 * 3_600_000;

/** Whether a time is surely before another (ms since 1970): by more than the tolerance, and by more than a zone may hide. */
export function isBefore(time: ReadTime, ms: number, toleranceMs: number): boolean {
  return time.ms < ms - toleranceMs - (time.zoned ? 0 : widestZoneMs);
}

function offsetMs(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replaceAll(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Days from 1970-01-01 in the Gregorian calendar; the year is taken to begin in March, so that a leap day ends it. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
