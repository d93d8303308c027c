// What the words of an answer mean: `status` at any depth, `responseCode`, `responseDescription`. The specification
// names FAILED alone and calls no list complete, so the words are settings; a word that no list knows proves nothing.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { type EntryRule, entryKind } from './entries.ts';
import { plainText } from './plain-text.ts';

/** Status words in capitals. A word belongs to one list. */
export interface StatusWords {
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
  readonly open: readonly string[];
}

export const defaultStatusWords: StatusWords = {
  succeeded: [
    'OK',
    'AUTHORIZED',
    'AUTHORISED',
    'CAPTURED',
    'REFUNDED',
    'REVERSED',
    'APPROVED',
    'ACCEPTED',
    'COMPLETE',
    'COMPLETED',
    'SUCCESS',
    'SUCCESSFUL',
    'SUCCEEDED',
    'PAID',
    'CAPTURE_REQUEST',
    'CREDITED',
    'VOIDED',
  ],
  failed: ['FAILED', 'DECLINED', 'REFUSED', 'REJECTED', 'DENIED', 'CANCELLED', 'CANCELED', 'ABORTED'],
  open: ['PENDING', 'PROCESSING', 'IN_PROGRESS', 'QUEUED', 'CREATED', 'INITIATED', 'RECEIVED', 'SUBMITTED', 'WAITING'],
};

export type WordMeaning = 'succeeded' | 'failed' | 'open' | 'unknown';

export function meaningOf(word: string, words: StatusWords): WordMeaning {
  const capitals = word.trim().toUpperCase();
  if (words.failed.includes(capitals)) return 'failed';
  if (words.open.includes(capitals)) return 'open';
  return words.succeeded.includes(capitals) ? 'succeeded' : 'unknown';
}

/**
 * What a responseCode says ("eight alphanumeric characters, never a number", public notes): its first digit is 0 for
 * success, 2 for an error, 4 where processed data may be lost, 6 where a final status follows. Zeros of another length
 * neither refuse nor prove anything; any other short code (05, "do not honor") is a host's own refusal.
 */
export type CodeMeaning = 'succeeded' | 'failed' | 'open' | 'fatal' | 'contrary' | 'zeros' | 'nothing';

export function codeMeaning(code: Json | undefined): CodeMeaning {
  if (code === undefined || code === null || code === '') return 'nothing';
  const text = typeof code === 'number' ? String(code) : code;
  if (typeof text !== 'string') return 'contrary';
  const trimmed = text.trim();
  if (/^0+$/.test(trimmed)) return typeof code === 'string' && trimmed.length === 8 ? 'succeeded' : 'zeros';
  switch (trimmed.slice(0, 1)) {
    case '6':
      return 'open';
    case '4':
      return 'fatal';
    case '2':
      return 'failed';
    case '0':
      return typeof code === 'string' && /^[0-9A-Za-z]{8}$/.test(trimmed) ? 'succeeded' : 'contrary';
    default:
      return 'contrary';
  }
}

const anyOf = (...patterns: readonly string[]): string => `(?:${patterns.join('|')})`;

/** In plain text (plain-text.ts), as all that follows. */
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

/** Names of members with texts about the operation. */
export const speaking = /description$|message$|text$|^title$|^detail$|^info$|^note$/;

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

/** A word met in an answer, with the path that it stands at. */
export interface FoundWord {
  readonly path: string;
  readonly value: Json;
}

const deepest = 8;

/** Every member with such a name (small letters) below the top of a caseless view, in lists too. */
export function within(view: JsonObject, wanted: (name: string) => boolean, lists = true): FoundWord[] {
  const found: FoundWord[] = [];
  const walk = (value: Json, path: string, depth: number) => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      if (lists) for (const [at, each] of value.entries()) walk(each, `${path}[${at}]`, depth + 1);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const here = path === '' ? name : `${path}.${name}`;
      if (depth > 0 && wanted(name)) found.push({ path: here, value: member });
      else walk(member, here, depth + 1);
    }
  };
  walk(view, '', 0);
  return found;
}

/** The same at any depth, the top included. */
export function everywhere(view: JsonObject, wanted: (name: string) => boolean): FoundWord[] {
  const top = Object.entries(view).filter(([name]) => wanted(name));
  return [...top.map(([path, value]) => ({ path, value })), ...within(view, wanted)];
}

