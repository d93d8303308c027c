// Times as people read them: the hour for today, the day too for anything older.
import type { Language, Say } from '#texts/index.ts';
import { localeOf } from '#texts/language.ts';

export function clockText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}

export function timeText(iso: string, language: Language, nowMs: number): string {
  const date = new Date(iso);
  if (date.toDateString() === new Date(nowMs).toDateString()) return clockText(iso, language);
  const day = new Intl.DateTimeFormat(localeOf[language], { day: 'numeric', month: 'short' }).format(date);
  return `${day}, ${clockText(iso, language)}`;
}

export function fullTimeText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  );
}

const minuteMs = 60_000;
/** Up to here a duration is shown in minutes alone. */
const mostMinutes = 90;
const hoursOfTwoDays = 48;

/** How long, in the two largest units that say something: `12 min`, `3 h 20 min`, `2 days 4 h`. */
export function lengthText(ms: number, say: Say): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes <= mostMinutes) return say('length.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < hoursOfTwoDays) return say('length.hours', { hours, minutes: minutes % 60 });
  return say('length.days', { days: Math.floor(hours / 24), hours: hours % 24 });
}
