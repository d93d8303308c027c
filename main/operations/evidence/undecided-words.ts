// Texts by which a refusal is none (docs/answers.md): the request repeats one that was carried out, perhaps this very one,
// which was sent twice on the way; or the gateway does not know yet whether it was carried out. They are looked for in plain text
// (plain-text.ts), in the six languages of the till.
import { type Json } from '#contract/data/json.ts';
import { plainText } from './plain-text.ts';

const anyOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;
const pattern = (...patterns: readonly string[]): RegExp => new RegExp(anyOf(...patterns));

const soundsRepeated = pattern(
  'duplicat|duplicad|doppelt|doppelbuch|doppelzahl|dublette|duplikat|bereits|original ?transaction|replay|\\bresubmission of\\b',
  'already ?(?:been ?|fully ?)?(?:process|captur|refund|revers|void|cancel|paid|complet|credit|book|execut|done|exist|used|receiv|submit|sent|settl|confirm|authori[sz]|approv|charg|debit|post|regist|record|handl|perform|made|present|succe|seen)',
  '\\brepeat(?:ed)? (?:request|submission|message)|\\brepeat of\\b|\\bidempot\\w* ?(?:key ?)?(?:hit|match|conflict|repeat)',
  '\\bpreviously (?:been )?(?:process|captur|refund|paid|charg|execut|book|complet|submit|receiv|sent)',
  '\\b(?:processed|captured|refunded|charged|executed|paid|booked|received|submitted|seen) (?:before|earlier)(?= ?(?:$|[.,;:!)]))',
  '\\b(?:same|identical) (?:request|transaction|payment) (?:was |has )?(?:already|been|processed|received|sent)',
  // de
  '\\bschon (?:einmal )?(?:verarbeit|gebucht|erstattet|storniert|bezahlt|ausgefuhr|ausgefuehr|verwendet|vorhanden|erhalten|gesendet|autorisiert|genehmigt|erfasst)',
  '\\bwiederholte[rs]? (?:anfrage|transaktion|zahlung|buchung|ubermittlung)|\\bwiederholung (?:der|einer) (?:anfrage|transaktion|zahlung|buchung)',
  // fr
  '\\bdeja (?:ete )?(?:trait|captur|encaiss|credit|rembours|annul|pay|effectu|enregistr|utilis|exist|recu|valid|comptabilis|soumis|envoy|debit|execut|autoris|realis|factur)',
  '\\bdoublon|\\ben double\\b|\\bdemande (?:repetee|rejouee)\\b|\\bdupliqu',
  // it
  '\\bgia (?:stat[aoie] )?(?:elaborat|incassat|accreditat|cattur|processat|eseguit|rimborsat|annullat|stornat|pagat|utilizzat|usat|present|esistent|ricevut|inviat|autorizzat|contabilizzat|effettuat|registrat|addebitat)',
  '\\bdoppia (?:richiesta|transazione|operazione)\\b|\\brichiesta (?:ripetuta|doppia)\\b',
  // es
  '\\bya (?:ha sido |habia sido |fue |esta |se ha )?(?:procesad|capturad|reembolsad|devuelt|anulad|pagad|utilizad|usad|recibid|enviad|autorizad|ejecutad|registrad|cobrad|realizad|existe|existent)',
  '\\bsolicitud repetida\\b|\\boperacion repetida\\b',
  // nl
  '\\b(?:reeds|al) (?:eerder )?(?:verwerkt|betaald|terugbetaald|geincasseerd|geind|gecrediteerd|bijgeschreven|geannuleerd|gebruikt|ontvangen|verzonden|uitgevoerd|geboekt|afgeschreven|geautoriseerd|bestaat)',
  '\\bdubbele?\\b|\\bherhaald(?:e)? (?:verzoek|aanvraag|transactie)\\b|\\bherhaling van\\b',
);

/** Texts, codes and names of members by which a request repeats an earlier one. */
export function soundsDuplicate(text: Json | undefined): boolean {
  return typeof text === 'string' && soundsRepeated.test(plainText(text));
}

/** How it ended, with the word before it in German and Dutch (`Transaktionsstatus`). */
const outcome =
  '(?:outcome|result|completion|ergebnis|ausgang|resultat|esito|risultato|resultado|resultaat|uitkomst|(?:confirmation|response|answer|decision|antwort|bestaetigung|bestatigung|reponse|risposta|respuesta|antwoord)(?! code))';
