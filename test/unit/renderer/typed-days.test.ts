// What counts as a day in a search, and what does not.
import { describe, expect, it } from 'vitest';
import { languages } from '#contract/data/languages.ts';
import { localeOf } from '#texts/language.ts';
import { dayTyped } from '../../../renderer/model/time/typed-days.ts';

const now = new Date(2026, 0, 31, 10, 42).getTime();

function typed(text: string): string | null {
  const begun = dayTyped(text, now);
  if (begun === null) return null;
  const [from, before] = [new Date(begun.fromMs), new Date(begun.beforeMs)];
  // From one midnight of the till's clock to the next.
  expect([from.getHours(), from.getMinutes(), before.getHours()]).toEqual([0, 0, 0]);
  const next = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  expect(before.getTime()).toBe(next.getTime());
  return `${from.getFullYear()}-${from.getMonth() + 1}-${from.getDate()}`;
}

describe('a day that is typed', () => {
  it.each([
    ['today', '2026-1-31'],
    ['Heute ', '2026-1-31'],
    ['yesterday', '2026-1-30'],
    ['gestern', '2026-1-30'],
    ['2026-01-05', '2026-1-5'],
    ['5.1.2026', '2026-1-5'],
    ['05.01.26', '2026-1-5'],
    ['05/01/2026', '2026-1-5'],
    ['5.1.', '2026-1-5'],
    ['05/01', '2026-1-5'],
    ['5 Jan', '2026-1-5'],
    ['5. Januar 2026', '2026-1-5'],
    ['28. Mär', '2025-3-28'],
    ['28 October 2025', '2025-10-28'],
    ['31. Dez.', '2025-12-31'],
    ['29.3.2026', '2026-3-29'],
    ['aujourd’hui', '2026-1-31'],
    ["Aujourd'hui", '2026-1-31'],
    ['oggi', '2026-1-31'],
    ['hoy', '2026-1-31'],
    ['vandaag', '2026-1-31'],
    ['hier', '2026-1-30'],
    ['ieri', '2026-1-30'],
    ['ayer', '2026-1-30'],
    ['gisteren', '2026-1-30'],
    ['1er janvier', '2026-1-1'],
    ['5 janv. 2026', '2026-1-5'],
    ['5 gennaio', '2026-1-5'],
    ['5 de enero de 2026', '2026-1-5'],
    ['5 de enero', '2026-1-5'],
    ['5 januari', '2026-1-5'],
  ])('%j is %s', (text, day) => {
    expect(typed(text)).toBe(day);
  });

  // Each month's name, long and short, as the window writes it in each language.
  it.each(languages)('is found by the name of each month in %s', (language) => {
    for (let month = 0; month < 12; month += 1) {
      const date = new Date(2025, month, 5);
      for (const style of ['long', 'short'] as const) {
        const parts = new Intl.DateTimeFormat(localeOf[language], { day: 'numeric', month: style, year: 'numeric' });
        const name = parts.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
        for (const written of [`5 ${name} 2025`, `5 ${name.normalize('NFD')} 2025`, `5 ${name.toUpperCase()} 25`])
          expect([written, typed(written)]).toEqual([written, `2025-${month + 1}-5`]);
      }
    }
  });

  it.each([
    '',
    '5',
    '31.2.',
    '32.1.',
    '1.13.',
    '12 50',
    '12.50',
    '5 Foo',
    'constructor',
    'Order 5.1.',
    '4006381333931',
  ])('%j is none', (text) => {
    expect(typed(text)).toBeNull();
  });
});
