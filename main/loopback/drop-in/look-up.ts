// The gateway's look-ups, by the same calls as the native ones; a record goes out as the gateway gave it, but for what
// the native ones keep from this program: here it sees no more than there.
import { problemOf } from '#contract/programs/problems.ts';
import { type Answer, jsonAnswer } from '#http/answer.ts';
import { fieldIssues, issueInWords } from '#contract/data/issue-words.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import type { Query } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import { queryParts } from '#operations/query-address.ts';
import type { LoopbackContext, LoopbackPorts } from '../request/context.ts';
import { paymentForPrograms } from '../programs/payment-for-programs.ts';
import type { LookUpRefused, LoopbackBridge, PaymentAnswer, RecordAnswer } from '../programs/ports.ts';
import { fault, problemDetails, refusalAnswer } from './shapes.ts';

type Fields = { readonly [name: string]: string };

export interface LookUp {
  readonly context: LoopbackContext;
  readonly query: Query;
  /** What the path gave. */
  readonly fields: Fields;
}

export async function lookUpAnswer(
  ports: Pick<LoopbackPorts, 'calls' | 'paymentOrigins' | 'paymentPaths' | 'wrappers'>,
  { context, query, fields }: LookUp,
): Promise<Answer> {
  const parts = queryParts(query);
  const parameters = readQuery(context.target, parts.parameters, { emptyIsAbsent: true });
  if (parameters.type === 'refused') return refusalAnswer(parameters.refusal);
  const path = parts.path.safeParse(fields, { error: issueInWords, reportInput: true });
  if (!path.success) {
    return refusalAnswer(inputRefusal('path', fieldIssues(path.error.issues)));
  }
  const asked = { ...path.data, ...parameters.query } as Fields;
  const answer = await context.atGateway(() => ask(ports.calls, query, asked));
  if (answer.type === 'refused') return refused(answer);
  return context.reader.slice(() => {
    const record = 'record' in answer ? answer.record : paymentForPrograms(ports, answer.payment, context.client);
    return jsonAnswer(200, record, json);
  });
}

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const problemJson = { 'Content-Type': 'application/problem+json' };

async function ask(calls: LoopbackBridge, query: Query, fields: Fields): Promise<PaymentAnswer | RecordAnswer> {
  const by = paymentLookUps[query.name];
  // Through the engine's own call: what a payment's record shows is remembered for the guards.
  return by === undefined ? calls.read(query, fields) : calls.payment({ by, id: fields[by] ?? '' });
}

const paymentLookUps: { readonly [query: string]: 'payId' | 'transId' } = {
  [queries.getPaymentByPayId.name]: 'payId',
  [queries.getPaymentByTransId.name]: 'transId',
};

/** Where the gateway refused, in its own words. */
function refused({ refusal, answer }: LookUpRefused): Answer {
  const headers = { 'Tillbridge-Problem': refusal.code };
  if (answer !== undefined) {
    const isProblem = answer.status < 500 && answer.status !== 422;
    return jsonAnswer(answer.status, answer.body, { ...headers, ...(isProblem ? problemJson : json) });
  }
  const status = refusal.facts?.status;
  if (status === undefined) return refusalAnswer(refusal);
  if (status >= 500) return fault(status, refusal.detail, headers);
  return problemDetails({ ...problemOf(refusal), status }, headers);
}
