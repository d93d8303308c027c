// JSON that means one thing only. JSON.parse alone takes the last of two equal names, rounds large numbers and
// accepts any depth; where an amount or an id could be read in two ways, the request is refused instead.
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
  const { ambiguity, inexact } = inspect(text, maxDepth);
  if (ambiguity !== null) return malformed(ambiguity);
  return inexact.size === 0 ? { type: 'object', value } : { type: 'inexact', errors: inexact };
}

function malformed(detail: string): JsonRead {
  return { type: 'malformed', detail };
}

interface Inspection {
  /** What could be read in two ways, or is nested too deep; null if nothing. */
  readonly ambiguity: string | null;
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

/** Looks at valid JSON text token by token. */
function inspect(text: string, maxDepth: number): Inspection {
  const inexact = new Map<string, readonly string[]>();
  const open: Open[] = [];
  let nameExpected = false;
  const ambiguous = (ambiguity: string): Inspection => ({ ambiguity, inexact });
  for (const [part] of text.matchAll(token)) {
    const here = open.at(-1);
    const first = part.charAt(0);
    if (first === '{' || first === '[') {
      open.push(first === '{' ? { names: new Set(), at: '' } : { names: null, at: 0 });
      if (open.length > maxDepth) return ambiguous(`The body is nested deeper than ${maxDepth} levels.`);
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
      // A lone surrogate has no UTF-8 form: two different strings would be stored as the same bytes.
      if (!string.isWellFormed()) return ambiguous('A text holds half of a surrogate pair.');
      if (!nameExpected || here === undefined || here.names === null) continue;
      if (string === '__proto__') return ambiguous('A member must not be called __proto__.');
      if (here.names.has(string)) return ambiguous(`The member ${JSON.stringify(string.slice(0, 64))} is given twice.`);
      here.names.add(string);
      here.at = string;
    } else if (inexact.size < maxInexact) {
      const message = inexactness(part);
      if (message !== null) inexact.set(open.map(({ at }) => at).join('.'), [message]);
    }
  }
  return { ambiguity: null, inexact };
}
