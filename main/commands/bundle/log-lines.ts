// The latest lines of the log files, and of each only its time, level and event, numbers, places in the program, and
// words that are codes of the product. Anything else may be what somebody typed or a gateway said.
import { join } from 'node:path';
import type { Json, JsonObject } from '#contract/data/json.ts';
import { largestLogBytes } from '#host/files/log-file.ts';
import { partOfOrdinary } from '#host/files/read-ordinary.ts';

const files = ['tillbridge.log.1', 'tillbridge.log'];
const mostLines = 2_000;

/** Facts whose words are codes or ids that the product itself made. */
const coded: ReadonlySet<string> = new Set([
  'at',
  'level',
  'event',
  'operation',
  'kind',
  'state',
  'code',
  'error',
  'mode',
  'version',
  'node',
]);
const codeWord = /^[\w.:+-]{1,64}$/;
const place = /^at [\w$.<> #[\]/\\:()@-]+$/;

export function linesOf(logDir: string): JsonObject[] {
  return files
    .flatMap((file) => readIn(join(logDir, file)).split('\n'))
    .filter((line) => line.startsWith('{'))
    .slice(-mostLines)
    .flatMap((line) => {
      const shown = shownOf(line);
      return shown === null ? [] : [shown];
    });
}

function shownOf(line: string): JsonObject | null {
  try {
    return shownFacts(JSON.parse(line) as JsonObject);
  } catch {
    return null;
  }
}

/** Without those that may not leave, and how many these were. */
export function shownFacts(facts: JsonObject): JsonObject {
  const all = Object.entries(facts);
  const shown = all.filter(([name, value]) => isShown(name, value));
  const left = all.length - shown.length;
  return { ...Object.fromEntries(shown), ...(left === 0 ? {} : { leftOut: left }) };
}

function isShown(name: string, value: Json): boolean {
  if (typeof value === 'string') return coded.has(name) && codeWord.test(value);
  if (Array.isArray(value)) return name === 'stack' && value.every(isPlace);
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Math.abs(value) < 1e9);
}

/** A line of an error's stack. */
export function isPlace(value: Json): boolean {
  return typeof value === 'string' && place.test(value);
}

function readIn(file: string): string {
  try {
    return partOfOrdinary(file, 'end', largestLogBytes)?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}
