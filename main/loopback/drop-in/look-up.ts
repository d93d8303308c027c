// The gateway's look-ups, by the same calls as the native ones; a record goes out as the gateway gave it.
import type { Refusal } from '#contract/problems.ts';
import { problemOf } from '#contract/problems.ts';
import { jsonAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import type { Query } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import { queryParts } from '#operations/query-address.ts';
import type { LoopbackBridge } from '../ports.ts';
import { fault, problemDetails, refusalAnswer } from './shapes.ts';

type Fields = { readonly [name: string]: string };

export async function lookUpAnswer(
  calls: LoopbackBridge,
  query: Query,
  fields: Fields,
  url: string,
): Promise<Response> {
  const parts = queryParts(query);
  const parameters = readQuery(url, parts.parameters, { emptyIsAbsent: true });
  if (parameters.type === 'refused') return refusalAnswer(parameters.refusal);
  const path = parts.path.safeParse(fields);
  if (!path.success) {
    const wrong = path.error.issues.map(({ path: at, message }) => [String(at[0]), [message]] as const);
    return refusalAnswer(inputRefusal('path', new Map(wrong)));
  }
  const read = await recordOf(calls, query, { ...path.data, ...parameters.query } as Fields);
  return 'record' in read ? jsonAnswer(200, read.record, json) : refused(read.refusal);
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };

async function recordOf(
  calls: LoopbackBridge,
  query: Query,
  fields: Fields,
): Promise<{ readonly record: object } | { readonly refusal: Refusal }> {
  const by = { [queries.getPaymentByPayId.name]: 'payId', [queries.getPaymentByTransId.name]: 'transId' } as const;
  const name = by[query.name];
  if (name === undefined) {
    const answer = await calls.read(query, fields);
    return answer.type === 'found' ? answer : { refusal: answer.refusal };
  }
  // Through the engine's own call: what a payment's record shows is remembered for the guards.
  const answer = await calls.payment({ by: name, id: fields[name] ?? '' });
  return answer.type === 'found' ? { record: answer.payment } : { refusal: answer.refusal };
}

/** Where the gateway refused, by its own status. */
function refused(refusal: Refusal): Response {
  const status = refusal.facts?.status;
  const headers = { 'Tillbridge-Problem': refusal.code };
  if (status === undefined) return refusalAnswer(refusal);
  if (status >= 500) return fault(status, refusal.detail, headers);
  return problemDetails({ ...problemOf(refusal), status }, headers);
}
