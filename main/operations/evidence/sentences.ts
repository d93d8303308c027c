// What the texts of an answer and the lines of a slip say, in six languages: refused, taken back, approved, a part of it,
// busy, not there. Texts are read as plain text (plain-text.ts).
import type { Json } from '#contract/data/json.ts';
import { plainText } from './plain-text.ts';
import type { EvidenceRule } from './rules.ts';
import { type StatusWords, meaningOf } from './words.ts';

const anyOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

const notApproved =
  '(?:not (?:been )?approved|nicht genehmigt|(?:non|pas) (?:approuvee?|approvat[ao])|no aprobad[ao]|niet goedgekeurd)';
const notDone = anyOf(
  'not (?:been )?(?:authori[sz]ed|completed|accepted|successful|processed|executed|performed|carried out)',
  'nicht (?:autorisiert|erfolgreich|erfolgt|ausgefue?hrt|durchgefue?hrt|akzeptiert|bezahlt)',
  '(?:non|pas) (?:ete |stat[ao] )?(?:autori[zs]|accett|accept|riuscit|reussi|eseguit|effettuat|effectue|abouti|realise)\\w*',
  'no (?:autorizad|aceptad|realizad|efectuad|completad|procesad)[ao]',
  'niet (?:geautoriseerd|gelukt|geaccepteerd|geslaagd|uitgevoerd|voltooid)',
);
/** Why an issuer or a terminal refuses, each with what it is of: `Transactie goed verlopen` went well. */
const card =
  '(?:(?:kredit|bank|giro|debit)?karte|konto|card|account|carte|compte|carta|conto|tarjeta|cuenta|kaart|bankpas|rekening)';
const unusable =
  '(?:expired|blocked|lost|stolen|retained|abgelaufen|gesperrt|gestohlen|eingezogen|expiree?|perimee|bloquee?|volee|scadut[ao]|bloccat[ao]|rubat[ao]|caducad[ao]|vencid[ao]|bloquead[ao]|robad[ao]|verlopen|geblokkeerd|gestolen)';
const overLimit =
  '(?:exceeded|ue?berschritten|ausgeschoe?pft|depassee?|superat[oa]|superad[oa]|excedid[oa]|overschreden)';
const wrong = '(?:wrong|falsch|fau(?:x|sse)|erronee?|errat[oa]|sbagliat[oa]|onjuist|verkeerd)';
const secret = '(?:pin|pin ?code|code|geheimzahl|codice|codigo|clave)';
const reason = anyOf(
  'insufficient\\w*|insuffisan\\w*|insuficient\\w*|onvoldoende|unzureichend\\w*|ungenue?gend\\w*|(?:nicht|non|pas|no|niet) (?:gedeckt|ausreichend|suffisante?s?|sufficient[ei]|suficientes?|toereikend)',
  '(?:keine|mangels) deckung',
  `\\b${card} (?:ist |is |est |e |esta )?${unusable}`,
  '\\bpas (?:is )?(?:verlopen|geblokkeerd|gestolen)',
  '\\b(?:expired|blocked|lost|stolen|abgelaufene|gesperrte|gestohlene|verlopen|geblokkeerde) (?:card|karte|kaart|pas)',
  `\\b\\w*(?:limite?|plafond|limiet|massimale) (?:is |est |e )?${overLimit}`,
  `\\b${secret} (?:is |ist |est |e )?${wrong}\\b`,
  `\\b${wrong}(?:e[rs]?)? ${secret}\\b`,
  '\\b(?:call|refer to) (?:the )?(?:card )?issuer',
);
/** Texts that speak of a refusal, whatever stands beside them. */
const soundsContrary = new RegExp(
  anyOf(
    'declin|fail|reject|refus|error|abort|cancel|denied|expired|unsuccessful|do not hono|invalid|incorrect',
    'card (?:retained|blocked|removed)|time ?d? ?out',
    'abgelehn|abgewiesen|abgebroch|fehler|fehlgeschlag|ungue?ltig',
    'rifiutat|\\bnegat[aeio]\\b|fallit|echec\\b|rejet|rechazad|denegad|fallid|geweiger|afgewezen|mislukt|ongeldig',
    'not (?:possible|found)|nicht moe?glich|non (?:approv|approuv|valid)|niet toegestaan',
    notApproved,
    notDone,
    reason,
  ),
);
const soundsUntroubled = new RegExp(
  anyOf(
    '\\b(?:no|without|0|kein\\w*|ohne|geen|senza|sans|sin|nessun\\w*|aucune?|ningun\\w*) (?:error|erreur|fehler|fout|time ?out)\\w*',
    '\\b(?:not|never) (?:been )?(?:declined|refused|rejected|denied|cancell?ed|aborted|voided|reversed)\\b',
    '\\b(?:nicht|non|pas|no|niet) (?:abgelehnt|abgewiesen|abgebrochen|storniert|refusee?|annulee?|rifiutat[ao]|negat[ao]|annullat[ao]|stornat[ao]|rechazad[ao]|denegad[ao]|anulad[ao]|geweigerd|afgewezen|geannuleerd)\\b',
    `\\b(?:not|nicht|non|est pas|no|niet) (?:${unusable}|${overLimit}|${wrong})\\b`,
    // A count, and not the end of another number.
    '(?<=(?:^|[,;:(/|]) ?)0 (?:declined|refused|rejected|cancell?ed|voided|reversed|abgelehnt|storniert)\\b',
  ),
  'g',
);

