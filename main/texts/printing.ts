// Printers at the till: what stands in the way, what waits, and the question whether a document came out.
import type { LineTrouble } from '#contract/devices/line-devices.ts';
import type { PrinterObstacleCode } from '#contract/devices/print-jobs.ts';
import { texts, textsFor } from './define.ts';

const obstacleTexts = textsFor<`print.is.${PrinterObstacleCode}` | `print.do.${PrinterObstacleCode}`>()({
  'print.is.paper-out': { en: 'Paper is out.', de: 'Das Papier ist leer.' },
  'print.is.cover-open': { en: 'The cover is open.', de: 'Der Deckel ist offen.' },
  'print.is.offline': { en: 'The printer has stopped.', de: 'Der Drucker steht.' },
  'print.is.no-answer': { en: 'The printer does not answer.', de: 'Der Drucker antwortet nicht.' },
  'print.do.paper-out': {
    en: 'Put in a new roll and close the cover. What waits is then printed by itself.',
    de: 'Legen Sie eine neue Rolle ein und schließen Sie den Deckel. Was wartet, wird dann von selbst gedruckt.',
  },
  'print.do.cover-open': {
    en: 'Close the cover. What waits is then printed by itself.',
    de: 'Schließen Sie den Deckel. Was wartet, wird dann von selbst gedruckt.',
  },
  'print.do.offline': {
    en: 'Look at its lamps: paper may be stuck in it. Switch it off and on where nothing else helps.',
    de: 'Sehen Sie nach den Lampen: Vielleicht klemmt Papier. Hilft nichts anderes, schalten Sie ihn aus und wieder ein.',
  },
  'print.do.no-answer': {
    en: 'See that it is switched on and that its cable is plugged in. What waits is then printed by itself.',
    de: 'Prüfen Sie, ob er eingeschaltet ist und das Kabel steckt. Was wartet, wird dann von selbst gedruckt.',
  },
});

const troubleTexts = textsFor<`device.is.${LineTrouble['code']}` | `device.do.${LineTrouble['code']}`>()({
  'device.is.invalid-address': {
    en: 'Its address in the settings is wrong.',
    de: 'Seine Adresse in den Einstellungen stimmt nicht.',
  },
  'device.is.not-found': { en: 'Nothing is plugged in at {path}.', de: 'Nichts angeschlossen an {path}.' },
  'device.is.another-device': {
    en: 'Another device is at {path} now.',
    de: 'An {path} hängt jetzt ein anderes Gerät.',
  },
  'device.is.several-alike': { en: 'Several devices are {path}.', de: 'Mehrere Geräte heißen {path}.' },
  'device.is.busy': { en: 'Another program has {path} open.', de: 'Ein anderes Programm hat {path} geöffnet.' },
  'device.is.no-permission': { en: 'The till may not open {path}.', de: 'Die Kasse darf {path} nicht öffnen.' },
  'device.is.no-right': { en: 'The till may not open {path}.', de: 'Die Kasse darf {path} nicht öffnen.' },
  'device.is.not-open': { en: '{path} does not open.', de: '{path} lässt sich nicht öffnen.' },
  'device.do.invalid-address': {
    en: 'Correct it in Settings, Devices, or in the settings file.',
    de: 'Korrigieren Sie sie unter Einstellungen, Geräte, oder in der Einstellungsdatei.',
  },
  'device.do.not-found': {
    en: 'Plug the device in. The till finds it by itself.',
    de: 'Schließen Sie das Gerät an. Die Kasse findet es von selbst.',
  },
  'device.do.another-device': {
    en: 'Plug in the one that was there. Where this one takes its place, start the till again.',
    de: 'Schließen Sie das Gerät von vorher an. Soll dieses es ersetzen, starten Sie die Kasse neu.',
  },
  'device.do.several-alike': {
    en: 'Give it its serial number or its socket in the settings.',
    de: 'Nennen Sie in den Einstellungen seine Seriennummer oder seine Buchse.',
  },
  'device.do.busy': { en: 'End that program.', de: 'Beenden Sie dieses Programm.' },
  'device.do.no-permission': {
    en: 'The user of this computer must belong to the group {group}, and sign out and in once.',
    de: 'Der Benutzer dieses Computers muss zur Gruppe {group} gehören und sich einmal ab- und anmelden.',
  },
  'device.do.no-right': {
    en: 'The user of this computer needs the right to read and write it. Then plug the device out and in.',
    de: 'Der Benutzer dieses Computers braucht das Recht, sie zu lesen und zu beschreiben. Stecken Sie das Gerät danach aus und ein.',
  },
  'device.do.not-open': { en: 'Plug the device out and in again.', de: 'Stecken Sie das Gerät aus und wieder ein.' },
});

