// Plain software that was written for the gateway: it knows the specification's addresses, a base address, a merchant
// id and an API key. It does not know whether the gateway or the bridge answers.
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';

export interface GatewayReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as an object; `{}` where it is none. */
  readonly body: JsonObject;
}

export interface GatewayCall {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: { readonly [name: string]: string };
  /** Instead of the token of the token endpoint; null for none. */
  readonly authorization?: string | null;
  readonly signal?: AbortSignal;
}

export class GatewayErp {
  readonly #root: string;
  readonly #merchantId: string;
  readonly #apiKey: string;
  #token: string | null = null;

  constructor(root: string, merchantId: string, apiKey: string) {
    this.#root = root;
    this.#merchantId = merchantId;
    this.#apiKey = apiKey;
  }

  get basic(): string {
    return `Basic ${Buffer.from(`${this.#merchantId}:${this.#apiKey}`).toString('base64')}`;
  }

  get(path: string, call: GatewayCall = {}): Promise<GatewayReply> {
    return this.send(path, null, { method: 'GET', ...call });
  }

  post(path: string, body: JsonObject, call: GatewayCall = {}): Promise<GatewayReply> {
    return this.send(path, JSON.stringify(body), call);
  }

  async send(path: string, body: string | null, call: GatewayCall): Promise<GatewayReply> {
    const { method = 'POST', key, headers = {}, authorization = await this.#bearer(), signal } = call;
    const all = {
      ...(authorization === null ? {} : { authorization }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    };
    const address = `${this.#root}/api/v2${path}`;
    return read(await fetch(address, { method, body, headers: all, ...(signal === undefined ? {} : { signal }) }));
  }

  token(form: { readonly [name: string]: string } = {}): Promise<GatewayReply> {
    const full = { client_id: this.#merchantId, client_secret: this.#apiKey, ...form };
    return this.form({ grant_type: 'client_credentials', ...full });
  }

  async form(
    form: { readonly [name: string]: string } | string,
    headers: { readonly [name: string]: string } = {},
  ): Promise<GatewayReply> {
    const body = new URLSearchParams(form);
    return read(await fetch(`${this.#root}/authorization/oauth/token`, { method: 'POST', body, headers }));
  }

  async #bearer(): Promise<string> {
    this.#token ??= fieldOf(await this.token(), 'access_token');
    return `Bearer ${this.#token}`;
  }
}

/** A text of the body at a dotted path; empty for none. */
export function fieldOf({ body }: Pick<GatewayReply, 'body'>, path: string): string {
  return textAt(body, path) ?? '';
}

async function read(response: Response): Promise<GatewayReply> {
  const text = await response.text();
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, body: isJsonObject(value) ? value : {} };
}
