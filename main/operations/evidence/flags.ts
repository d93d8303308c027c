// What a flag of an answer says (`success: false`, `declined: true`, `voidedAt: ...`), by its name and its value.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { plainText } from './plain-text.ts';
import type { EvidenceRule } from './rules.ts';
import { soundsLikeFault } from './sentences.ts';

type Words = Pick<EvidenceRule, 'entry' | 'contrary' | 'alsoGood'>;

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
export function flagWithin(member: JsonObject, row: Words): string | null {
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

function tellsWentBack(name: string, value: Json, { entry, contrary }: Words): boolean {
  const [kind] = entry?.own ?? [];
  // A refund may be called a reversal, and names why money goes back.
  if (kind === undefined || kind === 'refund' || kind === 'reversal') return false;
  if (contrary.includes('REVERSED') && wentBackFlag.test(name)) return isYes(value);
  return wentBack.some(([word, names]) => contrary.includes(word) && names.test(name)) && tellsFault(value);
}

/** What is taken at once says so; an authorization is not paid yet. */
const takenFlag = 'paid';

/** The same at the top of an answer, where what the table says of the operation counts as well. */
export function flagAtTop(view: JsonObject, row: Words & Pick<EvidenceRule, 'leavesNothing'>): string | null {
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
  return null;
}

const blankFaults = /^(?:0+|no|none|null|false|ok|n\/?a|-)?$/i;
const address = /^https?:\/\//i;

/** Of an object its names count: what stands in it may be what is never kept. */
export function tellsFault(value: Json): boolean {
  if (isNo(value)) return false;
  if (typeof value === 'string')
    return !blankFaults.test(value.trim()) && !address.test(value) && soundsLikeFault(value);
  if (!isJsonObject(value)) return isFilled(value);
  return Object.values(value).some((each) => isJsonObject(each) || Array.isArray(each) || tellsFault(each));
}
