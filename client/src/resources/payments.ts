// Payments as the gateway shows them. The specification does not describe these bodies, so they are passed on
// unchanged, with `sums` beside them: what was authorized, captured and refunded, as money.
import type { Payment } from '../api/generated.ts';
import type { Line } from '../line/line.ts';

interface Options {
  readonly signal?: AbortSignal;
}

export class Payments {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  async get(payId: string, options: Options = {}): Promise<Payment> {
    const path = `/v1/payments/${encodeURIComponent(payId)}`;
    return (await this.#line.call({ method: 'GET', path, ...options })) as Payment;
  }

  /** By the merchant's own transaction id. */
  async byTransId(transId: string, options: Options = {}): Promise<Payment> {
    const wish = { method: 'GET', path: '/v1/payments', query: { transId }, ...options } as const;
    return (await this.#line.call(wish)) as Payment;
  }
}