const saysNo: ReadonlySet<string> = new Set([
  'success',
  'successful',
  'approved',
  'accepted',
  'ok',
  'executed',
  'processed',
  'authorized',
  'authorised',
  'done',
  'completed',
  'genehmigt',
  'erfolgreich',
  'approuve',
  'acceptee',
  'approvato',
  'approvata',
  'aprobado',
  'aprobada',
  'goedgekeurd',
]);
const saysFault: ReadonlySet<string> = new Set(
  'declined failed rejected refused cancelled canceled abgelehnt abgebrochen fehlgeschlagen refuse refusee rifiutato rifiutata rechazado rechazada geweigerd'.split(
    ' ',
  ),
);
/** By the word of `contrary` that each means. */
const saysTakenBack: { readonly [word: string]: readonly string[] } = {
  REVERSED:
    'reversed voided storno storniert annule annulee annullato annullata stornato stornata anulado anulada geannuleerd'.split(
      ' ',
    ),
  REFUNDED:
    'refunded credited gutgeschrieben erstattet rembourse remboursee rimborsato reembolsado devuelto terugbetaald'.split(
      ' ',
    ),
};
const isTakenBack = (flag: string, contrary: readonly string[]): boolean =>
  contrary.some((word) => saysTakenBack[word]?.includes(flag) === true);
const flagOf = (name: string): string => plainText(name).replace(/^is ?/, '');
const namesFault: ReadonlySet<string> = new Set(['error', 'errors', 'fault']);
const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', 'ja', 'oui', 'si']);
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', 'nein', 'non', 'nee']);

/** Whether a flag says yes, as a value of its own or in words. */
export const isYes = (value: Json): boolean => yes.has(flagText(value));
const isNo = (value: Json): boolean => no.has(flagText(value));

function flagText(value: Json): string {
  return typeof value === 'object' ? '' : plainText(String(value).trim());
}

/** The name of a member that says no by its value (`success: false`, `declined: true`, `error: {...}`), or null. */
export function flagAgainst(view: JsonObject): string | null {
  for (const [name, value] of Object.entries(view)) {
    if (saysNo.has(name) && isNo(value)) return name;
    if (saysFault.has(name) && isYes(value)) return name;
    if (namesFault.has(name) && isFilled(value)) return name;
  }
  return null;
}

/** The same of what an answer may stand in, where sums have the names of flags (`captured: 0`): numbers are none there. */
export function flagWithin(member: JsonObject, row: Omit<Row, 'openIsDone' | 'leavesNothing'>): string | null {
  const { contrary, alsoGood } = row;
  const found = Object.entries(member).find(([name, value]) => {
    const flag = flagOf(name);
    if (typeof value === 'number' || alsoGood.includes(flag.toUpperCase())) return false;
    const speaksAgainst = saysFault.has(flag) || isTakenBack(flag, contrary);
    if (tellsWentBack(name, value, row)) return true;
    return (saysNo.has(flag) && isNo(value)) || (speaksAgainst && isYes(value));
  });
  return found?.[0] ?? null;
}

/** What each kind says that it did, as a flag of an answer. */
const ownFlags: { readonly [kind: string]: readonly string[] | undefined } = {
  capture: ['captured'],
  refund: ['refunded', 'credited'],
  reversal: ['reversed', 'voided'],
};

export function isFilled(value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value !== null && value !== false && value !== '' && value !== 0;
}

/** Members that are filled where money was taken or set aside and went back again: a reason, a time, an indicator. */
const wentBack = [
  ['REVERSED', /^(?:revers(?:e|ed|al)|void(?:ed)?|cancel(?:l?ed|lation)?)_?(?:reason(?:_?(?:code|text))?)$/],
  ['REVERSED', /^(?:reversed|voided|cancell?ed)_?(?:at|on|date|time)$|^reversal_?(?:date|time)$/],
  ['REFUNDED', /^refund(?:ed)?_?reason(?:_?(?:code|text))?$|^refunded_?(?:at|on|date|time)$/],
] as const;
const wentBackFlag = /^(?:auto_?)?(?:reversal|reversed|void)(?:_?(?:indicator|flag))?$/;

function tellsWentBack(
  name: string,
  value: Json,
  { entry, contrary }: Omit<Row, 'openIsDone' | 'leavesNothing'>,
): boolean {
  const [kind] = entry?.own ?? [];
  // A refund may be called a reversal, and names why money goes back.
  if (kind === undefined || kind === 'refund' || kind === 'reversal') return false;
  if (contrary.includes('REVERSED') && wentBackFlag.test(name)) return isYes(value);
  return wentBack.some(([word, names]) => contrary.includes(word) && names.test(name)) && tellsFault(value);
}

/** What is taken at once says so; an authorization is not paid yet. */
const takenFlag = 'paid';

/** Words that are good for one operation and not for another, as its row of the table has them. */
interface Row {
  readonly entry: EntryRule | null;
  readonly contrary: readonly string[];
  readonly alsoGood: readonly string[];
  readonly openIsDone: boolean;
  readonly leavesNothing: boolean;
}

