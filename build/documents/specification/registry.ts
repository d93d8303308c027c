// Which of our operations answers which endpoint of the specification, found by method and address alone: nothing here
// says "capture is capture". From there on, the schemas of requests and answers.
import type { z } from 'zod';
import type { Auth, Command, Query } from '#operations/define.ts';
import { commands, queries, requestToken } from '#operations/index.ts';
import { type JsonSchema, jsonSchemaOf } from '#contract/data/json-schema.ts';
import { noticeSchemas } from './notices.ts';
import type { EndpointRow, Specification } from './rows.ts';

export type Operation = Command | Query | Auth;

const operations: readonly Operation[] = [...commands, ...Object.values(queries), requestToken];

const anonymous = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

/** Our operation behind an endpoint, or null where there is none. */
export function operationOf({ method, route, root }: EndpointRow): Operation | null {
  const found = operations.find(
    (each) =>
      each.method === method &&
      anonymous(each.path) === anonymous(route) &&
      (each.type === 'auth') === (root === 'auth'),
  );
  return found ?? null;
}

export const nameOf = (operation: Operation): string =>
  operation.type === 'command' ? operation.kind : operation.name;

/** The schema of a request's body (or form, or query), by its block; null where we have no such operation. */
export function requestSchema(specification: Specification, block: string): z.ZodType | null {
  const endpoint = specification.endpoints.find((each) => each.request === block || each.query === block);
  const operation = endpoint === undefined ? null : operationOf(endpoint);
  if (operation === null) return null;
  return operation.input;
}

/** One schema for each endpoint whose answer a block describes, with the endpoint's name; refusals and notices too. */
export function answerSchemas(
  { endpoints }: Specification,
  block: string,
): { readonly place: string; readonly schema: z.ZodType }[] {
  const notice = noticeSchemas.get(block);
  const answering = endpoints.filter(({ answers }) => Object.values(answers).includes(block));
  return [
    ...(notice === undefined ? [] : [{ place: block, schema: notice }]),
    ...answering.flatMap((endpoint) => {
      const operation = operationOf(endpoint);
      return operation === null ? [] : [{ place: `${nameOf(operation)} answer`, schema: operation.response }];
    }),
  ];
}

/** JSON Schemas are made once for each schema: the page asks for each of them hundreds of times. */
export function schemaCache(): (schema: z.ZodType) => JsonSchema {
  const made = new Map<z.ZodType, JsonSchema>();
  return (schema) => {
    const known = made.get(schema) ?? jsonSchemaOf(schema);
    made.set(schema, known);
    return known;
  };
}
