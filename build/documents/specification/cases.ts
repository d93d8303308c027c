// Every row as requests and answers to try: what has to be taken, what has to be refused and under which name. Tests
// run these against the schemas and against a sandbox; the coverage page counts a row as tested because it is here.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { leastBody, merged, namedPath, withValue } from './bodies.ts';
import type { Example, Specification } from './rows.ts';
import { goodValue, leastObject, wrongValues } from './samples.ts';
import { type Node, nodesOf, treeOf } from './tree.ts';

export interface RequestCase {
  /** The row that this is a case of. */
  readonly row: string;
  /** The block of the request. */
  readonly request: string;
  readonly what: string;
  readonly body: JsonObject;
  /** The field that a refusal has to name; null for what has to be taken. */
  readonly refused: string | null;
}

const surprise: Json = { nobody: ['knows', 1, null] };

function casesOfNode(request: string, tree: Node, least: JsonObject, node: ReturnType<typeof nodesOf>[number]) {
  const { id: row } = node.row;
  const make = (what: string, body: JsonObject, refused: string | null): RequestCase => ({
    row,
    request,
    what: `${node.path || 'the body'} ${what}`,
    body,
    refused,
  });
  const name = namedPath(node.path);
  const good = node.path === '' ? least : withValue(least, tree, node.path, goodValue(node));
  const cases = [make('as documented', good, null)];
  if (node.path !== '') {
    for (const { what, value } of wrongValues(node)) {
      cases.push(make(`is ${what}`, withValue(least, tree, node.path, value), name));
    }
    if (node.required) cases.push(make('is missing', withValue(least, tree, node.path, undefined), name));
  }
  if (node.type === 'object') {
    const inside = node.path === '' ? 'surprise' : `${node.path}.surprise`;
    const body = node.path === '' ? { ...good, surprise } : within(good, tree, inside);
    const passing = node.row.unknownWith;
    cases.push(make('with an unknown field', body, node.open && passing === undefined ? null : namedPath(inside)));
    if (passing !== undefined) cases.push(make('with a field that is not shown', merged(body, passing), null));
  }
  return cases;
}

/** The field is unknown to the specification, so it is put into its object without the tree. */
function within(body: JsonObject, tree: Node, inside: string): JsonObject {
  const parent = inside.slice(0, inside.lastIndexOf('.'));
  const node = nodesOf(tree).find((each) => each.path === parent);
  const least = node === undefined ? {} : goodValue(node);
  const object = isJsonObject(least) ? { ...least, surprise } : { surprise };
  return withValue(body, tree, parent, object);
}

/** Of one request, each place it has. */
export function requestCases(specification: Specification, request: string): RequestCase[] {
  const tree = treeOf(specification, request);
  const least = leastBody(specification, request, tree);
  return nodesOf(tree).flatMap((node) => casesOfNode(request, tree, least, node));
}

function casesOfExample(specification: Specification, row: string, { request, takes, refuses }: Example) {
  const least = leastBody(specification, request, treeOf(specification, request));
  const make = (changes: JsonObject, refused: string | null): RequestCase => ({
    row,
    request,
    what: `${row} with ${JSON.stringify(changes).slice(0, 120)}`,
    body: merged(least, changes),
    refused,
  });
  return [...takes.map((changes) => make(changes, null)), ...refuses.map((each) => make(each.with, each.names))];
}

/** Of every rule that has examples. */
export function ruleCases(specification: Specification): RequestCase[] {
  return specification.rules.flatMap((rule) =>
    (rule.examples ?? []).flatMap((example) => casesOfExample(specification, rule.id, example)),
  );
}

/** The requests whose bodies are JSON: all but the token's form and the query of a list. */
export function requestBlocks({ endpoints }: Specification): string[] {
  return endpoints.flatMap(({ request }) => (request === undefined || request === 'token' ? [] : [request]));
}

export interface AnswerCase {
  readonly row: string;
  readonly answer: string;
  readonly what: string;
  readonly body: JsonObject;
}

/** An answer with that field alone (and what has to be there), which has to be read and left as it is. */
export function answerCases(specification: Specification, answer: string): AnswerCase[] {
  const tree = treeOf(specification, answer);
  const least = leastObject(tree);
  return nodesOf(tree).map((node) => {
    const body = withValue(least, tree, node.path, goodValue(node));
    return { row: node.row.id, answer, what: `${node.path} as documented`, body: { ...body, surprise } };
  });
}

/** The blocks that answers consist of, those of refusals and notifications included. */
export function answerBlocks({ endpoints }: Specification): string[] {
  const named = endpoints.flatMap(({ answers }) => Object.values(answers)).filter((name) => name !== 'open');
  return [...new Set([...named, 'problem', 'server-error', 'basic-webhook', 'enhanced-webhook'])];
}
