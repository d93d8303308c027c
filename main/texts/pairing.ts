// Programs that ask to use this till: the note in the status line, the question, and the access that a program has.
import { textsFor } from './define.ts';
import type { Scope } from '#contract/programs/scopes.ts';

type Key =
  | 'bar'
  | 'title'
  | 'program'
  | 'page'
  | 'pageOf'
  | 'unchecked'
  | 'uncheckedPage'
  | 'namesake'
  | 'compare'
  | 'whoDecides'
  | 'refuseWhen'
  | 'left'
  | 'wants'
  | 'chooseOne'
  | 'grant'
  | 'refuse'
  | 'later'
  | 'managerNeeded'
  | 'managerTitle'
  | 'managerLead'
  | 'managerWho'
  | 'managerNobody'
  | 'waiting'
  | 'waitingHow'
  | 'done'
  | 'doneHow'
  | 'over'
  | 'overHow'
  | 'overGranted';

export const pairingTexts = {
  ...textsFor<`pairing.${Key}`>()({
    'pairing.bar': { en: '{name} asks to use this till', de: '{name} möchte diese Kasse nutzen' },
    'pairing.title': { en: 'May {name} use this till?', de: 'Darf {name} diese Kasse nutzen?' },
    'pairing.program': { en: 'A program on this computer', de: 'Ein Programm auf diesem Computer' },
    'pairing.page': {
      en: 'It says it is the page {origin}',
      de: 'Laut Anfrage die Seite {origin}',
    },
    'pairing.pageOf': { en: 'In a browser, at {origin}', de: 'Im Browser, unter {origin}' },
    'pairing.unchecked': {
      en: 'It calls itself “{name}”. Nobody has checked that.',
      de: 'Es nennt sich „{name}“. Das hat niemand geprüft.',
    },
    'pairing.uncheckedPage': {
      en: 'It calls itself “{name}”. Neither has been checked: a browser gives the true page, a program can claim any.',
      de: 'Es nennt sich „{name}“. Beides ist ungeprüft: Ein Browser nennt die Seite richtig, ein Programm kann jede nennen.',
    },
    'pairing.namesake': {
      en: 'A program with this name already has access. This is a different one, or it has lost its token.',
      de: 'Ein Programm dieses Namens hat schon Zugang. Dies ist ein anderes, oder es hat sein Token verloren.',
    },
    'pairing.lookAlike': {
      en: 'Its name looks like “{name}”, which already has access, but is written with other letters. Another program may be posing as it.',
      de: 'Der Name sieht aus wie „{name}“, das schon Zugang hat, ist aber mit anderen Zeichen geschrieben. Jemand gibt sich vielleicht dafür aus.',
    },
    'pairing.compare': {
      en: 'Grant access only if “{name}”, which you opened, is showing exactly these digits:',
      de: 'Nur erlauben, wenn „{name}“, von Ihnen geöffnet, genau diese Ziffern zeigt:',
    },
    'pairing.whoDecides': {
      en: 'The person who looks after this shop’s programs decides.',
      de: 'Es entscheidet, wer die Programme dieses Geschäfts betreut.',
    },
    'pairing.refuseWhen': {
      en: 'Refuse if the digits differ, or if nobody here opened “{name}” just now.',
      de: 'Lehnen Sie ab, wenn die Ziffern abweichen oder hier niemand gerade „{name}“ geöffnet hat.',
    },
    'pairing.left': { en: '{time} left', de: 'Noch {time}' },
    'pairing.wants': { en: 'What it may do', de: 'Was es darf' },
    'pairing.chooseOne': {
      en: 'Choose at least one, or refuse.',
      de: 'Wählen Sie mindestens eines, oder lehnen Sie ab.',
    },
    'pairing.grant': { en: 'Grant access', de: 'Zugang erlauben' },
    'pairing.refuse': { en: 'Refuse', de: 'Ablehnen' },
    'pairing.later': { en: 'Decide later', de: 'Später entscheiden' },
    'pairing.managerNeeded': {
      en: 'A manager enters their PIN to grant access.',
      de: 'Eine Leitung gibt ihre PIN ein, um es zu erlauben.',
    },
    'pairing.managerTitle': { en: 'A manager grants access', de: 'Eine Leitung erlaubt den Zugang' },
    'pairing.managerLead': {
      en: 'You stay signed in. The PIN stands for this one answer.',
      de: 'Sie bleiben angemeldet. Die PIN gilt für diese eine Antwort.',
    },
    'pairing.managerWho': { en: 'Who grants it', de: 'Wer es erlaubt' },
    'pairing.managerNobody': { en: 'Nobody here is a manager.', de: 'Niemand hier ist Leitung.' },
    'pairing.waiting': {
      en: 'Granted. Waiting for {name} to collect its access…',
      de: 'Erlaubt. {name} holt den Zugang ab …',
    },
    'pairing.waitingHow': {
      en: 'It must do so before its time runs out. Until then nothing is stored.',
      de: 'Es hat dafür Zeit, bis die Frist um ist. Bis dahin ist nichts gespeichert.',
    },
    'pairing.done': { en: '{name} may use this till', de: '{name} darf diese Kasse nutzen' },
    'pairing.doneHow': {
      en: 'You can change this or revoke it under Settings, Programs.',
      de: 'Ändern oder entziehen können Sie das unter Einstellungen, Programme.',
    },
    'pairing.over': { en: 'This request is over', de: 'Diese Anfrage ist vorbei' },
    'pairing.overHow': {
      en: 'Its time ran out, or the program asked again. No access was given.',
      de: 'Die Zeit ist um, oder das Programm hat neu gefragt. Es wurde kein Zugang gegeben.',
    },
    'pairing.overGranted': {
      en: 'The program did not collect its access in time. No access was given.',
      de: 'Das Programm hat den Zugang nicht rechtzeitig abgeholt. Es wurde kein Zugang gegeben.',
    },
  }),
  ...textsFor<`scopeNote.${Extract<Scope, 'refund' | 'refund-unreferenced' | 'export'>}`>()({
    'scopeNote.refund': { en: 'Money goes back to customers', de: 'Geld geht an Kunden zurück' },
    'scopeNote.refund-unreferenced': {
      en: 'Money can go to any card, without a payment before it',
      de: 'Geld kann an jede Karte gehen, ohne Zahlung davor',
    },
    'scopeNote.export': {
      en: 'It can take a copy of all records',
      de: 'Es kann alle Aufzeichnungen mitnehmen',
    },
  }),
  ...textsFor<`access.${'limit' | 'limitAmount' | 'limitHint' | 'limited' | 'limitLocked' | 'waits' | 'waits.usual' | 'waits.yes' | 'waits.no' | 'waitsHint' | 'waitsYes' | 'waitsNo' | 'partial' | 'partialHint' | 'partialYes' | 'change' | 'title' | 'save'}`>()(
    {
      'access.limit': { en: 'Limit its refunds per day', de: 'Erstattungen je Tag begrenzen' },
      'access.limitAmount': { en: 'Refunds per day, at most', de: 'Erstattungen je Tag, höchstens' },
      'access.limitHint': {
        en: 'The same figure applies in every currency.',
        de: 'Die Zahl gilt in jeder Währung gleich.',
      },
      'access.limited': { en: 'Refunds at most {amount} a day', de: 'Erstattungen höchstens {amount} am Tag' },
      'access.limitLocked': {
        en: 'Your IT department has set: at most {amount} a day for every program. A lower limit still applies.',
        de: 'Ihre IT-Abteilung hat festgelegt: höchstens {amount} am Tag für jedes Programm. Eine niedrigere Grenze gilt trotzdem.',
      },
      'access.waits': { en: 'May wait while offline', de: 'Darf offline warten' },
      'access.waitsHint': {
        en: 'What can wait (captures, refunds) is taken without a connection and sent later. Otherwise it is refused at once.',
        de: 'Was warten kann (Einzüge, Erstattungen), wird ohne Verbindung angenommen und später gesendet. Sonst wird es sofort abgelehnt.',
      },
      'access.waits.usual': {
        en: 'At Tillbridge’s own addresses only',
        de: 'Nur an den Adressen von Tillbridge',
      },
      'access.waits.yes': { en: 'Yes', de: 'Ja' },
      'access.waits.no': { en: 'No', de: 'Nein' },
      'access.waitsYes': { en: 'Waits while offline', de: 'Wartet offline' },
      'access.waitsNo': { en: 'Does not wait while offline', de: 'Wartet offline nicht' },
      'access.partial': { en: 'Handles partial approvals', de: 'Verarbeitet Teilgenehmigungen' },
      'access.partialHint': {
        en: 'Off: where a card is charged less than the program asked for, a person at the till decides.',
        de: 'Aus: Wird weniger genehmigt, als das Programm angefordert hat, entscheidet ein Mensch an der Kasse.',
      },
      'access.partialYes': { en: 'Handles partial approvals', de: 'Verarbeitet Teilgenehmigungen' },
      'access.change': { en: 'Change {name}', de: '{name} ändern' },
      'access.title': { en: 'What may {name} do?', de: 'Was darf {name}?' },
      'access.save': { en: 'Save the access', de: 'Zugang speichern' },
    },
  ),
};
