// The loopback API as an OpenAPI 3.1 document, made from the route table and the registry of operations: a route or a
// kind that is added is in it. Loaded when somebody asks for it, never at the start.
import type { JsonObject } from '#contract/data/json.ts';
import { type JsonSchema, SchemaBook, type SchemaNames, parametersIn } from '#contract/data/json-schema.ts';
import {
  type ProblemCode,
  type PublicProblemCode,
  problemOf,
  publicProblemCodes,
} from '#contract/programs/problems.ts';
import { commands, shortKinds } from '#operations/index.ts';
import type { Command, ShortKind } from '#operations/define.ts';
import { sharedSchemas } from '#operations/schema-names.ts';
import { type RouteAbout, type RouteAnswer, tags } from '../schemas/about.ts';
import type { Route } from '../request/context.ts';
import { type AnswerName, answerSchemas, partSchemas } from '../schemas/answer-schemas.ts';
import { neededScopes } from '../access/scope.ts';
import { guardProblems, pascalCase, rulesOf } from './kind-facts.ts';
import type { MediaType, OpenApiDocument, Operation, Parameter, ProblemNote, ResponseObject } from './openapi-types.ts';
import { doubtNotes, failureNotes } from './outcome-advice.ts';
import { listenerProblems, problemAdvice } from './problem-advice.ts';
import { apiDescription, tagDescriptions } from './words.ts';

/** A line of the table, as far as the document reads it. */
export type DocumentedRoute = Pick<Route, 'method' | 'path' | 'scope' | 'always' | 'about'>;

export interface RouteGroups {
  readonly open: readonly DocumentedRoute[];
  readonly guarded: readonly DocumentedRoute[];
}

/** Of the interface, not of the program: it grows with the document. Below 1.0.0 a release may change /v1 (docs/erp-guide.md). */
const apiVersion = '0.10.0';

/** Equal tables give equal documents. */
export function loopbackDocument({ open, guarded }: RouteGroups): OpenApiDocument {
  const book = new SchemaBook(schemaNames());
  const paths: { [path: string]: { [method: string]: Operation } } = {};
  const put = (path: string, method: string, operation: Operation): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  const groups = [
    [open, false],
    [guarded, true],
  ] as const;
  for (const [routes, needsToken] of groups) {
    for (const route of routes) {
      const { about, method } = route;
      if (about === null) continue;
      if (about.perKind === true) {
        for (const each of commands)
          put(pathOf(route, each.kind), method, kindOperation(route, about, each, null, book));
        for (const each of shortKinds) {
          put(pathOf(route, each.name), method, kindOperation(route, about, each.command, each, book));
        }
      } else put(pathOf(route, null), method, plainOperation(route, about, needsToken, book));
    }
  }
  defineOperations(book);
  // Spelled out it refers to itself, which a generator of TypeScript makes a type of that does not compile.
  book.define('Json', { description: 'Any JSON value' });
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(tagsOf)));
  return {
    openapi: '3.1.0',
    info: { title: 'Tillbridge', version: apiVersion, description: apiDescription },
    servers: [
      {
        url: 'http://127.0.0.1:{port}',
        variables: { port: { default: '8765', description: 'The window shows it, and `serve` prints it' } },
      },
    ],
    tags: tags.filter((name) => used.has(name)).map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: { securitySchemes: securitySchemes(paths), schemas: book.schemas() },
    'x-problems': problemNotes(paths),
    'x-failures': failureNotes,
    'x-doubts': doubtNotes,
  };
}

const tagsOf = ({ tags: names }: Operation): readonly string[] => names;

/** What the gateway's document shares too, what only answers of ours have, and the input of each kind. */
function schemaNames(): SchemaNames {
  const inputs = commands.map(({ kind, input }) => [input, `${pascalCase(kind)}Input`] as const);
  const short = shortKinds.map(({ name, input }) => [input, `${pascalCase(name)}Input`] as const);
  const ours = Object.entries({ ...answerSchemas, ...partSchemas }).map(([name, schema]) => [schema, name] as const);
  return new Map([...sharedSchemas, ...inputs, ...short, ...ours]);
}

/** `/v1/operations/:name` is `/v1/operations/{id}` where `about.path` has the member `id`, or that of one kind. */
function pathOf({ path, about }: DocumentedRoute, kind: string | null): string {
  const names = Object.keys(about?.path?.shape ?? {}).values();
  return path.replaceAll(/:\w+/g, () => {
    if (kind !== null) return kind;
    const name = names.next().value;
    if (name === undefined) throw new Error(`${path}: its about names too few members of the path`);
    return `{${name}}`;
  });
}

