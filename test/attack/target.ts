// What is attacked: a gateway and a bridge as processes of their own, and clients that people let in. Everything sent to
// it goes over raw sockets. A canary's own sales tell whether it still serves, and the gateway's books whether any attack
// moved anything.
import { expect } from 'vitest';
import type { Json } from '#contract/data/json.ts';
import { Erp, type Execution, ledgerOf } from '#support/erp.ts';
import { type ShopOptions, Shop, machineUser, sale } from '#support/shop.ts';
import {
  type HeaderLine,
  Malformed,
  type StrictAnswer,
  type WireRequest,
  Wire,
  bytesOf,
} from '#support/strict-http.ts';
import { until } from '#support/until.ts';

const everything = 'status,sale,capture,refund,refund-unreferenced,dcc,terminal,customers,export';
/** The only page that a person let in. */
export const pageOrigin = 'https://erp.example';

export const wellKnown = '/.well-known/tillbridge';

export interface Told {
  readonly status: number;
  /** Of the problem; null where the answer is none. */
  readonly code: string | null;
}

export class Target {
  readonly shop: Shop;
  /** May do everything, and is no page. */
  token = '';
  pageToken = '';
  revokedToken = '';
  #canaries = 0;

  constructor(options: ShopOptions = {}) {
    this.shop = new Shop(options);
  }

  async open(): Promise<void> {
    await this.shop.open(everything);
    this.token = this.shop.token;
    this.pageToken = (await this.shop.addProgram('page', everything, pageOrigin)).token;
    const revoked = await this.shop.addProgram('revoked', everything);
    this.revokedToken = revoked.token;
    await this.shop.ask('revokeClient', { by: machineUser, id: revoked.id });
  }

  async newToken(name: string, scopes: string): Promise<string> {
    return (await this.shop.addProgram(name, scopes)).token;
  }

  /** Of the listener that is attacked. */
  get port(): number {
    return Number(new URL(this.shop.bridgeUrl).port);
  }

  /** What tells that a connection is in step: an address, and what its answer holds. */
  get sign(): { readonly path: string; readonly text: string } {
    return { path: wellKnown, text: '"Tillbridge"' };
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** `PORT`, `HOST`, `TOKEN`, `PAGE` and `REVOKED` stand for this target's own. */
  filled(text: string): string {
    return text
      .replaceAll('PORT', String(this.port))
      .replaceAll('HOST', this.host)
      .replaceAll('TOKEN', this.token)
      .replaceAll('PAGE', this.pageToken)
      .replaceAll('REVOKED', this.revokedToken);
  }

  bytes(request: WireRequest): Buffer {
    const headers = (request.headers ?? []).map(([name, value]): HeaderLine => [name, this.filled(value)]);
    const { body } = request;
    const filled = typeof body === 'string' ? { body: this.filled(body) } : {};
    return bytesOf(this.host, { ...request, path: this.filled(request.path), headers, ...filled });
  }

  /**
   * Sends bytes and reads as many answers as `count` says. Afterwards the connection must be closed or in step: what
   * is asked on it next gets its own answer and nothing else. A limit on how often may be asked is waited out.
   */
  async strike(bytes: string | Buffer, blow: Blow = {}): Promise<readonly StrictAnswer[]> {
    return until(async () => {
      const answers = await this.#strikeOnce(bytes, blow);
      return answers.some(({ status }) => status === 429) ? null : answers;
    });
  }

  async #strikeOnce(bytes: string | Buffer, blow: Blow): Promise<readonly StrictAnswer[]> {
    const { count = 1, method = 'GET', unfinished = false } = blow;
    const wire = new Wire(this.port);
    try {
      wire.send(bytes);
      const answers: StrictAnswer[] = [];
      while (answers.length < count) {
        const answer = await wire.answer(method);
        if (answer === null) break;
        answers.push(answer);
        if (answer.last) break;
      }
      await (unfinished ? wire.ended() : this.#closedOrInStep(wire, answers.at(-1)));
      return answers;
    } finally {
      wire.close();
    }
  }

  async #closedOrInStep(wire: Wire, answer: StrictAnswer | undefined): Promise<void> {
    if (answer === undefined || answer.last) {
      // A caller that has nothing more to say; some refusals leave a moment for reading them.
      wire.socket.end();
      await wire.ended();
      return;
    }
    wire.send(bytesOf(this.host, { path: this.sign.path }));
    const next = await wire.answer();
    const text = next?.body.toString() ?? '';
    if (next?.status !== 429 && !text.includes(this.sign.text)) throw new Malformed(`out of step: ${text}`);
  }

  /** What one request is told. */
  async told(request: WireRequest): Promise<Told> {
    const method = request.method ?? 'GET';
    const [answer] = await this.strike(this.bytes(request), { method });
    return toldBy(answer, method);
  }

  /** What a sale came to, what the status says, and all in the gateway's books that no canary did: see `serving`. */
  async canary(): Promise<Canary> {
    this.#canaries += 1;
    const id = `canary-${this.#canaries}`;
    const { bridgeUrl, token, sandboxUrl } = this.shop;
    const erp = new Erp(bridgeUrl, token, { connection: 'close' });
    const sold = await until(async () => {
      const reply = await erp.post('/v1/operations/cloud-pos?wait=60', sale(id, 100), id);
      return reply.status === 429 ? null : reply;
    });
    const { status } = await erp.get('/v1/status');
    const { executions } = await ledgerOf(sandboxUrl);
    const foreign = executions.filter(({ transId }) => !(transId ?? '').startsWith('canary-'));
    return { sale: sold.body['state'] ?? null, status, foreign, exitCode: this.shop.program.child.exitCode };
  }

  async close(): Promise<void> {
    await this.shop.close();
  }
}

export interface Canary {
  /** The state that its operation came to. */
  readonly sale: Json;
  readonly status: number;
  readonly foreign: readonly Execution[];
  readonly exitCode: number | null;
}

/** The bridge serves on, and nothing was moved that should not be. */
export const serving: Canary = { sale: 'succeeded', status: 200, foreign: [], exitCode: null };

interface Blow {
  /** How many answers are expected before the connection is closed or goes on. */
  readonly count?: number;
  readonly method?: string;
  /** The request is longer than what is sent of it: after its answer the connection must end by itself. */
  readonly unfinished?: true;
}

/** Status and code, after what every answer must hold was looked at. */
export function toldBy(answer: StrictAnswer | undefined, method = 'GET'): Told {
  if (answer === undefined) return { status: 0, code: 'closed without an answer' };
  const { status, headers, body } = answer;
  expect(headers.get('access-control-allow-origin')).not.toBe('*');
  expect(headers.has('set-cookie')).toBe(false);
  if (status < 400) return { status, code: null };
  // At the gateway's own addresses the body is in the gateway's form, and the code in a header.
  const code = headers.get('tillbridge-problem');
  if (code !== undefined) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
    return { status, code };
  }
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  if (method === 'HEAD') return { status, code: null };
  const problem = JSON.parse(body.toString()) as { readonly status: number; readonly code: string };
  expect(problem.status).toBe(status);
  return { status, code: problem.code };
}