export function soundsRefused(text: Json | undefined): boolean {
  return typeof text === 'string' && soundsContrary.test(plainText(text).replace(soundsUntroubled, ''));
}

const namesOfHttp =
  /^(?:\d{3}|n\.?ok|ko)$|bad request|unproc|not allowed|required|too large|unsupported|missing|malformed/;

/** Whether a status word may stand beside a refusal: neither open nor, unless it speaks of one or is HTTP's, of no list. */
export function statusRefuses(word: string, words: StatusWords): boolean {
  const meaning = meaningOf(word, words);
  if (meaning !== 'unknown' || word.trim() === '') return meaning !== 'open';
  return soundsRefused(word) || namesOfHttp.test(plainText(word).trim());
}

/** That it was taken back; "can be voided" says that it was not. */
const soundsVoided =
  /\b(?:(?<!\b(?:be|automatically) )(?:voided|reversed)|storniert(?! werden)|(?<!\bessere )(?:annullat|stornat)[ao]|(?<!\betre )annulee?|(?<!\bser )anulad[ao]|(?<!\bworden )geannuleerd(?! worden))\b/;

function soundsTakenBack(text: string): boolean {
  return soundsVoided.test(plainText(text).replace(soundsUntroubled, ''));
}

/** What a customer may refuse beside the payment. */
const besidePayment =
  '(?!(?:\\p{L}+ )?(?:tip|gratuity|trinkgeld|pourboire|mancia|propina|fooi|dcc|conversion|offer|fee|surcharge|cashback|donation|spende|loyalty|treue|bonus|gift|voucher|gutschein|receipt|beleg) )';
/** What a slip is of: with another name before them the words below tell of a tip, or of a try with the card held near. */
const ofTransaction =
  '(?:(?:transaction|payment|amount|betrag|montant|importo|importe|bedrag|sale|purchase|refund|vorgang|zahlung|kauf|transaktion|gutschrift|transazione|pagamento|operazione|vendita|rimborso|transactie|betaling|verkoop|terugbetaling|transaccion|operacion|pago|venta|devolucion|paiement|operation|vente|remboursement|authori[sz]ation|autorisierung|autorisation|autorizzazione|autorizacion|autorisatie|status|result|ergebnis|resultat|esito|resultado|resultaat) (?:(?:was|has been|is|wurde|est|a ete|e stat[ao]|ha sido|werd) )?)?';
