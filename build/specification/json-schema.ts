// JSON Schema of our zod schemas: made in one way for the coverage page and for every OpenAPI document, and walked by
// path. A place may have several alternatives (unions, nullable fields); all of them are looked at.
import { z } from 'zod';

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly [keyword: string]: unknown;
}

// Integers are bounded by what a double can count; that says nothing about a field.
const safe = Number.MAX_SAFE_INTEGER;

/** Draft 2020-12, as OpenAPI 3.1 takes it: the shape that is sent, before defaults and transformations. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === safe) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -safe) delete jsonSchema.minimum;
    },
  }) as { $schema?: string };
  const { $schema: _, ...rest } = made;
  return rest;
}

/** What a schema may be at its own place: references followed, alternatives apart. */
function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  if (schema.$ref !== undefined) {
    const target = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return alternatives(target, root);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return choices.length === 0 ? [schema] : choices.flatMap((choice) => alternatives(choice, root));
}

/** What stands at a path (`order.items[].id`), in every alternative that has it; empty where none does. */
export function schemasAt(root: JsonSchema, path: string): JsonSchema[] {
  let here = alternatives(root, root);
  if (path === '') return here;
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    here = here.flatMap((schema) => propertyOf(schema, name, root));
    if (step.endsWith('[]')) {
      here = here.flatMap((schema) => (schema.items === undefined ? [] : alternatives(schema.items, root)));
    }
  }
  return here;
}

function propertyOf(schema: JsonSchema, name: string, root: JsonSchema): JsonSchema[] {
  const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  return property === undefined ? [] : alternatives(property, root);
}