function plainOperation(route: DocumentedRoute, about: RouteAbout, needsToken: boolean, book: SchemaBook): Operation {
  // Any one of several scopes will do: a line each.
  const scopes = route.scope === null ? [[]] : neededScopes(route.scope).map((scope) => [scope]);
  const security = about.security ?? (needsToken ? 'token' : 'none');
  return {
    operationId: about.operationId,
    summary: about.summary,
    ...(about.description === undefined ? {} : { description: about.description }),
    tags: [about.tag],
    security: security === 'none' ? [] : scopes.map((each) => ({ [security]: each })),
    ...parametersOf(about, book),
    ...(about.body === undefined
      ? {}
      : {
          requestBody: {
            required: about.bodyExample !== undefined,
            content: {
              [about.bodyMediaType ?? 'application/json']: {
                schema: book.take(about.body),
                ...(about.bodyExample === undefined
                  ? {}
                  : { examples: { example: { summary: about.summary, value: about.bodyExample } } }),
              },
            },
          },
        }),
    responses: {
      ...answersOf(about, (answer) => schemaOf(answer, book)),
      ...refusalsOf([...about.problems, ...commonProblems(route, needsToken)], book),
    },
  };
}

function kindOperation(
  route: DocumentedRoute,
  about: RouteAbout,
  command: Command,
  short: ShortKind | null,
  book: SchemaBook,
): Operation {
  const { kind, response, keyed, othersAreNamed } = command;
  const { summary, input, examples } = short ?? command;
  const meaning = short === null ? '' : ` ${meaningOf(short, kind)}`;
  const description = `${about.description ?? ''}${meaning}${othersAreNamed ? ` ${namedOthers}` : ''}`;
  const name = pascalCase(short?.name ?? kind);
  const given = Object.entries(short?.given ?? {});
  const rules = rulesOf(command)
    .filter(({ when }) => given.every(([field, value]) => (when as JsonObject)[field] === value))
    .map((rule) => (short === null ? rule : { ...rule, when: {} }));
  const result: JsonSchema = {
    description: "The gateway's answer; of an operation that failed, what it was refused with",
    anyOf: [book.take(response), { type: 'null' }],
  };
  const operation = book.define(operationName(command), {
    allOf: [
      book.take(answerSchemas.Operation),
      { type: 'object', properties: { kind: { const: kind }, result }, required: ['kind', 'result'] },
    ],
  });
  return {
    operationId: `${about.operationId}${name}`,
    summary,
    ...(description === '' ? {} : { description }),
    tags: [about.tag],
    security: [...new Set(rules.map(({ scope }) => scope))].map((scope) => ({ token: [scope] })),
    ...parametersOf(about, book),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: book.take(input),
          examples: Object.fromEntries(
            examples.map(({ title, input: value }) => [slug(title), { summary: title, value }]),
          ),
        },
      },
    },
    responses: {
      ...answersOf(about, () => operation),
      ...refusalsOf([...about.problems, ...guardProblems(command), ...commonProblems(route, true)], book),
    },
    'x-kind': short?.name ?? kind,
    ...(short === null ? {} : { 'x-short-for': { kind, given: short.given } }),
    'x-rules': rules,
    'x-gateway-key': keyed,
  };
}

const meaningOf = ({ given }: ShortKind, kind: string): string => {
  const fields = Object.entries(given).map(([field, value]) => `\`${field}\` \`${value}\``);
  return `It is \`${kind}\` with ${fields.join(', ')}, which the operation shows as its \`kind\` and in its \`input\`; under either name the same Idempotency-Key is the same request.`;
};

const namedOthers =
  'Beside the fields shown it takes `merchantId`, `simulationMode`, `metadata`, and those that the shop lists in its setting ' +
  '`terminalFields` or names for a choice of currency; any other one is refused (`unknown-field`).';

const ofAnyKind = 'OperationOfAnyKind';
const operationName = ({ kind }: Pick<Command, 'kind'>): string => `${pascalCase(kind)}Operation`;
const inBook = (name: string): string => `#/components/schemas/${name}`;

/** One of the operations that each kind has, told apart by `kind`; so a list and a read say as much as an answer to a submission. */
function defineOperations(book: SchemaBook): void {
  const refs = commands.map((command) => [command.kind, inBook(operationName(command))] as const);
  book.define(ofAnyKind, {
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'kind', mapping: Object.fromEntries(refs) },
  });
  const page = book.schemas()['OperationPage'];
  const list = page?.properties?.['operations'];
  if (page === undefined || list === undefined) return;
  const operations = { ...list, items: { $ref: inBook(ofAnyKind) } };
  book.define('OperationPage', { ...page, properties: { ...page.properties, operations } });
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function parametersOf({ path, query, headers, example = {} }: RouteAbout, book: SchemaBook) {
  const all: Parameter[] = [
    ...(path === undefined ? [] : parametersIn('path', book.take(path))),
    ...(query === undefined ? [] : parametersIn('query', book.take(query))),
    ...(headers === undefined ? [] : parametersIn('header', book.take(headers))),
  ];
  const shown = all.map((each) => {
    const value = example[each.name];
    return value === undefined ? each : { ...each, example: value };
  });
  return shown.length === 0 ? {} : { parameters: shown };
}

