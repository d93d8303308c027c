// One event on its way to the address of a program: sent once, judged by the status alone. A redirect is no success and
// is not followed; what is answered is not read.
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { trusting } from '#http/authorities.ts';
import { lookup } from '#http/found-addresses.ts';
import { onTooManyHints } from '#http/limits/hints.ts';

export interface WebhookMessage {
  readonly url: string;
  readonly name: string;
  readonly seq: number;
  readonly webhookId: string;
  readonly body: string;
  readonly secret: string;
  /** The time by the wall clock. */
  readonly atMs: number;
}

/** `failed`: in a word that stands in the log and in the program's own view of its webhook. */
export type Posted = { readonly type: 'taken' } | { readonly type: 'failed'; readonly why: string };

/** Hex, over `SECONDS.BODY`: as the gateway's own notifications are signed. */
function signatureOf(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

export function post(message: WebhookMessage, timeoutMs: number, ending: AbortSignal): Promise<Posted> {
  const { url, name, seq, webhookId, body, secret, atMs } = message;
  const target = new URL(url);
  const isPlain = target.protocol === 'http:';
  const seconds = Math.floor(atMs / 1_000);
  const options = {
    method: 'POST',
    agent: false,
    lookup,
    signal: AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Tillbridge',
      'Tillbridge-Event': name,
      'Tillbridge-Event-Id': String(seq),
      'Tillbridge-Webhook': webhookId,
      'Tillbridge-Timestamp': String(seconds),
      'Tillbridge-Signature': `v1=${signatureOf(secret, seconds, body)}`,
    },
  } as const;
  return new Promise((resolve) => {
    const settle = (posted: Posted) => {
      resolve(posted);
      outgoing.destroy();
    };
    const outgoing = isPlain
      ? httpRequest(target, target.hostname === 'localhost' ? { ...options, hostname: '127.0.0.1' } : options)
      : httpsRequest(target, { ...options, ...trusting() });
    outgoing.on('response', ({ statusCode = 0 }) =>
      settle(
        statusCode >= 200 && statusCode < 300 ? { type: 'taken' } : { type: 'failed', why: `status ${statusCode}` },
      ),
    );
    onTooManyHints(outgoing, () => settle({ type: 'failed', why: 'too much before an answer' }));
    outgoing.on('error', (error: NodeJS.ErrnoException) => settle({ type: 'failed', why: whyOf(error) }));
    outgoing.end(body);
  });
}

function whyOf({ name, code, cause }: NodeJS.ErrnoException): string {
  if (name === 'AbortError' || name === 'TimeoutError') {
    return cause instanceof Error && cause.name !== 'TimeoutError' ? 'ending' : 'no answer in time';
  }
  return code ?? 'not reached';
}
