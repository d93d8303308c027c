// The life of one request on the wire, and what became of it. Whether bytes may have left (lost) or surely did not
// (unsent) decides if money may be sent again, so where that is not certain, it counts as lost.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayBody } from '#core/ports/gateway.ts';
import { onTooManyHints } from '#http/limits/hints.ts';
import { completeBody, isFramed } from './body.ts';
import { StallTolerantTimeout } from './stall-tolerant-timeout.ts';
import { coded, connectFailure } from './reason.ts';

export interface Call {
  readonly method: string;
  /** From the host's root on, encoded. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  readonly mayReuse: boolean;
  readonly answerTimeoutMs: number;
  /** Asked when the connection stands, before the first byte. */
  readonly mayBegin: () => boolean;
}

const maxBodyBytes = 1_048_576;
/** A piece of a single byte takes as much memory and time as one of a hundred. */
const maxPieces = 16_384;

export type Exchange =
  | { readonly type: 'unsent'; readonly reason: string }
  /** The connection stood, and the caller did not want to send any more. */
  | { readonly type: 'withheld' }
  | { readonly type: 'lost'; readonly reason: 'timeout' | 'reset' }
  | {
      readonly type: 'response';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly date: string | undefined;
      readonly body: GatewayBody;
    };

/** Because it took too long, or because the bridge ends. */
export type GiveUp = (why: 'ETIMEDOUT' | 'ECANCELED') => void;

/** The part of a socket that proves what was handed to the system; bytes that still wait are counted too. */
type SentCount = Duplex & { readonly bytesWritten: number };

/**
 * Sends a request that is formed but not begun. `answerTimeoutMs` counts from the last byte sent to the last byte
 * received; sending itself is given as long once more. `stoppable` is handed a function that gives the exchange up, as
 * silence or a broken connection would.
 */
export function carryOut(
  request: ClientRequest,
  { body, answerTimeoutMs, mayBegin }: Pick<Call, 'body' | 'answerTimeoutMs' | 'mayBegin'>,
  stoppable: (stop: GiveUp) => void,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let socket: SentCount | null = null;
    let sentBefore = 0;
    let timeout: StallTolerantTimeout | null = null;
    let answered = false;
    let settled = false;

    const settle = (exchange: Exchange): void => {
      if (settled) return;
      settled = true;
      timeout?.end();
      // What answered in full leaves its connection to the pool; all else must not be used again.
      if (exchange.type !== 'response' || !request.writableFinished || !isWhole(exchange.body)) request.destroy();
      resolve(exchange);
    };
    const fail = (reason: 'timeout' | 'reset', error: unknown): void => {
      if (socket === null || socket.bytesWritten === sentBefore) {
        settle({ type: 'unsent', reason: connectFailure(error) });
      } else settle({ type: 'lost', reason });
    };
    // Once a status is known, the end of the response decides; it may be complete though the connection broke after.
    const broken = (error: unknown): void => {
      if (!answered) fail('reset', error);
    };
    const tookTooLong = (): void => fail('timeout', coded('ETIMEDOUT'));
    const beginToWait = (): void => {
      if (settled) return;
      if (timeout !== null) timeout.restart();
      else timeout = new StallTolerantTimeout(answerTimeoutMs, tookTooLong);
    };

    // The connection is made and nothing is written yet: this event comes before the first write.
    request.once('socket', (assigned) => {
      socket = assigned;
      sentBefore = assigned.bytesWritten;
      if (mayBegin()) beginToWait();
      else settle({ type: 'withheld' });
    });
    request.once('finish', beginToWait);
    request.once('response', (response) => {
      answered = true;
      collect(response, settle);
    });
    onTooManyHints(request, () => fail('reset', coded('EPROTO')));
    request.on('error', broken);
    request.once('close', () => {
      // Making an error costs more than all else here, and nearly every request is settled by now.
      if (!settled) broken(coded('ECONNRESET'));
    });
    stoppable((why) => {
      if (!answered) fail(why === 'ETIMEDOUT' ? 'timeout' : 'reset', coded(why));
      request.destroy();
    });
    request.end(body ?? undefined);
  });
}

function isWhole(body: GatewayBody): boolean {
  return body.type === 'json' || body.type === 'empty';
}

function collect(response: IncomingMessage, settle: (exchange: Exchange) => void): void {
  const status = response.statusCode ?? 0;
  const framed = isFramed(status, response.headers);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { age, 'retry-after': retryAfter } = response.headers;
  // Out of a cache on the way (RFC 9111, 5.1): its date says when somebody else was answered.
  const date = age === undefined || age === '0' ? response.headers.date : undefined;
  const finish = (body: GatewayBody): void => settle({ type: 'response', status, retryAfter, date, body });

  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBodyBytes || chunks.length === maxPieces) finish({ type: 'unreadable', spoilt: true });
    else chunks.push(chunk);
  });
  const whole = () => completeBody(Buffer.concat(chunks), framed, response.headers['content-type']);
  response.once('end', () => finish(response.complete ? whole() : { type: 'cut' }));
  // Its own error says nothing that its close does not.
  response.on('error', () => undefined);
  response.once('close', () => finish({ type: 'cut' }));
}
