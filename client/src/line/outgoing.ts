// One request, before it is sent.
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With its query. */
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}
