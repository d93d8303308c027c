// Settings, Devices: the printers of this till, the steps in which one is set up, and the sheets that are printed then.
import { texts } from './define.ts';

export const deviceTexts = texts({
  'settings.devices': { en: 'Devices', de: 'Geräte' },

  'devices.printers': { en: 'Receipt printers', de: 'Belegdrucker' },
  'devices.none': {
    en: 'No printer is set up. Setting one up takes about five minutes and a hand’s length of paper.',
    de: 'Es ist kein Drucker eingerichtet. Das Einrichten dauert etwa fünf Minuten und braucht etwas Papier.',
  },
  'devices.add': { en: 'Set up a printer', de: 'Drucker einrichten' },
  'devices.remove': { en: 'Remove {printer}', de: '{printer} entfernen' },
  'devices.removeShort': { en: 'Remove', de: 'Entfernen' },
  'devices.removeSure': {
    en: 'What waits for it is then not printed. It can be set up again at any time.',
    de: 'Was für ihn wartet, wird dann nicht gedruckt. Er lässt sich jederzeit neu einrichten.',
  },
  'devices.export': { en: 'Copy the profile', de: 'Profil kopieren' },
  'devices.exportHow': {
    en: 'The profile is a line of text: the same model at the next till needs no questions with it.',
    de: 'Das Profil ist eine Zeile Text: Das gleiche Modell an der nächsten Kasse braucht damit keine Fragen.',
  },
  'devices.queueMeans': {
    en: 'A queue only accepts what is printed. The till cannot know whether a receipt came out, and does not open a drawer on it.',
    de: 'Eine Warteschlange nimmt nur an. Ob ein Beleg herauskam, erfährt die Kasse nicht, und eine Schublade daran wird nicht geöffnet.',
  },
  'devices.receipts': { en: 'Receipts', de: 'Belege' },
  'devices.receiptPrinter': { en: 'Printer for receipts', de: 'Drucker für Belege' },
  'devices.onlyOne': { en: 'The only one there is', de: 'Der einzige, den es gibt' },
  'devices.noneOf': { en: 'None: no receipt is printed', de: 'Keiner: Es wird kein Beleg gedruckt' },
  'devices.customer': { en: 'Customer’s receipt', de: 'Kundenbeleg' },
  'devices.merchant': { en: 'Shop’s receipt', de: 'Händlerbeleg' },
  'devices.when.always': { en: 'Always', de: 'Immer' },
  'devices.when.ask': { en: 'On request', de: 'Auf Wunsch' },
  'devices.when.never': { en: 'Never', de: 'Nie' },
  'devices.when.not-paid': {
    en: 'Only what was not paid; else on request',
    de: 'Nur was nicht bezahlt wurde; sonst auf Wunsch',
  },
  'devices.language': { en: 'Language on receipts', de: 'Sprache der Belege' },
  'devices.paymentCode': {
    en: 'A code on receipts: a scan of it opens the payment',
    de: 'Ein Code auf Belegen: Wer ihn scannt, öffnet die Zahlung',
  },
  'devices.customerLanguage': { en: 'Language of the customer’s receipt', de: 'Sprache des Kundenbelegs' },
  'devices.customerLanguage.card': {
    en: 'The customer’s, where terminal or card say it',
    de: 'Die des Kunden, wo Terminal oder Karte sie nennen',
  },
  'devices.customerLanguage.shop': { en: 'Always the shop’s', de: 'Immer die des Geschäfts' },
  'devices.saveReceipts': { en: 'Save the receipts', de: 'Belege speichern' },
  'devices.saved': { en: 'Saved. The till uses it from now on.', de: 'Gespeichert. Die Kasse verwendet es ab jetzt.' },
  'devices.change': { en: 'Change {printer}', de: '{printer} ändern' },
  'devices.changeShort': { en: 'Change', de: 'Ändern' },
  'devices.role': { en: 'What it is for', de: 'Wofür er da ist' },
  'devices.slips': { en: 'Receipts and slips', de: 'Belege und Bons' },
  'devices.slipsHow': { en: 'The till prints on it.', de: 'Die Kasse druckt darauf.' },
  'devices.kitchen': { en: 'Kitchen', de: 'Küche' },
  'devices.kitchenHow': {
    en: 'Only programs print on it; no receipt ever does.',
    de: 'Nur Programme drucken darauf, nie ein Beleg.',
  },
  'devices.usual': { en: 'As usual for its kind', de: 'Wie bei seiner Art üblich' },
  'devices.no': { en: 'No', de: 'Nein' },
  'devices.columns': { en: 'Characters in a line', de: 'Zeichen in einer Zeile' },
  'devices.pages': { en: 'Letters (code page and its number)', de: 'Buchstaben (Codepage und ihre Nummer)' },
  'devices.flow': { en: 'Flow control', de: 'Flusskontrolle' },
  'devices.flowNone': { en: 'None', de: 'Keine' },
  'devices.speaks': { en: 'Command language', de: 'Befehlssprache' },
  'devices.answers': { en: 'Does it answer about paper and cover?', de: 'Antwortet er zu Papier und Deckel?' },
  'devices.cuts': { en: 'Does it cut the paper?', de: 'Schneidet er das Papier ab?' },
  'devices.drawer': { en: 'Is a drawer connected to it?', de: 'Ist eine Schublade daran angeschlossen?' },
  'devices.drawerPin': { en: 'Pin that opens the drawer', de: 'Kontakt, der die Schublade öffnet' },
  'devices.drawerOpenIs': {
    en: 'Level of the drawer’s switch while it is open',
    de: 'Pegel des Schubladenschalters, wenn sie offen ist',
  },
  'devices.high': { en: 'High', de: 'Hoch' },
  'devices.low': { en: 'Low', de: 'Niedrig' },
  'devices.notTold': { en: 'It does not tell', de: 'Er meldet es nicht' },
  'devices.tryIt': {
    en: 'Print a sample to see whether it is right. Nothing is saved by that.',
    de: 'Drucken Sie ein Muster, um zu sehen, ob es stimmt. Gespeichert wird damit nichts.',
  },
  'devices.shift': { en: 'Z report', de: 'Z-Bericht' },
  'devices.shift.always': { en: 'By itself when the shift is closed', de: 'Von selbst beim Schichtabschluss' },
  'devices.shift.ask': { en: 'On request, as the X report', de: 'Auf Wunsch, wie der X-Bericht' },
  'devices.noSale': {
    en: 'Slip when the drawer is opened without a sale',
    de: 'Bon, wenn die Schublade ohne Verkauf geöffnet wird',
  },
  'devices.drawerBySale': {
    en: 'Open the drawer when a sale is paid',
    de: 'Schublade öffnen, wenn ein Verkauf bezahlt ist',
  },
  'devices.link': { en: 'Where the shop shows a receipt', de: 'Wo das Geschäft einen Beleg zeigt' },
  'devices.linkHint': {
    en: 'Leave it empty, or the shop’s own address with {id} or {reference} in it: the customer’s receipt then has a QR code that leads there.',
    de: 'Leer lassen, oder die eigene Adresse des Geschäfts mit {id} oder {reference} darin: Der Kundenbeleg hat dann einen QR-Code dorthin.',
  },
  'devices.linkError': {
    en: 'An address that begins with https:// and has {id} or {reference} in it.',
    de: 'Eine Adresse, die mit https:// beginnt und {id} oder {reference} enthält.',
  },
  'devices.displays': { en: 'Customer’s displays', de: 'Kundenanzeigen' },
  'devices.scanners': { en: 'Scanners', de: 'Scanner' },
  'devices.noDisplay': {
    en: 'No display is set up. It is connected by a serial line and shows two lines of text.',
    de: 'Es ist keine Anzeige eingerichtet. Sie hängt an einer seriellen Leitung und zeigt zwei Zeilen Text.',
  },
  'devices.noScanner': {
    en: 'No scanner on a serial line is set up. One that types like a keyboard works without this.',
    de: 'Es ist kein Scanner an einer seriellen Leitung eingerichtet. Einer, der wie eine Tastatur tippt, braucht das nicht.',
  },
  'devices.addDisplay': { en: 'Add a display', de: 'Anzeige hinzufügen' },
  'devices.addScanner': { en: 'Add a scanner', de: 'Scanner hinzufügen' },
  'devices.ready': { en: 'Ready', de: 'Bereit' },
  'devices.lineName': { en: 'Name of the device', de: 'Name des Geräts' },
  'devices.nameTaken': { en: 'Another device has this name already.', de: 'So heißt schon ein anderes Gerät.' },
  'devices.noLine': {
    en: 'No serial line is found. Plug the device in: it appears here by itself.',
    de: 'Es ist keine serielle Leitung zu finden. Stecken Sie das Gerät an: Es erscheint hier von selbst.',
  },
  'devices.tryDisplay': { en: 'Show a test text on {device}', de: 'Testtext auf {device} zeigen' },
  'devices.tryShort': { en: 'Test', de: 'Testen' },
  'devices.displayShown': { en: '{device} now reads “{text}”.', de: 'Auf {device} steht jetzt „{text}“.' },
  'devices.displayNot': {
    en: '{device} did not show the text: it is not connected, or it shows a payment.',
    de: '{device} hat den Text nicht gezeigt: nicht angeschlossen, oder darauf steht gerade eine Zahlung.',
  },
  'devices.scanNow': {
    en: 'To test a scanner, scan any code: it appears here.',
    de: 'Zum Testen eines Scanners einen beliebigen Code scannen: Er erscheint hier.',
  },
  'devices.scanRead': { en: 'Read: {code}', de: 'Gelesen: {code}' },
  'devices.scanPrefix': {
    en: 'Key before each code, of a scanner that types',
    de: 'Taste vor jedem Code, bei einem Scanner, der tippt',
  },
  'devices.scanPrefixHint': {
    en: 'Set the scanner up to send this key first. No scan then lands in an amount or a PIN.',
    de: 'Richten Sie den Scanner so ein, dass er diese Taste zuerst sendet. Dann landet kein Scan in einem Betrag oder einer PIN.',
  },
  'devices.scanByPace': { en: 'None: known by its pace', de: 'Keine: am Tempo erkannt' },
  'devices.removeLineSure': {
    en: 'The till closes its line. It can be added again.',
    de: 'Die Kasse schließt die Leitung. Das Gerät kann wieder hinzugefügt werden.',
  },
  'devices.managers': {
    en: 'A manager sets printers up.',
    de: 'Drucker richtet nur ein, wer die Rolle Leitung hat.',
  },

  'wizard.step': { en: 'Step {number} of {count}', de: 'Schritt {number} von {count}' },
  'wizard.leave': { en: 'Leave without saving', de: 'Nicht speichern' },
  'wizard.back': { en: 'Back', de: 'Zurück' },
  'wizard.next': { en: 'Go on', de: 'Weiter' },
  'wizard.silent': {
    en: 'The till did not answer. Look at the printer before you press again.',
    de: 'Die Kasse hat nicht geantwortet. Sehen Sie am Drucker nach, bevor Sie noch einmal drücken.',
  },
  'wizard.invalid': { en: 'This cannot be an address.', de: 'Das kann keine Adresse sein.' },
  'wizard.doubtful': {
    en: 'The printer did not say whether it was done. Look at it, and print once more if it stopped.',
    de: 'Der Drucker hat nicht gemeldet, ob er fertig wurde. Sehen Sie nach und drucken Sie noch einmal, falls er stehen blieb.',
  },

  'wizard.find': { en: 'Which printer?', de: 'Welcher Drucker?' },
  'wizard.findLead': {
    en: 'Switch it on and plug it in. What is found appears here by itself.',
    de: 'Schalten Sie ihn ein und stecken Sie ihn an. Was gefunden wird, erscheint hier von selbst.',
  },
  'wizard.places': { en: 'Where it is plugged in', de: 'Wo angeschlossen' },
  'wizard.network': { en: 'In the network, by its address', de: 'Im Netz, über seine Adresse' },
  'wizard.line': { en: 'Line {path}', de: 'Leitung {path}' },
  'wizard.queue': { en: 'Queue {name}', de: 'Warteschlange {name}' },
  'wizard.host': { en: 'Address in the network', de: 'Adresse im Netz' },
  'wizard.hostHint': {
    en: 'As on the printer’s self-test sheet, for example 192.0.2.7 or 192.0.2.7:9100',
    de: 'Wie auf dem Selbsttest des Druckers, zum Beispiel 192.0.2.7 oder 192.0.2.7:9100',
  },
  'wizard.hostError': { en: 'Enter the printer’s address.', de: 'Geben Sie die Adresse des Druckers ein.' },
  'wizard.baud': { en: 'Speed of the line', de: 'Geschwindigkeit der Leitung' },
  'wizard.noListing': {
    en: 'This computer cannot list its lines.',
    de: 'Dieser Computer kann seine Leitungen nicht auflisten.',
  },
  'wizard.mayNot': {
    en: 'This user may not open it. As an administrator: sudo usermod -aG dialout USER, then sign in again.',
    de: 'Dieser Benutzer darf sie nicht öffnen. Als Administrator: sudo usermod -aG dialout BENUTZER, dann neu anmelden.',
  },
  'wizard.profile': { en: 'Profile from another till', de: 'Profil von einer anderen Kasse' },
  'wizard.profileHint': {
    en: 'Leave it empty, or paste what “Copy the profile” gave there.',
    de: 'Leer lassen, oder einfügen, was dort „Profil kopieren“ ergab.',
  },
  'wizard.profileError': { en: 'This is no profile of a printer.', de: 'Das ist kein Profil eines Druckers.' },

  'wizard.answers': { en: 'Does it answer?', de: 'Antwortet er?' },
  'wizard.asking': { en: 'The printer is asked…', de: 'Der Drucker wird gefragt …' },
  'wizard.itAnswers': { en: 'The printer answers', de: 'Der Drucker antwortet' },
  'wizard.itAnswersHow': {
    en: 'The till will know when paper is out or the cover is open.',
    de: 'Die Kasse wird wissen, wenn das Papier leer oder der Deckel offen ist.',
  },
  'wizard.itIsSilent': { en: 'It can be reached, and says nothing', de: 'Er ist erreichbar und sagt nichts' },
  'wizard.itIsSilentHow': {
    en: 'On a serial line the speed or the cable may be wrong. Otherwise it only accepts: the till then cannot know whether a receipt came out.',
    de: 'An einer seriellen Leitung stimmt vielleicht Geschwindigkeit oder Kabel nicht. Sonst nimmt er nur an: Ob ein Beleg herauskam, erfährt die Kasse dann nicht.',
  },
  'wizard.unreachable': { en: 'Nothing answers there', de: 'Dort antwortet nichts' },
  'wizard.unreachableHow': {
    en: 'See that it is switched on and plugged in, that the address is right, and that no other till prints on it now.',
    de: 'Prüfen Sie, ob er eingeschaltet und angesteckt ist, ob die Adresse stimmt und ob gerade keine andere Kasse darauf druckt.',
  },
  'wizard.again': { en: 'Ask once more', de: 'Noch einmal fragen' },

  'wizard.confirms': { en: 'Does it say when it has printed?', de: 'Meldet er, wenn gedruckt ist?' },
  'wizard.confirmsLead': {
    en: 'A line or two are printed to find out.',
    de: 'Dazu werden ein oder zwei Zeilen gedruckt.',
  },
  'wizard.confirmsDo': { en: 'Find out', de: 'Herausfinden' },
  'wizard.confirms.process-id': {
    en: 'Yes. “Printed” is the printer’s own word.',
    de: 'Ja. „Gedruckt“ ist das Wort des Druckers.',
  },
  'wizard.confirms.etb': { en: 'Yes. It counts what it printed.', de: 'Ja. Er zählt, was er gedruckt hat.' },
  'wizard.confirms.gs-r': {
    en: 'Nearly. It says that it has processed the receipt and still has paper.',
    de: 'Fast. Er meldet, dass er den Beleg abgearbeitet hat und noch Papier hat.',
  },
  'wizard.confirms.nothing': {
    en: 'No. Receipts end as “handed over”, and the till never knows whether they came out.',
    de: 'Nein. Belege enden als „übergeben“, und ob sie herauskamen, erfährt die Kasse nie.',
  },

  'wizard.pages': { en: 'Which line is right?', de: 'Welche Zeile stimmt?' },
  'wizard.pagesLead': {
    en: 'Each line should read: € Ä Ö Ü ä ö ü ß',
    de: 'Jede Zeile sollte lauten: € Ä Ö Ü ä ö ü ß',
  },
  'wizard.pagesDo': { en: 'Print the lines', de: 'Zeilen drucken' },
  'wizard.lineNumber': { en: 'Line {number}', de: 'Zeile {number}' },
  'wizard.noLine': { en: 'None of them', de: 'Keine davon' },
  'wizard.noLineHow': {
    en: 'Letters that it does not have are then written otherwise: EUR, Ae, ss.',
    de: 'Was er nicht hat, wird dann anders geschrieben: EUR, Ae, ss.',
  },

  'wizard.ruler': { en: 'How wide is the paper?', de: 'Wie breit ist das Papier?' },
  'wizard.rulerLead': {
    en: 'Which is the largest number whose line ends with | and is not broken?',
    de: 'Welche ist die größte Zahl, deren Zeile mit | endet und nicht umbricht?',
  },
  'wizard.rulerDo': { en: 'Print the ruler', de: 'Lineal drucken' },

  'wizard.cut': { en: 'Does it cut?', de: 'Schneidet er?' },
  'wizard.cutDo': { en: 'Print and cut', de: 'Drucken und schneiden' },
  'wizard.cutYes': { en: 'Yes, the paper was cut', de: 'Ja, das Papier wurde geschnitten' },
  'wizard.cutNo': { en: 'No, it is torn off by hand', de: 'Nein, es wird von Hand abgerissen' },

  'wizard.drawer': { en: 'Does the drawer open?', de: 'Öffnet sich die Schublade?' },
  'wizard.drawerLead': {
    en: 'Shut the drawer first. Skip this if none is connected to this printer.',
    de: 'Schließen Sie zuerst die Schublade. Hängt keine an diesem Drucker, überspringen Sie das.',
  },
  'wizard.drawerDo': { en: 'Open the drawer', de: 'Schublade öffnen' },
  'wizard.drawerYes': { en: 'Yes, it is open now', de: 'Ja, sie ist jetzt offen' },
  'wizard.drawerOther': { en: 'No: try the other connection', de: 'Nein: anderen Anschluss versuchen' },
  'wizard.drawerNone': { en: 'There is no drawer', de: 'Es gibt keine Schublade' },
  'wizard.drawerShut': { en: 'Now shut the drawer.', de: 'Schließen Sie jetzt die Schublade.' },
  'wizard.drawerIsShut': { en: 'It is shut', de: 'Sie ist zu' },
  'wizard.drawerNoticed': {
    en: 'The till notices whether it is open.',
    de: 'Die Kasse merkt, ob sie offen ist.',
  },
  'wizard.drawerNotNoticed': {
    en: 'The drawer opens, and does not tell whether it is open.',
    de: 'Die Schublade öffnet sich und meldet nicht, ob sie offen ist.',
  },
  'wizard.drawerNotSent': { en: 'The pulse could not be sent.', de: 'Der Impuls ließ sich nicht senden.' },

  'wizard.nearEnd': { en: 'Does it notice the end of the roll?', de: 'Merkt er das Ende der Rolle?' },
  'wizard.nearEndLow': {
    en: 'It says that the paper is nearly out. Is that so?',
    de: 'Er meldet, dass das Papier fast leer ist. Stimmt das?',
  },
  'wizard.nearEndFull': {
    en: 'It says that there is enough paper. Is that so?',
    de: 'Er meldet, dass genug Papier da ist. Stimmt das?',
  },
  'wizard.nearEndYes': { en: 'Yes', de: 'Ja' },
  'wizard.nearEndNo': { en: 'No, do not listen to it', de: 'Nein, nicht darauf hören' },

  'wizard.sample': { en: 'A sample receipt', de: 'Ein Musterbeleg' },
  'wizard.sampleDo': { en: 'Print the sample', de: 'Muster drucken' },
  'wizard.id': { en: 'Name of the printer', de: 'Name des Druckers' },
  'wizard.idHint': {
    en: 'Programs use it too: letters, digits, - and _, at most 32',
    de: 'Auch Programme verwenden ihn: Buchstaben, Ziffern, - und _, höchstens 32',
  },
  'wizard.idError': { en: 'Letters, digits, - and _ only.', de: 'Nur Buchstaben, Ziffern, - und _.' },
  'wizard.save': { en: 'Save the printer', de: 'Drucker speichern' },

  'trial.ruler': { en: 'Width of the paper', de: 'Breite des Papiers' },
  'trial.cut': { en: 'The paper is cut below this line.', de: 'Unter dieser Zeile wird geschnitten.' },
  'trial.sample': { en: 'Sample, not a receipt', de: 'Muster, kein Beleg' },
  'trial.coffee': { en: 'Coffee', de: 'Kaffee' },
  'trial.cake': { en: 'Cake', de: 'Kuchen' },
  'trial.total': { en: 'Total', de: 'Summe' },
  'trial.thanks': { en: 'Thank you', de: 'Vielen Dank' },
});
