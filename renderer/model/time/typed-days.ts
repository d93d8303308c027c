// What a person means by a day that they type into a search, in any language of the window and with or without accents:
// today, gestern, hier, 31.1., 31/01/2026, 2026-01-31, 31 Jan, 31 de enero. A
// day without a year is the latest one that has come; day before month, as the window writes dates.
import type { WindowInput } from '#contract/calls/table.ts';

type Begun = NonNullable<WindowInput<'payments'>['begun']>;

interface Day {
  readonly year: number;
  /** From 0 on, as `Date` counts. */
  readonly month: number;
  readonly day: number;
}

/** In English, German, French, Italian, Spanish and Dutch; `plain` has taken their accents away. */
const todayWords = ['today', 'heute', "aujourd'hui", 'oggi', 'hoy', 'vandaag'];
const yesterdayWords = ['yesterday', 'gestern', 'hier', 'ieri', 'ayer', 'gisteren'];
/** What the names of a month begin with. French juin and juillet differ in the fourth letter. */
const months = [
  'jan|gen|ene',
  'feb|fev',
  'mar|mrz|mrt|maa',
  'apr|avr|abr',
  'may|mai|mag|mei',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|aou|ago',
  'sep|set',
  'oct|okt|ott',
  'nov',
  'dec|dez|dic',
];

/** Null where the text is no day. Days are those of the till's own clock. */
export function dayTyped(text: string, nowMs: number): Begun | null {
  const now = new Date(nowMs);
  const typed = plain(text);
  const day = wordDay(typed, now) ?? writtenDay(typed, now);
  if (day === null) return null;
  const from = new Date(day.year, day.month, day.day);
  // 31.2. is no day.
  if (from.getDate() !== day.day || from.getMonth() !== day.month) return null;
  return { fromMs: from.getTime(), beforeMs: new Date(day.year, day.month, day.day + 1).getTime() };
}

function plain(text: string): string {
  const lower = text.trim().toLowerCase().replaceAll('\u2019', "'");
  return lower.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function wordDay(text: string, now: Date): Day | null {
  const ago = todayWords.includes(text) ? 0 : yesterdayWords.includes(text) ? 1 : null;
  if (ago === null) return null;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() };
}

function writtenDay(text: string, now: Date): Day | null {
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (y !== undefined) return { year: Number(y), month: Number(m) - 1, day: Number(d) };
  const [, day, month = '', year] =
    /^(\d{1,2})(?:er|o)?(?:\. ?|\/|-| de | )(\d{1,2}|\p{L}{3,10})(?: de |[./ -]{0,2})(\d{4}|\d{2})?$/u.exec(text) ?? [];
  const number = /^\d/.test(month)
    ? Number(month) - 1
    : months.findIndex((each) => new RegExp(`^(${each})`).test(month));
  if (day === undefined || number < 0 || number > 11) return null;
  if (year !== undefined)
    return { year: year.length === 2 ? 2_000 + Number(year) : Number(year), month: number, day: Number(day) };
  const thisYear = new Date(now.getFullYear(), number, Number(day));
  return {
    year: thisYear.getTime() > now.getTime() ? now.getFullYear() - 1 : now.getFullYear(),
    month: number,
    day: Number(day),
  };
}
