// What each alarm says and what to do about it, in the order of the languages (contract/data/languages.ts): English,
// German, French, Italian, Spanish, Dutch.
import { type Language, languages } from '#contract/data/languages.ts';
import type { NoticeItem, NoticeKind } from './kinds.ts';

type Six = readonly [en: string, de: string, fr: string, it: string, es: string, nl: string];

interface KindTexts {
  readonly title: Six;
  readonly advice: Six;
}

const kinds: { readonly [kind in NoticeKind]: KindTexts } = {
  'journal-refused': {
    title: [
      'The journal of a till was refused',
      'Das Journal einer Kasse wurde abgelehnt',
      'Le journal d’une caisse a été refusé',
      'Il registro di una cassa è stato rifiutato',
      'Se rechazó el diario de una caja',
      'Het journaal van een kassa is geweigerd',
    ],
    advice: [
      'A record was changed, is missing or belongs to another history. The till goes on selling, but the office takes nothing more of it. Look at the till: who used its folder? Then give out a new code with "office enrol".',
      'Ein Eintrag wurde geändert, fehlt oder gehört zu einer anderen Geschichte. Die Kasse verkauft weiter, aber die Zentrale nimmt nichts mehr von ihr an. Sehen Sie an der Kasse nach: Wer hat ihren Ordner benutzt? Geben Sie danach mit „office enrol“ einen neuen Code aus.',
      'Un enregistrement a été modifié, manque ou appartient à une autre histoire. La caisse continue de vendre, mais le bureau n’accepte plus rien d’elle. Vérifiez sur la caisse qui a utilisé son dossier, puis donnez un nouveau code avec « office enrol ».',
      'Una registrazione è stata modificata, manca o appartiene a un’altra cronologia. La cassa continua a vendere, ma la sede non accetta più nulla da essa. Verifichi alla cassa chi ha usato la sua cartella, poi dia un nuovo codice con «office enrol».',
      'Un registro fue cambiado, falta o pertenece a otra historia. La caja sigue vendiendo, pero la central no acepta nada más de ella. Mire en la caja quién usó su carpeta y después dé un código nuevo con «office enrol».',
      'Een record is gewijzigd, ontbreekt of hoort bij een andere geschiedenis. De kassa verkoopt door, maar het hoofdkantoor neemt niets meer van haar aan. Kijk bij de kassa: wie heeft haar map gebruikt? Geef daarna met "office enrol" een nieuwe code uit.',
    ],
  },
  restored: {
    title: [
      'A backup of a till was put back',
      'Eine Sicherung einer Kasse wurde zurückgespielt',
      'Une sauvegarde d’une caisse a été restaurée',
      'È stato ripristinato il backup di una cassa',
      'Se restauró una copia de una caja',
      'Een back-up van een kassa is teruggezet',
    ],
    advice: [
      'If nobody in your company did this, look into it. Compare the till’s takings of that day with the gateway’s: what was sold after the backup is not in its journal any more.',
      'Wenn das in Ihrem Betrieb niemand getan hat, gehen Sie dem nach. Vergleichen Sie die Einnahmen der Kasse an diesem Tag mit denen des Gateways: Was nach der Sicherung verkauft wurde, steht nicht mehr in ihrem Journal.',
      'Si personne dans votre entreprise ne l’a fait, cherchez pourquoi. Comparez les recettes de la caisse ce jour-là avec celles de la passerelle : ce qui a été vendu après la sauvegarde n’est plus dans son journal.',
      'Se nessuno nella Sua azienda lo ha fatto, indaghi. Confronti gli incassi della cassa di quel giorno con quelli del sistema di pagamento: ciò che è stato venduto dopo il backup non è più nel suo registro.',
      'Si nadie en su empresa lo hizo, averígüelo. Compare los cobros de la caja de ese día con los de la pasarela: lo vendido después de la copia ya no está en su diario.',
      'Als niemand in uw bedrijf dit deed, zoek het uit. Vergelijk de ontvangsten van de kassa van die dag met die van het betaalsysteem: wat na de back-up is verkocht, staat niet meer in haar journaal.',
    ],
  },
  'other-folder': {
    title: [
      'A till has a new data folder',
      'Eine Kasse hat einen neuen Datenordner',
      'Une caisse a un nouveau dossier de données',
      'Una cassa ha una nuova cartella di dati',
      'Una caja tiene una carpeta de datos nueva',
      'Een kassa heeft een nieuwe gegevensmap',
    ],
    advice: [
      'Was the computer replaced? Then nothing is to do. Otherwise find the old folder: its payments may be unfinished.',
      'Wurde der Rechner ersetzt? Dann ist nichts zu tun. Suchen Sie sonst den alten Ordner: Seine Zahlungen sind vielleicht nicht abgeschlossen.',
      'L’ordinateur a-t-il été remplacé ? Alors il n’y a rien à faire. Sinon, retrouvez l’ancien dossier : ses paiements sont peut-être inachevés.',
      'Il computer è stato sostituito? Allora non c’è nulla da fare. Altrimenti cerchi la vecchia cartella: i suoi pagamenti possono essere incompiuti.',
      '¿Se cambió el ordenador? Entonces no hay nada que hacer. Si no, busque la carpeta antigua: sus pagos pueden estar sin terminar.',
      'Is de computer vervangen? Dan hoeft u niets te doen. Zoek anders de oude map: de betalingen daarin zijn misschien niet afgerond.',
    ],
  },
  silent: {
    title: [
      'A till is silent',
      'Eine Kasse meldet sich nicht',
      'Une caisse ne donne pas signe de vie',
      'Una cassa non si fa sentire',
      'Una caja no da señales',
      'Een kassa laat niets horen',
    ],
    advice: [
      'It may sell all the same. Is it switched on, does Tillbridge run, does its network reach the office? Its records arrive by themselves when it is back.',
      'Sie verkauft vielleicht trotzdem. Ist sie eingeschaltet, läuft Tillbridge, erreicht ihr Netz die Zentrale? Ihre Einträge kommen von selbst nach.',
      'Elle vend peut-être quand même. Est-elle allumée, Tillbridge tourne-t-il, son réseau atteint-il le bureau ? Ses enregistrements arriveront d’eux-mêmes.',
      'Forse vende lo stesso. È accesa, Tillbridge è in funzione, la sua rete raggiunge la sede? Le sue registrazioni arriveranno da sole.',
      'Puede que venda igualmente. ¿Está encendida, funciona Tillbridge, llega su red a la central? Sus registros llegarán por sí solos.',
      'Misschien verkoopt zij toch. Staat zij aan, draait Tillbridge, bereikt haar netwerk het hoofdkantoor? Haar records komen vanzelf na.',
    ],
  },
  doubt: {
    title: [
      'A payment is in doubt, or waits for a person',
      'Eine Zahlung ist unklar oder wartet auf einen Menschen',
      'Un paiement est en doute ou attend une personne',
      'Un pagamento è in dubbio o attende una persona',
      'Un pago está en duda o espera a una persona',
      'Een betaling is in twijfel of wacht op een mens',
    ],
    advice: [
      'Do not charge or refund the customer again. Open Payments at that till: it says what is known and what can be decided.',
      'Belasten Sie den Kunden nicht noch einmal und erstatten Sie nicht noch einmal. Öffnen Sie an dieser Kasse „Zahlungen“: Dort steht, was bekannt ist und was entschieden werden kann.',
      'Ne débitez ni ne remboursez le client une seconde fois. Ouvrez les paiements sur cette caisse : on y lit ce qui est connu et ce qui peut être décidé.',
      'Non addebiti né rimborsi di nuovo il cliente. Apra i pagamenti su quella cassa: lì si legge che cosa è noto e che cosa si può decidere.',
      'No vuelva a cobrar ni a devolver al cliente. Abra los pagos en esa caja: allí se dice qué se sabe y qué se puede decidir.',
      'Belast de klant niet nog eens en betaal niet nog eens terug. Open de betalingen bij die kassa: daar staat wat bekend is en wat beslist kan worden.',
    ],
  },
  authorization: {
    title: [
      'An authorization is open and may lapse',
      'Eine Autorisierung ist offen und kann verfallen',
      'Une autorisation est ouverte et peut expirer',
      'Una preautorizzazione è aperta e può scadere',
      'Una autorización está abierta y puede caducar',
      'Een autorisatie staat open en kan verlopen',
    ],
    advice: [
      'Capture it where the goods or the service were given, or release it: what lapses cannot be captured any more.',
      'Ziehen Sie sie ein, wenn die Ware oder Leistung geliefert ist, oder geben Sie sie frei: Was verfallen ist, kann nicht mehr eingezogen werden.',
      'Encaissez-la si la marchandise ou le service a été fourni, ou libérez-la : ce qui a expiré ne peut plus être encaissé.',
      'La incassi se la merce o il servizio è stato fornito, oppure la rilasci: ciò che è scaduto non si può più incassare.',
      'Captúrela si se entregó la mercancía o el servicio, o libérela: lo que caduca ya no se puede capturar.',
      'Int haar als de waren of de dienst geleverd zijn, of geef haar vrij: wat verlopen is, kan niet meer worden geïnd.',
    ],
  },
  'refunded-twice': {
    title: [
      'A payment was refunded at more than one till',
      'Eine Zahlung wurde an mehreren Kassen erstattet',
      'Un paiement a été remboursé à plusieurs caisses',
      'Un pagamento è stato rimborsato a più casse',
      'Un pago se devolvió en más de una caja',
      'Een betaling is bij meer dan één kassa terugbetaald',
    ],
    advice: [
      'Compare the refunds with the returned goods. If one article was refunded twice, speak with the people who were at the tills.',
      'Vergleichen Sie die Erstattungen mit der zurückgegebenen Ware. Wurde ein Artikel zweimal erstattet, sprechen Sie mit den Personen an den Kassen.',
      'Comparez les remboursements avec les retours. Si un article a été remboursé deux fois, parlez avec les personnes qui étaient aux caisses.',
      'Confronti i rimborsi con la merce resa. Se un articolo è stato rimborsato due volte, parli con chi era alle casse.',
      'Compare las devoluciones con la mercancía devuelta. Si un artículo se devolvió dos veces, hable con quienes estaban en las cajas.',
      'Vergelijk de terugbetalingen met de teruggebrachte waren. Is een artikel twee keer terugbetaald, spreek dan met wie aan de kassa’s stond.',
    ],
  },
  settings: {
    title: [
      'A till does not go by its settings',
      'Eine Kasse richtet sich nicht nach ihren Einstellungen',
      'Une caisse n’applique pas ses réglages',
      'Una cassa non applica le sue impostazioni',
      'Una caja no aplica sus ajustes',
      'Een kassa volgt haar instellingen niet',
    ],
    advice: [
      'It goes on as before. Look at "office tills": what it refuses there, set otherwise or put back ("office config"). Where it refuses nothing, start Tillbridge there, or update it.',
      'Sie arbeitet weiter wie bisher. Sehen Sie mit „office tills“ nach: Was sie ablehnt, setzen Sie anders oder nehmen Sie zurück („office config“). Lehnt sie nichts ab, starten Sie dort Tillbridge neu oder aktualisieren Sie es.',
      'Elle continue comme avant. Consultez « office tills » : ce qu’elle refuse, réglez-le autrement ou annulez-le (« office config »). Si elle ne refuse rien, redémarrez Tillbridge sur la caisse ou mettez-le à jour.',
      'Continua come prima. Guardi con «office tills»: ciò che rifiuta, lo imposti diversamente o lo annulli («office config»). Se non rifiuta nulla, riavvii Tillbridge sulla cassa o lo aggiorni.',
      'Sigue como antes. Mire con «office tills»: lo que rechace, ajústelo de otro modo o deshágalo («office config»). Si no rechaza nada, reinicie Tillbridge en la caja o actualícelo.',
      'Zij gaat door zoals voorheen. Kijk met "office tills": wat zij weigert, stelt u anders in of maakt u ongedaan ("office config"). Weigert zij niets, start Tillbridge daar opnieuw of werk het bij.',
    ],
  },
  people: {
    title: [
      'A till does not take its people',
      'Eine Kasse übernimmt ihre Personen nicht',
      'Une caisse ne prend pas ses personnes',
      'Una cassa non prende le sue persone',
      'Una caja no toma a sus personas',
      'Een kassa neemt haar personen niet over',
    ],
    advice: [
      'Look at "office tills". Where a name is taken, the till has a person of its own with it: a manager there removes that person, or you give the other one another name ("office staff"). Whom you removed may sign in there until the till takes it.',
      'Sehen Sie mit „office tills“ nach. Ist ein Name vergeben, hat die Kasse eine eigene Person mit diesem Namen: Ein Manager entfernt sie dort, oder Sie geben der anderen einen anderen Namen („office staff“). Wen Sie entfernt haben, kann sich dort anmelden, bis die Kasse es übernimmt.',
      'Consultez « office tills ». Si un nom est pris, la caisse a sa propre personne de ce nom : un responsable l’y retire, ou vous donnez un autre nom à l’autre (« office staff »). Une personne retirée peut s’y identifier jusqu’à ce que la caisse le prenne en compte.',
      'Guardi con «office tills». Se un nome è occupato, la cassa ha una sua persona con quel nome: un responsabile la rimuove lì, o lei dà all’altra un altro nome («office staff»). Chi ha rimosso può accedere lì finché la cassa non lo recepisce.',
      'Mire con «office tills». Si un nombre está ocupado, la caja tiene una persona propia con él: un responsable la quita allí, o usted da otro nombre a la otra («office staff»). Quien usted quitó puede iniciar sesión allí hasta que la caja lo tome.',
      'Kijk met "office tills". Is een naam bezet, dan heeft de kassa een eigen persoon met die naam: een manager verwijdert die daar, of u geeft de ander een andere naam ("office staff"). Wie u verwijderde, kan zich daar aanmelden tot de kassa het overneemt.',
    ],
  },
  programs: {
    title: [
      'A till does not take its programs',
      'Eine Kasse übernimmt ihre Programme nicht',
      'Une caisse ne prend pas ses programmes',
      'Una cassa non prende i suoi programmi',
      'Una caja no toma sus programas',
      'Een kassa neemt haar programma’s niet over',
    ],
    advice: [
      'Look at "office tills": it says which program and why. One without a token needs one ("office programs tokens"). Where a name is taken, the till has a program of its own with it. A scope that the till does not list is allowed there (office.programScopes). A program that you removed may go on there until the till takes it.',
      'Sehen Sie mit „office tills“ nach: Dort steht, welches Programm und warum. Eines ohne Token braucht eines („office programs tokens“). Ist ein Name vergeben, hat die Kasse ein eigenes Programm mit diesem Namen. Ein Recht, das die Kasse nicht aufführt, wird dort erlaubt (office.programScopes). Ein Programm, das Sie entfernt haben, darf dort weiterarbeiten, bis die Kasse es übernimmt.',
      'Consultez « office tills » : on y lit quel programme et pourquoi. Sans jeton, il lui en faut un (« office programs tokens »). Si un nom est pris, la caisse a son propre programme de ce nom. Un droit que la caisse ne liste pas s’y autorise (office.programScopes). Un programme que vous avez retiré peut y continuer jusqu’à ce que la caisse le prenne en compte.',
      'Guardi con «office tills»: dice quale programma e perché. Senza token, gliene serve uno («office programs tokens»). Se un nome è occupato, la cassa ha un suo programma con quel nome. Un diritto che la cassa non elenca si consente lì (office.programScopes). Un programma rimosso può continuare lì finché la cassa non lo recepisce.',
      'Mire con «office tills»: dice qué programa y por qué. Sin token, necesita uno («office programs tokens»). Si un nombre está ocupado, la caja tiene un programa propio con él. Un permiso que la caja no enumera se permite allí (office.programScopes). Un programa que usted quitó puede seguir allí hasta que la caja lo tome.',
      'Kijk met "office tills": daar staat welk programma en waarom. Een zonder token heeft er een nodig ("office programs tokens"). Is een naam bezet, dan heeft de kassa een eigen programma met die naam. Een recht dat de kassa niet noemt, staat u daar toe (office.programScopes). Een programma dat u verwijderde, mag daar doorgaan tot de kassa het overneemt.',
    ],
  },
};