/** The path of a flag at the top, a fault at any depth, or a word of an outcome that speaks against success; or null. */
export function memberAgainst(view: JsonObject, row: Row, statuses: StatusWords): string | null {
  const { contrary, alsoGood } = row;
  for (const [name, value] of Object.entries(view)) {
    const flag = flagOf(name);
    if (alsoGood.includes(flag.toUpperCase())) continue;
    const isOfKind = ownFlags[row.entry?.own[0] ?? '']?.includes(flag) === true;
    const isOwn = (isOfKind || (row.leavesNothing && flag === takenFlag)) && typeof value !== 'number';
    if ((saysNo.has(flag) || isOwn) && isNo(value)) return name;
    if ((saysFault.has(flag) || isTakenBack(flag, contrary)) && isYes(value)) return name;
    if (tellsWentBack(name, value, row)) return name;
  }
  const fault = everywhere(view, (name) => faulty.test(name) && !alsoGood.includes(name.toUpperCase()));
  const told = [
    ...fault.filter(({ value }) => tellsFault(value)),
    ...everywhere(view, (name) => ends.test(name) || isOwnStatus(name, row)).filter(({ value }) =>
      endsBadly(value, row, statuses),
    ),
    ...everywhere(view, (name) => telling.test(name)).filter(({ value }) => speaksOfRefusal(value, row, statuses)),
    ...everywhere(view, (name) => hostCode.test(name)).filter(({ value }) => isContraryCode(value, statuses)),
    ...everywhere(view, (name) => name === 'providerresponsetext').filter(
      ({ value }) => isFilled(value) && !isGoodText(value, statuses),
    ),
  ];
  return told[0]?.path ?? takenBackWithin(view, row, statuses) ?? lineAgainst(view, '', row);
}

const takesBack =
  /(?:reversal|void|storno|stornierung|annulation|annullamento|anulacion|annulering|refund|gutschrift|remboursement|rimborso|devolucion|terugbetaling)s?$/;

/**
 * The path of a reversal or refund that was carried out within the answer of what makes a payment, or null. With the id of
 * another operation it is that one's.
 */
function takenBackWithin(view: JsonObject, { entry, contrary }: Row, statuses: StatusWords): string | null {
  if (entry?.own.includes('authorization') !== true) return null;
  const isOthers = (each: JsonObject) =>
    ['payid', 'transid'].some((id) => {
      const [ours, theirs] = [textAt(view, id), textAt(each, id)];
      return ours !== null && theirs !== null && ours !== theirs;
    });
  const search = (value: Json, path: string, name: string): string | null => {
    if (Array.isArray(value)) return firstFound(value.map((each) => [each, path, name]));
    if (!isJsonObject(value) || isOthers(value)) return null;
    const type =
      textAt(value, 'type') ?? textAt(value, 'transactiontype') ?? (takesBack.test(plainText(name)) ? name : null);
    const word = { reversal: 'REVERSED', refund: 'REFUNDED' }[String(entryKind(type))];
    const isContrary = path !== '' && word !== undefined && contrary.includes(word);
    if (isContrary && meaningOf(textAt(value, 'status') ?? '', statuses) === 'succeeded') return path;
    return firstFound(
      Object.entries(value).map(([each, member]) => [member, path === '' ? each : `${path}.${each}`, each]),
    );
  };
  const firstFound = (parts: readonly (readonly [Json, string, string])[]): string | null => {
    for (const part of parts) {
      const found = search(...part);
      if (found !== null) return found;
    }
    return null;
  };
  return search(view, '', '');
}

/** Names of members that are there where something went wrong. */
const faulty = /error|declin|fail|(?<!de)fault|exception|reject|refus/;
/** Names of members that say how it ended, as the status does. */
const ends = /^(?:(?:payment|transaction)_?status|(?:\w*_?)(?:state|outcome|result|decision))$/;
/** The status of the operation's own kind (`refundStatus` of a refund). Those of other kinds have their own time. */
function isOwnStatus(name: string, { entry }: Row): boolean {
  const kind = name !== 'status' && name.endsWith('status') ? entryKind(name) : null;
  return kind !== null && kind !== 'confirmation' && kind === entry?.own[0];
}

/** Names of members with texts, and of statuses of something else, of which only a refusal is understood. */
const telling =
  /(?:^|_)(?:message|msg)$|(?:display|terminal|host|operator|cashier|action)_?(?:message|msg|text)$|(?:response|[^s]_?status|resulttext|responsetext|statustext)$|^(?:title|detail)$/;
/** Names of members with the code of the host behind the gateway. */
export const hostCode =
  /(?:provider|iso|host|issuer|acquirer|bank|network|processor)_?response(?:_?code)?$|^(?:return|result)_?code$/;

const blankFaults = /^(?:0+|no|none|null|false|ok|n\/?a|-)?$/i;
const address = /^https?:\/\//i;

