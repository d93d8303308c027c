// Turns the bytes of an answer into a body the engine can judge. "Complete" decides between success and unknown for
// captures and reversals, so a body counts as complete only where its framing or its own syntax proves it.
import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '#contract/json.ts';
import type { GatewayBody } from '#core/ports/gateway.ts';

// Deeper values would exhaust the stack of whoever walks them.
const maxDepth = 100;
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
  try {
    const text = utf8.decode(bytes);
    const value = JSON.parse(text) as Json;
    if (isTooDeep(value)) return { type: 'unreadable', spoilt: true };
    return namesTwice(text) ? { type: 'ambiguous' } : { type: 'json', value };
  } catch {
    return isPage(bytes) ? { type: 'unreadable' } : { type: 'unreadable', spoilt: true };
  }
}

/** Whether it is a page, or a text that never was JSON. */
function isPage(bytes: Buffer): boolean {
  return /^[\s\uFEFF]*(?:<|[A-Za-z]|$)/.test(bytes.subarray(0, 1_024).toString('utf8'));
}

function isTooDeep(value: Json, depth = 0): boolean {
  if (depth === maxDepth) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((each) => isTooDeep(each, depth + 1));
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