function schemaOf({ schema }: RouteAnswer, book: SchemaBook): JsonSchema | null {
  if (schema === undefined) return null;
  if (schema === 'Operation') return { $ref: inBook(ofAnyKind) };
  return book.take(typeof schema === 'string' ? answerSchemas[schema satisfies AnswerName] : schema);
}

function answersOf({ answers }: RouteAbout, schemaFor: (answer: RouteAnswer) => JsonSchema | null) {
  const entries = Object.entries(answers).map(([status, answer]): [string, ResponseObject] => {
    const schema = schemaFor(answer);
    const mediaType = answer.mediaType ?? (schema === null ? null : 'application/json');
    const media: MediaType = schema === null ? {} : { schema };
    return [
      status,
      {
        description: answer.description,
        ...(answer.headers === undefined ? {} : { headers: headersOf(answer.headers) }),
        ...(mediaType === null ? {} : { content: { [mediaType]: media } }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

const headersOf = (headers: { readonly [name: string]: string }): NonNullable<ResponseObject['headers']> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );

/** What every address like this one can refuse with, whatever it does. */
function commonProblems({ method, scope, always }: DocumentedRoute, needsToken: boolean): ProblemCode[] {
  return [
    'invalid-input',
    ...(needsToken
      ? (['token-missing', 'token-unknown', 'origin-refused', 'too-many-requests', 'too-many-at-once'] as const)
      : []),
    ...(needsToken && method !== 'GET' ? (['token-revoked'] as const) : []),
    ...(scope === null ? [] : (['scope-missing'] as const)),
    ...(scope === null || always === true ? [] : (['sealed'] as const)),
    'host-refused',
    'internal-error',
    'stopping',
    ...(needsToken ? (['storage-failed'] as const) : []),
  ];
}

const statusOf = (code: ProblemCode): number => problemOf({ code, detail: '' }).status;
const titleOf = (code: ProblemCode): string => problemOf({ code, detail: '' }).title;

const refusalHeaders: { readonly [status: number]: { readonly [name: string]: string } } = {
  401: { 'WWW-Authenticate': 'Bearer' },
  409: { 'Retry-After': 'Seconds, where the bridge knows them (`retryAfterSeconds`)' },
  429: { 'Retry-After': 'Seconds' },
  503: { 'Retry-After': 'Seconds, where the bridge knows them (`retryAfterSeconds`)' },
};

/** One answer for each status, which names its codes. */
function refusalsOf(codes: readonly ProblemCode[], book: SchemaBook): { [status: string]: ResponseObject } {
  const problem = book.take(answerSchemas.Problem);
  const listed = publicProblemCodes.filter((code) => codes.includes(code));
  const byStatus = Object.entries(Object.groupBy(listed, (code) => String(statusOf(code))));
  const entries = byStatus.map(([status, group = []]): [string, ResponseObject] => {
    const headers = refusalHeaders[Number(status)];
    const schema = { allOf: [problem, { type: 'object', properties: { code: { enum: group } } }] };
    return [
      status,
      {
        description: group.map((code) => `${code}: ${titleOf(code)}`).join('. '),
        ...(headers === undefined ? {} : { headers: headersOf(headers) }),
        content: { 'application/problem+json': { schema } },
      },
    ];
  });
  const rest = { description: 'Another refusal', content: { 'application/problem+json': { schema: problem } } };
  return { ...Object.fromEntries(entries), default: rest };
}

/** The codes of a refusal, as they stand in the document. */
export function codesOf({ content = {} }: ResponseObject): readonly PublicProblemCode[] {
  const [, own] = content['application/problem+json']?.schema?.allOf ?? [];
  return (own?.properties?.['code']?.enum ?? []) as readonly PublicProblemCode[];
}

/** What a refusal means, and what a program does about it. */
export function noteOf(code: PublicProblemCode): ProblemNote {
  return { status: statusOf(code), title: titleOf(code), advice: problemAdvice[code] };
}

function problemNotes(paths: OpenApiDocument['paths']): OpenApiDocument['x-problems'] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answered = operations.flatMap(({ responses }) => Object.values(responses).flatMap(codesOf));
  const codes = new Set<ProblemCode>([...answered, ...listenerProblems]);
  const notes = publicProblemCodes
    .filter((code) => codes.has(code))
    .map((code): [PublicProblemCode, ProblemNote] => [code, noteOf(code)]);
  return Object.fromEntries(notes);
}

const schemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a paired program. Its scopes are given by a person; an operation lists those it needs.',
  },
  pairing: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Pairing SECRET`, with the secret that the beginning of the pairing was answered with.',
  },
} as const;

function securitySchemes(paths: OpenApiDocument['paths']): { readonly [name: string]: unknown } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ security }) => security.flatMap((each) => Object.keys(each))));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
}
