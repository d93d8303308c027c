// A sandbox for one test, and a client that writes its requests by hand from the specification: node:http with a
// connection of its own for each request, so that broken and missing answers show as what they are.
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { type SandboxOptions, startSandbox } from '#sandbox/server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What came of a request: a whole answer, or how it ended. */
export type Fate =
  | ({ readonly type: 'whole' } & Reply)
  | ({ readonly type: 'cut' } & Reply)
  | { readonly type: 'broken'; readonly code: string | undefined };

export interface Sending {
  readonly body?: unknown;
  /** Instead of `body`: the exact bytes. */
  readonly raw?: string | Buffer;
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
}

/** The members of answers that tests read one by one; a test says which of them it expects. */
export interface Body {
  readonly payId: string;
  readonly merchantId: string;
  readonly transId: string;
  readonly xId: string;
  readonly status: string | number;
  readonly title: string;
  readonly errors: { readonly [field: string]: string[] };
  readonly traceNr: string;
  readonly approvalCode: string;
  readonly receipt: { readonly merchant: string[]; readonly customer: string[] };
  readonly paymentMethods: { readonly card: { readonly providerTransactionId: string } };
  readonly totals: { readonly captured: number };
  readonly operations: readonly object[];
  readonly access_token: string;
  readonly dccInfo: object;
  readonly faults: readonly object[];
  readonly responseCode: string;
  readonly paymentIntentId: string;
  readonly _links: { readonly redirect: { readonly href: string } };
  readonly customerInfo: { readonly gatewayCustomerId: string };
  readonly now: string;
  readonly notifications: readonly { readonly attempts: readonly { readonly result: number | string }[] }[];
}

export interface Execution {
  readonly seq: number;
  readonly route: string;
}

export interface LedgerBody {
  readonly payments: readonly object[];
  readonly executions: readonly Execution[];
}

/** A whole answer with its body read as JSON. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}

// The matchers are typed `any`; here each stands for what it matches.
export const anyText = expect.any(String) as string;
export const anyNumber = expect.any(Number) as number;
export const matching = (pattern: RegExp): string => expect.stringMatching(pattern) as string;
export const holding = (part: string): string => expect.stringContaining(part) as string;

/** What every decline of an operation says. */
export const refused = { status: 'FAILED', responseCode: matching(/^2[0-9A-Za-z]{7}$/) };

export interface Gateway {
  readonly url: string;
  /** Sends with Basic credentials; the parsed body beside the status. */
  send(method: string, path: string, sending?: Sending): Promise<Answered>;
  fate(method: string, path: string, sending?: Sending): Promise<Fate>;
  ledger(): Promise<LedgerBody>;
  fault(...faults: object[]): Promise<void>;
  /** Moves the sandbox's clock. */
  advance(ms: number): Promise<void>;
  payment(payId: string): Promise<Body>;
  close(): Promise<void>;
}

export const basic = (merchantId: string, apiKey: string): string =>
  `Basic ${Buffer.from(`${merchantId}:${apiKey}`).toString('base64')}`;

export async function startGateway(options: Partial<SandboxOptions> = {}): Promise<Gateway> {
  const sandbox = await startSandbox({ port: 0, terminalDelayMs: 0, ...options });
  onTestFinished(() => sandbox.close());
  return clientOf(sandbox.url, () => sandbox.close());
}

export function clientOf(url: string, close: () => Promise<void> = () => Promise.resolve()): Gateway {
  const fate: Gateway['fate'] = (method, path, sending = {}) => exchange(url, method, path, sending);
  const send: Gateway['send'] = async (method, path, sending) => {
    const outcome = await fate(method, path, sending);
    if (outcome.type !== 'whole') throw new Error(`${method} ${path} got no whole answer: ${outcome.type}`);
    const { status, text } = outcome;
    return { status, text, body: JSON.parse(text === '' ? 'null' : text) as Body };
  };
  return {
    url,
    fate,
    send,
    ledger: async () => (await send('GET', '/_sandbox/ledger')).body as unknown as LedgerBody,
    fault: async (...faults) => {
      const { status, text } = await send('POST', '/_sandbox/faults', { body: faults });
      if (status !== 200) throw new Error(text);
    },
    advance: async (advanceMs) => {
      const { status, text } = await send('POST', '/_sandbox/clock', { body: { advanceMs } });
      if (status !== 200) throw new Error(text);
    },
    payment: async (payId) => (await send('GET', `/api/v2/payments/getByPayId/${payId}`)).body,
    close,
  };
}