const words = {
  subject: ['Alarm', 'Alarm', 'Alarme', 'Allarme', 'Alarma', 'Alarm'],
  'opened.title': ['New', 'Neu', 'Nouveau', 'Nuovo', 'Nuevo', 'Nieuw'],
  'reminder.title': ['Still open', 'Noch offen', 'Toujours ouvert', 'Ancora aperto', 'Sigue abierto', 'Nog open'],
  'over.title': ['Is over', 'Vorbei', 'Terminé', 'È finito', 'Terminado', 'Voorbij'],
  'test.title': ['Test', 'Test', 'Test', 'Prova', 'Prueba', 'Test'],
  test: [
    'This is a test of the office. Alarms come to this address.',
    'Das ist ein Test der Zentrale. Alarme kommen an diese Adresse.',
    'Ceci est un test du bureau. Les alarmes arrivent à cette adresse.',
    'Questa è una prova della sede. Gli allarmi arrivano a questo indirizzo.',
    'Esta es una prueba de la central. Las alarmas llegan a esta dirección.',
    'Dit is een test van het hoofdkantoor. Alarmen komen op dit adres.',
  ],
  since: ['Since', 'Seit', 'Depuis', 'Da', 'Desde', 'Sinds'],
  record: ['Record', 'Eintrag', 'Enregistrement', 'Registrazione', 'Registro', 'Record'],
  advice: ['What to do', 'Was zu tun ist', 'Que faire', 'Che cosa fare', 'Qué hacer', 'Wat te doen'],
  more: ['Further alarms', 'Weitere Alarme', 'Autres alarmes', 'Altri allarmi', 'Otras alarmas', 'Verdere alarmen'],
} as const satisfies { readonly [word: string]: Six };

export interface AlarmWords {
  title(kind: NoticeKind): string;
  advice(kind: NoticeKind): string;
  event(event: NoticeItem['event']): string;
  word(word: 'subject' | 'test' | 'since' | 'record' | 'advice' | 'more'): string;
}

export function alarmWordsIn(language: Language): AlarmWords {
  const place = languages.indexOf(language);
  const of = (six: Six): string => six[place] ?? six[0];
  return {
    title: (kind) => of(kinds[kind].title),
    advice: (kind) => of(kinds[kind].advice),
    event: (event) => of(words[`${event}.title`]),
    word: (word) => of(words[word]),
  };
}