/** A status may be that of a card or terminal too. */
const status =
  '(?:(?<!\\b(?:card|account|terminal|merchant|customer|device|chip|karten|konto|haendler|handler) ?)(?:status|(?<=\\b(?:transaction|payment|operation|request|processing|final|current|its) )state|zustand|statut|etat|stato|estado|toestand))';
const unknown = anyOf(
  'unknown|uncertain|undetermined|indeterminate|inconclusive|unclear|unconfirmed|unresolved|in doubt',
  '(?:not|never) (?:yet )?(?:been )?(?:known|clear|certain|determined|confirmed|received|final)',
  '(?:could|can) ?not (?:yet )?be (?:determined|confirmed|established|verified|obtained)',
  'unbekannt|ungewiss|ungeklaert|ungeklart|unklar|unsicher|nicht (?:bekannt|geklaert|geklart|feststellbar|ermittelbar|bestaetigt|bestatigt|eindeutig)',
  'inconnue?|incertaine?|indeterminee?|non (?:connue?|confirmee?|determinee?)|pas (?:connue?|confirmee?)',
  'sconosciut[oa]|ignot[oa]|incert[oa]|indeterminat[oa]|non (?:not[oa]|confermat[oa]|determinat[oa])',
  'desconocid[oa]|inciert[oa]|indeterminad[oa]|no (?:conocid[oa]|confirmad[oa]|determinad[oa])',
  'onbekend|onzeker|onduidelijk|niet (?:bekend|zeker|bevestigd)',
);
/** What is asked for may rightly be unknown: `status: unknown card`. */
const ofSomethingElse =
  '(?! (?:card|currency|merchant|terminal|customer|account|issuer|brand|scheme|bin|payment|transaction|user|field|parameter|pin|product|route|karte|waehrung|wahrung))';
const pending = anyOf(
  'pending|outstanding|overdue|ausstehend|ausgeblieben|steht (?:noch )?aus|offen|en attente|in (?:attesa|sospeso)|pendiente|openstaand|afwachting',
);
const party = 'host|acquirer|issuer|bank|gateway|processor|network|server|backend|upstream|scheme|provider';
const moneyWord =
  '(?:transaction|payment|request|operation|sale|refund|capture|reversal|void|authori[sz]ation|processing|transaktion|zahlung|buchung|anfrage)';
const wasDone =
  '(?:process|captur|charg|complet|succe|execut|approv|authori[sz]|debit|book|tak|gone through|go through|post|perform|refund|revers|accept|carried)';

