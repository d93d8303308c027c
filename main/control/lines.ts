// Messages on the control socket: a JSON object on a line, in UTF-8. A line that is too long or is no such object ends
// the connection; nothing of it is looked at.
import type { Socket } from 'node:net';
import type { JsonObject } from '#contract/data/json.ts';
import { parseJsonObject } from '#http/json/strict-json.ts';

/** What the other side sent is not a message. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

const newline = 0x0a;
const usualDepth = 16;

/**
 * The messages as they come; ends where the other side has ended. `maxBytes`: of a line, also where it grows after the
 * first messages. Throws NotUnderstood, and what the socket met.
 */
export async function* messagesFrom(
  socket: Socket,
  maxBytes: number | (() => number),
  maxDepth = usualDepth,
): AsyncGenerator<JsonObject, void, undefined> {
  const most = typeof maxBytes === 'number' ? () => maxBytes : maxBytes;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      if (end > most()) throw new NotUnderstood('the line is too long');
      yield messageIn(rest.subarray(0, end), maxDepth);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > most()) throw new NotUnderstood('the line is too long');
  }
}

function messageIn(line: Buffer, maxDepth: number): JsonObject {
  // Only its bytes are bounded: a long list or the report of a long shift has many members.
  const read = parseJsonObject(line, maxDepth, Infinity);
  if (read.type !== 'object') throw new NotUnderstood('the line is no JSON object');
  return read.value;
}

export function lineOf(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
