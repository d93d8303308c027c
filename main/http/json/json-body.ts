// From a request to its JSON object, or to the reason why there is none: media type, size, encoding, JSON. The
// media type is checked first, because a browser form can send anything else without asking.
import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { readBody } from '../body.ts';
import { inputRefusal } from '../query.ts';
import { parseJsonObject } from './strict-json.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

const nativeLimits: BodyLimits = { maxBytes: 64 * 1024, maxDepth: 32 };

interface BodyOptions {
  /** No body at all counts as `{}` and then needs no media type. */
  readonly optional: boolean;
  readonly limits?: BodyLimits;
  /** Asked before the body is read and, with its bytes, before anything looks into it: why it may not go on, or null. */
  readonly admit?: (bytes: number | null) => Refusal | null | Promise<Refusal | null>;
}

export type JsonBody =
  | { readonly type: 'object'; readonly value: JsonObject }
  | { readonly type: 'refused'; readonly refusal: Refusal };

const jsonMediaType = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

export async function readJsonBody(incoming: IncomingMessage, options: BodyOptions): Promise<JsonBody> {
  const { limits = nativeLimits, admit = admitted } = options;
  const mediaType = incoming.headers['content-type'];
  const typed = mediaType !== undefined && jsonMediaType.test(mediaType);
  const bare = options.optional && mediaType === undefined;
  if (!typed && !bare) return refused('media-type-refused', 'The Content-Type header must be application/json.');
  const encoding = incoming.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refused('media-type-refused', 'The body must not be compressed.');
  }

  const early = await admit(null);
  if (early !== null) return { type: 'refused', refusal: early };
  const body = await readBody(incoming, limits.maxBytes);
  switch (body.type) {
    case 'too-large':
      return refused('body-too-large', `The body must have at most ${limits.maxBytes} bytes.`);
    case 'cut':
      return refused('malformed-request', 'The body ended before its announced end.');
    case 'read': {
      // Others of the same program may have come in meanwhile.
      const late = await admit(body.bytes.length);
      if (late !== null) return { type: 'refused', refusal: late };
      return parse(body.bytes, options.optional, typed, limits);
    }
  }
}

const admitted = () => null;

function parse(bytes: Buffer, optional: boolean, typed: boolean, limits: BodyLimits): JsonBody {
  if (optional && bytes.length === 0) return { type: 'object', value: {} };
  if (!typed) return refused('media-type-refused', 'The Content-Type header must be application/json.');
  const read = parseJsonObject(bytes, limits.maxDepth);
  switch (read.type) {
    case 'object':
      return read;
    case 'malformed':
      return refused('malformed-json', read.detail);
    case 'inexact':
      return { type: 'refused', refusal: inputRefusal('body', read.issues) };
  }
}

function refused(code: Refusal['code'], detail: string): JsonBody {
  return { type: 'refused', refusal: { code, detail } };
}
