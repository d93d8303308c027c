// Looks for what must be nowhere: in the files of the till, in what it wrote, and in the memory of its window.
import type { Page } from 'playwright-core';
import { type Till, filesBelow } from './till.ts';

/** The forms in which a secret could lie in a file. */
export function traces(home: string, secret: string): string[] {
  const forms = [
    Buffer.from(secret),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=*$/, '').slice(4, -4)),
    Buffer.from(Buffer.from(secret).toString('hex')),
  ];
  return filesBelow(home)
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
}

/** Files below the till's home, and its log on stderr, that hold the secret. */
export function keptBy(till: Till, secret: string): string[] {
  return [...traces(till.home, secret), ...(till.log().includes(secret) ? ['stderr'] : [])];
}

/** Every string on the heap of the window, after a collection of garbage, and everything that stands in its page. */
export async function memoryOf(page: Page): Promise<string> {
  const { heap, shown } = await lookInto(page);
  return [...heap.strings, ...shown].join('\n');
}

/** Where the window's memory holds a secret: for a string on the heap, what leads to it from the heap's root. */
export async function heldInMemory(page: Page, secrets: readonly string[]): Promise<string[]> {
  const { heap, shown } = await lookInto(page);
  const hasOne = (text: string) => secrets.some((secret) => text.includes(secret));
  const unsaid = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, 'SECRET'), text);
  return [...waysTo(heap, hasOne).map(unsaid), ...(shown.some(hasOne) ? ['shown or stored by the page'] : [])];
}

async function lookInto(page: Page): Promise<{ readonly heap: Heap; readonly shown: readonly string[] }> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const shown = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
    const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join();
    return [document.documentElement.outerHTML, ...fields.map((field) => field.value), stored];
  });
  return { heap: JSON.parse(chunks.join('')) as Heap, shown };
}

/** What Chromium's protocol says of a heap: rows of numbers, of which some stand for strings. */
interface Heap {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** From each string that is looked for to the root: the shortest way, nearest first. */
function waysTo({ snapshot: { meta }, nodes, edges, strings }: Heap, isWanted: (name: string) => boolean): string[] {
  const [size, edgeSize] = [meta.node_fields.length, meta.edge_fields.length];
  const [nameAt, edgesAt] = [meta.node_fields.indexOf('name'), meta.node_fields.indexOf('edge_count')];
  const [typeAt, edgeNameAt, toAt] = ['type', 'name_or_index', 'to_node'].map((name) => meta.edge_fields.indexOf(name));
  const firstEdge = [0];
  for (let node = 0; node < nodes.length; node += size)
    firstEdge.push((firstEdge.at(-1) ?? 0) + (nodes[node + edgesAt] ?? 0));
  const nameOf = (node: number) => strings[nodes[node + nameAt] ?? 0] ?? '';
  const edgeName = (edge: number) => {
    const type = meta.edge_types[0][edges[edge + (typeAt ?? 0)] ?? 0] ?? '';
    const name = edges[edge + (edgeNameAt ?? 0)] ?? 0;
    return `${type === 'weak' ? '(weak) ' : ''}${['element', 'hidden'].includes(type) ? `[${name}]` : strings[name]}`;
  };
  // From the root in rings, so that each way is a shortest one.
  const cameBy = new Map<number, { readonly from: number; readonly edge: number }>();
  const ring = [0];
  const found: number[] = [];
  for (const node of ring) {
    if (isWanted(nameOf(node))) found.push(node);
    const index = node / size;
    for (
      let edge = (firstEdge[index] ?? 0) * edgeSize;
      edge < (firstEdge[index + 1] ?? 0) * edgeSize;
      edge += edgeSize
    ) {
      const to = edges[edge + (toAt ?? 0)] ?? 0;
      if (to === 0 || cameBy.has(to)) continue;
      cameBy.set(to, { from: node, edge });
      ring.push(to);
    }
  }
  return found.map((node) => {
    const steps = [nameOf(node)];
    for (let way = cameBy.get(node); way !== undefined; way = cameBy.get(way.from)) {
      steps.push(`.${edgeName(way.edge)} of ${nameOf(way.from).slice(0, 60)}`);
    }
    return steps.join(' ');
  });
}
