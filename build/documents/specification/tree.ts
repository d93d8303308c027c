// A body of the specification as a tree of fields, with the objects that rows refer to put in their places. A field
// that many requests share is one row and many nodes.
import type { FieldBlock, FieldRow, Specification } from './rows.ts';

export interface Node {
  /** Null for a whole body, unless a row speaks of it. */
  readonly row: FieldRow | null;
  /** From the body down, `[]` for the elements of an array: `order.items[].taxRate`. */
  readonly path: string;
  readonly type: FieldRow['type'];
  /** By the specification, or by us. */
  readonly required: boolean;
  /** More may be inside than is shown. */
  readonly open: boolean;
  readonly fields: ReadonlyMap<string, Node>;
  /** Of an array. */
  readonly element: Node | null;
}

interface Draft {
  row: FieldRow | null;
  type: FieldRow['type'];
  fields: Map<string, Draft>;
  element: Draft | null;
}

const empty = (type: FieldRow['type']): Draft => ({ row: null, type, fields: new Map(), element: null });

/** The elements of a list of texts are what its row says; those of a list of objects have rows of their own. */
function elementOf(list: FieldRow): Draft {
  const { required: _, ...row } = list;
  const type = row.of ?? 'any';
  const draft = empty(type);
  if (type === 'string') draft.row = { ...row, type };
  return draft;
}

function place(root: Draft, path: string): Draft {
  let here = root;
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    const next = here.fields.get(name) ?? empty('object');
    here.fields.set(name, next);
    here = next;
    if (step.endsWith('[]')) {
      here.element ??= empty('object');
      here = here.element;
    }
  }
  return here;
}

function fill(target: Draft, specification: Specification, block: FieldBlock, only: readonly string[] | null): void {
  for (const row of block.rows) {
    const [top = ''] = row.path.split(/[.[]/);
    if (only !== null && !only.includes(top)) continue;
    const draft = block.openBody === true && row.path === 'body' ? target : place(target, row.path);
    draft.row = row;
    draft.type = row.type;
    if (row.type === 'array') draft.element ??= elementOf(row);
    if (row.object === undefined) continue;
    const inside = row.type === 'array' ? draft.element : draft;
    if (inside !== null) fill(inside, specification, specification.fields(row.object), row.only ?? null);
  }
}

function finish(draft: Draft, path: string): Node {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return {
    row: draft.row,
    path,
    type: draft.type,
    required: draft.row?.required ?? draft.row?.stricter?.required ?? false,
    open: draft.row?.open ?? false,
    fields: new Map([...draft.fields].map(([name, field]) => [name, finish(field, below(name))])),
    element: draft.element === null ? null : finish(draft.element, `${path}[]`),
  };
}

/** The body that a block describes. */
export function treeOf(specification: Specification, blockName: string): Node {
  const root = empty('object');
  fill(root, specification, specification.fields(blockName), null);
  return finish(root, '');
}

/** Every node that a row speaks of, from the top down. */
export function nodesOf(node: Node): (Node & { readonly row: FieldRow })[] {
  const { row } = node;
  const inside = [...node.fields.values(), ...(node.element === null ? [] : [node.element])];
  return [...(row === null ? [] : [{ ...node, row }]), ...inside.flatMap(nodesOf)];
}
