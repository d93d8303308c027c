// Reading the customer vault at the gateway: customers and what is stored for them. The answers are the gateway's own,
// never with a card number in them; changes are operations and go through /v1/operations.
import type { z } from 'zod';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { fieldIssues, issueInWords } from '#contract/data/issue-words.ts';
import { inputRefusal, readQuery } from '#http/query.ts';
import { type Query, pathFields } from '#operations/define.ts';
import { queryParts } from '#operations/query-address.ts';
import { queries } from '#operations/index.ts';
import { wholeNumber } from '../request/query-fields.ts';
import { lookUpProblems } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';

const addresses: readonly (readonly [path: string, query: Query, operationId: string])[] = [
  ['/v1/customers', queries.listCustomers, 'listCustomers'],
  ['/v1/customers/:customerId', queries.getCustomer, 'getCustomer'],
  ['/v1/customers/:customerId/payment-methods', queries.listCustomerPaymentMethods, 'listPaymentMethods'],
  ['/v1/customers/:customerId/payment-methods/:paymentMethodId', queries.getPaymentMethod, 'getPaymentMethod'],
];

const examples: { readonly [field: string]: string } = {
  customerId: 'CUSTOMER_ID',
  paymentMethodId: 'PAYMENT_METHOD_ID',
};

const page = wholeNumber({ minimum: 0, maximum: 999_999_999 }, 'must be a whole number');

/** The gateway takes its page as text, of which nothing tells a generated client that it is a number. */
function parametersOf(parameters: z.ZodObject): z.ZodObject {
  return 'page' in parameters.shape ? parameters.extend({ page: page.transform(String).optional() }) : parameters;
}

export function customerRoutes(ports: LoopbackPorts): Route[] {
  return addresses.map(([path, query, operationId]) => {
    const { path: inPath, parameters } = queryParts(query);
    const parts = { path: inPath, parameters: parametersOf(parameters) };
    return {
      method: 'GET',
      path,
      scope: query.scope,
      about: {
        operationId,
        summary: query.summary,
        description: "Asked at the gateway at this moment. The answer is the gateway's own, without card numbers.",
        tag: 'customers',
        path: parts.path,
        query: parts.parameters,
        example: Object.fromEntries(pathFields(query.path).map((name) => [name, examples[name] ?? name])),
        answers: { 200: { description: 'What the gateway has', schema: query.response } },
        problems: ['customer-not-found', ...lookUpProblems],
      },
      handle: (context) => read(ports, query, parts, context),
    };
  });
}

async function read(
  { calls }: LoopbackPorts,
  query: Query,
  parts: ReturnType<typeof queryParts>,
  context: LoopbackContext,
): Promise<Answer> {
  const parameters = readQuery(context.target, parts.parameters, { emptyIsAbsent: true });
  if (parameters.type === 'refused') return problemAnswer(parameters.refusal);
  const ids = pathFields(query.path).map((name) => [name, context.param(name)] as const);
  const path = parts.path.safeParse(Object.fromEntries(ids), { error: issueInWords, reportInput: true });
  if (!path.success) {
    return problemAnswer(inputRefusal('path', fieldIssues(path.error.issues)));
  }
  const fields = { ...path.data, ...parameters.query } as { readonly [name: string]: string };
  const answer = await context.atGateway(() => calls.read(query, fields));
  if (answer.type === 'refused') return problemAnswer(answer.refusal);
  return context.reader.slice(() => jsonAnswer(200, answer.record));
}