const soundsOpen = pattern(
  `\\b\\w*${outcome}\\b[^.;!?,]{0,40}?\\b${unknown}\\b${ofSomethingElse}`,
  `\\w*${status}\\b[^.;!?,]{0,40}?\\b${unknown}\\b${ofSomethingElse}`,
  `\\b\\w*${outcome}\\b:? (?:is |still |noch |encore |ancora |aun |nog )*${pending}\\b`,
  `\\b(?:transaction|payment|authori[sz]ation|approval|host answer|host response) pending\\b|\\bstill pending\\b|\\bpending (?:confirmation|response|answer|result|outcome|completion|clarification)\\b`,
  `\\b(?:unknown|uncertain|undetermined|indeterminate|inconclusive|unclear) (?:transaction |payment |final |processing |host )?(?:outcome|result|status|state|completion)\\b(?! code)`,
  '\\b(?:unbekannt|unklar|ungewiss)e[rsmn]? (?:transaktions?|zahlungs?|buchungs?)?(?:ergebnis|ausgang|status|zustand)|\\bissue (?:du paiement |de la transaction )?(?:inconnue|incertaine)\\b',
  '\\b(?:not known|do not know|does not know|unable to (?:determine|confirm|establish|tell)|(?:can|could) ?not (?:determine|confirm|establish|tell)|unbekannt|unklar|ungewiss) ?,? (?:whether|if|ob|the (?:outcome|result|status))\\b',
  // It may have been carried out.
  `\\b(?:may|might|could) (?:already |still |nevertheless )?have (?:already )?(?:been )?${wasDone}`,
  `\\b(?:possibly|perhaps|maybe|probably) (?:already |been )*${wasDone}`,
  '\\bm(?:o|oe)glicherweise (?:bereits |schon |dennoch |trotzdem )?(?:verarbeit|gebucht|belastet|ausgef|durchgef|erfolgt|abgebucht|genehmigt)',
  '\\b(?:peut|pourrait|pourraient|peuvent) (?:deja )?avoir (?:deja )?ete |\\bpotrebbe (?:gia )?essere stat|\\b(?:puede|podria) haber(?:se|lo)? (?:sido |ya )?(?:realizad|procesad|efectuad|ejecutad|cobrad|autorizad|cargad|completad|registrad)|\\bmogelijk (?:al |reeds |toch )?(?:verwerkt|uitgevoerd|afgeschreven|geboekt|betaald|gelukt)',
  `\\bauto(?:matic(?:ally)?)? ?revers|\\bwill be (?:automatically )?(?:reversed|voided|rolled back)\\b`,
  // It is to be looked up.
  '\\b(?:check|verify|look up|reconcile|inquire)\\b(?![^.;]*\\b(?:card|pin|cvv|cvc|details?|data|amount|number|expiry|date|iban|account|address|input|entry|balance|funds|limit|currency)\\b)[^.;]{0,60}\\bbefore\\b[^.;]{0,30}\\b(?:retr|repeat|tr[yi]|resend|resubmi|again|new attempt)',
  '\\bvor (?:einer |der |einem |dem )?(?:erneute[nrm] |neue[nrm] )?(?:wiederholung|versuch|zahlung|buchung)[^.;]{0,30}\\b(?:prufen|pruefen|klaren|klaeren)\\b',
  '\\bverifi\\w*\\b[^.;]{0,40}\\bavant (?:de (?:reessayer|recommencer|relancer|repeter)|toute nouvelle|une nouvelle)|\\b(?:verific|controll)\\w*\\b[^.;]{0,40}\\bprima di (?:riprovare|ripetere|ritentare)|\\b(?:verifi|comprueb|compruebe|consult)\\w*\\b[^.;]{0,40}\\bantes de (?:reintentar|repetir|volver)|\\bcontroleer\\b[^.;]{0,40}\\bvoor(?:dat)? (?:u |je )?(?:opnieuw|het opnieuw|een nieuwe|herhal)',
  // Its answer was lost, or came too late.
  `\\b(?:connection|link|communication) (?:to \\w+ (?:\\w+ )?|with \\w+ (?:\\w+ )?)?(?:was |has been )?(?:lost|interrupted|dropped|reset)\\b|\\blost (?:the )?(?:connection|response|answer)\\b`,
  '\\bverbindung\\w*[^.;]{0,20}(?:abgebroch|unterbroch|verlor|abbruch)|\\bconnexion (?:perdue|interrompue)|\\bconnessione (?:persa|interrotta)|\\bconexion (?:perdida|interrumpida)|\\bverbinding (?:verbroken|verloren)',
  `\\blate (?:response|answer|reply)\\b|\\b(?:response|answer|reply) (?:was |received |came )*too late\\b|\\bantwort (?:kam )?(?:zu spaet|zu spat|verspaetet|verspatet)`,
);

/** While it runs. At a terminal it is the word for being at work on another command, too. */
const soundsRunning = pattern(
  '^\\W*in (?:progress|process|bearbeitung|verarbeitung|corso|curso|behandeling)\\W*$|^\\W*en cours\\W*$',
  `(?<!\\b(?:another|other|different|previous|andere) )\\b${moneyWord} (?:is |was |still |already |currently )*in (?:progress|process|flight)\\b`,
  `\\b(?:still|currently|already) (?:being )?(?:processing|processed|executing|executed|running|in progress|handled)\\b`,
  '\\bbeing (?:processed|executed|handled|captured|refunded|reversed|charged|authori[sz]ed)\\b',
  `\\b(?:await|wait)\\w* (?:for )?(?:the |a |an )?(?:${party}|response|answer|reply|confirmation|result|outcome|final)\\b`,
  '\\bwird (?:noch |gerade |derzeit |aktuell )(?:verarbeitet|bearbeitet|ausgefuhrt|ausgefuehrt)|\\bin (?:bearbeitung|verarbeitung)\\b|\\b(?:transaction|paiement|operation|traitement|demande) (?:est |toujours |deja |encore )*en cours\\b|\\ben cours de traitement\\b|\\b(?:transazione|pagamento|operazione|richiesta|elaborazione) (?:e |ancora |gia )*in (?:corso|elaborazione)\\b|\\b(?:transaccion|pago|operacion|solicitud) (?:esta |aun |todavia |ya )*en (?:curso|proceso|tramite)\\b|\\b(?:transactie|betaling|verzoek|aanvraag) (?:is |nog |al )*in behandeling\\b|\\bwordt (?:nog )?verwerkt\\b',
);