function exchange(url: string, method: string, path: string, { body, raw, headers, signal }: Sending): Promise<Fate> {
  const bytes = raw ?? (body === undefined ? '' : JSON.stringify(body));
  const options = {
    method,
    agent: false,
    headers: {
      authorization: basic('SHOP', 'key'),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(bytes)),
      ...headers,
    },
    ...(signal === undefined ? {} : { signal }),
  } as const;
  return new Promise((resolve) => {
    const request = httpRequest(`${url}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      const reply = (): Reply => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ type: 'whole', ...reply() }));
      response.on('error', () => resolve({ type: 'cut', ...reply() }));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve({ type: 'broken', code: error.code }));
    request.end(bytes);
  });
}

/** Waits for a state that another connection brings about. */
export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const value = await read();
  return holds(value) ? value : until(read, holds);
}

export const eur = (value: number): { value: number; currency: string } => ({ value, currency: 'EUR' });

let count = 0;
/** A transId that no other request of this process uses. */
export const transId = (): string => `T-${process.pid}-${(count += 1)}`;

/** The body of a terminal command. */
export function command(
  messageType: string,
  fields: { readonly [name: string]: unknown } = {},
): { body: { transId: string; messageType: string; [name: string]: unknown } } {
  const localDateTime = '2026-01-31T18:05:00';
  return { body: { transId: transId(), messageType, posTerminalId: '17', localDateTime, ...fields } };
}

/** An authorization of this amount at a terminal; the answer's body. */
export async function authorize(gateway: Gateway, value: number): Promise<Body> {
  const sent = command('AUTHORISATION_OR_RESERVATION', { amount: eur(value) });
  return (await gateway.send('POST', '/api/v2/cloudpos', sent)).body;
}

export async function sell(gateway: Gateway, value: number): Promise<Body> {
  return (await gateway.send('POST', '/api/v2/cloudpos', command('SALE', { amount: eur(value) }))).body;
}

export const minute = 60_000;
export const hour = 60 * minute;

/** The body of a create-payment request. */
export function directPayment(fields: { readonly [name: string]: unknown } = {}, type = 'CARD'): { body: object } {
  const paymentMethods = { integrationType: 'DIRECT', type };
  return { body: { transId: transId(), amount: eur(1000), paymentMethods, ...fields } };
}

export const urls = {
  return: 'http://127.0.0.1:9/return?order=7',
  cancel: 'http://127.0.0.1:9/cancel',
  webhook: 'http://127.0.0.1:9/webhook',
};

/** Opens a checkout session and gives the payId, which is only in the link. */
export async function openSession(gateway: Gateway, fields: object = {}): Promise<{ href: string; payId: string }> {
  const body = { transId: transId(), amount: eur(1000), urls, ...fields };
  const answer = await gateway.send('POST', '/api/v2/payments/sessions', { body });
  if (answer.status !== 202) throw new Error(answer.text);
  const { href } = answer.body._links.redirect;
  return { href, payId: href.slice(href.lastIndexOf('/') + 1) };
}

/** What a browser sends when a button of the hosted page is pressed. */
export function press(gateway: Gateway, href: string, fields: { readonly [name: string]: string }): Promise<Fate> {
  const raw = new URLSearchParams({ method: 'CARD', card: 'visa', ...fields }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return gateway.fate('POST', new URL(href).pathname, { raw, headers });
}
