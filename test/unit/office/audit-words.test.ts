// Facts about the audit on the office's page: no word of the database reaches a person.
import { expect, it } from 'vitest';
import { type PageAudit, atOfficeComputer } from '#contract/office/page.ts';
import { languages } from '#contract/data/languages.ts';
import { auditDeed, auditPerson } from '../../../office/page/texts/audit-words.ts';
import { wordsIn } from '../../../office/page/words.ts';

const entry = (what: string, detail: string | null, person = 'Ada'): PageAudit => ({
  at: '2026-01-31T18:05:00.000Z',
  address: null,
  person,
  what,
  detail,
});

it.each([
  ['till-people-changed', 'shop:North, 3', 'Personen von Kassen geändert: Geschäft North, Version 3'],
  ['till-people-put-back', 'chain, 12', 'Personen von Kassen zurückgenommen: Die Kette, Version 12'],
  ['till-programs-changed', 'till:Till 1, 2', 'Programme von Kassen geändert: Kasse Till 1, Version 2'],
  ['till-tokens-made', 'ERP, 3', 'Tokens eines Programms erzeugt: ERP, 3'],
  ['settings-changed', 'till:Till, 1, 4', 'Einstellungen von Kassen geändert: Kasse Till, 1, Version 4'],
  ['person-added', 'Bo, the other, manager', 'Person hinzugefügt: Bo, the other, Leitung'],
  ['person-removed', 'chain, 12', 'Person entfernt: chain, 12'],
  ['signed-in', null, 'Angemeldet'],
])('says of %s %s what was done', (what, detail, said) => {
  expect(auditDeed(entry(what, detail), wordsIn('de'))).toBe(said);
});

it('names the office’s computer in each language', () => {
  const said = languages.map((language) =>
    auditPerson(entry('person-added', null, atOfficeComputer), wordsIn(language)),
  );
  expect(new Set(said).size).toBe(languages.length);
  expect(auditPerson(entry('person-added', null), wordsIn('de'))).toBe('Ada');
});
