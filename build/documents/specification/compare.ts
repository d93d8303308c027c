// A field as the specification has it against the same field in a JSON schema: type, list of values, limits, whether
// it is required, whether more may be inside. Where our side asks for more, the row has to say so.
import type { JsonSchema } from '#contract/data/json-schema.ts';
import type { FieldRow } from './rows.ts';
import type { Node } from './tree.ts';

/** What the schema says of a field, in a few words for the page. */
export function described(schemas: readonly JsonSchema[]): string {
  const words = schemas.filter(({ type }) => type !== 'null').map(wordsOf);
  return [...new Set(words)].join(' or ') || 'any JSON';
}

function wordsOf(schema: JsonSchema): string {
  const list = valuesOf([schema]);
  const parts = [
    list !== null ? list.map((value) => JSON.stringify(value)).join(' ') : String(schema.type ?? 'any JSON'),
    ...(schema.format !== undefined && schema.format !== 'includes' ? [schema.format] : []),
    ...(schema.pattern !== undefined && schema.format === undefined ? ['pattern'] : []),
    ...(schema.minimum !== undefined ? [`≥ ${schema.minimum}`] : []),
    ...(schema.maximum !== undefined ? [`≤ ${schema.maximum}`] : []),
    ...(schema.minLength !== undefined ? [`at least ${schema.minLength} characters`] : []),
    ...(schema.maxLength !== undefined ? [`at most ${schema.maxLength} characters`] : []),
  ];
  return parts.join(' ');
}

function valuesOf(schemas: readonly JsonSchema[]): readonly unknown[] | null {
  const lists = schemas.map((schema) => schema.enum ?? (Object.hasOwn(schema, 'const') ? [schema.const] : null));
  return lists.length > 0 && lists.every((list) => list !== null) ? lists.flat() : null;
}

const typesOf = (schema: JsonSchema): readonly string[] => {
  if (schema.type !== undefined) return typeof schema.type === 'string' ? [schema.type] : schema.type;
  const values = valuesOf([schema]) ?? [];
  return [...new Set(values.map((value) => typeof value))];
};

/** What a request's schema does otherwise than the row; empty where the two agree. */
export function requestDifferences(node: Node, schemas: readonly JsonSchema[], required: boolean): string[] {
  const { row } = node;
  if (row === null) return [];
  const differences = [
    ...typeDifferences(node, schemas),
    ...(node.required === required ? [] : [required ? 'is required' : 'is not required']),
  ];
  if (node.type === 'string') differences.push(...textDifferences(row, schemas));
  if (node.type === 'number' || node.type === 'integer') differences.push(...numberDifferences(row, schemas));
  if (node.type === 'object') differences.push(...openDifferences(node, schemas));
  return differences;
}

function typeDifferences({ type, row }: Node, schemas: readonly JsonSchema[]): string[] {
  if (type === 'any') return [];
  const expected = type === 'number' && row?.stricter?.integer === true ? 'integer' : type;
  const actual = [...new Set(schemas.flatMap(typesOf))];
  return actual.length === 1 && actual[0] === expected
    ? []
    : [`is ${actual.join(' or ') || 'any JSON'}, not ${expected}`];
}

function textDifferences(row: FieldRow, schemas: readonly JsonSchema[]): string[] {
  const { values, size, stricter } = row;
  const actual = valuesOf(schemas);
  const listed = actual === null ? null : actual.map(String).toSorted().join(' ');
  const wanted = values === undefined ? null : values.toSorted().join(' ');
  const limits = [
    ['minLength', stricter?.minLength ?? (stricter?.notBlank === true ? 1 : undefined)],
    ['maxLength', size ?? row.maxLength ?? stricter?.maxLength],
  ] as const;
  const constrained = row.format ?? stricter?.pattern ?? stricter?.format ?? values;
  const checked = schemas.some((schema) => schema.pattern !== undefined || schema.format !== undefined);
  return [
    ...(listed === wanted ? [] : [`takes ${listed ?? 'any text'}, not ${wanted ?? 'any text'}`]),
    ...(constrained === undefined ? limitDifferences(limits, schemas) : []),
    ...(constrained === undefined && checked ? ['has a format that no row speaks of'] : []),
  ];
}

function numberDifferences({ min, max, stricter }: FieldRow, schemas: readonly JsonSchema[]): string[] {
  return limitDifferences(
    [
      ['minimum', min ?? stricter?.min],
      ['maximum', max ?? stricter?.max],
    ],
    schemas,
  );
}

type Limit = 'minimum' | 'maximum' | 'minLength' | 'maxLength';

function limitDifferences(
  limits: readonly (readonly [keyword: Limit, wanted: number | undefined])[],
  schemas: readonly JsonSchema[],
): string[] {
  return limits.flatMap(([keyword, wanted]) =>
    schemas.every((schema) => schema[keyword] === wanted)
      ? []
      : [`${keyword} is ${schemas.map((schema) => schema[keyword] ?? 'none').join(' or ')}, not ${wanted ?? 'none'}`],
  );
}

/** Additional properties of a record, or of a loose object, are what "not shown" needs. */
function openDifferences({ open, fields }: Node, schemas: readonly JsonSchema[]): string[] {
  const isOpen = schemas.every(({ additionalProperties }) => additionalProperties !== false);
  if (open === isOpen) return [];
  if (!open && fields.size === 0) return [];
  return [open ? 'refuses what is not shown' : 'lets unknown fields pass'];
}

/** An answer is read tolerantly: it differs only where what is documented would not be read. */
export function answerDifferences(
  { type, required }: Node,
  schemas: readonly JsonSchema[],
  demanded: boolean,
): string[] {
  const actual = schemas.flatMap(typesOf);
  const reads = actual.length === 0 || actual.includes(type) || (type === 'integer' && actual.includes('number'));
  return [
    ...(type === 'any' || reads ? [] : [`reads ${actual.join(' or ')}, not ${type}`]),
    ...(demanded && !required ? ['demands it'] : []),
  ];
}
