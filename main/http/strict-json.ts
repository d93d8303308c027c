// JSON that means one thing only. JSON.parse alone takes the last of two equal names, rounds large numbers and
// accepts any depth; where an amount or an id could be read in two ways, the request is refused instead.
import { type JsonObject, isJsonObject } from '#contract/json.ts';

export type JsonRead =
  | { readonly type: 'object'; readonly value: JsonObject }
  | { readonly type: 'malformed'; readonly detail: string };

/** The object in strict UTF-8 JSON bytes. Names must be unique, numbers and characters exactly representable. */
export function parseJsonObject(bytes: Uint8Array, maxDepth: number): JsonRead {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return malformed('The body is not UTF-8.');
  }
  try {
    value = JSON.parse(text);
  } catch {
    return malformed('The body is not JSON.');
  }
  if (!isJsonObject(value)) return malformed('The body must be a JSON object.');
  const ambiguity = findAmbiguity(text, maxDepth);
  return ambiguity === null ? { type: 'object', value } : malformed(ambiguity);
}

function malformed(detail: string): JsonRead {
  return { type: 'malformed', detail };
}

// In text that JSON.parse has accepted, these are all the tokens that matter; the rest is white space and literals.
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

/** What in valid JSON text could be read in two ways, or is nested too deep; null if nothing. */
function findAmbiguity(text: string, maxDepth: number): string | null {
  // One entry for each open bracket: the names seen so far in an object, null for an array.
  const open: (Set<string> | null)[] = [];
  let nameExpected = false;
  for (const [part] of text.matchAll(token)) {
    const names = open.at(-1) ?? null;
    const first = part.charAt(0);
    if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : null);
      if (open.length > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`;
      nameExpected = first === '{';
    } else if (first === '}' || first === ']') {
      open.pop();
      nameExpected = false;
    } else if (first === ',') {
      nameExpected = names !== null;
    } else if (first === ':') {
      nameExpected = false;
    } else if (first === '"') {
      const string = JSON.parse(part) as string;
      // A lone surrogate has no UTF-8 form: two different strings would be stored as the same bytes.
      if (!string.isWellFormed()) return 'A text holds half of a surrogate pair.';
      if (!nameExpected || names === null) continue;
      if (string === '__proto__') return 'A member must not be called __proto__.';
      if (names.has(string)) return `The member ${JSON.stringify(string.slice(0, 64))} is given twice.`;
      names.add(string);
    } else if (!isExact(part)) {
      return 'A number is too large to be kept exactly; write it as a text.';
    }
  }
  return null;
}

function isExact(literal: string): boolean {
  const number = Number(literal);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
