// The wire to the gateway: one request, one answer, and what is known when none came.
import type { Json } from '#contract/data/json.ts';

export interface GatewayRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api/v2`, filled in and encoded. */
  readonly path: string;
  /** The exact JSON text, or null for none. */
  readonly body: string | null;
  readonly key: string | null;
  /** A new connection, so that no dead one is reused for a request that must not be repeated. */
  readonly freshConnection: boolean;
  /** From the last byte sent to the last byte received. */
  readonly answerTimeoutMs: number;
  /** Asked once, right before the first byte: token and connection may have taken their time. */
  readonly mayBegin: () => boolean;
}

export type GatewayBody =
  | { readonly type: 'json'; readonly value: Json }
  | { readonly type: 'empty' }
  /** One name stands twice in an object: which value counts cannot be told. */
  | { readonly type: 'ambiguous' }
  /**
   * Complete, but not JSON, or longer than the bridge reads. `spoilt`: it is JSON, or may have been before it was
   * garbled; a page was not.
   */
  | { readonly type: 'unreadable'; readonly spoilt?: true }
  /** The connection ended before the announced end. */
  | { readonly type: 'cut' };

export type GatewayAnswer =
  /** No byte of the request left: name, connect, TLS, or no token to send it with. */
  | { readonly type: 'unsent'; readonly reason: string }
  /** No byte left either, because `mayBegin` said no. It tells nothing of the network. */
  | { readonly type: 'withheld' }
  /** The token endpoint refused the credentials; the request itself was not sent. */
  | { readonly type: 'credentials-refused'; readonly reason: string }
  /** Sent, at least in part, and no complete answer came. */
  | { readonly type: 'lost'; readonly reason: 'timeout' | 'reset' }
  | {
      readonly type: 'response';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly body: GatewayBody;
      /** Names the credentials it was sent with, so that only these are renewed. */
      readonly credential: string | null;
    };

export interface Gateway {
  send(request: GatewayRequest): Promise<GatewayAnswer>;
  /** A GET without any effect; true when the gateway itself answered (not 502, 503 or 504). */
  probe(): Promise<boolean>;
  /**
   * Gets a new token after a 401 or 403, unless another request already did since `credential` was used.
   * - renewed: there is a new one to try; - same: this scheme has none (Basic); - refused; - unreachable
   */
  renew(credential: string | null): Promise<'renewed' | 'same' | 'refused' | 'unreachable'>;
}

/** What one answer said of the time at the gateway. */
export interface HeardTime {
  readonly dateMs: number;
  /** From the request to the end of the answer, sleep included. */
  readonly tripMs: number;
}
