// The wire, as the specification describes it and no further: JSON over HTTP with one of two Authorization headers, a
// form for the token. Nothing of the product is used here, so that a mistake of ours cannot hide behind itself.
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Body = { [name: string]: Json };

export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  readonly json: Json | undefined;
}

export interface Sending {
  readonly body?: Json;
  /** Sent instead of a JSON body, as a form. */
  readonly form?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
}

const timeoutMs = 60_000;

/** One request on a connection of its own; throws where there is no answer. Redirects are answers. */
export function exchange(root: string, method: string, path: string, sending: Sending): Promise<Answer> {
  const url = new URL(`${root}${path}`);
  const [text, contentType] = encoded(sending);
  const headers = {
    accept: 'application/json',
    ...(text === '' ? {} : { 'content-type': contentType }),
    'content-length': String(Buffer.byteLength(text)),
    ...sending.headers,
  };
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, agent: false, timeout: timeoutMs }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const body = Buffer.concat(chunks).toString();
        const type = incoming.headers['content-type'] ?? '';
        const status = incoming.statusCode ?? 0;
        resolve({ method, path: url.pathname, status, contentType: type, text: body, json: parsed(body) });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}

function encoded({ body, form }: Sending): [text: string, contentType: string] {
  if (form !== undefined) return [new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded'];
  return [body === undefined ? '' : JSON.stringify(body), 'application/json'];
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, `data.0.id`; undefined where the path leaves the body. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let here = value;
  for (const step of path.split('.')) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

/** The names of an object's members; none where it is no object. */
export function namesOf(value: Json | undefined): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** An id or a number as text; empty where it is neither. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Every string in a body, with the name it stands under. */
export function stringsIn(value: Json | undefined, name = ''): { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, name));
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => stringsIn(each, key)) : [];
}