/** The host behind the gateway, or the customer before the terminal, did not answer in time. */
const soundsUnanswered = pattern(
  '\\btime ?outs?\\b(?! of\\b)|\\btimed ?out\\b|\\bzeit(?:u|ue)berschreit|\\bzeitablauf|\\bdelai (?:d\\W?attente |de reponse )?(?:depasse|expire|ecoule)|\\btempo (?:di attesa )?scaduto|\\btempo massimo\\b|\\btiempo (?:de espera )?(?:agotado|excedido|superado)|\\btijdslimiet|\\btijd (?:is )?verstreken|\\btijdsoverschrijding',
  '\\bno (?:response|answer|reply)\\b|\\b(?:did|does|has|is) ?(?:not|n.t) (?:respond|answer|repl)\\w*|\\bnot responding\\b|\\b(?:response|answer|reply) (?:was )?not received\\b',
  '\\bkeine (?:antwort|ruckmeldung|rueckmeldung)\\b|\\bantwortet nicht\\b|\\bantwort\\w* (?:fehlt|ausgeblieben|nicht erhalten)|\\b(?:pas de|aucune|sans) reponse\\b|\\bne repond pas\\b|\\b(?:nessuna|mancata) risposta\\b|\\bnon risponde\\b|\\bsin respuesta\\b|\\bno responde\\b|\\bgeen (?:antwoord|reactie)\\b|\\b(?:antwoordt|reageert) niet\\b',
);
const ofCustomer = pattern(
  '\\b(?:card ?holder|customer|consumer|shopper|kunden?|karteninhaber|titulaire|porteur|client|titolare|cliente|titular|klant|kaarthouder|user|operator|cashier)\\w*\\b',
  '\\bpin\\b|\\bpin ?(?:entry|eingabe)|\\bsignature|\\bunterschrift|\\b(?:data |card |code )?entry\\b|eingabe|\\bsaisie|\\binseri|\\bintroduc|\\binvoer|\\bkeypad\\b|\\binsert|\\bpresent|\\bcard (?:read|insert|wait|removal)|\\b(?:for|no|without) (?:a |the )?card\\b|\\bkarte\\b|\\bkartenleser|\\bcarte\\b|\\bcarta\\b|\\btarjeta\\b|\\bkaart\\b|\\bswip|\\btap\\b',
  '\\b3 ?ds\\b|\\b3 ?d ?secure|\\bchallenge\\b|\\bauthenti|\\botp\\b|\\bselect|\\bauswahl|\\bsession\\b|\\blog ?in\\b|\\boffer\\b',
);
const ofHost = pattern(
  `\\b(?:${party})s?\\b|\\b(?:autorisierungs\\w*|rechenzentrum|netzbetreiber|banque|serveur|acquereur|emetteur|banca|emittente|servidor|banco|emisor|adquirente)\\b|\\bauthori[sz]ation|\\bautori[sz]\\w*|\\bprocessing\\b|\\bverarbeitung`,
);

/** Texts by which it is not known whether the operation was carried out. What a customer did not do in time is a refusal. */
export function soundsUndecided(text: Json | undefined): boolean {
  if (typeof text !== 'string') return false;
  const plain = plainText(text);
  if (soundsOpen.test(plain)) return true;
  const isCustomers = ofCustomer.test(plain) && !ofHost.test(plain);
  if (soundsUnanswered.test(plain) && !isCustomers) return true;
  return soundsRunning.test(plain) && !isOccupied.test(plain) && !isCustomers;
}

/** The terminal is at work on another command. */
const isOccupied = /\b(?:busy|occupied|in use|belegt|besetzt|besch(?:a|ae)ftigt)\b/;
