// People at the till: signing in, whose PIN stands for what, deciding what the bridge could not find out, a paused
// folder.
import type { PauseCode } from '#contract/people/pause.ts';
import type { Role } from '#contract/people/roles.ts';
import { textsFor } from './define.ts';

export const peopleTexts = textsFor<`role.${Role}` | `role.${Role}.may` | `paused.${PauseCode}`>()({
  'role.cashier': { en: 'Cashier', de: 'Kassierer/in' },
  'role.supervisor': { en: 'Supervisor', de: 'Aufsicht' },
  'role.manager': { en: 'Manager', de: 'Leitung' },
  'role.cashier.may': {
    en: 'Sells, and refunds up to the limit',
    de: 'Verkauft und erstattet bis zur Grenze',
  },
  'role.supervisor.may': {
    en: 'Approves larger and manual refunds, decides what is unknown',
    de: 'Gibt größere und manuelle Erstattungen frei, entscheidet Ungeklärtes',
  },
  'role.manager.may': {
    en: 'All of that, and changes people and settings',
    de: 'Alles davon, und ändert Personen und Einstellungen',
  },

  'lock.title': { en: 'Who is at the till?', de: 'Wer ist an der Kasse?' },
  'lock.choose': { en: 'Choose your name', de: 'Wählen Sie Ihren Namen' },
  'lock.goesOn': {
    en: 'What was sent continues while nobody is signed in.',
    de: 'Gesendetes läuft weiter, während niemand angemeldet ist.',
  },
  'lock.removed': {
    en: '{name} was signed out and can no longer sign in here: a manager or the office removed them. What was sent goes on.',
    de: '{name} wurde abgemeldet und kann sich hier nicht mehr anmelden: Die Leitung oder die Zentrale hat die Person entfernt. Gesendetes läuft weiter.',
  },
  'lock.signIn': { en: 'Sign in', de: 'Anmelden' },
  'lock.pinOf': { en: 'PIN of {name}', de: 'PIN von {name}' },
  'lock.pinShort': { en: 'A PIN has 4 to 12 digits', de: 'Eine PIN hat 4 bis 12 Ziffern' },
  'lock.until': { en: 'Locked until {time}', de: 'Gesperrt bis {time}' },
  'lock.silent': {
    en: 'The till did not answer. Enter the PIN again.',
    de: 'Die Kasse hat nicht geantwortet. Geben Sie die PIN erneut ein.',
  },
  'pin.pad': { en: 'PIN keys', de: 'PIN-Tasten' },
  'pin.clear': { en: 'Clear the PIN', de: 'PIN löschen' },
  'status.running': { en: '{count} running', de: '{count} laufend' },
  'status.signOutShort': { en: 'Sign out', de: 'Abmelden' },
  'status.signOut': { en: 'Sign out {name}', de: 'Abmelden: {name}' },

  'approve.why': { en: 'Why is money given back?', de: 'Warum geht Geld zurück?' },
  'approve.title': { en: 'A supervisor must approve this', de: 'Das muss eine Aufsicht freigeben' },
  'approve.asks': { en: 'Asked by', de: 'Angefragt von' },
  'approve.payment': { en: 'Payment', de: 'Zahlung' },
  'approve.noPayment': { en: 'None: without a receipt', de: 'Keine: ohne Beleg' },
  'approve.reason': { en: 'Reason', de: 'Grund' },
  'approve.unknownAmount': {
    en: 'How much is paid back is not known here. Look at the slip of the sale.',
    de: 'Wie viel zurückgeht, ist hier nicht bekannt. Sehen Sie auf den Beleg des Verkaufs.',
  },
  'approve.always': {
    en: 'A refund without a receipt always needs a supervisor.',
    de: 'Eine Erstattung ohne Beleg gibt immer eine Aufsicht frei.',
  },
  'approve.today': {
    en: 'Today {paidOut} of {limit} a day was already given back without a supervisor.',
    de: 'Heute wurden ohne Aufsicht schon {paidOut} von {limit} am Tag erstattet.',
  },
  'approve.who': { en: 'Who approves?', de: 'Wer gibt frei?' },
  'approve.do': { en: 'Approve and send', de: 'Freigeben und senden' },
  'approve.doAmount': { en: 'Approve {amount}', de: '{amount} freigeben' },
  'approve.keep': { en: 'Do not send', de: 'Nicht senden' },
  'approve.nobody': {
    en: 'There is no supervisor or manager on the list of people.',
    de: 'In der Liste der Personen steht keine Aufsicht oder Leitung.',
  },
  'approve.nobodyHow': {
    en: 'A manager adds one under Settings, People.',
    de: 'Das macht, wer die Rolle Leitung hat: Einstellungen, Personen.',
  },
  'approve.toPeople': { en: 'Open the settings', de: 'Einstellungen öffnen' },
  'approve.office': { en: 'Ask the office', de: 'Zentrale fragen' },
  'approve.officeWaiting': {
    en: 'Asked at the office. Waiting for an answer; the PIN still counts.',
    de: 'Bei der Zentrale angefragt. Antwort steht aus; die PIN gilt weiterhin.',
  },
  'approve.officeDeclined': { en: '{name} at the office declined.', de: '{name} in der Zentrale hat abgelehnt.' },
  'approve.office.nobody': {
    en: 'No person at the office may approve this.',
    de: 'In der Zentrale darf das niemand freigeben.',
  },
  'approve.office.away': { en: 'The office does not answer.', de: 'Die Zentrale antwortet nicht.' },
  'approve.office.not-trusted': {
    en: 'The answer is not signed by the office that this till joined. It does not count.',
    de: 'Die Antwort ist nicht von der Zentrale unterschrieben, der diese Kasse beigetreten ist. Sie gilt nicht.',
  },
  'approve.office.own': {
    en: 'The answer has the name of the person who asked. Another person must approve.',
    de: 'Die Antwort trägt den Namen der Person, die gefragt hat. Jemand anderes muss freigeben.',
  },
  'approve.office.time': {
    en: 'No answer from the office within three minutes.',
    de: 'Keine Antwort der Zentrale innerhalb von drei Minuten.',
  },
  'approve.office.withdrawn': {
    en: 'The question to the office has ended. Ask again.',
    de: 'Die Anfrage bei der Zentrale ist beendet. Fragen Sie erneut.',
  },

  'decide.title': { en: 'What became of it?', de: 'Was ist daraus geworden?' },
  'decide.happened': { en: 'It happened', de: 'Es ist geschehen' },
  'decide.happened.charge': { en: 'The customer was charged {amount}.', de: 'Dem Kunden wurden {amount} abgebucht.' },
  'decide.happened.authorization': {
    en: '{amount} is authorized on the customer’s card.',
    de: 'Auf der Karte des Kunden sind {amount} autorisiert.',
  },
  'decide.happened.refund': { en: 'The customer got {amount} back.', de: 'Dem Kunden wurden {amount} erstattet.' },
  'decide.happened.capture': {
    en: '{amount} was captured from the customer.',
    de: 'Beim Kunden wurden {amount} eingezogen.',
  },
  'decide.happened.reversal': {
    en: 'The payment is reversed: the customer is not charged.',
    de: 'Die Zahlung ist storniert: Der Kunde zahlt nichts.',
  },
  'decide.happened.other': { en: 'It was carried out.', de: 'Es wurde ausgeführt.' },
  'decide.not': { en: 'It did not happen', de: 'Es ist nicht geschehen' },
  'decide.notHint': { en: '{nothing} It can be tried again.', de: '{nothing} Ein neuer Versuch ist möglich.' },
  'decide.reason': { en: 'Why do you say so?', de: 'Warum sagen Sie das?' },
  'decide.evidence': { en: 'What did you look at?', de: 'Was haben Sie angesehen?' },
  'decide.evidenceHint': {
    en: 'The terminal’s journal, the payment system’s back office, a bank statement',
    de: 'Journal des Terminals, Backoffice des Zahlungssystems, Kontoauszug',
  },
  'decide.wordsError': { en: 'Write at least 3 characters', de: 'Schreiben Sie mindestens 3 Zeichen' },
  'decide.outcomeError': { en: 'Choose one of the two', de: 'Wählen Sie eines von beiden' },
  'decide.do.succeeded': { en: 'Decide: it happened', de: 'Entscheiden: geschehen' },
  'decide.do.failed': { en: 'Decide: it did not happen', de: 'Entscheiden: nicht geschehen' },
  'decide.do': { en: 'Decide', de: 'Entscheiden' },
  'slip.title': { en: 'What does the slip show?', de: 'Was zeigt der Beleg?' },
  'slip.lead': {
    en: 'Copy it from the slip or the back office. What it does not show stays empty.',
    de: 'Übernehmen Sie es vom Beleg oder aus dem Backoffice. Was dort nicht steht, bleibt leer.',
  },
  'slip.amount': { en: 'Amount on the slip', de: 'Betrag auf dem Beleg' },
  'slip.amountError': { en: 'Enter the amount on the slip', de: 'Geben Sie den Betrag vom Beleg ein' },
  'slip.textError': {
    en: 'Only letters, digits, dots, hyphens and underscores, without spaces',
    de: 'Nur Buchstaben, Ziffern, Punkte, Binde- und Unterstriche, ohne Leerzeichen',
  },
  'slip.shows': { en: 'The slip shows: {text}', de: 'Der Beleg zeigt: {text}' },
  'decide.two': {
    en: 'Money may have gone out, so two people must say the same: together now, or one after the other.',
    de: 'Vielleicht ging Geld hinaus. Darum müssen zwei Personen dasselbe sagen: jetzt gemeinsam oder nacheinander.',
  },
  'decide.second': {
    en: 'Decide with a second person',
    de: 'Zu zweit entscheiden',
  },
  'decide.secondTitle': { en: 'A second person says the same', de: 'Eine zweite Person sagt dasselbe' },
  'decide.secondWho': { en: 'Who is the second person?', de: 'Wer ist die zweite Person?' },
  'decide.secondDo': { en: 'Decide together', de: 'Gemeinsam entscheiden' },
  'decide.secondNobody': {
    en: 'There is no other supervisor on the list of people. Save your answer; another person decides later.',
    de: 'Eine andere Aufsicht steht nicht in der Liste. Speichern Sie Ihre Antwort; jemand anderes entscheidet später.',
  },
  'decide.save': {
    en: 'Save my answer',
    de: 'Meine Antwort speichern',
  },
  'decide.saved': {
    en: 'Saved. One more person must say the same.',
    de: 'Gespeichert. Eine weitere Person muss dasselbe sagen.',
  },
  'decide.keep': { en: 'Do not decide', de: 'Nicht entscheiden' },
  'decide.silent': {
    en: 'The till did not answer. Look at what was said so far, then press again.',
    de: 'Die Kasse hat nicht geantwortet. Sehen Sie nach, was gesagt ist, und drücken Sie dann erneut.',
  },
  'decide.unmanned': {
    en: 'Deciding needs a name, and this till has no users yet.',
    de: 'Wer entscheidet, braucht einen Namen, und diese Kasse hat noch keine Personen.',
  },
  'decide.unmannedHow': {
    en: 'Add people under Settings. A supervisor or manager then signs in and decides.',
    de: 'Fügen Sie unter Einstellungen Personen hinzu. Dann meldet sich eine Aufsicht oder Leitung an und entscheidet.',
  },
  'decide.cashier': { en: 'Call a supervisor', de: 'Aufsicht rufen' },
  'decide.cashierHow': {
    en: 'They look it up, answer here and enter their PIN. You stay signed in.',
    de: 'Die Aufsicht sieht nach, antwortet hier und gibt ihre PIN ein. Sie selbst bleiben angemeldet.',
  },
  'decide.pinTitle': { en: 'A supervisor decides', de: 'Eine Aufsicht entscheidet' },
  'decide.pinWho': { en: 'Who decides?', de: 'Wer entscheidet?' },
  'decide.saveBeside': { en: 'Save the answer', de: 'Antwort speichern' },
  'decide.leads': { en: 'Look for these numbers', de: 'Suchen Sie nach diesen Nummern' },
  'decide.said': { en: 'What was said so far', de: 'Was bisher gesagt wurde' },
  'decide.who': { en: 'Who decided', de: 'Wer entschieden hat' },
  'decide.line.succeeded': { en: '{name}, {time}: it happened', de: '{name}, {time}: geschehen' },
  'decide.line.failed': { en: '{name}, {time}: it did not happen', de: '{name}, {time}: nicht geschehen' },
  'decide.because': { en: 'Reason: {text}', de: 'Grund: {text}' },
  'decide.lookedAt': { en: 'Looked at: {text}', de: 'Angesehen: {text}' },
  'fact.operator': { en: 'Signed in', de: 'Angemeldet' },
  'fact.approvedBy': { en: 'Approved by', de: 'Freigegeben von' },
  'approve.atOffice': { en: '{name}, at the office', de: '{name}, in der Zentrale' },

  'again.do': { en: 'Try again: {what} {amount}', de: 'Erneut versuchen: {what} {amount}' },
  'again.doPlain': { en: 'Try again: {what}', de: 'Erneut versuchen: {what}' },
  'again.hint': {
    en: 'This starts a new one. The one above stays as it is.',
    de: 'Das beginnt einen neuen Vorgang. Der obige bleibt, wie er ist.',
  },
  'again.replaces': { en: 'Tried again after an earlier one', de: 'Erneuter Versuch nach einem früheren' },
  'again.open': { en: 'Open the earlier one', de: 'Früheren Vorgang öffnen' },

  'settings.people': { en: 'People', de: 'Personen' },
  'people.list': { en: 'People at this till', de: 'Personen an dieser Kasse' },
  'people.empty': { en: 'Nobody has to sign in yet', de: 'Noch muss sich niemand anmelden' },
  'people.emptyHow': {
    en: 'Add people, and everybody signs in with a PIN. The first one must be a manager.',
    de: 'Fügen Sie Personen hinzu, dann meldet sich jede mit einer PIN an. Die erste muss die Leitung sein.',
  },
  'people.addFirst': { en: 'Add the first manager', de: 'Erste Leitung hinzufügen' },
  'people.add': { en: 'Add a person', de: 'Person hinzufügen' },
  'people.firstNote': {
    en: 'The first person must be a manager. From then on everybody signs in; begin with this PIN.',
    de: 'Die erste Person muss die Leitung sein. Danach meldet sich jede Person an; beginnen Sie mit dieser PIN.',
  },
  'people.managerOnly': {
    en: 'Only a manager changes this list.',
    de: 'Nur die Leitung ändert diese Liste.',
  },
  'people.managerChanges': {
    en: 'A manager changes this.',
    de: 'Das ändert die Leitung.',
  },
  'people.name': { en: 'Name', de: 'Name' },
  'people.nameError': {
    en: 'Enter a name of 1 to 60 characters',
    de: 'Geben Sie einen Namen mit 1 bis 60 Zeichen ein',
  },
  'people.role': { en: 'What this person may do', de: 'Was diese Person darf' },
  'people.pin': { en: 'PIN', de: 'PIN' },
  'people.pinHint': {
    en: '{least} to 12 digits. No date, no sequence of digits.',
    de: '{least} bis 12 Ziffern. Kein Datum, keine Zahlenreihe.',
  },
  'people.pinKeep': {
    en: '{least} to 12 digits. Leave empty to keep the current PIN.',
    de: '{least} bis 12 Ziffern. Leer lassen, um die PIN zu behalten.',
  },
  'people.pinRepeat': { en: 'The PIN again', de: 'PIN noch einmal' },
  'people.pinDiffers': {
    en: 'The two PINs differ. Enter both again.',
    de: 'Die PINs sind verschieden. Geben Sie beide erneut ein.',
  },
  'newPin.title': { en: 'Choose a new PIN', de: 'Wählen Sie eine neue PIN' },
  'newPin.why': {
    en: 'Your PIN is too short for what you may approve, or easy to guess. It works until you have another one.',
    de: 'Ihre PIN ist zu kurz für das, was Sie freigeben dürfen, oder leicht zu erraten. Bis Sie eine andere haben, gilt sie.',
  },
  'newPin.now': { en: 'Your PIN now', de: 'Ihre jetzige PIN' },
  'newPin.next': { en: 'The new PIN', de: 'Die neue PIN' },
  'newPin.again': { en: 'The new PIN again', de: 'Die neue PIN noch einmal' },
  'newPin.later': { en: 'Another time', de: 'Ein andermal' },
  'newPin.save': { en: 'Save the new PIN', de: 'Neue PIN speichern' },
  'people.active': { en: 'May sign in', de: 'Darf sich anmelden' },
  'people.inactive': { en: 'May not sign in', de: 'Darf sich nicht anmelden' },
  'people.fromOffice': { en: 'From the office', de: 'Von der Zentrale' },
  'people.change': { en: 'Change {name}', de: '{name} ändern' },
  'people.save': { en: 'Save the person', de: 'Person speichern' },
  'shop.refundLimit': { en: 'Refunds above this need a supervisor', de: 'Erstattungen darüber brauchen eine Aufsicht' },
  'shop.pinDigits': {
    en: 'Minimum digits of a new PIN for people who approve refunds',
    de: 'Mindestzahl der Ziffern einer neuen PIN für alle, die Erstattungen freigeben',
  },
  'shop.autoLock': {
    en: 'Minutes without a touch until the till locks',
    de: 'Minuten ohne Berührung, bis die Kasse sperrt',
  },

  'paused.title': {
    en: 'This till is paused. Nothing is sent.',
    de: 'Diese Kasse ist angehalten. Nichts wird gesendet.',
  },
  'paused.call': {
    en: 'Take no card payments here. Call your manager, or the person who looks after this till: they decide whether it continues.',
    de: 'Nehmen Sie hier keine Kartenzahlungen an. Rufen Sie die Leitung oder wer diese Kasse betreut: Dort wird entschieden, ob es weitergeht.',
  },
  'paused.why': { en: 'Why', de: 'Warum' },
  'paused.whyLead': {
    en: 'The till’s data folder may be a copy.',
    de: 'Der Datenordner der Kasse ist vielleicht eine Kopie.',
  },
  'paused.put-back': {
    en: 'An older copy was restored: the till had recorded more than is here now.',
    de: 'Eine ältere Kopie wurde zurückgespielt: Die Kasse hatte mehr aufgezeichnet, als hier steht.',
  },
  'paused.went-on-elsewhere': {
    en: 'Its journal went on elsewhere.',
    de: 'Das Journal wurde anderswo weitergeführt.',
  },
  'paused.other-computer': { en: 'It was made on another computer.', de: 'Er stammt von einem anderen Computer.' },
  'paused.copied': {
    en: 'Its files are not the original ones: the folder was copied or restored.',
    de: 'Die Dateien sind nicht dieselben: Der Ordner wurde kopiert oder zurückgespielt.',
  },
  'paused.restored': {
    en: 'It was restored from a backup. What was sent since that backup is not in it.',
    de: 'Er wurde aus einer Sicherung zurückgespielt. Was seither gesendet wurde, steht nicht darin.',
  },
  'paused.money': { en: 'What it means for the money', de: 'Was das für das Geld bedeutet' },
  'paused.moneyText': {
    en: 'Another copy may already have sent what is waiting here. Sending it again could move the money twice.',
    de: 'Eine andere Kopie hat vielleicht schon gesendet, was hier wartet. Noch einmal gesendet, könnte das Geld doppelt fließen.',
  },
  'paused.looked': { en: 'What was looked up', de: 'Was nachgefragt wurde' },
  'paused.open': { en: 'Still being looked up', de: 'Wird noch nachgefragt' },
  'paused.person': { en: 'Waits for a person’s decision', de: 'Wartet auf eine Entscheidung' },
  'paused.settled': { en: 'Known for certain', de: 'Sicher bekannt' },
  'paused.see': { en: 'See them in Activity', de: 'Im Verlauf ansehen' },
  'paused.reason': {
    en: 'How do you know that no other copy is in use?',
    de: 'Woher wissen Sie, dass keine andere Kopie benutzt wird?',
  },
  'paused.reasonHint': {
    en: 'For example: the old computer is switched off',
    de: 'Zum Beispiel: Der alte Computer ist aus',
  },
  'paused.do': { en: 'This is the only copy in use: go on', de: 'Nur diese Kopie ist in Gebrauch: weiter' },
  'paused.manager': { en: 'Only a manager can let it go on.', de: 'Nur die Leitung kann es weitergehen lassen.' },
  'paused.more': { en: 'Why, and how to go on', de: 'Warum, und wie es weitergeht' },
});