/** Of an object its names count: what stands in it may be what is never kept. */
function tellsFault(value: Json): boolean {
  if (isNo(value)) return false;
  if (typeof value === 'string')
    return !blankFaults.test(value.trim()) && !address.test(value) && soundsLikeFault(value);
  if (!isJsonObject(value)) return isFilled(value);
  return Object.values(value).some((each) => isJsonObject(each) || Array.isArray(each) || tellsFault(each));
}

const soundsLikeFault = (text: string): boolean => text.replace(soundsUntroubled, '').trim() !== '';

/** Any text in it; a word that is good for this operation is no refusal. */
function someText(value: Json, wanted: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((each) => someText(each, wanted));
  if (isJsonObject(value)) return Object.values(value).some((each) => someText(each, wanted));
  return typeof value === 'string' && wanted(value);
}

function speaksOfRefusal(value: Json, row: Row, statuses: StatusWords): boolean {
  return someText(value, (text) => {
    if (row.alsoGood.includes(text.trim().toUpperCase())) return false;
    return meaningOf(text, statuses) === 'failed' || /^n\.?ok$|^ko$/i.test(text.trim()) || soundsAgainst(text, row);
  });
}

/** Texts that speak of a refusal or, unless that is what was asked for, of what was taken back. */
export function soundsAgainst(text: Json | undefined, { contrary }: Pick<Row, 'contrary'>): boolean {
  return soundsRefused(text) || (typeof text === 'string' && contrary.includes('REVERSED') && soundsTakenBack(text));
}

/** Whether a line says that it was refused or broken off or, unless that is what was asked for, taken back. */
export function lineSpeaksAgainst(line: string, { contrary }: Pick<Row, 'contrary'>): boolean {
  return lineRefuses(line) || (contrary.includes('REVERSED') && lineTakesBack(line));
}

/** Names of what stands beside the payment or has words of its own, and of what came before. */
export const ofSomethingElse =
  /name$|status$|state$|type$|kind$|action$|operation$|id$|refnr$|descriptor$|fee|tip|dcc|cashback|donat|loyal|surcharge|footer|previous|earlier|history|attempt/;

/** The path of a text, whatever its name, of which a line says nothing but that it was refused; or null. */
function lineAgainst(value: Json, path: string, row: Row): string | null {
  if (typeof value === 'string') {
    const isAgainst = !row.alsoGood.includes(value.trim().toUpperCase());
    return isAgainst && value.split(/\r?\n/).some((line) => lineSpeaksAgainst(line, row)) ? path : null;
  }
  if (Array.isArray(value)) {
    // Other objects of a list tell of several operations, or of several tries of one.
    const lines = value.filter((each) => !isJsonObject(each) || !tellsOfOperation(each));
    return lines.some((line) => lineAgainst(line, path, row) !== null) ? path : null;
  }
  if (!isJsonObject(value)) return null;
  for (const [name, member] of Object.entries(value)) {
    if (ofSomethingElse.test(name)) continue;
    const found = lineAgainst(member, path === '' ? name : `${path}.${name}`, row);
    if (found !== null) return found;
  }
  return null;
}

function tellsOfOperation(entry: JsonObject): boolean {
  const isIts = (name: string) => /^(?:amount|value|status|state|result|\w*code|payid|transid|xid|refnr)$/.test(name);
  return Object.keys(entry).some(isIts) || entryKind(textAt(entry, 'type')) !== null;
}

function endsBadly(value: Json, row: Row, statuses: StatusWords): boolean {
  if (speaksOfRefusal(value, row, statuses)) return true;
  return someText(value, (text) => {
    const isOpen = meaningOf(text, statuses) === 'open' && !row.openIsDone;
    return isOpen || row.contrary.includes(text.trim().toUpperCase());
  });
}

/** Approved with zeros, and by the cards' lists: with identification, for an important person, with an update. */
const approvedCodes: ReadonlySet<string> = new Set(['08', '11', '16']);

function isContraryCode(value: Json, statuses: StatusWords): boolean {
  if (isJsonObject(value)) {
    return ['code', 'responsecode'].some((name) => isContraryCode(value[name] ?? null, statuses));
  }
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string' || value.trim() === '') return false;
  const [code = ''] = value.trim().split(/[\s:;,-]+/, 1);
  const isCode = /\d/.test(code) || code === value.trim();
  return isCode && !/^0+$/.test(code) && !approvedCodes.has(code) && !isGoodText(code, statuses);
}

function isGoodText(value: Json, statuses: StatusWords): boolean {
  if (typeof value !== 'string') return value === 0;
  if (/^0+$/.test(value.trim()) || codeMeaning(value) === 'succeeded') return true;
  return meaningOf(value, statuses) === 'succeeded' || soundsApproved(value);
}
