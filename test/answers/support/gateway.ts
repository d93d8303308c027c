// A payment gateway that says exactly what a row tells it to say. It knows no rule of its own: whatever a real gateway
// might answer can be written down, also what contradicts itself. It imports nothing of the product, so a mistake that
// the product makes about the specification is not made here a second time.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** What the bridge sent, as the gateway saw it. */
export interface Sent {
  readonly method: string;
  /** Below `/api/v2`, for example `/payments/P00012/captures`. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  readonly rawBody: string;
  /** How many requests with the same method came for this script before. */
  readonly earlier: number;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes go out as they are; anything else is written as JSON; undefined is an empty body. */
  readonly body?: unknown;
  /** cut: the connection ends in the middle of the body. reset: it ends before any answer. */
  readonly broken?: 'cut' | 'reset';
}

export type AnswerOf = (sent: Sent) => Answer | Promise<Answer>;

/** What the gateway says about one row's payment, terminal and transId. */
export interface Script {
  readonly post: AnswerOf;
  readonly get: AnswerOf;
}

/** Records say nothing: a look-up learns neither that something happened nor that it did not. */
const noRecord: AnswerOf = () => ({
  status: 500,
  body: { responseCode: '40000001', responseDescription: 'records are not available' },
});

export interface ScriptedGateway {
  readonly url: string;
  /** `number` stands in the ids of the row: T00012, P00012, N00012, K00012, and in a card's first digits: 400012. */
  script(number: number, script: Script): void;
  /** POSTs of money that came for a row. */
  posts(number: number): readonly Sent[];
  gets(number: number): readonly Sent[];
  /** What a GET of the bare `/api/v2` is answered. */
  setReachability(answer: Answer): void;
  unscripted(): readonly Sent[];
  close(): Promise<void>;
}

const idNumber = /[TPNKR](\d{5})(?!\d)/;

function numberOf(path: string, body: Record<string, unknown>): number | null {
  const { bin } = body;
  if (typeof bin === 'string') return Number(bin.slice(1, 6));
  for (const text of [path, body['transId'], body['posTerminalId'], body['payId']]) {
    const found = typeof text === 'string' ? idNumber.exec(text) : null;
    if (found !== null) return Number(found[1]);
  }
  return null;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(response: ServerResponse, answer: Answer): void {
  const { body } = answer;
  if (answer.broken === 'reset') {
    response.destroy();
    return;
  }
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? Buffer.alloc(0) : raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const headers: Record<string, string> = { ...answer.headers };
  if (body !== undefined && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  if (answer.status !== 204) headers['content-length'] = String(bytes.length);
  response.writeHead(answer.status, headers);
  if (answer.broken === 'cut') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  response.end(answer.status === 204 ? undefined : bytes);
}

export async function startGateway(): Promise<ScriptedGateway> {
  const scripts = new Map<number, Script>();
  const seen = new Map<number, Sent[]>();
  const unscripted: Sent[] = [];
  let reachability: Answer = { status: 404, body: { title: 'Not Found', status: 404 } };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const rawBody = await readText(request);
    if (url.startsWith('/authorization/oauth/token')) {
      write(response, { status: 200, body: { access_token: 'scripted', token_type: 'Bearer', expires_in: 3600 } });
      return;
    }
    const path = decodeURIComponent(url.replace(/^\/api\/v2/, ''));
    const body = parsed(rawBody);
    const method = request.method ?? 'GET';
    if (path === '' || path === '/') {
      write(response, reachability);
      return;
    }
    const number = numberOf(path, body);
    const history = number === null ? unscripted : (seen.get(number) ?? []);
    const earlier = history.filter((each) => each.method === method).length;
    const sent: Sent = { method, path, headers: request.headers, body, rawBody, earlier };
    history.push(sent);
    if (number !== null) seen.set(number, history);
    const script = number === null ? undefined : scripts.get(number);
    if (script === undefined) {
      write(response, await noRecord(sent));
      return;
    }
    write(response, await (method === 'GET' ? script.get(sent) : script.post(sent)));
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const of = (number: number, method: (name: string) => boolean): readonly Sent[] =>
    (seen.get(number) ?? []).filter((each) => method(each.method));

  return {
    url: `http://127.0.0.1:${port}`,
    script(number, script) {
      scripts.set(number, script);
    },
    posts: (number) => of(number, (method) => method === 'POST'),
    gets: (number) => of(number, (method) => method === 'GET'),
    setReachability(answer) {
      reachability = answer;
    },
    unscripted: () => unscripted,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