export const printingTexts = texts({
  ...obstacleTexts,
  ...troubleTexts,
  'device.command': {
    en: 'For the person who looks after this computer:',
    de: 'Für die Person, die diesen Computer betreut:',
  },
  'device.display': { en: 'Customer’s display {device}', de: 'Kundenanzeige {device}' },
  'device.scanner': { en: 'Scanner {device}', de: 'Scanner {device}' },
  'device.settings': {
    en: 'A device in the settings cannot be used',
    de: 'Ein Gerät der Einstellungen ist nicht nutzbar',
  },
  'device.title': { en: 'Devices', de: 'Geräte' },
  'print.at': { en: '{printer}: {words}', de: '{printer}: {words}' },
  'print.waits': {
    en: '{count, plural, one {One receipt waits.} other {# receipts wait.}}',
    de: '{count, plural, one {Ein Beleg wartet.} other {# Belege warten.}}',
  },
  'print.low': { en: 'Paper is nearly out', de: 'Das Papier geht zu Ende' },
  'print.title': { en: 'Printers', de: 'Drucker' },
  'print.ready': { en: 'Ready to print.', de: 'Bereit zum Drucken.' },
  'print.lowHow': { en: 'Have a new roll at hand.', de: 'Halten Sie eine neue Rolle bereit.' },
  'print.unknown': {
    en: 'It is no longer set up at this till.',
    de: 'Er ist an dieser Kasse nicht mehr eingerichtet.',
  },
  'print.unknownHow': {
    en: 'What waits for it is not printed. Choose “Do not print what waits”, and print from the payment instead.',
    de: 'Was für ihn wartet, wird nicht gedruckt. Wählen Sie „Wartendes nicht drucken“ und drucken Sie aus der Zahlung heraus.',
  },
  'print.takeBack': { en: 'Do not print what waits', de: 'Wartendes nicht drucken' },
  'print.takeBackSure': {
    en: 'Receipts that wait here are then not printed. They can still be printed from each payment.',
    de: 'Die wartenden Belege werden dann nicht gedruckt. Aus jeder Zahlung lassen sie sich weiterhin drucken.',
  },
  'print.takeBackDo': { en: 'Do not print them', de: 'Nicht drucken' },
  'print.keep': { en: 'Let it wait', de: 'Warten lassen' },
  'print.silent': {
    en: 'The till did not answer. Press again.',
    de: 'Die Kasse hat nicht geantwortet. Drücken Sie noch einmal.',
  },

  'print.print': { en: 'Print', de: 'Drucken' },
  'print.printStep': { en: 'Print the receipt', de: 'Beleg drucken' },
  'print.sent': { en: 'The receipt goes to the printer.', de: 'Der Beleg geht zum Drucker.' },
  'print.copySent': { en: 'A copy goes to the printer.', de: 'Eine Kopie geht zum Drucker.' },
  'print.notYet': { en: 'It is not printed yet.', de: 'Gedruckt ist noch nichts.' },
  'print.nothingToPrint': { en: 'There is no receipt for this.', de: 'Hierfür gibt es keinen Beleg.' },
  'print.otherwiseTitle': { en: 'The printer cannot write all of it', de: 'Der Drucker kann nicht alles schreiben' },
  'print.otherwiseLead': {
    en: 'It lacks these characters, or the room, and prints this instead. Nothing was printed yet.',
    de: 'Ihm fehlen diese Zeichen oder der Platz, und er druckt stattdessen dies. Gedruckt wurde noch nichts.',
  },
  'note.spelled': { en: '“{line}”: {changes}.', de: '„{line}“: {changes}.' },
  'note.change': { en: '{from} is printed as {to}', de: '{from} wird als {to} gedruckt' },
  'note.qr-as-text': {
    en: 'A QR code does not fit on the paper: it is printed as text.',
    de: 'Ein QR-Code passt nicht auf das Papier: Er wird als Text gedruckt.',
  },
  'note.barcode-as-text': {
    en: '“{data}” cannot be a bar code here: it is printed as text.',
    de: '„{data}“ kann hier kein Strichcode sein: gedruckt wird Text.',
  },
  'note.picture-narrowed': {
    en: 'A picture of {width} dots is printed with {dots}.',
    de: 'Ein Bild mit {width} Punkten wird mit {dots} gedruckt.',
  },
  'note.picture-left-out': {
    en: 'A picture cannot be read: it is left out.',
    de: 'Ein Bild ist nicht lesbar: Es wird weggelassen.',
  },
  'print.otherwiseDo': { en: 'Print it so', de: 'So drucken' },
  'print.againTitle': { en: 'Print it again?', de: 'Noch einmal drucken?' },
  'print.againLead': {
    en: 'This receipt was printed before. What is printed now says COPY at the top and at the bottom.',
    de: 'Dieser Beleg wurde schon gedruckt. Was jetzt gedruckt wird, trägt oben und unten das Wort COPY.',
  },
  'print.againReason': { en: 'Why is it printed again?', de: 'Warum wird noch einmal gedruckt?' },
  'print.againUsual': { en: 'The customer asks for another one', de: 'Der Kunde möchte noch einen' },
  'print.againDo': { en: 'Print a copy', de: 'Kopie drucken' },
  'print.againKeep': { en: 'Do not print', de: 'Nicht drucken' },
  'print.askTitle': { en: 'Does the customer want a receipt?', de: 'Möchte der Kunde einen Beleg?' },
  'print.askYes': { en: 'Print the receipt', de: 'Beleg drucken' },
  'print.askDone': { en: 'The receipt goes to the printer.', de: 'Der Beleg geht zum Drucker.' },

  'drawer.open': { en: 'Open the drawer', de: 'Schublade öffnen' },
  'drawer.short': { en: 'Drawer', de: 'Schublade' },
  'drawer.title': { en: 'Open the drawer without a sale', de: 'Schublade ohne Verkauf öffnen' },
  'drawer.lead': {
    en: 'It is written in the journal with your name, and the shift’s report counts it.',
    de: 'Es steht mit Ihrem Namen im Journal, und der Bericht der Schicht zählt es.',
  },
  'drawer.which': { en: 'Which drawer? It is connected to', de: 'Welche Schublade? Sie hängt an' },
  'drawer.reason': { en: 'Why?', de: 'Warum?' },
  'drawer.reasonHint': { en: 'For example: change for a note', de: 'Zum Beispiel: Schein wechseln' },
  'drawer.do': { en: 'Open the drawer', de: 'Schublade öffnen' },
  'drawer.pinTitle': { en: 'A supervisor opens the drawer', de: 'Eine Aufsicht öffnet die Schublade' },
  'drawer.pinLead': {
    en: 'Without a sale the drawer opens with a supervisor’s PIN only.',
    de: 'Ohne Verkauf öffnet die Schublade nur mit der PIN einer Aufsicht.',
  },
  'drawer.opened': { en: 'The drawer is open', de: 'Die Schublade ist offen' },
  'drawer.openedHow': { en: 'Shut it before the next customer.', de: 'Schließen Sie sie vor dem nächsten Kunden.' },
  'drawer.unknown': { en: 'It is not known whether it opened', de: 'Ob sie aufging, ist nicht bekannt' },
  'drawer.unknownHow': {
    en: 'Look at the drawer. The till does not try again by itself.',
    de: 'Sehen Sie nach der Schublade. Die Kasse versucht es nicht von selbst noch einmal.',
  },
  'drawer.silent': { en: 'The till did not answer.', de: 'Die Kasse hat nicht geantwortet.' },
  'drawer.notSent': { en: 'The drawer was not opened.', de: 'Die Schublade wurde nicht geöffnet.' },
  'drawer.isOpen': { en: 'The drawer is open.', de: 'Die Schublade ist offen.' },
  'drawer.leftOpen': { en: 'Drawer open since {time}', de: 'Schublade offen seit {time}' },
  'drawer.leftOpenShort': { en: 'Drawer open', de: 'Schublade offen' },

  'training.title': { en: 'Training printer', de: 'Schulungsdrucker' },
  'training.putAway': { en: 'Put it away', de: 'Wegräumen' },
  'training.paper': { en: 'Paper of the training printer', de: 'Papier des Schulungsdruckers' },
  'training.noPaper': {
    en: 'What is printed in training comes out here.',
    de: 'Was in der Schulung gedruckt wird, kommt hier heraus.',
  },
  'training.hand': { en: 'What may go wrong', de: 'Was schiefgehen kann' },
  'training.paperOut': { en: 'Paper out', de: 'Papier leer' },
  'training.paperIn': { en: 'Put paper in', de: 'Papier einlegen' },
  'training.openCover': { en: 'Open the cover', de: 'Deckel öffnen' },
  'training.closeCover': { en: 'Close the cover', de: 'Deckel schließen' },
  'training.pullCable': { en: 'Pull the cable', de: 'Kabel ziehen' },
  'training.plugCable': { en: 'Plug the cable in', de: 'Kabel einstecken' },
  'training.shutDrawer': { en: 'Shut the drawer', de: 'Schublade schließen' },
  'training.tearOff': { en: 'Tear the paper off', de: 'Papier abreißen' },
  'training.isPulled': { en: 'The cable is pulled.', de: 'Das Kabel ist gezogen.' },
  'training.qr': { en: 'QR code on the paper', de: 'QR-Code auf dem Papier' },
  'training.picture': { en: '[picture {width} × {height}]', de: '[Bild {width} × {height}]' },

  'doubtful.ask': { en: 'Did the receipt come out?', de: 'Kam der Beleg heraus?' },
  'doubtful.askOther': { en: 'Did the printout come out?', de: 'Kam der Ausdruck heraus?' },
  'doubtful.look': {
    en: 'Look at the printer. Only a whole receipt, up to the cut, counts.',
    de: 'Sehen Sie am Drucker nach. Nur ein ganzer Beleg bis zum Schnitt zählt.',
  },
  'doubtful.customer': { en: 'Customer’s receipt', de: 'Kundenbeleg' },
  'doubtful.merchant': { en: 'Shop’s receipt', de: 'Händlerbeleg' },
  'doubtful.of': { en: 'Asked for by {client}', de: 'Angefordert von {client}' },
  'doubtful.ofTill': { en: 'Asked for at this till', de: 'An dieser Kasse angefordert' },
  'doubtful.printer': { en: 'Printer {printer}', de: 'Drucker {printer}' },
  'doubtful.yes': { en: 'Yes, it came out', de: 'Ja, er kam heraus' },
  'doubtful.again': { en: 'No, print a copy', de: 'Nein, Kopie drucken' },
  'doubtful.no': { en: 'No, and none is needed', de: 'Nein, und es braucht keinen' },
  'doubtful.copyHow': {
    en: 'A copy says COPY at the top and at the bottom.',
    de: 'Eine Kopie trägt oben und unten das Wort COPY.',
  },
  'doubtful.lost': {
    en: 'It cannot be printed again from here. Where it is a receipt, print it from the payment.',
    de: 'Von hier lässt es sich nicht noch einmal drucken. Einen Beleg drucken Sie aus der Zahlung heraus.',
  },
  'doubtful.later': { en: 'Later', de: 'Später' },
  'doubtful.more': { en: 'After this {count} more', de: 'Danach noch {count}' },
  'doubtful.elsewhere': { en: 'This has been answered', de: 'Das ist beantwortet' },
  'doubtful.elsewhereHow': {
    en: 'Somebody else, or the program that asked for it, has said whether it came out. There is nothing to do.',
    de: 'Jemand anders oder das Programm, das es angefordert hat, hat gesagt, ob es herauskam. Es ist nichts zu tun.',
  },
  'doubtful.why.line-lost': {
    en: 'The connection to the printer broke while it printed.',
    de: 'Die Verbindung zum Drucker riss ab, während er druckte.',
  },
  'doubtful.why.no-word': {
    en: 'The printer did not say whether it was done.',
    de: 'Der Drucker hat nicht gemeldet, ob er fertig wurde.',
  },
  'doubtful.why.not-taken': {
    en: 'The printer did not take all of it in time.',
    de: 'Der Drucker hat nicht rechtzeitig alles angenommen.',
  },
  'doubtful.why.waited-too-long': {
    en: 'It waited in the printer for more than half an hour.',
    de: 'Es wartete mehr als eine halbe Stunde im Drucker.',
  },
  'doubtful.why.restarted': {
    en: 'The till was quit while it printed.',
    de: 'Die Kasse wurde beendet, während gedruckt wurde.',
  },
  'doubtful.why.restored': {
    en: 'This till’s data may be a copy: it may have been printed elsewhere.',
    de: 'Die Daten dieser Kasse sind vielleicht eine Kopie: Es kann anderswo gedruckt worden sein.',
  },
  'doubtful.why.unreadable': {
    en: 'What was to be printed can no longer be read.',
    de: 'Was gedruckt werden sollte, lässt sich nicht mehr lesen.',
  },
  'doubtful.why.driver-failed': {
    en: 'Something went wrong inside the till while it printed.',
    de: 'In der Kasse ging beim Drucken etwas schief.',
  },
});
