// The loopback API's document as a judge of answers: whether what a bridge said is what the document says. Members that
// the document does not name count as wrong here, though a program must bear with them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { OpenApiDocument, Operation } from '#loopback/document/openapi-types.ts';
import { projectRoot } from '../../../build/documents/specification/rows.ts';

const text = readFileSync(join(projectRoot, 'docs', 'loopback-openapi.json'), 'utf8');
const document = JSON.parse(text) as OpenApiDocument;

export interface Documented {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

export const documented: readonly Documented[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** Whose members are all ours; a gateway's answers have more than it shows. */
const closed = ['Operation', 'OperationPage', 'Status', 'Terminals', 'ShiftReport', 'Problem', 'Identity', 'Money'];
closed.push('Doubt', 'Failure', 'QueuePlace');

type Part = { [name: string]: unknown };

function close(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as Part;
  if ('properties' in schema && !('additionalProperties' in schema)) schema['additionalProperties'] = false;
  for (const each of Object.values(schema)) close(each);
}

interface Judge {
  addSchema(schema: object, id: string): unknown;
  getSchema(reference: string): Validate | undefined;
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?:
    | readonly { readonly instancePath: string; readonly message?: string; readonly params: object }[]
    | null;
}

function createJudge(): Judge {
  const strict = JSON.parse(text) as { components: { schemas: { [name: string]: Part } } };
  for (const name of closed) close(strict.components.schemas[name]);
  // The validator of documents brings this one; it knows OpenAPI's dialect of JSON Schema.
  const bring = createRequire(import.meta.resolve('@seriousme/openapi-schema-validator'));
  const { Ajv2020: Maker } = bring('ajv/dist/2020.js') as { readonly Ajv2020: new (options: object) => Judge };
  const judge = new Maker({ strict: false, formats: { 'date-time': isUtc } });
  judge.addSchema(strict, 'document');
  return judge;
}

const isUtc = (value: string): boolean => value.endsWith('Z') && !Number.isNaN(Date.parse(value));

const judge = createJudge();
const pointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

export interface Said {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

/** What is wrong with an answer after the document; empty where nothing is. */
export function objections({ path, method, operation }: Documented, { status, mediaType, text: body }: Said): string[] {
  const response = operation.responses[String(status)];
  if (response === undefined) return [`status ${status} is not documented: ${body.slice(0, 300)}`];
  const media = response.content?.[mediaType];
  if (media === undefined)
    return response.content === undefined ? [] : [`${mediaType} is not documented for ${status}`];
  if (media.schema === undefined || !/[/+]json$/.test(mediaType)) return [];
  const at = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', mediaType, 'schema'];
  const validate = judge.getSchema(`document#/${at.map((each) => encodeURIComponent(pointer(each))).join('/')}`);
  if (validate === undefined) return [`no schema at ${at.join(' ')}`];
  if (validate(JSON.parse(body))) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}
