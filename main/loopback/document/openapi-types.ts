// The parts of an OpenAPI 3.1 document that ours has, as far as the page that is made from it needs to know them.
import type { JsonSchema } from '#contract/data/json-schema.ts';
import type { DoubtCode } from '#contract/operation/outcome-codes.ts';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { PublicProblemCode } from '#contract/programs/problems.ts';
import type { CodeNote } from './outcome-advice.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly style?: 'form';
  readonly explode?: false;
  readonly schema: JsonSchema;
  readonly example?: string;
}

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly examples?: { readonly [name: string]: { readonly summary: string; readonly value: unknown } };
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: { readonly [name: string]: { readonly description: string; readonly schema: JsonSchema } };
  readonly content?: { readonly [mediaType: string]: MediaType };
}

/** What holds for the inputs that have these values; `when` is empty where it holds for all. */
export interface KindRule {
  readonly when: { readonly [field: string]: string };
  readonly scope: string;
  readonly mayWait: 'always' | 'if-shop-allows' | 'never';
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly [mediaType: string]: MediaType };
  };
  readonly responses: { readonly [status: string]: ResponseObject };
  /** For a kind of operation only: its scopes and waiting, and whether the gateway knows an Idempotency-Key for it. */
  readonly 'x-kind'?: string;
  /** For a short name only: the kind that it stands for, and what it gives of its input. */
  readonly 'x-short-for'?: { readonly kind: string; readonly given: { readonly [field: string]: string } };
  readonly 'x-rules'?: readonly KindRule[];
  readonly 'x-gateway-key'?: boolean;
}

export interface ProblemNote {
  readonly status: number;
  readonly title: string;
  /** What a program does about it. */
  readonly advice: string;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly unknown[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: {
    readonly securitySchemes: { readonly [name: string]: unknown };
    readonly schemas: { readonly [name: string]: JsonSchema };
  };
  readonly 'x-problems': { readonly [code in PublicProblemCode]?: ProblemNote };
  /** Why an operation did not happen, by the code of its failure. */
  readonly 'x-failures': { readonly [code in FailureCode]: CodeNote };
  /** Why an outcome is not known, by the code of its doubt. */
  readonly 'x-doubts': { readonly [code in DoubtCode]: CodeNote };
}
