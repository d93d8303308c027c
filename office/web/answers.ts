// How the page's server answers: JSON, refusals by a code that the page says in words, and the policy of every document.
import type { ServerResponse } from 'node:http';
import { guardHeaders } from '#http/answer.ts';
import type { PageRefusal } from '#contract/office/page.ts';

export type Headers = { readonly [name: string]: string };

export interface WebAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
}

const statusOf: { readonly [code in PageRefusal]: number } = {
  'bad-request': 400,
  'not-found': 404,
  'not-signed-in': 401,
  'role-missing': 403,
  'origin-refused': 403,
  'sign-in-refused': 403,
  'sign-in-limited': 429,
  'link-not-valid': 403,
  'wrong-code': 403,
  'code-needed': 403,
  'own-request': 403,
  'too-large': 413,
  'settings-altered': 500,
  'layer-refused': 409,
  'try-again': 503,
};

/** As strict as the window's, without its pictures of receipts; and no script may make another one. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const webHeaders: Headers = {
  ...guardHeaders,
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export function json(value: unknown, headers: Headers = {}): WebAnswer {
  const all = { ...webHeaders, 'Content-Type': 'application/json', ...headers };
  return { status: 200, headers: all, body: JSON.stringify(value) };
}

export function refused(code: PageRefusal): WebAnswer {
  return { ...json({ code }), status: statusOf[code] };
}

export function writeAnswer(outgoing: ServerResponse, { status, headers, body }: WebAnswer): void {
  // What was not read of a body that was too long would be taken for the next request.
  const rest = outgoing.req.complete ? {} : { Connection: 'close' };
  outgoing.writeHead(status, { ...headers, ...rest, 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(outgoing.req.method === 'HEAD' ? '' : body);
}
