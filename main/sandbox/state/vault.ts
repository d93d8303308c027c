// The customer vault as a fold: customers and their stored payment methods, as the specification shows them
// ("Customer (vault)", "Stored payment method (vault)"). A record enters whole each time it changes.
import type { JsonObject } from '#contract/data/json.ts';

export interface Customer {
  readonly id: string;
  readonly merchantCustomerId?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly email?: string;
  readonly phone?: { readonly countryCode?: string; readonly number?: string };
  readonly billingAddress?: JsonObject;
  readonly scope: string;
  /** ISO 8601 with milliseconds and no zone, as all dates of the vault. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string;
}

export interface StoredMethod {
  readonly id: string;
  readonly type: string;
  readonly last4Digits?: string;
  readonly pseudoCardNumber?: string;
  readonly cardHolderName?: string;
  /** Lower case. */
  readonly brand?: string;
  /** YYYYMM. */
  readonly expiryDate?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string;
}

export interface VaultChange {
  readonly customer?: Customer | undefined;
  readonly stored?: { readonly customerId: string; readonly method: StoredMethod } | undefined;
  readonly customerGone?: string | undefined;
  readonly storedGone?: { readonly customerId: string; readonly methodId: string } | undefined;
}

export interface CustomerFilter {
  /** Inclusive bounds of createdAt, in its form. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly merchantCustomerId?: string | undefined;
  readonly email?: string | undefined;
  readonly phoneCountry?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

export interface Vault {
  apply(change: VaultChange): void;
  customer(id: string): Customer | null;
  /** The customer that a payment means: by the merchant's id, else by e-mail. */
  known(merchantCustomerId: string | undefined, email: string | undefined): Customer | null;
  /** In order of creation. */
  find(filter: CustomerFilter): readonly Customer[];
  methods(customerId: string): readonly StoredMethod[];
  byPseudoNumber(pseudoCardNumber: string): StoredMethod | null;
}

export function createVault(): Vault {
  const customers = new Map<string, Customer>();
  const byMerchantId = new Map<string, string>();
  const byEmail = new Map<string, string>();
  const methods = new Map<string, Map<string, StoredMethod>>();
  const byPseudo = new Map<string, StoredMethod>();

  const forget = (id: string): void => {
    const customer = customers.get(id);
    if (customer === undefined) return;
    customers.delete(id);
    dropIndex(byMerchantId, customer.merchantCustomerId, id);
    dropIndex(byEmail, emailKey(customer.email), id);
  };
  const forgetMethod = (customerId: string, methodId: string): void => {
    const method = methods.get(customerId)?.get(methodId);
    methods.get(customerId)?.delete(methodId);
    if (method?.pseudoCardNumber !== undefined) byPseudo.delete(method.pseudoCardNumber);
  };
  const put = (customer: Customer): void => {
    const before = customers.get(customer.id);
    if (before !== undefined) {
      dropIndex(byMerchantId, before.merchantCustomerId, customer.id);
      dropIndex(byEmail, emailKey(before.email), customer.id);
    }
    customers.set(customer.id, customer);
    if (customer.merchantCustomerId !== undefined) byMerchantId.set(customer.merchantCustomerId, customer.id);
    const email = emailKey(customer.email);
    if (email !== undefined) byEmail.set(email, customer.id);
  };

  return {
    apply: ({ customer, stored, customerGone, storedGone }) => {
      if (customer !== undefined) put(customer);
      if (stored !== undefined) {
        const { customerId, method } = stored;
        const own = methods.get(customerId) ?? new Map<string, StoredMethod>();
        methods.set(customerId, own.set(method.id, method));
        if (method.pseudoCardNumber !== undefined) byPseudo.set(method.pseudoCardNumber, method);
      }
      if (storedGone !== undefined) forgetMethod(storedGone.customerId, storedGone.methodId);
      if (customerGone === undefined) return;
      for (const methodId of methods.get(customerGone)?.keys() ?? []) forgetMethod(customerGone, methodId);
      methods.delete(customerGone);
      forget(customerGone);
    },
    customer: (id) => customers.get(id) ?? null,
    known: (merchantCustomerId, email) => {
      const key = emailKey(email);
      const id =
        merchantCustomerId === undefined
          ? key === undefined
            ? undefined
            : byEmail.get(key)
          : byMerchantId.get(merchantCustomerId);
      return id === undefined ? null : (customers.get(id) ?? null);
    },
    find: (filter) => [...customers.values()].filter((customer) => passes(customer, filter)),
    methods: (customerId) => [...(methods.get(customerId)?.values() ?? [])],
    byPseudoNumber: (pseudoCardNumber) => byPseudo.get(pseudoCardNumber) ?? null,
  };
}

function passes(customer: Customer, filter: CustomerFilter): boolean {
  const { createdFrom, createdTo, merchantCustomerId, email, phoneCountry, phoneNumber } = filter;
  const same = (wanted: string | undefined, actual: string | undefined): boolean =>
    wanted === undefined || wanted === actual;
  return (
    (createdFrom === undefined || customer.createdAt >= createdFrom) &&
    (createdTo === undefined || customer.createdAt <= createdTo) &&
    same(merchantCustomerId, customer.merchantCustomerId) &&
    same(emailKey(email), emailKey(customer.email)) &&
    same(phoneCountry, customer.phone?.countryCode) &&
    same(phoneNumber, customer.phone?.number)
  );
}

function emailKey(email: string | undefined): string | undefined {
  return email?.toLowerCase();
}

/** Only where the entry still means this customer: another may have taken the key over. */
function dropIndex(index: Map<string, string>, key: string | undefined, id: string): void {
  if (key !== undefined && index.get(key) === id) index.delete(key);
}
