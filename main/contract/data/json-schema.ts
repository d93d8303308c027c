// JSON Schema (draft 2020-12, as OpenAPI 3.1 takes it) of our zod schemas, made in one way for every document of ours.
// A book collects what several operations share under one name, so that a document says it once.
import { z } from 'zod';

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly title?: string;
  readonly description?: string;
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

/** Names for schemas that a document should hold once; the same schema object is the same thing wherever it stands. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>;

// Integers are bounded by what a double can count; that says nothing about a field.
const safe = Number.MAX_SAFE_INTEGER;

/** The shape that is sent, before defaults and transformations; rules beyond shapes do not show. */
export function jsonSchemaOf(schema: z.ZodType, names: SchemaNames = new Map()): JsonSchema {
  const metadata = z.registry<{ id?: string }>();
  for (const [named, id] of names) metadata.add(named, { id });
  const made = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata,
    override: ({ zodSchema, jsonSchema }) => {
      const { id: _, ...notes } = z.globalRegistry.get(zodSchema) ?? {};
      Object.assign(jsonSchema, notes);
      // Of a list that is read-only in this program; a reader of the JSON needs no such note.
      delete jsonSchema.readOnly;
      if (jsonSchema.maximum === safe) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -safe) delete jsonSchema.minimum;
      // Not a format that JSON Schema knows; the pattern beside it says the same.
      if (jsonSchema.format === 'includes') delete jsonSchema.format;
    },
  }) as JsonSchema;
  const { $schema: _, ...rest } = made;
  return rest;
}

/** The members of an object's schema as an OpenAPI operation's parameters. */
export function parametersIn(where: 'path' | 'query' | 'header', { properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    // With commas in between: a name that comes twice is refused.
    ...(where === 'query' && schema.type === 'array' ? ({ style: 'form', explode: false } as const) : {}),
    schema,
  }));
}

/** What any JSON value is, for zod's recursive schema of it; one of these is enough for a document. */
const anyJson = 'Json';
const inPlace = '#/$defs/';
const inBook = '#/components/schemas/';

export class SchemaBook {
  readonly #names: SchemaNames;
  readonly #schemas = new Map<string, JsonSchema>();
  /** Many operations ask for the same, and each time is milliseconds. */
  readonly #taken = new Map<z.ZodType, JsonSchema>();

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  /** The schema with everything it shares taken into the book and referred to. */
  take(schema: z.ZodType): JsonSchema {
    const taken = this.#taken.get(schema) ?? this.#take(schema);
    this.#taken.set(schema, taken);
    return taken;
  }

  #take(schema: z.ZodType): JsonSchema {
    const { $defs = {}, id: _, ...own } = jsonSchemaOf(schema, this.#names);
    const renamed = new Map(Object.keys($defs).map((name) => [name, /^__schema\d+$/.test(name) ? anyJson : name]));
    const moved = (part: unknown): unknown => {
      if (Array.isArray(part)) return part.map(moved);
      if (typeof part !== 'object' || part === null) return part;
      return Object.fromEntries(
        Object.entries(part).map(([key, value]: [string, unknown]) => {
          if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(inPlace)) return [key, moved(value)];
          const name = value.slice(inPlace.length);
          return [key, `${inBook}${renamed.get(name) ?? name}`];
        }),
      );
    };
    for (const [name, { id: __, ...rest }] of Object.entries($defs)) {
      const target = renamed.get(name) ?? name;
      // zod names every recursion so; any other than that of JSON itself needs a name of its own.
      if (target === anyJson && rest.anyOf?.length !== 6)
        throw new Error(`${name} needs a name: ${JSON.stringify(rest)}`);
      this.#schemas.set(target, moved(rest) as JsonSchema);
    }
    return moved(own) as JsonSchema;
  }

  /** A schema that is put together from others, under a name of its own; a reference to it. */
  define(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return { $ref: `${inBook}${name}` };
  }

  /** `components.schemas`, by name. */
  schemas(): { readonly [name: string]: JsonSchema } {
    const entries = [...this.#schemas].toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(entries);
  }
}
