// JSON that means one thing only. JSON.parse alone takes the last of two equal names, rounds large numbers and
// accepts any depth; where an amount or an id could be read in two ways, the request is refused instead. The files that
// people write (settings, policy) are asked the same question.
import { type FieldIssue, ruleIssue } from '#contract/data/issue-words.ts';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { inexactness } from './exact-number.ts';

export type JsonRead =
  | { readonly type: 'object'; readonly value: JsonObject }
  | { readonly type: 'malformed'; readonly detail: string }
  /** It holds numbers that cannot be kept exactly. */
  | { readonly type: 'inexact'; readonly issues: readonly FieldIssue[] };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Far above what an order has; each member is looked at by every check that a body goes through. */
const mostMembers = 4_096;

/** The object in strict UTF-8 JSON bytes. Names must be unique, numbers and characters exactly representable. */
export function parseJsonObject(bytes: Uint8Array, maxDepth: number, maxMembers = mostMembers): JsonRead {
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
  const { ambiguities, inexact } = inspect(text, { maxDepth, maxMembers, most: 1 });
  const ambiguity = ambiguities[0];
  if (ambiguity !== undefined) return malformed(inWords(ambiguity));
  if (inexact.size === 0) return { type: 'object', value };
  const issues = [...inexact].flatMap(([field, messages]) =>
    messages.map((message) => ({ field, ...ruleIssue(message) })),
  );
  return { type: 'inexact', issues };
}

/** What could be read in two ways, or is nested too deep, in valid JSON text; all of it, in the order of the text. */
export function ambiguitiesIn(text: string, maxDepth: number): readonly Ambiguity[] {
  return inspect(text, { maxDepth, maxMembers: Infinity, most: Infinity }).ambiguities;
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
  return path.length === 0 ? `The body ${message}.` : `The member ${JSON.stringify(nameOf(path))} ${message}.`;
}

/** The sender chose the names: the answer must not be as long as they are. */
function nameOf(path: Ambiguity['path']): string {
  return path.join('.').slice(0, 200);
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

/** More are not listed: the answer must not be many times as large as the request. */
const maxInexact = 10;

interface Limits {
  readonly maxDepth: number;
  /** Members of objects and lists. */
  readonly maxMembers: number;
  /** It ends with so many ambiguities. */
  readonly most: number;
}

// What stands between the texts of valid JSON and means something: the rest is white space and literals.
const token = /["{}[\],:]|-?\d[\d.eE+-]*/g;

/** Looks at valid JSON text token by token; each sign of it once. */
function inspect(text: string, { maxDepth, maxMembers, most }: Limits): Inspection {
  const inexact = new Map<string, readonly string[]>();
  const ambiguities: Ambiguity[] = [];
  const open: Open[] = [];
  let nameExpected = false;
  let members = 0;
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [part] = found;
    const here = open.at(-1);
    const first = part.charAt(0);
    if (first === '{' || first === '[' || first === ',') {
      members += 1;
      if (members > maxMembers) return refusedWhole(`has more than ${maxMembers} members`);
    }
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
      const end = endOfString(text, found.index);
      const string = JSON.parse(text.slice(found.index, end)) as string;
      token.lastIndex = end;
      const names = nameExpected ? (here?.names ?? null) : null;
      const message = stringTrouble(string, names);
      if (here !== undefined && names !== null) here.at = string;
      names?.add(string);
      if (message === null) continue;
      ambiguities.push({ path: open.map(({ at }) => at), message });
      if (ambiguities.length >= most) break;
    } else if (inexact.size < maxInexact) {
      const message = inexactness(part);
      if (message !== null) inexact.set(nameOf(open.map(({ at }) => at)), [message]);
    }
  }
  return { ambiguities, inexact };
}

function refusedWhole(message: string): Inspection {
  return { ambiguities: [{ path: [], message }], inexact: new Map() };
}

/** The place behind the sign that closes the string which begins at `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  // An odd number of backslashes before it escapes it.
  while (backslashesBefore(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end + 1;
}

function backslashesBefore(text: string, end: number): number {
  let from = end;
  while (text[from - 1] === '\\') from -= 1;
  return end - from;
}

/** `names` are those before it in its object, where it is a name. */
function stringTrouble(string: string, names: ReadonlySet<string> | null): string | null {
  // A lone surrogate has no UTF-8 form: two different strings would be stored as the same bytes.
  if (!string.isWellFormed()) return 'holds half of a surrogate pair';
  if (names === null) return null;
  if (string === '__proto__') return 'must not be called so';
  return names.has(string) ? 'is given twice' : null;
}
