// Turns the bytes of an answer into a body the engine can judge. "Complete" decides between success and unknown for
// captures and reversals, so a body counts as complete only where its framing or its own syntax proves it.
import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '#contract/data/json.ts';
import type { GatewayBody } from '#core/ports/gateway.ts';
import { inexactness } from '#http/json/exact-number.ts';

// Deeper values would exhaust the stack of the code that walks them. More of them block the thread that sales need: 1
// MiB of small ones takes half a second in all checks. A payment with some hundred entries has a few thousand.
const maxDepth = 100;
const maxMembers = 10_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a body that arrived to its end is. `framed`: its end was announced. `contentType`: what it was called. */
export function completeBody(bytes: Buffer, framed: boolean, contentType = ''): GatewayBody {
  // An empty page is somebody else's answer: the gateway's own have no body, or JSON.
  const isEmptyPage = bytes.length === 0 && /^text\/html\b/i.test(contentType.trim());
  const body: GatewayBody = isEmptyPage ? { type: 'unreadable' } : decode(bytes);
  // Without an announced end, a truncated body looks like a short one; only whole JSON proves itself.
  return framed || body.type === 'json' ? body : { type: 'cut' };
}

/** Whether the end of this answer was announced, rather than given by the connection's end. */
export function isFramed(status: number, headers: IncomingHttpHeaders): boolean {
  if (status === 204 || status === 304) return true;
  return headers['content-length'] !== undefined || /\bchunked\s*$/i.test(headers['transfer-encoding'] ?? '');
}

function decode(bytes: Buffer): GatewayBody {
  if (bytes.length === 0) return { type: 'empty' };
  if (!isBounded(bytes)) return unreadable(bytes);
  try {
    const text = utf8.decode(bytes);
    const value = parsed(text);
    return namesTwice(text) ? { type: 'ambiguous' } : { type: 'json', value };
  } catch {
    return unreadable(bytes);
  }
}

/**
 * A number that JavaScript would round is kept as the text that it is: of a payId without quotes the last digits would be
 * another payment's.
 */
function parsed(text: string): Json {
  if (!maybeRounded.test(text)) return JSON.parse(text) as Json;
  return JSON.parse(text, (_name: string, value: Json, told?: { readonly source?: string }) => {
    const source = told?.source;
    return typeof value === 'number' && source !== undefined && inexactness(source) !== null ? source : value;
  }) as Json;
}

const maybeRounded = /[\d.]{16}|\d[eE]/;

/** A page, or a text that never was JSON, is no answer that was spoilt. */
function unreadable(bytes: Buffer): GatewayBody {
  const isPage = /^[\s\uFEFF]*(?:<|[A-Za-z]|$)/.test(bytes.subarray(0, 1_024).toString('utf8'));
  return isPage ? { type: 'unreadable' } : { type: 'unreadable', spoilt: true };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts depth and members of JSON text before anything is made of it; what is no JSON tells its parser. */
function isBounded(bytes: Buffer): boolean {
  let [depth, members] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] ?? 0;
    if (sign === quote) at = endOfText(bytes, at);
    else if (sign === comma) members += 1;
    else if (opening.has(sign)) {
      members += 1;
      depth += 1;
    } else if (closing.has(sign)) depth -= 1;
    if (depth > maxDepth || members > maxMembers) return false;
  }
  return true;
}

/** Where the quote stands that closes the text which begins at `from`. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** Whether an object of this valid JSON text holds one name twice. JSON.parse takes the last one without a word. */
function namesTwice(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [each] of text.matchAll(token)) {
    if (each === '{') open.push(new Set());
    else if (each === '[') open.push(null);
    else if (each === '}' || each === ']') open.pop();
    else if (each === ':') {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
    last = each;
  }
  return false;
}
