// The answer bodies of the specification ("Errors"): problem details for requests that cannot be read or found, an
// object with responseCode for internal errors. The operation result object is built in results.ts.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Json } from '#contract/data/json.ts';
import type { SandboxAnswer } from './exchange.ts';

export type FieldErrors = { [field: string]: string[] };

export const noContent: SandboxAnswer = { status: 204, body: '' };

export function json(status: number, body: Json, headers?: SandboxAnswer['headers']): SandboxAnswer {
  const answer = { status, body: JSON.stringify(body) };
  return headers === undefined ? answer : { ...answer, headers };
}

const titles: { [status: number]: string } = {
  400: 'One or more validation errors occurred.',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  501: 'Not Implemented',
};

/**
 * The specification shows problem details for 400; the sandbox uses the shape for every refusal outside an operation.
 */
export function problem(status: number, errors: FieldErrors = {}, headers?: SandboxAnswer['headers']): SandboxAnswer {
  const body = {
    type: `https://www.rfc-editor.org/rfc/rfc9110#status.${status}`,
    title: titles[status] ?? 'The request was not processed.',
    status,
    traceId: randomUUID(),
    errors,
  };
  return json(status, body, { 'content-type': 'application/problem+json', ...headers });
}

export function unauthorized(): SandboxAnswer {
  return problem(401, {}, { 'www-authenticate': 'Bearer, Basic realm="gateway"' });
}

/**
 * First digit 2: an error. What became of the operation is not said; 4 would say that what was carried out may be lost.
 */
export function serverError(status = 500, description = 'internal error'): SandboxAnswer {
  return json(status, { responseCode: '20010001', responseDescription: description });
}

/** Schema findings as field to messages; an unknown field is named itself, not its parent. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const found = new Map<string, string[]>();
  const add = (path: readonly PropertyKey[], message: string): void => {
    const field = path.length === 0 ? 'body' : path.map(String).join('.');
    found.set(field, [...(found.get(field) ?? []), message]);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], 'is not a known field');
    } else {
      add(issue.path, issue.message);
    }
  }
  return Object.fromEntries(found);
}