const refusal = anyOf(
  'declined|refused|rejected|denied|abgelehnt|abgewiesen|rifiutat[ao]|negat[ao]|geweigerd|afgewezen|rechazad[ao]|denegad[ao]|refusee?',
  notApproved,
);
/** A line of a slip that says nothing but how it ended: `** DECLINED **`, `Zahlung abgelehnt`, `DECLINED BY ISSUER`. */
const linesRefusal = new RegExp(
  `^${besidePayment}(?:\\p{L}+ ){0,2}${refusal}(?: (?:by|durch|von|par|dalla?|por|door) \\P{N}{1,40})?$`,
  'u',
);
const linesReason = new RegExp(`^${besidePayment}(?:\\p{L}+ ){0,2}${reason}(?: \\p{L}+)?$`, 'u');
const linesFailure = new RegExp(
  `^${ofTransaction}(?:failed|unsuccessful|fehlgeschlagen|fallit[ao]|mislukt|fallid[ao]|echouee?|echec|abandon|abandonnee?)$`,
);
/** Cash and cheques are not accepted, too. */
const partsRefusal = new RegExp(`^${ofTransaction}${anyOf(refusal, notDone)}$`);
/** What was broken off or taken back, as the slip of a reversal says too. */
const linesTakenBack = new RegExp(
  `^${ofTransaction}(?:cancell?ed|aborted|void|voided|reversed|abgebrochen|storno|storniert|annullat[ao]|annullamento|stornat[ao]|geannuleerd|afgebroken|anulad[ao]|anulacion|cancelad[ao]|annulee?|annulation)$`,
);
const linesApproval = /^(?:\p{L}+ ){0,2}(?:approved|genehmigt|approvat[ao]|goedgekeurd|aprobad[ao]|approuvee?)$/u;
/** Cards, codes and signatures are accepted, too. */
const linesSuccess = new RegExp(
  `^${ofTransaction}(?:accepted|authori[sz]ed|successful|completed|booked|charged|debited|gebucht|belastet|debitee?|addebitat[oa]|cargad[oa]|geboekt|afgeschreven|akzeptiert|autorisiert|erfolgt|erfolgreich|ausgefue?hrt|durchgefue?hrt|acceptee?|autorisee?|effectuee?|reussie?|accettat[ao]|autorizzat[ao]|eseguit[ao]|effettuat[ao]|riuscit[ao]|aceptad[ao]|autorizad[ao]|realizad[ao]|efectuad[ao]|completad[ao]|geaccepteerd|geautoriseerd|gelukt|geslaagd|uitgevoerd|voltooid)$`,
);
const bareLine = (line: string): string =>
  plainText(line)
    .replace(soundsUntroubled, '')
    .replaceAll(/[^\p{L}\s]/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim();

function lineRefuses(line: string): boolean {
  const bare = bareLine(line);
  // `DECLINED: 05`, `ABGELEHNT - KARTE GESPERRT`
  const [first = ''] = line.split(/[:(]|\s\p{Pd}\s/u);
  return (
    [linesRefusal, linesReason, linesFailure, partsRefusal].some((each) => each.test(bare)) ||
    partsRefusal.test(bareLine(first))
  );
}

function lineTakesBack(line: string): boolean {
  return linesTakenBack.test(bareLine(line));
}

/** A line that says "not approved" is none. */
export function lineApproves(line: string): boolean {
  const bare = bareLine(line);
  const approves = linesApproval.test(bare) && !soundsNegated.test(bare) && !/\b(?:non|niet|pas)\b/.test(bare);
  return approves || linesSuccess.test(bare);
}

const soundsGood = /\b(?:approved|successful|successfully|accepted|genehmigt|erfolgreich)\b/i;
const soundsNegated = /\b(?:not|no|never|cannot|nicht|kein\w*)\b|n['’]t\b/i;

/** Texts that say that something was carried out. */
export function soundsApproved(text: Json | undefined): boolean {
  if (typeof text !== 'string' || soundsRefused(text)) return false;
  return lineApproves(text) || (soundsGood.test(text) && !soundsNegated.test(text));
}

const soundsPart =
  /\bpart(?:ial(?:ly)?)?[\s_-]{0,3}(?:amount[\s_-]{0,3})?(?:approv|authori[sz]|auth\b)|(?:approv|authori[sz])\w{0,6}[\s_(-]{0,3}(?:in[\s_-]part\b|partial)|^\W*partial\W*$|teil(?:weise)?[\s_-]{0,3}(?:betrag[\s_-]{0,3})?(?:genehmig|autoris)/i;
/** That there is none, or that there may be none. */
const soundsWhole =
  /\b(?:no|not|non|without|never|kein\w{0,2}|ohne|nicht)[\s_-]{1,3}(?:a\s)?(?:part|teil)\w*|\bpartial(?:ly)?[\s_-]{0,3}[a-z]{0,16}[\s:=_-]{0,3}(?:is\s|was\s)?(?:not[\s_-]{1,3}(?:allow|support|possib|enabl|permit|request|used|appl)|no$|none\b|false\b|off\b|disabled|unsupported)/gi;

/** In plain text. */
const soundsPartElsewhere =
  /\b(?:autorisation|approbation) partielle|\bpartiellement (?:autorise|approuve|accepte)|\b(?:autorizzazione|approvazione) parziale|\bparzialmente (?:autorizzat|approvat)|\b(?:autorizacion|aprobacion) parcial|\bparcialmente (?:autorizad|aprobad)|\bgedeeltelijke? (?:autorisatie|goedkeuring|goedgekeurd|geautoriseerd)/;

/** Texts that say that a part was approved. */
export function soundsPartial(text: Json | undefined): boolean {
  if (typeof text !== 'string') return false;
  return soundsPart.test(text.replace(soundsWhole, '')) || soundsPartElsewhere.test(plainText(text));
}

/** Texts that speak of a refusal or, unless that is what was asked for, of what was taken back. */
export function soundsAgainst(text: Json | undefined, { contrary }: Pick<EvidenceRule, 'contrary'>): boolean {
  return soundsRefused(text) || (typeof text === 'string' && contrary.includes('REVERSED') && soundsTakenBack(text));
}

/** Whether a line says that it was refused or broken off or, unless that is what was asked for, taken back. */
export function lineSpeaksAgainst(line: string, { contrary }: Pick<EvidenceRule, 'contrary'>): boolean {
  return lineRefuses(line) || (contrary.includes('REVERSED') && lineTakesBack(line));
}

/** Whether a text in the place of a fault says more than that there is none. */
export const soundsLikeFault = (text: string): boolean => text.replace(soundsUntroubled, '').trim() !== '';

/** Texts by which a terminal refuses because it is at work on another command. */
const soundsOccupied =
  /terminal[^.]*(?:\b|_)(?:busy|in use|occupied|belegt|besetzt|beschäftigt)\b|\b(?:busy|occupied) terminal|device (?:is )?busy/i;

export function soundsBusy(text: string | null): boolean {
  return text !== null && soundsOccupied.test(text);
}

/** Texts by which an operation on a payment is refused because there is no such payment. */
const soundsMissing =
  /\b(?:no such|unknown) (?:payment|transaction)\b|\b(?:payment|transaction)\b[^.]*\b(?:(?:was |is |could )?not (?:be )?(?:found|known)|unknown|does not exist)\b/i;

export function soundsUnknown(text: string | null): boolean {
  return text !== null && soundsMissing.test(text);
}

/** Texts by which a conflict says that the very request is being worked on. */
const soundsUnderWay =
  /in (?:progress|process|flight)|processing|being (?:processed|handled)|still (?:running|open|pending|active|executing)|already running|not (?:yet )?(?:finished|completed?)|concurrent|pending/i;

export function soundsInProgress(text: string | null): boolean {
  return text !== null && soundsUnderWay.test(text);
}
