// Reads the ERP's list: CSV with a head line, or NDJSON. Columns transId, payId, refNr, amount (minor units), currency,
// kind (and messageType, where kind is cloud-pos). One row that cannot be read refuses the whole list: a comparison
// with half of it would show false differences.
import { type Json, isJsonObject, textAt } from '#contract/data/json.ts';
import { minorDigits } from '#contract/money/money.ts';
import { type TakingSort, takingSorts } from '#contract/money/taking-sorts.ts';
import type { ListFault } from '#contract/shift/reconcile.ts';
import { kindNamed } from '#operations/index.ts';
import type { ErpRow } from './reconcile.ts';
import { sortOfListed } from '../shift/shift-sort.ts';

export type ErpList =
  | { readonly type: 'list'; readonly rows: readonly ErpRow[] }
  /** `line` counts from 1; null where it is the list as a whole. */
  | { readonly type: 'refused'; readonly fault: ListFault; readonly line: number | null; readonly why: string };

type Fields = { readonly [name: string]: string | null };

export function readErpList(text: string): ErpList {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const rows: ErpRow[] = [];
  const head = first.trimStart().startsWith('{') ? null : cells(first, separatorOf(first));
  let headSeen = head === null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    if (!headSeen) {
      headSeen = true;
      continue;
    }
    const fields = head === null ? fromJson(line) : fromCells(head, cells(line, separatorOf(first)));
    const row = fields === null ? 'unreadable-row' : rowOf(index + 1, fields);
    if (typeof row === 'string') {
      return { type: 'refused', fault: row, line: index + 1, why: `line ${index + 1}: ${whys[row]}` };
    }
    rows.push(row);
  }
  if (first === '') return { type: 'refused', fault: 'empty', line: null, why: 'the list is empty' };
  return { type: 'list', rows };
}

type RowFault = Exclude<ListFault, 'too-large' | 'unreadable-file' | 'empty'>;

const whys: { readonly [fault in RowFault]: string } = {
  'unreadable-row': 'it cannot be read',
  amount: 'amount must be a whole number of minor units',
  currency: 'currency must be an ISO 4217 code',
  reference: 'one of transId, payId and refNr is needed',
  kind:
    'kind must be a kind of the API that moves money (cloud-pos with its messageType), ' +
    `one of ${takingSorts.join(', ')}, or empty`,
};

function rowOf(line: number, fields: Fields): ErpRow | RowFault {
  const text = (name: string) => (fields[name] ?? '') || null;
  const currency = text('currency') ?? '';
  const value = Number(fields['amount'] ?? '');
  if (!/^-?\d+$/.test(fields['amount'] ?? '') || !Number.isSafeInteger(value)) {
    return 'amount';
  }
  if (minorDigits(currency) === null) return 'currency';
  const [transId, payId, refNr] = [text('transId'), text('payId'), text('refNr')];
  if (transId === null && payId === null && refNr === null) return 'reference';
  const kind = text('kind');
  const sort = kind === null ? null : sortNamed(kind, text('messageType'));
  if (kind !== null && sort === null) return 'kind';
  return { line, transId, payId, refNr, amount: { value: Math.abs(value), currency }, sort };
}

function sortNamed(kind: string, messageType: string | null): TakingSort | null {
  const sort = takingSorts.find((each) => each === kind);
  if (sort !== undefined) return sort;
  const named = kindNamed(kind);
  const given = named === null ? null : textAt(named.given, 'messageType');
  return sortOfListed(named?.command.kind ?? kind, given ?? messageType);
}

function fromJson(line: string): Fields | null {
  let value: Json;
  try {
    value = JSON.parse(line) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(Object.keys(value).map((name) => [name, textAt(value, name)]));
}

function fromCells(head: readonly string[], row: readonly string[]): Fields | null {
  if (row.length !== head.length) return null;
  return Object.fromEntries(head.map((name, index) => [name.trim(), (row[index] ?? '').trim()]));
}

function separatorOf(head: string): string {
  return head.includes(';') ? ';' : ',';
}

/** RFC 4180 without line ends inside of cells. */
function cells(line: string, separator: string): string[] {
  const found = [''];
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    const last = found.length - 1;
    if (sign === '"' && quoted && line[at + 1] === '"') {
      found[last] += '"';
      at += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) found.push('');
    else found[last] += sign;
  }
  return found;
}
