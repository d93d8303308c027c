// What a contradicting answer said, for the person who has to decide: which member disagrees, what it shows, and what was
// asked for. It is read from the stored answer; texts that a person typed or that name people are left out.
import { type Json, type JsonObject, isJsonObject, valueAt } from '#contract/data/json.ts';
import { currencyShown, formatMoney } from '#contract/money/money.ts';
import { type Doubt, readMark } from '#contract/operation/doubt.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import type { OperationRecord } from '../ports/record.ts';
import { namesApprovedSum } from './other-sum.ts';

const withStatus = / \(HTTP (\d{3})\)$/;

export function disagreementOf({
  doubt,
  result,
  amount,
}: Pick<OperationRecord, 'doubt' | 'result' | 'amount'>): NonNullable<Doubt['disagrees']> | null {
  const { code, detail } = readMark(doubt ?? '');
  if (code !== 'contradiction' || detail === null) return null;
  const http = withStatus.exec(detail)?.[1];
  const member = detail.replace(withStatus, '');
  const isSum = sums.has(member) || namesApprovedSum(member);
  const shown = isJsonObject(result) ? shownAt(caseless(result).view, member, isSum) : null;
  return {
    member,
    ...(http === undefined ? {} : { status: Number(http) }),
    ...(shown === null ? {} : { shown }),
    ...(isSum && amount !== null ? { asked: formatMoney(amount) } : {}),
  };
}

const sums: ReadonlySet<string> = new Set(['amount', 'currency', 'capturedValue', 'refundedValue', 'approvedAmount']);

/** Members whose values are words, codes or numbers of the gateway's own. */
const tellable = /(?:status|responsecode|type|tracenr|approvalcode)$/;

const longest = 40;

function shownAt(view: JsonObject, member: string, isSum: boolean): string | null {
  if (isSum && !sums.has(member)) return sumOf(view, member, 'value');
  if (isSum) return sumOf(view, member.startsWith('approved') ? 'approvedamount' : 'amount', member.toLowerCase());
  const small = member.toLowerCase();
  return tellable.test(small) ? brief(valueAt(view, small)) : null;
}

/** `100.09 USD`, or as it stands there where it is no sum. */
function sumOf(view: JsonObject, at: string, member: string): string | null {
  const sum = valueAt(view, at);
  if (!isJsonObject(sum)) return brief(sum);
  const value = (member === 'currency' ? undefined : sum[member]) ?? sum['value'];
  const currency = currencyShown(sum['currency']);
  if (typeof value === 'number' && Number.isSafeInteger(value) && currency !== null) {
    return formatMoney({ value, currency });
  }
  const parts = [brief(value), brief(currency)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

function brief(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longest) : null;
}
