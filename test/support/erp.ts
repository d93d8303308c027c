// An ERP, as far as the bridge can tell: HTTP with a token. And the sandbox's own doors: ledger and faults.
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

export class Erp {
  readonly #url: string;
  readonly #headers: { readonly [name: string]: string };

  /** `more`: `connection: close` for a caller who comes anew each time; one that is kept may be ended at any time. */
  constructor(url: string, token: string, more: { readonly connection?: 'close' } = {}) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, ...more };
  }

  async post(path: string, body: JsonObject, requestId: string): Promise<Reply> {
    const headers = {
      ...this.#headers,
      'content-type': 'application/json',
      'idempotency-key': requestId,
    };
    return read(await fetch(`${this.#url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  async get(path: string): Promise<Reply> {
    return read(await fetch(`${this.#url}${path}`, { headers: this.#headers }));
  }

  /** Submits and waits up to `waitSeconds` for the operation to come to rest. */
  async operate(kind: string, body: JsonObject, requestId: string, waitSeconds = 60): Promise<OperationView> {
    const reply = await this.post(`/v1/operations/${kind}?wait=${waitSeconds}`, body, requestId);
    if (reply.status !== 200 && reply.status !== 202) throw new Error(JSON.stringify(reply.body));
    return reply.body as unknown as OperationView;
  }

  async operation(id: string, waitSeconds = 0): Promise<OperationView> {
    return (await this.get(`/v1/operations/${id}?wait=${waitSeconds}`)).body as unknown as OperationView;
  }
}

async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as JsonObject),
  };
}

export interface LedgerPayment {
  readonly payId: string;
  readonly transId: string;
  readonly currency: string;
  readonly authorised: number;
  readonly captured: number;
  readonly refunded: number;
  readonly reversed: number;
  readonly status: string;
}

export interface Execution {
  readonly seq: number;
  readonly route: string;
  readonly payId: string | null;
  readonly transId: string | null;
  readonly key: string | null;
  readonly value: number;
  readonly at: string;
}

export async function ledgerOf(sandboxUrl: string): Promise<{ payments: LedgerPayment[]; executions: Execution[] }> {
  const response = await fetch(`${sandboxUrl}/_sandbox/ledger`);
  return (await response.json()) as { payments: LedgerPayment[]; executions: Execution[] };
}

export async function addFaults(sandboxUrl: string, faults: readonly JsonObject[]): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  if (!response.ok) throw new Error(await response.text());
}
