// Reading the customer vault at the gateway; changing it is an operation (update-customer, delete-customer).
import type { Records } from '../api/generated.ts';
import type { Line } from '../line/line.ts';

interface Options {
  readonly signal?: AbortSignal;
}

export interface CustomerFilter {
  readonly page?: number;
  /** `2026-01-31` */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly merchantCustomerId?: string;
  readonly email?: string;
  readonly phoneCountry?: string;
  readonly phoneNumber?: string;
}

export class Customers {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  async list(filter: CustomerFilter = {}, options: Options = {}): Promise<Records['listCustomers']> {
    const wish = { method: 'GET', path: '/v1/customers', query: { ...filter }, ...options } as const;
    return (await this.#line.call(wish)) as Records['listCustomers'];
  }

  async get(customerId: string, options: Options = {}): Promise<Records['getCustomer']> {
    return (await this.#line.call({ method: 'GET', path: pathOf(customerId), ...options })) as Records['getCustomer'];
  }

  async paymentMethods(customerId: string, options: Options = {}): Promise<Records['listCustomerPaymentMethods']> {
    const path = `${pathOf(customerId)}/payment-methods`;
    return (await this.#line.call({ method: 'GET', path, ...options })) as Records['listCustomerPaymentMethods'];
  }

  async paymentMethod(customerId: string, id: string, options: Options = {}): Promise<Records['getPaymentMethod']> {
    const path = `${pathOf(customerId)}/payment-methods/${encodeURIComponent(id)}`;
    return (await this.#line.call({ method: 'GET', path, ...options })) as Records['getPaymentMethod'];
  }
}

const pathOf = (customerId: string): string => `/v1/customers/${encodeURIComponent(customerId)}`;
