// How it stands with the office of a chain, for the person who looks after the till.
import type { OfficeTrouble } from '#contract/office/office-troubles.ts';
import { textsFor } from './define.ts';

export const officeTexts = textsFor<`office.${OfficeTrouble}`>()({
  'office.joined': {
    en: 'Office: {url}. This till is {name} there.',
    de: 'Zentrale: {url}. Diese Kasse heißt dort {name}.',
  },
  'office.taken': {
    en: 'The office last took records: {time}.',
    de: 'Zuletzt hat sie Einträge angenommen: {time}.',
  },
  'office.takenNone': {
    en: 'The office took no records yet.',
    de: 'Sie hat noch keine Einträge angenommen.',
  },
  'office.waiting': {
    en: '{count, plural, one {# record waits} other {# records wait}}.',
    de: '{count, plural, one {# Eintrag wartet} other {# Einträge warten}}.',
  },
  'office.sellsOn': {
    en: 'This till goes on selling, and sends later what waits.',
    de: 'Diese Kasse verkauft weiter und sendet später, was wartet.',
  },
  'office.away': {
    en: 'It was not reached since {time}. Look whether the computer of the office runs and the network leads there.',
    de: 'Sie ist seit {time} nicht zu erreichen. Sehen Sie nach, ob ihr Rechner läuft und das Netz dorthin führt.',
  },
  'office.not-the-office': {
    en: 'Another server answers at its address since {time}. Nothing is sent to it. Tell the person who looks after the office.',
    de: 'Unter ihrer Adresse antwortet seit {time} ein anderer Server. Er bekommt nichts. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.takes-nothing': {
    en: 'It answers, and takes nothing since {time}. Tell the person who looks after the office.',
    de: 'Sie antwortet, nimmt aber seit {time} nichts an. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.record-refused': {
    en: 'It refuses a record of this till since {time}: the data of this till was changed, or a copy of it is used elsewhere. Tell the person who looks after the office, who can give this till a new code.',
    de: 'Sie lehnt seit {time} einen Eintrag dieser Kasse ab: Ihre Daten wurden geändert, oder eine Kopie davon wird anderswo benutzt. Sagen Sie es der Person, die die Zentrale betreut; sie kann dieser Kasse einen neuen Code geben.',
  },
  'office.not-let-in': {
    en: 'It does not let this till in since {time}: the access was revoked, or another computer joined in its place. Ask the office for a new code.',
    de: 'Sie lässt diese Kasse seit {time} nicht mehr zu: Der Zugang wurde entzogen, oder ein anderer Rechner ist an ihre Stelle getreten. Lassen Sie sich von der Zentrale einen neuen Code geben.',
  },
  'office.refused': {
    en: 'It refuses what this till asks since {time}. Tell the person who looks after the office.',
    de: 'Sie lehnt seit {time} ab, was diese Kasse fragt. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.signature-wrong': {
    en: 'It signs with another key since {time}. Do not trust what it shows of this till. Tell the person who looks after the office.',
    de: 'Sie unterschreibt seit {time} mit einem anderen Schlüssel. Verlassen Sie sich nicht auf das, was sie von dieser Kasse zeigt. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.membership-damaged': {
    en: 'What this till keeps of its office cannot be used since {time}. Ask the office for a new code.',
    de: 'Was diese Kasse über ihre Zentrale gespeichert hat, ist seit {time} unbrauchbar. Lassen Sie sich von der Zentrale einen neuen Code geben.',
  },
});
