// How it stands with the office of a chain, for the person who looks after the till.
import type { OfficeTrouble } from '#contract/office/office-troubles.ts';
import type { WindowOutputs } from '#contract/calls/table.ts';
import { textsFor } from './define.ts';

type NotJoined = Extract<WindowOutputs['joinOffice'], { readonly type: 'not-joined' }>['why'];

export const officeTexts = textsFor<`office.${OfficeTrouble}` | `office.notJoined-${NotJoined}`>()({
  'office.joined': {
    en: 'Office: {url}. This till is {name} there.',
    de: 'Zentrale: {url}. Diese Kasse heißt dort {name}.',
  },
  'office.join': {
    en: 'Join an office…',
    de: 'Einer Zentrale beitreten …',
  },
  'office.joinAgain': {
    en: 'Join the office again…',
    de: 'Der Zentrale erneut beitreten …',
  },
  'office.joinTitle': {
    en: 'Join an office',
    de: 'Einer Zentrale beitreten',
  },
  'office.joinLead': {
    en: 'The office of a shop with several tills shows what all of them take. It gets what this till records: sums, references and the names of the people at it, no card numbers. This till sells as before, also when the office cannot be reached.',
    de: 'Die Zentrale eines Geschäfts mit mehreren Kassen zeigt, was alle einnehmen. Sie bekommt, was diese Kasse aufzeichnet: Beträge, Referenzen und die Namen der Personen an ihr, keine Kartennummern. Diese Kasse verkauft wie bisher, auch wenn die Zentrale nicht zu erreichen ist.',
  },
  'office.address': {
    en: 'Address of the office',
    de: 'Adresse der Zentrale',
  },
  'office.addressHint': {
    en: 'As the person who looks after it says, for example https://office.shop.example:8443',
    de: 'Wie die Person sie nennt, die sie betreut, zum Beispiel https://office.shop.example:8443',
  },
  'office.code': {
    en: 'One-time code',
    de: 'Einmalcode',
  },
  'office.codeHint': {
    en: 'The office gives it out for this till. It works once, within seven days.',
    de: 'Die Zentrale gibt ihn für diese Kasse aus. Er gilt einmal, sieben Tage lang.',
  },
  'office.doJoin': {
    en: 'Join',
    de: 'Beitreten',
  },
  'office.joinedNow': {
    en: 'This till is {name} at the office. It begins to send within half a minute.',
    de: 'Diese Kasse heißt in der Zentrale {name}. Sie beginnt innerhalb einer halben Minute zu senden.',
  },
  'office.notJoined-address': {
    en: 'This is no address of an office. It begins with https:// and has no user name, no ? and no #.',
    de: 'Das ist keine Adresse einer Zentrale. Sie beginnt mit https:// und hat keinen Benutzernamen, kein ? und kein #.',
  },
  'office.notJoined-code': {
    en: 'The office does not know this code. Check each character. A code that was used or is old no longer works: ask for a new one.',
    de: 'Die Zentrale kennt diesen Code nicht. Prüfen Sie jedes Zeichen. Ein benutzter oder alter Code gilt nicht mehr: Lassen Sie sich einen neuen geben.',
  },
  'office.notJoined-away': {
    en: 'No office answers at this address. Check that its computer is on and that the network leads there. The code still works.',
    de: 'Unter dieser Adresse antwortet keine Zentrale. Sehen Sie nach, ob ihr Computer läuft und das Netz dorthin führt. Der Code gilt noch.',
  },
  'office.notJoined-too-many': {
    en: 'There were too many wrong codes from this network. Wait a quarter of an hour, and try again.',
    de: 'Aus diesem Netz kamen zu viele falsche Codes. Warten Sie eine Viertelstunde, und versuchen Sie es erneut.',
  },
  'office.notJoined-other-till': {
    en: 'The office has the records of this till under another name already. Ask there for a code for that name.',
    de: 'Die Zentrale hat die Einträge dieser Kasse schon unter einem anderen Namen. Lassen Sie sich dort einen Code für diesen Namen geben.',
  },
  'office.notJoined-refused': {
    en: 'The office does not let this till in. Ask the person who looks after it.',
    de: 'Die Zentrale lässt diese Kasse nicht zu. Fragen Sie die Person, die sie betreut.',
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
  'office.peopleHold': {
    en: 'This till goes by version {version} of the people of the office.',
    de: 'Diese Kasse richtet sich nach Version {version} der Personen der Zentrale.',
  },
  'office.peopleRefused': {
    en: 'The till does not take all people of the office: {names}. Where a name is taken, a manager removes the till’s own person, or the office chooses another name.',
    de: 'Die Kasse übernimmt nicht alle Personen der Zentrale: {names}. Ist ein Name vergeben, entfernt eine Leitung die eigene Person, oder die Zentrale wählt einen anderen Namen.',
  },
  'office.programsHold': {
    en: 'This till goes by version {version} of the programs of the office.',
    de: 'Diese Kasse richtet sich nach Version {version} der Programme der Zentrale.',
  },
  'office.programsRefused': {
    en: 'The till does not take all programs of the office: {names}. The office can say why (office tills).',
    de: 'Die Kasse übernimmt nicht alle Programme der Zentrale: {names}. Die Zentrale kann sagen, warum (office tills).',
  },
  'office.settingsHold': {
    en: 'This till goes by version {version} of the settings of its office.',
    de: 'Diese Kasse richtet sich nach Fassung {version} der Einstellungen ihrer Zentrale.',
  },
  'office.settingsWait': {
    en: 'Version {version} of the settings of the office holds once this till has not been used for ten minutes, or when Tillbridge is started again.',
    de: 'Fassung {version} der Einstellungen der Zentrale gilt, sobald diese Kasse zehn Minuten lang nicht benutzt wurde oder Tillbridge neu startet.',
  },
  'office.settingsRefused': {
    en: 'This till cannot use version {version} of the settings of its office ({names}) and goes on as before. Tell the person who looks after the office.',
    de: 'Diese Kasse kann Fassung {version} der Einstellungen ihrer Zentrale nicht anwenden ({names}) und arbeitet weiter wie bisher. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.sellsOn': {
    en: 'This till goes on selling, and sends later what waits.',
    de: 'Diese Kasse verkauft weiter und sendet später, was wartet.',
  },
  'office.away': {
    en: 'It has not been reached since {time}. Check that the office’s computer is on and that the network leads there.',
    de: 'Sie ist seit {time} nicht zu erreichen. Sehen Sie nach, ob ihr Computer läuft und das Netz dorthin führt.',
  },
  'office.not-the-office': {
    en: 'Another server has answered at its address since {time}. Nothing is sent to it. Tell the person who looks after the office.',
    de: 'Unter ihrer Adresse antwortet seit {time} ein anderer Server. Er bekommt nichts. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.takes-nothing': {
    en: 'It answers, but has taken nothing since {time}. Tell the person who looks after the office.',
    de: 'Sie antwortet, nimmt aber seit {time} nichts an. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.record-refused': {
    en: 'It has refused a record of this till since {time}: the data of this till was changed, or a copy of it is used elsewhere. Tell the person who looks after the office, who can give this till a new code.',
    de: 'Sie lehnt seit {time} einen Eintrag dieser Kasse ab: Ihre Daten wurden geändert, oder eine Kopie davon wird anderswo benutzt. Sagen Sie es der Person, die die Zentrale betreut; sie kann dieser Kasse einen neuen Code geben.',
  },
  'office.not-let-in': {
    en: 'It has not let this till in since {time}: the access was revoked, or another computer joined in its place. Ask the office for a new code.',
    de: 'Sie lässt diese Kasse seit {time} nicht mehr zu: Der Zugang wurde entzogen, oder ein anderer Computer ist an ihre Stelle getreten. Lassen Sie sich von der Zentrale einen neuen Code geben.',
  },
  'office.refused': {
    en: 'It has refused what this till asks for since {time}. Tell the person who looks after the office.',
    de: 'Sie lehnt seit {time} ab, was diese Kasse anfordert. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.signature-wrong': {
    en: 'It has signed with another key since {time}. Do not trust what it shows of this till. Tell the person who looks after the office.',
    de: 'Sie unterschreibt seit {time} mit einem anderen Schlüssel. Verlassen Sie sich nicht auf das, was sie von dieser Kasse zeigt. Sagen Sie es der Person, die die Zentrale betreut.',
  },
  'office.membership-damaged': {
    en: 'What this till keeps of its office has been unusable since {time}. Ask the office for a new code.',
    de: 'Was diese Kasse über ihre Zentrale gespeichert hat, ist seit {time} unbrauchbar. Lassen Sie sich von der Zentrale einen neuen Code geben.',
  },
});
