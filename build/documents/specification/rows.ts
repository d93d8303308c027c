// The gateway's specification as rows, one for each endpoint, field, rule and limit: written by hand, read from
// docs/gateway-coverage/*.jsonl. Everything that speaks for the specification (the coverage page, generated requests,
// the tests of single fields) starts here and not at our schemas, so that the two can disagree.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'any'] as const;
const formats = [
  'uri',
  'date',
  'date-time',
  'currency',
  'country',
  'country-number',
  'yyyymm',
  'dd.mm.yyyy',
  'iban',
  'hyphenated',
  'mandate',
  'local-minute',
  'local-date-time',
  'gtin',
] as const;

/** What a value has to be like, beyond its type. */
const bounds = {
  min: z.number().optional(),
  max: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
};

const fieldSchema = z.strictObject({
  path: z.string(),
  type: z.enum(types),
  says: z.string(),
  required: z.literal(true).optional(),
  /** The whole list of what is allowed. */
  values: z.array(z.string()).optional(),
  /** What is shown of a list that may be longer. */
  known: z.array(z.string()).optional(),
  format: z.enum(formats).optional(),
  ...bounds,
  size: z.number().optional(),
  /** A value to send or to read where the type alone does not say one. */
  like: z.union([z.string(), z.number()]).optional(),
  example: z.json().optional(),
  /** More may be inside than is shown. */
  open: z.literal(true).optional(),
  /** The block that lists what is inside. */
  object: z.string().optional(),
  /** Of that block, these fields only. */
  only: z.array(z.string()).optional(),
  /** Of an array: what its elements are. */
  of: z.enum(types).optional(),
  /** Where our side asks for more than the specification does, and what. */
  stricter: z
    .strictObject({
      ...bounds,
      required: z.literal(true).optional(),
      integer: z.literal(true).optional(),
      notBlank: z.literal(true).optional(),
      pattern: z.string().optional(),
      format: z.literal('email').optional(),
    })
    .optional(),
  /** What has to be in the whole body where this field is; merged into it. */
  bringsAlong: z.record(z.string(), z.json()).optional(),
  /** The same for some values only. */
  withValue: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  /** A neighbor that must not be smaller, where there is one. */
  atMost: z.string().optional(),
  /** An empty text means something else here, and has a rule of its own. */
  filled: z.literal(true).optional(),
  /** With this in the body, more may be inside than is shown. */
  openWith: z.record(z.string(), z.json()).optional(),
  /** Of all the fields of its object that are marked so, one at a time. */
  alone: z.literal(true).optional(),
  /** An unknown field called `surprise` passes with this in the body. */
  unknownWith: z.record(z.string(), z.json()).optional(),
});

const exampleSchema = z.strictObject({
  request: z.string(),
  /** Merged into the least request; null takes a field away. */
  takes: z.array(z.record(z.string(), z.json())),
  refuses: z.array(z.strictObject({ with: z.record(z.string(), z.json()), names: z.string() })),
});

const ruleSchema = z.strictObject({
  path: z.string(),
  kind: z.enum(['rule', 'limit', 'open']),
  says: z.string(),
  /** Rows whose schema holds this rule too. */
  through: z.array(z.string()).optional(),
  /** The tests of those rows are its tests too: it says the same in other words. */
  same: z.literal(true).optional(),
  /** `file#export` of the code that holds it, where no schema can. */
  held: z.array(z.string()).optional(),
  /** `file: title` of tests that prove it. */
  tests: z.array(z.string()).optional(),
  examples: z.array(exampleSchema).optional(),
});

const endpointSchema = z.strictObject({
  path: z.string(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  route: z.string(),
  root: z.literal('auth').optional(),
  key: z.enum(['yes', 'no', 'not listed']),
  request: z.string().optional(),
  query: z.string().optional(),
  /** Status of success to the block that lists its body, or `open`. */
  answers: z.record(z.string(), z.string()),
  says: z.string(),
});

const headSchema = z.strictObject({
  block: z.string(),
  title: z.string(),
  openBody: z.literal(true).optional(),
  least: z.record(z.string(), z.json()).optional(),
});

type Identified<T> = T & { readonly id: string };
export type FieldRow = Identified<z.output<typeof fieldSchema>>;
export type RuleRow = Identified<z.output<typeof ruleSchema>>;
export type EndpointRow = Identified<z.output<typeof endpointSchema>>;
export type Example = z.output<typeof exampleSchema>;
type Head = z.output<typeof headSchema>;

export type Block = Head &
  (
    | { readonly kind: 'endpoints'; readonly rows: readonly EndpointRow[] }
    | { readonly kind: 'rules'; readonly rows: readonly RuleRow[] }
    | { readonly kind: 'fields'; readonly rows: readonly FieldRow[] }
  );
export type FieldBlock = Extract<Block, { kind: 'fields' }>;
export type Row = Block['rows'][number];

export interface Specification {
  readonly blocks: readonly Block[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly endpoints: readonly EndpointRow[];
  readonly rules: readonly RuleRow[];
  /** The block of fields of a name; throws where there is none. */
  fields(name: string): FieldBlock;
}

export const projectRoot = resolve(import.meta.dirname, '../../..');
const folder = join(projectRoot, 'docs', 'gateway-coverage');

function readLines(): { readonly where: string; readonly value: object }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .map((text, index) => ({ where: `${name}:${index + 1}`, text }))
        .filter(({ text }) => text !== ''),
    )
    .map(({ where, text }) => ({ where, value: JSON.parse(text) as object }));
}

function blockOf(head: Head, lines: readonly object[]): Block {
  const rowsBy = <S extends z.ZodType<{ path: string }>>(schema: S): Identified<z.output<S>>[] =>
    lines.map((line) => {
      const row = schema.parse(line);
      return { ...row, id: `${head.block}.${row.path}` };
    });
  if (head.block === 'endpoint') return { ...head, kind: 'endpoints', rows: rowsBy(endpointSchema) };
  if (head.block.startsWith('rule.')) return { ...head, kind: 'rules', rows: rowsBy(ruleSchema) };
  return { ...head, kind: 'fields', rows: rowsBy(fieldSchema) };
}

function readBlocks(): Block[] {
  const blocks: { readonly head: Head; readonly lines: object[] }[] = [];
  for (const { where, value } of readLines()) {
    if ('block' in value) {
      blocks.push({ head: headSchema.parse(value), lines: [] });
      continue;
    }
    const last = blocks.at(-1);
    if (last === undefined) throw new Error(`${where}: a row before the first block`);
    last.lines.push(value);
  }
  return blocks.map(({ head, lines }) => blockOf(head, lines));
}

/** Reads and checks every row; throws at the first that cannot be one, or that has the id of another. */
export function readSpecification(): Specification {
  const blocks = readBlocks();
  const rows = new Map<string, Row>();
  for (const row of blocks.flatMap((block): readonly Row[] => block.rows)) {
    if (rows.has(row.id)) throw new Error(`two rows are called ${row.id}`);
    rows.set(row.id, row);
  }
  const named = new Map(blocks.map((block) => [block.block, block]));
  return {
    blocks,
    rows,
    endpoints: blocks.flatMap((block) => (block.kind === 'endpoints' ? block.rows : [])),
    rules: blocks.flatMap((block) => (block.kind === 'rules' ? block.rows : [])),
    fields: (name) => {
      const block = named.get(name);
      if (block?.kind !== 'fields') throw new Error(`no block of fields is called ${name}`);
      return block;
    },
  };
}
