// JSON that means one thing only. JSON.parse alone takes the last of two equal names, rounds large numbers and
// accepts any depth; where an amount or an id could be read in two ways, the request is refused instead. The files that
// people write (settings, policy) are asked the same question.
import { type JsonObject, isJsonObject } from '#contract/json.ts';
import { inexactness } from './exact-number.ts';

export type JsonRead =
  | { readonly type: 'object'; readonly value: JsonObject }
  | { readonly type: 'malformed'; readonly detail: string }
  /** It holds numbers that cannot be kept exactly; dotted field name to messages. */
  | { readonly type: 'inexact'; readonly errors: ReadonlyMap<string, readonly string[]> };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The object in strict UTF-8 JSON bytes. Names must be unique, numbers and characters exactly representable. */
export function parseJsonObject(bytes: Uint8Array, maxDepth: number): JsonRead {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
  } catch {
    return malformed('The body is not UTF-8.');
  }
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('The body is not JSON.');
  }
  if (!isJsonObject(value)) return malformed('The body must be a JSON object.');
  const { ambiguities, inexact } = inspect(text, maxDepth, 1);
  const ambiguity = ambiguities[0];
  if (ambiguity !== undefined) return malformed(inWords(ambiguity));
  return inexact.size === 0 ? { type: 'object', value } : { type: 'inexact', errors: inexact };
}

/** What could be read in two ways, or is nested too deep, in valid JSON text; all of it, in the order of the text. */
export function ambiguitiesIn(text: string, maxDepth: number): readonly Ambiguity[] {
  return inspect(text, maxDepth, Number.POSITIVE_INFINITY).ambiguities;
}

export interface Ambiguity {
  /** Names and indexes from the outside in; empty for the text as a whole. */
  readonly path: readonly (string | number)[];
  /** What is wrong with it, in words that follow its name. */
  readonly message: string;
}

function malformed(detail: string): JsonRead {
  return { type: 'malformed', detail };
}

function inWords({ path, message }: Ambiguity): string {
  // The sender chose the names: the answer must not be as long as they are.
  const name = path.join('.').slice(0, 200);
  return path.length === 0 ? `The body ${message}.` : `The member ${JSON.stringify(name)} ${message}.`;
}

interface Inspection {
  readonly ambiguities: readonly Ambiguity[];
  readonly inexact: ReadonlyMap<string, readonly string[]>;
}

/** An object or array that is not closed yet. */
interface Open {
  /** The names seen so far; null in an array. */
  readonly names: Set<string> | null;
  /** The member or the index at which it is being read. */
  at: string | number;
}

/** More are not told: the answer must not be many times as large as the request. */
const maxInexact = 10;

// In text that JSON.parse has accepted, these are all the tokens that matter; the rest is white space and literals.
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

/** Looks at valid JSON text token by token, until so many ambiguities are found. */
function inspect(text: string, maxDepth: number, most: number): Inspection {
  const inexact = new Map<string, readonly string[]>();
  const ambiguities: Ambiguity[] = [];
  const open: Open[] = [];
  let nameExpected = false;
  for (const [part] of text.matchAll(token)) {
    const here = open.at(-1);
    const first = part.charAt(0);
    if (first === '{' || first === '[') {
      open.push(first === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 });
      if (open.length > maxDepth) {
        ambiguities.push({ path: [], message: `is nested deeper than ${maxDepth} levels` });
        return { ambiguities, inexact };
      }
      nameExpected = first === '{';
    } else if (first === '}' || first === ']') {
      open.pop();
      nameExpected = false;
    } else if (first === ',') {
      nameExpected = here?.names !== null;
      if (typeof here?.at === 'number') here.at += 1;
    } else if (first === ':') {
      nameExpected = false;
    } else if (first === '"') {
      const string = JSON.parse(part) as string;
      const names = nameExpected ? (here?.names ?? null) : null;
      const message = stringTrouble(string, names);
      if (here !== undefined && names !== null) here.at = string;
      names?.add(string);
      if (message === null) continue;
      ambiguities.push({ path: open.map(({ at }) => at), message });
      if (ambiguities.length >= most) break;
    } else if (inexact.size < maxInexact) {
      const message = inexactness(part);
      if (message !== null) inexact.set(open.map(({ at }) => at).join('.'), [message]);
    }
  }
  return { ambiguities, inexact };
}

/** `names` are those before it in its object, where it is a name. */
function stringTrouble(string: string, names: ReadonlySet<string> | null): string | null {
  // A lone surrogate has no UTF-8 form: two different strings would be stored as the same bytes.
  if (!string.isWellFormed()) return 'holds half of a surrogate pair';
  if (names === null) return null;
  if (string === '__proto__') return 'must not be called so';
  return names.has(string) ? 'is given twice' : null;
}
