// The first half of the join: for each row the schema that holds it, found by walking our schemas to the row's place
// and comparing what stands there. Nothing is named by hand but code that no schema can be.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerDifferences, described, requestDifferences } from './compare.ts';
import type { JsonSchema } from '#contract/data/json-schema.ts';
import { schemasAt } from './schema-paths.ts';
import { answerSchemas, nameOf, operationOf, requestSchema, schemaCache } from './registry.ts';
import { answerBlocks } from './cases.ts';
import type { EndpointRow, RuleRow, Specification } from './rows.ts';
import { projectRoot } from './rows.ts';
import { type Node, nodesOf, treeOf } from './tree.ts';

export interface Evidence {
  /** Where the row is held: `create-session order.items[].id`. */
  readonly where: readonly string[];
  /** What stands there, in a few words. */
  readonly what: readonly string[];
  /** Why the row counts as empty, if it does. */
  readonly problems: readonly string[];
}

type Collected = { where: string[]; what: string[]; problems: string[] };

class Collection {
  readonly #rows = new Map<string, Collected>();

  of(id: string): Collected {
    const known = this.#rows.get(id) ?? { where: [], what: [], problems: [] };
    this.#rows.set(id, known);
    return known;
  }
}

interface Place {
  readonly name: string;
  readonly tree: Node;
  readonly root: JsonSchema | null;
  readonly kind: 'request' | 'answer';
}

function placesOf(specification: Specification): Place[] {
  const cached = schemaCache();
  const requests = specification.endpoints.flatMap(({ request, query, path }): Place[] => {
    const block = request ?? query;
    if (block === undefined) return [];
    const schema = requestSchema(specification, block);
    const root = schema === null ? null : cached(schema);
    return [{ name: path, tree: treeOf(specification, block), root, kind: 'request' }];
  });
  const answers = answerBlocks(specification).flatMap((block): Place[] => {
    const tree = treeOf(specification, block);
    const schemas = answerSchemas(specification, block);
    if (schemas.length === 0) return [{ name: block, tree, root: null, kind: 'answer' }];
    return schemas.map(({ place, schema }) => ({ name: place, tree, root: cached(schema), kind: 'answer' }));
  });
  return [...requests, ...answers];
}

function collectPlace({ name, tree, root, kind }: Place, rows: Collection): void {
  for (const node of nodesOf(tree)) {
    const row = rows.of(node.row.id);
    const schemas = root === null ? [] : schemasAt(root, node.path);
    const place = node.path === '' ? name : `${name} ${node.path}`;
    if (root === null || schemas.length === 0) {
      row.problems.push(`${place}: there is no such ${root === null ? 'operation' : 'field'}`);
      continue;
    }
    const required = isRequired(root, node.path);
    const differences = (kind === 'request' ? requestDifferences : answerDifferences)(node, schemas, required);
    row.where.push(place);
    row.what.push(described(schemas));
    row.problems.push(...differences.map((difference) => `${place} ${difference}`));
  }
}

function isRequired(root: JsonSchema, path: string): boolean {
  const cut = Math.max(path.lastIndexOf('.'), 0);
  const name = path.slice(cut).replace(/^\./, '').replace(/\[\]$/, '');
  const parents = schemasAt(root, path.slice(0, cut)).filter((each) => each.properties !== undefined);
  return parents.length > 0 && parents.every(({ required }) => required?.includes(name) === true);
}

function collectEndpoint(endpoint: EndpointRow, rows: Collection): void {
  const row = rows.of(endpoint.id);
  const operation = operationOf(endpoint);
  if (operation === null) {
    row.problems.push(`no operation answers ${endpoint.method} ${endpoint.route}`);
    return;
  }
  const keyed = operation.type === 'command' && operation.keyed;
  row.where.push(nameOf(operation));
  row.what.push(keyed ? 'with an Idempotency-Key' : 'without a key');
  if (keyed !== (endpoint.key === 'yes'))
    row.problems.push(`${keyed ? 'sends a key that is' : 'sends no key, which is'} ${endpoint.key}`);
}

function collectRule(rule: RuleRow, rows: Collection, specification: Specification): void {
  const row = rows.of(rule.id);
  for (const id of rule.through ?? []) {
    if (!specification.rows.has(id)) row.problems.push(`${id} is no row`);
    else if (rows.of(id).where.length === 0) row.problems.push(`${id} is held by nothing`);
    row.where.push(id);
  }
  for (const held of rule.held ?? []) {
    const problem = heldProblem(held);
    if (problem !== null) row.problems.push(problem);
    row.where.push(held);
  }
  const requests = (rule.examples ?? []).map(({ request }) => request);
  for (const request of requests) {
    if (requestSchema(specification, request) === null) row.problems.push(`${request} has no schema`);
    row.where.push(`${request} input`);
  }
}

/** `file#export` has to be there; without `#export`, the file. */
function heldProblem(held: string): string | null {
  const [file = '', name] = held.split('#');
  const path = join(projectRoot, file);
  if (!existsSync(path)) return `${file} is not there`;
  if (name === undefined) return null;
  const exported = new RegExp(String.raw`^export (?:async )?(?:function|const|class) ${name}\b`, 'm');
  return exported.test(readFileSync(path, 'utf8')) ? null : `${file} exports no ${name}`;
}

/** The evidence of every row, by its id. */
export function schemaEvidence(specification: Specification): (id: string) => Evidence {
  const rows = new Collection();
  for (const place of placesOf(specification)) collectPlace(place, rows);
  for (const endpoint of specification.endpoints) collectEndpoint(endpoint, rows);
  // Rules lean on rows, some of them on rules before them.
  for (const rule of specification.rules) collectRule(rule, rows, specification);
  return (id) => rows.of(id);
}
