// The description of a line of the route table. The OpenAPI document and the documentation page are made from it. Its
// request schemas are the ones that the route parses with; schemas that only the document needs are named here and
// loaded when a caller asks for the document (answer-schemas.ts).
import type { z } from 'zod';
import type { JsonObject } from '#contract/data/json.ts';
import type { ProblemCode } from '#contract/programs/problems.ts';
import type { AnswerName } from './answer-schemas.ts';

/** In the order of the document. */
export const tags = [
  'operations',
  'payments',
  'customers',
  'shifts',
  'devices',
  'events',
  'bridge',
  'pairing',
] as const;

/** Problems of a look-up at the gateway. */
export const lookUpProblems = [
  'offline',
  'credentials-refused',
  'gateway-refused',
  'gateway-unclear',
] as const satisfies readonly ProblemCode[];

/** Problems of a body that is refused before its content is read. */
export const bodyProblems = [
  'malformed-json',
  'malformed-request',
  'body-too-large',
  'media-type-refused',
] as const satisfies readonly ProblemCode[];

export interface RouteAnswer {
  readonly description: string;
  /** A name, or a schema that the route's own folder has at hand. Missing: no body, or none that is JSON. */
  readonly schema?: AnswerName | z.ZodType;
  /** Default `application/json`, where there is a schema. */
  readonly mediaType?: string;
  /** Name to what it says. */
  readonly headers?: { readonly [name: string]: string };
}

export interface RouteAbout {
  /** Stable once released: programs' generated code is named by it. */
  readonly operationId: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly tag: (typeof tags)[number];
  /** Members in the order in which they stand in the route's path. */
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Default `application/json`. */
  readonly bodyMediaType?: string;
  /** The body that stands in the examples; of kinds of operation it stands in their own files. */
  readonly bodyExample?: JsonObject;
  /** Values of parameters that stand in the examples; every one that is required needs one. */
  readonly example?: { readonly [parameter: string]: string };
  /** By HTTP status; problems are not among them. */
  readonly answers: { readonly [status: number]: RouteAnswer };
  /** Problems of this route; the document adds those of every route (token, scope, host). */
  readonly problems: readonly ProblemCode[];
  /** Documented once for each kind of the registry: its path, input, result, scopes and guards come from there. */
  readonly perKind?: true;
  /**
   * How a caller authenticates, where that differs from the route's default (its token, or none where none is needed).
   */
  readonly security?: 'token' | 'none' | 'pairing';
}
