// Reading a payment at the gateway, by its payId or by the merchant's transId. The answer is the gateway's own.
import { z } from 'zod';
import { fieldIssues, issueInWords } from '#contract/data/issue-words.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { payIdSchema, transIdSchema } from '#operations/fields/ids.ts';
import { paymentForPrograms } from '../programs/payment-for-programs.ts';
import { type RouteAbout, lookUpProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

const byTransIdSchema = z.object({ transId: transIdSchema });
const byPayIdSchema = z.object({ payId: payIdSchema });
const noQuery = z.object({});

const description =
  "Asked at the gateway at this moment. The answer is the gateway's own, without card numbers, and `sums`: what was " +
  'authorized, captured and refunded, as money in the shape that it has everywhere in this API. What may be about a ' +
  'customer is for programs with the scope `customers`, for the program that made the payment, and, where it was made ' +
  'at a terminal or not at this bridge, for those with the scope that making it needs (`sale` for most). All others get ' +
  'ids, status, sums and operations: `withheld` says so.';
const problems = ['payment-not-found', ...lookUpProblems] as const;

const byTransIdAbout: RouteAbout = {
  operationId: 'getPaymentByTransId',
  summary: 'Read a payment by the transId that you gave it',
  description,
  tag: 'payments',
  query: byTransIdSchema,
  example: { transId: 'order-1007' },
  answers: { 200: { description: 'The payment', schema: 'Payment' } },
  problems,
};

const byPayIdAbout: RouteAbout = {
  operationId: 'getPayment',
  summary: 'Read a payment by its payId',
  description,
  tag: 'payments',
  path: byPayIdSchema,
  example: { payId: 'PAY_ID' },
  query: noQuery,
  answers: { 200: { description: 'The payment', schema: 'Payment' } },
  problems,
};

export function paymentRoutes(ports: LoopbackPorts): Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/payments',
      scope: 'status',
      about: byTransIdAbout,
      handle: (context) => byTransId(ports, context),
    },
    {
      method: 'GET',
      path: '/v1/payments/:payId',
      scope: 'status',
      about: byPayIdAbout,
      handle: (context) => byPayId(ports, context),
    },
  ];
}

async function byTransId(ports: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const read = readQuery(context.target, byTransIdSchema);
  if (read.type === 'refused') return problemAnswer(read.refusal);
  return lookUp(ports, context, { by: 'transId', id: read.query.transId });
}

async function byPayId(ports: LoopbackPorts, context: LoopbackContext): Promise<Answer> {
  const query = readQuery(context.target, noQuery);
  if (query.type === 'refused') return problemAnswer(query.refusal);
  const path = byPayIdSchema.safeParse({ payId: context.param('payId') }, { error: issueInWords, reportInput: true });
  if (!path.success) return problemAnswer(inputRefusal('path', fieldIssues(path.error.issues)));
  return lookUp(ports, context, { by: 'payId', id: path.data.payId });
}

async function lookUp(
  ports: LoopbackPorts,
  context: LoopbackContext,
  wanted: { readonly by: 'payId' | 'transId'; readonly id: string },
): Promise<Answer> {
  const answer = await context.atGateway(() => ports.calls.payment(wanted));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  const { payment, sums } = answer;
  return context.reader.slice(() => jsonAnswer(200, { ...paymentForPrograms(ports, payment, context.client), sums }));
}
