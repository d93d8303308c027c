// What passes between the delivery (sockets) and the application (meaning): plain values. The application never sees
// a socket, so a fault at the socket level is only a way in which a finished answer is handed over.
import type { IncomingHttpHeaders } from 'node:http';

export interface Call {
  readonly method: string;
  /** Without the query, still encoded. */
  readonly path: string;
  /** What follows the question mark, still encoded; empty for none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text; null where its bytes are not UTF-8. */
  readonly body: string | null;
}

export interface SandboxAnswer {
  readonly status: number;
  /** The exact text; empty for none. */
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
}

export type Delivery =
  | { readonly type: 'answer'; readonly answer: SandboxAnswer }
  /** The connection is torn down without an answer. */
  | { readonly type: 'reset' }
  /** No answer; the connection stays open until the client or the sandbox closes it, or for `ms`. */
  | { readonly type: 'hang'; readonly ms: number | null }
  /** The head announces the whole body, half of it follows, then the connection ends. */
  | { readonly type: 'cut'; readonly answer: SandboxAnswer };
