// TypeScript types from JSON Schema, as far as our schemas use it: what the client package shows of an operation's
// input and answer is printed from the schemas that check every request, so that the two cannot say different things.
import type { JsonSchema } from '#contract/data/json-schema.ts';

const inBook = '#/components/schemas/';

/** The type as it stands after `export type X = `; throws on a keyword that it would have to leave out silently. */
export function typeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, anyOf, oneOf, allOf, type } = schema;
  if ($ref !== undefined) return $ref.slice(inBook.length);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => literal(value)));
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return union(alternatives.map((each) => typeOf(each, indent)));
  if (allOf !== undefined) return allOf.map((each) => `(${typeOf(each, indent)})`).join(' & ');
  if (Array.isArray(type)) return union(type.map((each: string) => typeOf({ ...schema, type: each }, indent)));
  switch (type) {
    case undefined:
      return 'unknown';
    case 'null':
    case 'boolean':
    case 'string':
    case 'number':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const words = typeof field['description'] === 'string' ? [`${inner}/** ${field['description']} */`] : [];
    const mark = required.includes(name) ? '' : '?';
    return [...words, `${inner}readonly ${nameOf(name)}${mark}: ${typeOf(field, inner)};`];
  });
  // An index signature must fit the named fields too, so the other members of an open object are `unknown`.
  const others =
    typeof additionalProperties === 'object' && fields.length === 0 ? typeOf(additionalProperties, inner) : 'unknown';
  // No index signature: an answer may hold more members, but callers should not read them.
  const closed = additionalProperties === false || additionalProperties === undefined;
  const open = closed ? [] : [`${inner}readonly [name: string]: ${others};`];
  const lines = [...fields, ...open];
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${lines.join('\n')}\n${indent}}`;
}

const nameOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
    : JSON.stringify(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
