// Times as people read them: the hour for today, the day too for anything older.
import type { Language } from '#texts/index.ts';

const locale = { en: 'en-GB', de: 'de-DE' } as const;

export function clockText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));
}

export function timeText(iso: string, language: Language, nowMs: number): string {
  const date = new Date(iso);
  if (date.toDateString() === new Date(nowMs).toDateString()) return clockText(iso, language);
  const day = new Intl.DateTimeFormat(locale[language], { day: 'numeric', month: 'short' }).format(date);
  return `${day}, ${clockText(iso, language)}`;
}

export function fullTimeText(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}
