// Which member of an answer speaks against success: a flag, a fault, the code of a host, a text, a line of a slip.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { entryKind } from './entries.ts';
import { flagAtTop, isFilled, tellsFault } from './flags.ts';
import { plainText } from './plain-text.ts';
import type { EvidenceRule } from './rules.ts';
import { lineSpeaksAgainst, soundsAgainst, soundsApproved } from './sentences.ts';
import { type StatusWords, codeMeaning, meaningOf } from './words.ts';

/** Names of members with texts about the operation. */
export const speaking = /description$|message$|text$|^title$|^detail$|^info$|^note$/;

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

/** What the table says of the operation, as far as its words go. */
type Row = Pick<EvidenceRule, 'entry' | 'contrary' | 'alsoGood' | 'openIsDone' | 'leavesNothing'>;

/** The path of a flag at the top, a fault at any depth, or a word of an outcome that speaks against success; or null. */
export function memberAgainst(view: JsonObject, row: Row, statuses: StatusWords): string | null {
  const atTop = flagAtTop(view, row);
  if (atTop !== null) return atTop;
  const fault = everywhere(view, (name) => faulty.test(name) && !row.alsoGood.includes(name.toUpperCase()));
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
