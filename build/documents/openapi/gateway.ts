// The gateway interface as an OpenAPI 3.1 document, made from the registry of operations: adding an operation's file
// adds its path here. What the specification does not show is not shown here either.
import { z } from 'zod';
import { type JsonSchema, SchemaBook, type SchemaNames, parametersIn } from '#contract/data/json-schema.ts';
import { type Auth, type Command, type Query, pathFields } from '#operations/define.ts';
import { errorBodySchema, problemDetailsSchema } from '#operations/fields/errors.ts';
import { basicNotificationSchema, enhancedNotificationSchema } from '#operations/fields/notifications.ts';
import { operationResultSchema } from '#operations/fields/result.ts';
import { commands, queries, requestToken } from '#operations/index.ts';
import { sharedSchemas } from '#operations/schema-names.ts';

type Document = { readonly [name: string]: unknown };

const json = (schema: JsonSchema): Document => ({ 'application/json': { schema } });
const answer = (description: string, schema: JsonSchema): Document => ({ description, content: json(schema) });

/** The document; equal registries give equal documents. */
export function gatewayDocument(names: SchemaNames = sharedSchemas): Document {
  const book = new SchemaBook(names);
  const paths: { [path: string]: { [method: string]: Document } } = {};
  const put = (path: string, method: string, operation: Document): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  put(requestToken.path, requestToken.method, tokenOperation(requestToken, book));
  for (const command of commands) put(command.path, command.method, commandOperation(command, book));
  for (const query of Object.values(queries)) put(query.path, query.method, queryOperation(query, book));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment gateway interface',
      version: '2.2.0',
      description:
        'The interface of the payment gateway as Tillbridge speaks it and as its sandbox answers it, generated from ' +
        'the same schemas that check every request. Rules that go beyond the shape of one field are in ' +
        'docs/gateway-coverage.md.',
    },
    servers: [{ url: '{root}/api/v2', variables: { root: rootVariable } }],
    security: [{ bearerAuth: [] }, { basicAuth: [] }],
    paths,
    webhooks: {
      basicNotification: notification(
        'A payment has a result; its payId only, unsigned',
        basicNotificationSchema,
        book,
      ),
      enhancedNotification: notification('The result of a payment, signed', enhancedNotificationSchema, book),
    },
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic', description: 'Merchant id and API key' },
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of the token endpoint',
        },
      },
      schemas: book.schemas(),
    },
  };
}

const rootVariable = {
  default: 'https://gateway.example',
  description: 'The root address decides between test and live',
};

function tokenOperation({ name, summary, input, response }: Auth, book: SchemaBook): Document {
  return {
    operationId: name,
    summary,
    servers: [{ url: '{root}', variables: { root: rootVariable } }],
    security: [],
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: book.take(input) } } },
    responses: {
      200: answer('A token', book.take(response)),
      400: { description: 'The form cannot be read; the body is not shown' },
      401: { description: 'The credentials are wrong; the body is not shown' },
      500: { description: 'The gateway failed; the body is not shown' },
    },
  };
}

const successes: { readonly [status: number]: string } = {
  200: 'Done',
  201: 'Created',
  202: 'Created; the customer acts next',
};

function commandOperation(command: Command, book: SchemaBook): Document {
  const { kind, summary, path, keptFields, keyed, input, response, successStatus, method } = command;
  const body = withoutPath(book.take(input), [...pathFields(path), ...keptFields]);
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } };
  const parameters = [...pathParameters(path), ...(keyed ? [key] : [])];
  return {
    operationId: kind,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'DELETE' ? {} : { requestBody: { required: isBodyRequired(body), content: json(body) } }),
    responses: {
      [successStatus]: answer(successes[successStatus] ?? 'Done', book.take(response)),
      ...refusals(book),
    },
  };
}

function queryOperation({ name, summary, path, input, response }: Query, book: SchemaBook): Document {
  const filters = withoutPath(book.take(input), pathFields(path));
  const parameters = [...pathParameters(path), ...parametersIn('query', filters)];
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { 200: answer('Found', book.take(response)), ...refusals(book) },
  };
}

function refusals(book: SchemaBook): Document {
  return {
    400: {
      description: 'The request is not valid; errors has messages for each field',
      content: { 'application/problem+json': { schema: book.take(z.lazy(() => problemDetailsSchema)) } },
    },
    422: answer('Declined by the provider or the gateway', book.take(z.lazy(() => operationResultSchema))),
    500: answer(
      'The gateway failed; whether something was done is not known',
      book.take(z.lazy(() => errorBodySchema)),
    ),
    default: { description: 'Other refusals, whose bodies are not shown' },
  };
}

function notification(summary: string, schema: z.ZodType, book: SchemaBook): Document {
  const requestBody = { required: true, content: json(book.take(schema)) };
  return { post: { summary, security: [], requestBody, responses: { '2XX': { description: 'Taken' } } } };
}

const pathParameters = (path: string): Document[] =>
  pathFields(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

/** What travels in the path is no part of the body, in every alternative of it. */
function withoutPath(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  const { anyOf, oneOf, properties, required } = schema;
  const left = required?.filter((name) => !fields.includes(name)) ?? [];
  const { required: _, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !fields.includes(name))) }),
    ...(left.length > 0 ? { required: left } : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((each) => withoutPath(each, fields)) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map((each) => withoutPath(each, fields)) }),
  };
}

const isBodyRequired = ({ required = [], anyOf, oneOf }: JsonSchema): boolean =>
  required.length > 0 || [...(anyOf ?? []), ...(oneOf ?? [])].some(isBodyRequired);
