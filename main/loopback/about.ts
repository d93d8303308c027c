// What a line of the route table says of itself. The OpenAPI document and the documentation page are made from this, so
// its request schemas are the very ones that the route parses with. It is a record of what is there anyway: schemas that
// exist for the document alone are named here and loaded only when somebody asks for it (document/answer-schemas.ts).
import type { z } from 'zod';
import type { JsonObject } from '#contract/json.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { AnswerName } from './document/answer-schemas.ts';

/** In the order of the document. */
export const tags = ['operations', 'payments', 'customers', 'shifts', 'events', 'bridge', 'pairing'] as const;

/** What a question to the gateway is refused with. */
export const lookUpProblems = [
  'offline',
  'credentials-refused',
  'gateway-refused',
  'gateway-unclear',
] as const satisfies readonly ProblemCode[];

/** What a body is refused with before anybody reads what it says. */
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
  /** What this route itself refuses with; what every route can (token, scope, host) is added by the document. */
  readonly problems: readonly ProblemCode[];
  /** Documented once for each kind of the registry: its path, input, result, scopes and guards come from there. */
  readonly perKind?: true;
  /** How a caller shows who it is, where that is not by its token (and not by nothing, where no token is needed). */
  readonly security?: 'token' | 'none' | 'pairing';
}
