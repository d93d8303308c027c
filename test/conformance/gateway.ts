// A gateway under test: its two addresses and one merchant's credentials. Every answer is kept for the report, as
// method, path and status: no body of a request, and no token, gets there.
import { type Answer, type Sending, at, exchange } from './http.ts';

export interface Address {
  /** The root address; `/api/v2` is appended. */
  readonly root: string;
  /** The root of the token endpoint. */
  readonly authRoot: string;
  readonly merchantId: string;
  readonly apiKey: string;
}

export type Scheme = 'bearer' | 'basic';

export interface Call extends Sending {
  /** `none` sends no Authorization header; default `bearer`. */
  readonly as?: Scheme | 'none';
  readonly key?: string;
}

export class Gateway {
  readonly address: Address;
  readonly #seen: (answer: Answer, sent: Sending['body']) => void;
  #token: string | null = null;

  constructor(address: Address, seen: (answer: Answer, sent: Sending['body']) => void) {
    this.address = address;
    this.#seen = seen;
  }

  post(path: string, body: Sending['body'], call: Call = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? call : { ...call, body });
  }

  get(path: string, call: Call = {}): Promise<Answer> {
    return this.send('GET', path, call);
  }

  async send(method: string, path: string, { as = 'bearer', key, headers, ...sending }: Call = {}): Promise<Answer> {
    const authorization = await this.#authorization(as);
    const all = {
      ...(authorization === null ? {} : { authorization }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    };
    const answer = exchange(this.address.root, method, `/api/v2${path}`, { ...sending, headers: all });
    return this.#seeing(answer, sending.body);
  }

  /** The token endpoint, with the merchant's own credentials where the form does not say others. */
  token(form: { readonly [name: string]: string } = {}, without: readonly string[] = []): Promise<Answer> {
    const { merchantId, apiKey } = this.address;
    const full = { grant_type: 'client_credentials', client_id: merchantId, client_secret: apiKey, ...form };
    const sent = Object.fromEntries(Object.entries(full).filter(([name]) => !without.includes(name)));
    return this.#seeing(exchange(this.address.authRoot, 'POST', '/authorization/oauth/token', { form: sent }));
  }

  async #authorization(as: Scheme | 'none'): Promise<string | null> {
    if (as === 'none') return null;
    const { merchantId, apiKey } = this.address;
    if (as === 'basic') return `Basic ${Buffer.from(`${merchantId}:${apiKey}`).toString('base64')}`;
    this.#token ??= await this.#freshToken();
    return `Bearer ${this.#token}`;
  }

  async #freshToken(): Promise<string> {
    const { status, json } = await this.token();
    const token = at(json, 'access_token');
    if (typeof token !== 'string') throw new Error(`the token endpoint gave no token (status ${status})`);
    return token;
  }

  async #seeing(answer: Promise<Answer>, sent?: Sending['body']): Promise<Answer> {
    const got = await answer;
    this.#seen(got, sent);
    return got;
  }
}
