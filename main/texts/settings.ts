// Settings: gateway, shop, this till, programs.
import type { VerdictCode } from '#contract/till/window.ts';
import { textsFor } from './define.ts';

export const settingsTexts = textsFor<`verdict.${VerdictCode}`>()({
  'settings.title': { en: 'Settings', de: 'Einstellungen' },
  'settings.sections': { en: 'Parts of the settings', de: 'Teile der Einstellungen' },
  'settings.gateway': { en: 'Gateway', de: 'Zahlungssystem' },
  'settings.shop': { en: 'Shop', de: 'Geschäft' },
  'settings.till': { en: 'This till', de: 'Diese Kasse' },
  'settings.programs': { en: 'Programs', de: 'Programme' },
  'settings.saved': { en: 'Saved', de: 'Gespeichert' },
  'settings.notSaved': {
    en: 'Not saved: the till did not answer. Try again.',
    de: 'Nicht gespeichert: Die Kasse hat nicht geantwortet. Versuchen Sie es erneut.',
  },

  'gateway.mode': { en: 'Environment', de: 'Umgebung' },
  'gateway.training': { en: 'Training', de: 'Schulung' },
  'gateway.trainingHint': {
    en: 'Everything inside this till, no gateway, no money',
    de: 'Alles in dieser Kasse, kein Zahlungssystem, kein Geld',
  },
  'gateway.test': { en: 'Test', de: 'Test' },
  'gateway.testHint': {
    en: 'The gateway’s test environment, no real money',
    de: 'Testumgebung des Zahlungssystems, kein echtes Geld',
  },
  'gateway.live': { en: 'Live', de: 'Echtbetrieb' },
  'gateway.liveHint': { en: 'Real cards, real money', de: 'Echte Karten, echtes Geld' },
  'gateway.practiceEnds': {
    en: 'Programs and people that got access in training or test lose it, except the manager who is signed in now.',
    de: 'Programme und Personen aus Schulung und Test verlieren ihren Zugang, außer der Leitung, die jetzt angemeldet ist.',
  },
  'gateway.root': { en: 'Gateway address', de: 'Adresse des Zahlungssystems' },
  'gateway.rootHint': { en: 'For example https://gateway.example.com', de: 'Zum Beispiel https://gateway.example.com' },
  'gateway.rootError': {
    en: 'Enter an address that begins with https://',
    de: 'Geben Sie eine Adresse ein, die mit https:// beginnt',
  },
  'gateway.merchantId': { en: 'Merchant id', de: 'Händlernummer' },
  'gateway.merchantIdError': { en: 'Enter the merchant id', de: 'Geben Sie die Händlernummer ein' },
  'gateway.apiKey': { en: 'API key', de: 'API-Schlüssel' },
  'gateway.apiKeyError': { en: 'Enter the API key', de: 'Geben Sie den API-Schlüssel ein' },
  'gateway.apiKeyKept': {
    en: 'A key is stored. Leave this empty to keep it.',
    de: 'Ein Schlüssel ist gespeichert. Leer lassen, um ihn zu behalten.',
  },
  'gateway.keptBy.system': { en: 'Kept in this computer’s key store', de: 'Im Schlüsselspeicher dieses Computers' },
  'gateway.keptBy.passphrase': { en: 'Protected by your passphrase', de: 'Mit Ihrer Passphrase geschützt' },
  'gateway.keptBy.memory': { en: 'Kept until the program ends', de: 'Bis zum Programmende aufbewahrt' },
  'gateway.keptBy.none': { en: 'No key is stored', de: 'Kein Schlüssel gespeichert' },
  'gateway.keyForAnother': {
    en: 'The stored API key is not used: it was entered for another destination',
    de: 'Der gespeicherte API-Schlüssel wird nicht benutzt: Er wurde für ein anderes Ziel eingegeben',
  },
  'gateway.keyForAnother.do': {
    en: 'Below is where it would go now. If that is meant, enter the key again. If not, tell your IT department.',
    de: 'Unten steht, wohin er jetzt ginge. Ist das gewollt, geben Sie ihn neu ein. Wenn nicht, rufen Sie Ihre IT.',
  },
  'gateway.keyGoesTo': { en: 'The API key goes to {address}', de: 'Der API-Schlüssel geht an {address}' },
  'gateway.caFile': {
    en: 'Trusted there: the certificate authorities of a file, SHA-256 {digest}',
    de: 'Dort wird den Zertifizierungsstellen einer Datei vertraut, SHA-256 {digest}',
  },
  'gateway.passphrase': { en: 'Passphrase', de: 'Passphrase' },
  'gateway.passphraseHint': {
    en: 'This computer cannot protect the key. Without a passphrase the key is lost when the program ends.',
    de: 'Dieser Computer kann den Schlüssel nicht selbst schützen. Ohne Passphrase wird er beim Programmende vergessen.',
  },
  'gateway.test.do': { en: 'Test the connection', de: 'Verbindung testen' },
  'gateway.testing': { en: 'Testing the connection', de: 'Verbindung wird getestet' },
  'verdict.no-connection-needed': { en: 'Training needs no connection.', de: 'Die Schulung braucht keine Verbindung.' },
  'verdict.accepted': {
    en: 'The gateway answers and accepts the merchant id and the API key.',
    de: 'Das Zahlungssystem antwortet und nimmt Händlernummer und API-Schlüssel an.',
  },
  'verdict.answers': {
    en: 'The gateway answers. Whether it accepts the API key shows at the first operation.',
    de: 'Das Zahlungssystem antwortet. Ob es den API-Schlüssel annimmt, zeigt der erste Vorgang.',
  },
  'verdict.refused': {
    en: 'The gateway refuses the merchant id or the API key. Check both.',
    de: 'Das Zahlungssystem lehnt Händlernummer oder API-Schlüssel ab. Prüfen Sie beide.',
  },
  'verdict.unreachable': {
    en: 'No gateway answers at this address. Check the address and the network.',
    de: 'Unter dieser Adresse antwortet kein Zahlungssystem. Prüfen Sie Adresse und Netzwerk.',
  },
  'verdict.address-refused': {
    en: 'This address cannot be used. It must begin with https:// and contain no name, password, query or #.',
    de: 'Diese Adresse kann nicht benutzt werden. Sie beginnt mit https:// und enthält weder Name, Passwort, Abfrage noch #.',
  },
  'verdict.api-key-missing': {
    en: 'The API key is missing. Enter it.',
    de: 'Der API-Schlüssel fehlt. Geben Sie ihn ein.',
  },
  'verdict.api-key-locked': {
    en: 'The stored API key is locked. Enter the passphrase first.',
    de: 'Der gespeicherte API-Schlüssel ist gesperrt. Geben Sie zuerst die Passphrase ein.',
  },
  'verdict.destination-changed': {
    en: 'The stored API key was entered for another address. Enter it again.',
    de: 'Der gespeicherte API-Schlüssel wurde für ein anderes Ziel eingegeben. Geben Sie ihn neu ein.',
  },
  'verdict.cannot-be-used': {
    en: 'The till cannot start with this choice. Check the environment and the address.',
    de: 'Damit kann die Kasse nicht starten. Prüfen Sie Umgebung und Adresse.',
  },
  'gateway.testSilent': {
    en: 'The till itself did not answer. Try again.',
    de: 'Die Kasse selbst hat nicht geantwortet. Versuchen Sie es erneut.',
  },
  'gateway.testFailed': { en: 'The test did not work', de: 'Der Test ist fehlgeschlagen' },
  'gateway.save': { en: 'Use this gateway', de: 'Dieses Zahlungssystem nutzen' },
  'gateway.saveNote': {
    en: 'What is waiting is still sent in the environment in which it was taken.',
    de: 'Wartendes wird weiter in der Umgebung gesendet, in der es angenommen wurde.',
  },

  'shop.terminals': { en: 'Terminals', de: 'Terminals' },
  'shop.terminalId': { en: 'Terminal id', de: 'Terminalkennung' },
  'shop.terminalHint': {
    en: 'As shown on the terminal or in its contract',
    de: 'Wie auf dem Terminal oder im Vertrag',
  },
  'shop.name': { en: 'Name of the shop', de: 'Name des Geschäfts' },
  'shop.nameHint': {
    en: 'At the top of receipts that this till makes itself',
    de: 'Steht oben auf Belegen, die diese Kasse selbst erstellt',
  },
  'shop.address': { en: 'Address of the shop', de: 'Anschrift des Geschäfts' },
  'shop.addressHint': { en: 'In one line, beneath the name', de: 'In einer Zeile, unter dem Namen' },
  'shop.receiptsByMail': {
    en: 'Receipts may be sent with this computer’s mail program',
    de: 'Belege dürfen mit dem Mailprogramm dieses Computers gesendet werden',
  },
  'shop.addTerminal': { en: 'Add the terminal', de: 'Terminal hinzufügen' },
  'shop.removeTerminal': { en: 'Remove {id}', de: 'Entfernen: {id}' },
  'shop.noTerminals': {
    en: 'No terminal yet. Any terminal id is accepted until you name one.',
    de: 'Noch kein Terminal. Bis Sie eines nennen, wird jede Kennung angenommen.',
  },
  'shop.trainingTerminal': {
    en: 'Training has a terminal of its own: {id}. You need not name one.',
    de: 'Die Schulung hat ein eigenes Terminal: {id}. Sie brauchen keines zu nennen.',
  },
  'shop.terminalError': {
    en: 'Enter an id of 1 to 64 characters that is not in the list',
    de: 'Geben Sie eine Kennung mit 1 bis 64 Zeichen ein, die noch nicht in der Liste steht',
  },
  'shop.currency': { en: 'Currency', de: 'Währung' },
  'shop.currencyHint': { en: 'Three letters, for example EUR', de: 'Drei Buchstaben, zum Beispiel EUR' },
  'shop.currencyError': { en: 'Enter a currency code such as EUR', de: 'Geben Sie einen Währungscode wie EUR ein' },
  'shop.limits': { en: 'Limits', de: 'Grenzen' },
  'shop.queueLimit': { en: 'Operations that may wait while offline', de: 'Vorgänge, die offline warten dürfen' },
  'shop.processing': {
    en: 'Seconds until a doubt may go to a person',
    de: 'Sekunden, bis Ungeklärtes an eine Person gehen darf',
  },
  'shop.numberError': {
    en: 'Enter a whole number from {least} to {most}',
    de: 'Geben Sie eine ganze Zahl von {least} bis {most} ein',
  },
  'shop.port': { en: 'Port for programs', de: 'Port für Programme' },
  'shop.portHint': {
    en: 'Where programs on this computer reach the till. 0 picks a free one and keeps it.',
    de: 'Wo Programme auf diesem Computer die Kasse erreichen. 0 nimmt einen freien und bleibt dabei.',
  },
  'shop.portError': {
    en: 'Enter 0, or a port from 1024 to 65535',
    de: 'Geben Sie 0 oder einen Port von 1024 bis 65535 ein',
  },
  'shop.reversalMayWait': { en: 'Reversals may wait while offline', de: 'Stornos dürfen offline warten' },
  'shop.cardNumbersTyped': {
    en: 'Card numbers may be typed for refunds (puts this till into the scope of PCI DSS)',
    de: 'Kartennummern dürfen für Erstattungen getippt werden (bringt diese Kasse in den Bereich von PCI DSS)',
  },
  'shop.save': { en: 'Save the shop settings', de: 'Geschäft speichern' },

  'till.language': { en: 'Language', de: 'Sprache' },
  'till.theme': { en: 'Look', de: 'Aussehen' },
  'till.themeSystem': { en: 'Same as the system', de: 'Wie das System' },
  'till.themeLight': { en: 'Light', de: 'Hell' },
  'till.themeDark': { en: 'Dark', de: 'Dunkel' },
  'till.terminal': { en: 'Default terminal', de: 'Voreingestelltes Terminal' },
  'till.terminalFirst': { en: 'The first one', de: 'Das erste' },
  'till.startAtLogin': { en: 'Start when the computer starts', de: 'Mit dem Computer starten' },
  'till.kiosk': { en: 'Fill the whole screen', de: 'Ganzen Bildschirm füllen' },
  'till.receipts': { en: 'Receipts are saved in', de: 'Belege werden gespeichert in' },
  'till.receiptsChoose': { en: 'Choose another folder', de: 'Anderen Ordner wählen' },
  'till.receiptsMissing': {
    en: 'This folder is not there. No receipt is saved until it is back or another one is chosen.',
    de: 'Dieser Ordner ist nicht da. Bis er zurück ist oder ein anderer gewählt wird, wird kein Beleg gespeichert.',
  },
  'till.receiptsNotUsable': {
    en: 'Receipts cannot be saved there: it is the till’s own folder. Nothing was changed. Choose another one.',
    de: 'Dort lassen sich keine Belege speichern: Es ist der Ordner der Kasse selbst. Es wurde nichts geändert. Wählen Sie einen anderen.',
  },
  'till.guide': { en: 'Go through the first steps again', de: 'Erste Schritte noch einmal' },
  'till.quit': { en: 'Quit the till', de: 'Kasse beenden' },
  'till.quitWaiting': {
    en: '{waiting} waiting and {inDoubt} unknown. They stay stored and carry on at the next start.',
    de: '{waiting} wartend und {inDoubt} ungeklärt. Sie bleiben gespeichert und gehen beim nächsten Start weiter.',
  },
  'till.quitAnyway': { en: 'Quit and leave them', de: 'Beenden und liegen lassen' },
  'till.quitPin': {
    en: 'A person who may quit this till enters their PIN. Programs cannot reach it until it is started again.',
    de: 'Wer die Kasse beenden darf, gibt die PIN ein. Bis zum nächsten Start erreichen Programme sie nicht.',
  },
  'till.quitWho': { en: 'Who quits it?', de: 'Wer beendet sie?' },
  'till.quitWithPin': { en: 'Quit with this PIN', de: 'Mit dieser PIN beenden' },
  'till.quitStay': { en: 'Keep the till open', de: 'Kasse offen lassen' },
  'till.backupLast': {
    en: 'Last backup: {time}.',
    de: 'Letzte Sicherung: {time}.',
  },
  'till.backupNone': {
    en: 'No backup was made yet.',
    de: 'Es gibt noch keine Sicherung.',
  },
  'till.backupOff': {
    en: 'No backup is made by itself: the person who looks after this till can set that up.',
    de: 'Es wird nichts von selbst gesichert: Wer diese Kasse betreut, kann das einrichten.',
  },
  'till.backupFailed': {
    en: 'The last try failed.',
    de: 'Der letzte Versuch ist misslungen.',
  },
  'till.updateKnown': {
    en: 'Version {version} is available and not installed yet.',
    de: 'Version {version} ist verfügbar und noch nicht installiert.',
  },
  'till.update-held': {
    en: 'It waits: this till stays with its version.',
    de: 'Sie wartet: Diese Kasse bleibt bei ihrer Version.',
  },
  'till.update-failed-here': {
    en: 'It waits: it was taken back here before.',
    de: 'Sie wartet: Sie wurde hier schon einmal zurückgenommen.',
  },
  'till.update-not-its-turn': {
    en: 'It waits: it is not the turn of this till.',
    de: 'Sie wartet: Diese Kasse ist noch nicht an der Reihe.',
  },
  'till.update-state-not-known': {
    en: 'It waits: the till’s key is missing.',
    de: 'Sie wartet: Der Schlüssel der Kasse fehlt.',
  },
  'till.update-paused': {
    en: 'It waits: the till is paused.',
    de: 'Sie wartet: Die Kasse ist angehalten.',
  },
  'till.update-operations-under-way': {
    en: 'It waits: payments are under way.',
    de: 'Sie wartet: Zahlungen sind unterwegs.',
  },
  'till.update-printing': {
    en: 'It waits: something waits to be printed.',
    de: 'Sie wartet: Etwas wartet auf den Drucker.',
  },
  'till.update-not-in-hours': {
    en: 'It waits: it comes in the hours that are set for it.',
    de: 'Sie wartet: Sie kommt zu den Zeiten, die dafür eingestellt sind.',
  },
  'till.update-somebody-at-the-till': {
    en: 'It waits: somebody is at the till.',
    de: 'Sie wartet: Jemand ist an der Kasse.',
  },
  'till.updateAsks': {
    en: 'It needs ten minutes in which the till is not used.',
    de: 'Sie braucht zehn Minuten, in denen niemand die Kasse berührt.',
  },
  'till.update-not-taken': {
    en: 'Version {version} was taken back ({time}): it could not open a copy of this till’s data.',
    de: 'Version {version} wurde zurückgenommen ({time}): Sie konnte eine Kopie der Daten dieser Kasse nicht öffnen.',
  },
  'till.update-taken-back': {
    en: 'Version {version} was taken back ({time}): it did not work here as the version before does.',
    de: 'Version {version} wurde zurückgenommen ({time}): Sie arbeitete hier nicht wie die Version davor.',
  },
  'till.update-stays': {
    en: 'Version {version} does not work as it should, and needs the person who looks after this till ({time}).',
    de: 'Version {version} arbeitet nicht, wie sie soll, und braucht die Person, die diese Kasse betreut ({time}).',
  },
  'till.bundleMake': {
    en: 'Make a support bundle',
    de: 'Paket für den Support erstellen',
  },
  'till.bundleMade': {
    en: 'The bundle is here. Open it in a browser to see all that it says, then send it to support:',
    de: 'Das Paket liegt hier. Öffnen Sie es im Browser, um alles zu sehen, was darin steht, und senden Sie es dann an den Support:',
  },
  'till.bundleNot': {
    en: 'The bundle could not be written here. Look whether the disk has room and whether this user may write there:',
    de: 'Das Paket konnte hier nicht geschrieben werden. Prüfen Sie, ob auf der Platte Platz ist und ob dieser Benutzer dort schreiben darf:',
  },
  'till.bundleMachine': {
    en: 'This till runs as a service of the machine. Its bundle is made there, by the command: tillbridge bundle',
    de: 'Diese Kasse läuft als Dienst des Computers. Ihr Paket wird dort erstellt, mit dem Befehl: tillbridge bundle',
  },
  'till.move': {
    en: 'Move this till to the machine',
    de: 'Diese Kasse auf den Computer umziehen',
  },
  'till.moveReady': {
    en: 'The till’s key was written out for the move. Note this command, quit Tillbridge, and have it run by the person who looks after this computer:',
    de: 'Der Schlüssel der Kasse wurde für den Umzug herausgeschrieben. Notieren Sie diesen Befehl, beenden Sie Tillbridge und lassen Sie ihn von der Person ausführen, die diesen Computer betreut:',
  },
  'till.move-under-way': {
    en: 'Payments are under way. Wait for their outcome, then move the till.',
    de: 'Zahlungen laufen. Warten Sie deren Ergebnis ab und ziehen Sie dann um.',
  },
  'till.move-locked': {
    en: 'The till’s key is not at hand. Unlock the till, then move it.',
    de: 'Der Schlüssel der Kasse ist nicht zur Hand. Entsperren Sie die Kasse und ziehen Sie dann um.',
  },
  'till.move-not-here': {
    en: 'This till belongs to the machine already, or this system has no service for it.',
    de: 'Diese Kasse gehört schon dem Computer, oder dieses System hat keinen Dienst dafür.',
  },
  'till.moment': {
    en: 'Install it although somebody is at the till',
    de: 'Installieren, obwohl jemand an der Kasse ist',
  },
  'till.momentHint': {
    en: 'This till is always in use. From then on it may take no payments for a few minutes.',
    de: 'Diese Kasse ist immer in Gebrauch. Ab dann nimmt sie womöglich einige Minuten keine Zahlungen an.',
  },
  'till.momentNever': {
    en: 'Wait until nobody is there',
    de: 'Warten, bis niemand da ist',
  },
  'till.momentFrom': {
    en: 'Each day from {time}',
    de: 'Jeden Tag ab {time}',
  },
  'till.diskLasts': {
    en: 'At this week’s sales, the disk lasts {days, plural, one {# day} other {# days}}.',
    de: 'Bei den Umsätzen dieser Woche reicht die Platte {days, plural, one {# Tag} other {# Tage}}.',
  },
  'till.version': { en: 'Version {version}', de: 'Version {version}' },

  'programs.title': { en: 'Programs that may use this till', de: 'Programme, die diese Kasse nutzen dürfen' },
  'programs.lead': {
    en: 'A shop or ERP system on this computer reaches the till at {url}.',
    de: 'Ein Kassen- oder ERP-System auf diesem Computer erreicht die Kasse unter {url}.',
  },
  'programs.portTaken': {
    en: 'Port {port} was taken by another program. Until the till starts again, programs reach it at {url}.',
    de: 'Port {port} war von einem anderen Programm belegt. Bis zum nächsten Start erreichen Programme die Kasse unter {url}.',
  },
  'programs.originError': {
    en: 'Enter scheme and host only, such as https://erp.example.com',
    de: 'Geben Sie nur Schema und Host ein, etwa https://erp.example.com',
  },
  'programs.off': { en: 'The interface for programs is off.', de: 'Die Schnittstelle für Programme ist aus.' },
  'programs.empty': { en: 'No program yet', de: 'Noch kein Programm' },
  'programs.emptyHow': {
    en: 'Let the shop or ERP system ask: it shows six digits, and this window shows the same. Or add it by hand.',
    de: 'Lassen Sie das Kassen- oder ERP-System fragen: Es zeigt sechs Ziffern, dieses Fenster dieselben. Oder fügen Sie es von Hand hinzu.',
  },
  'programs.add': { en: 'Add a program', de: 'Programm hinzufügen' },
  'programs.name': { en: 'Name', de: 'Name' },
  'programs.nameError': {
    en: 'Enter a name of 1 to 100 characters',
    de: 'Geben Sie einen Namen mit 1 bis 100 Zeichen ein',
  },
  'programs.origin': { en: 'Web origin', de: 'Web-Origin' },
  'programs.originHint': {
    en: 'Only for programs in a browser, for example https://erp.example.com',
    de: 'Nur für Programme im Browser, zum Beispiel https://erp.example.com',
  },
  'programs.scopes': { en: 'What it may do', de: 'Was es darf' },
  'programs.scopesError': { en: 'Choose at least one', de: 'Wählen Sie mindestens eines' },
  'programs.create': { en: 'Make the token', de: 'Token erzeugen' },
  'programs.tokenTitle': { en: 'The token of {name}', de: 'Das Token von {name}' },
  'programs.tokenOnce': {
    en: 'Copy it now. It is shown only this once.',
    de: 'Kopieren Sie es jetzt. Es wird nur dieses eine Mal gezeigt.',
  },
  'programs.tokenCopy': { en: 'Copy the token', de: 'Token kopieren' },
  'programs.tokenDone': { en: 'I saved the token', de: 'Token gespeichert' },
  'programs.renew': { en: 'New token for {name}', de: 'Neues Token für {name}' },
  'programs.renewTitle': { en: 'A new token for {name}?', de: 'Ein neues Token für {name}?' },
  'programs.renewBody': {
    en: 'The token that it has now stops working at once. It stays the same program: what it sent before is found under its request ids. The new token is shown once.',
    de: 'Das bisherige Token gilt sofort nicht mehr. Es bleibt dasselbe Programm: Was es zuvor gesendet hat, findet es unter seinen Kennungen. Das neue Token wird einmal gezeigt.',
  },
  'programs.renewKeep': { en: 'Keep the token', de: 'Token behalten' },
  'programs.renewDo': { en: 'Make the new token', de: 'Neues Token erzeugen' },
  'programs.revoke': { en: 'Revoke the access of {name}', de: 'Zugang von {name} entziehen' },
  'programs.revokeTitle': { en: 'Revoke the access of {name}?', de: 'Zugang von {name} entziehen?' },
  'programs.revokeBody': {
    en: 'Its token stops working at once and cannot be restored.',
    de: 'Das Token gilt sofort nicht mehr und lässt sich nicht wiederherstellen.',
  },
  'programs.officeRevokeBody': {
    en: 'It stays off at this till until a manager lets it in again, whatever the office says.',
    de: 'Es bleibt an dieser Kasse aus, bis eine Leitung es wieder zulässt, was auch immer die Zentrale sagt.',
  },
  'programs.switchedOff': { en: 'Switched off at this till', de: 'An dieser Kasse abgeschaltet' },
  'programs.letIn': { en: 'Let {name} in again', de: '{name} wieder zulassen' },
  'programs.revokeKeep': { en: 'Keep the access', de: 'Zugang behalten' },
  'programs.webhookWaits': {
    en: 'It asks for its events to be sent to this address. They say what is sold, refunded and by which program:',
    de: 'Es möchte, dass seine Ereignisse an diese Adresse gesendet werden. Sie sagen, was verkauft und erstattet wird und von welchem Programm:',
  },
  'programs.webhookAllowed': { en: 'Its events are sent to', de: 'Seine Ereignisse werden gesendet an' },
  'programs.webhookAllow': { en: 'Send the events of {name}', de: 'Ereignisse von {name} senden' },
  'programs.webhookStop': { en: 'Stop sending the events of {name}', de: 'Ereignisse von {name} nicht mehr senden' },
  'programs.revoked': { en: 'Access revoked', de: 'Zugang entzogen' },
  'programs.lastUsed': { en: 'Last used {time}', de: 'Zuletzt genutzt {time}' },
  'programs.neverUsed': { en: 'Never used', de: 'Nie genutzt' },
  'scope.status': { en: 'See payments and state', de: 'Zahlungen und Zustand sehen' },
  'scope.sale': { en: 'Start payments', de: 'Zahlungen beginnen' },
  'scope.capture': { en: 'Capture', de: 'Einziehen' },
  'scope.refund': { en: 'Refund and reverse known payments', de: 'Bekannte Zahlungen erstatten und stornieren' },
  'scope.refund-unreferenced': { en: 'Refund without a payment', de: 'Ohne Zahlung erstatten' },
  'scope.dcc': { en: 'Quote currencies', de: 'Währungen anbieten' },
  'scope.terminal': { en: 'Use terminals without payment', de: 'Terminals ohne Zahlung nutzen' },
  'scope.customers': { en: 'See and change customers', de: 'Kunden sehen und ändern' },
  'scope.export': { en: 'Export records', de: 'Aufzeichnungen exportieren' },
  'scope.print': { en: 'Print', de: 'Drucken' },
  'scope.drawer': { en: 'Open the cash drawer', de: 'Die Kassenschublade öffnen' },
  'scope.display': { en: 'Write on the customer’s display', de: 'Auf die Kundenanzeige schreiben' },
  'scope.scan': { en: 'Receive scanned codes', de: 'Gescannte Codes erhalten' },

  'policy.locked': { en: 'Set by your IT department', de: 'Von Ihrer IT-Abteilung festgelegt' },
  'policy.byOffice': { en: 'Set by your office', de: 'Von Ihrer Zentrale festgelegt' },
  'policy.gateway': {
    en: 'Your IT department has set: {names}',
    de: 'Ihre IT-Abteilung hat festgelegt: {names}',
  },
});
