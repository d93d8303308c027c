// Customer vault (specification, "Customer vault endpoints"). The error bodies are not shown: an unknown customer is a
// 404 here, and a customer that would be left without a name a 400.
import { type JsonObject, isJsonObject, textAt, without } from '#contract/data/json.ts';
import { problem } from '../exchange/answers.ts';
import type { SandboxAnswer } from '../exchange/exchange.ts';
import { present } from '../facts/present.ts';
import type { Customer } from '../state/vault.ts';
import { isNamed, vaultTime } from '../rules/vault-rules.ts';
import { type Job, requiredText } from './job.ts';
import { decline } from './perform.ts';
import type { QueryHandler } from './query-job.ts';

/** The specification shows no bounds. */
const pageSize = 20;

export const listCustomers: QueryHandler = ({ ledger, input }) => {
  const page = Number(textAt(input, 'page') ?? '1');
  if (page < 1) return { refused: { page: ['must be at least 1'] } };
  const text = (field: string): string | undefined => textAt(input, field) ?? undefined;
  const [from, to] = [text('createdFrom'), text('createdTo')];
  const found = ledger.vault.find({
    createdFrom: from,
    // The whole last day: its end is later than any time of it, as text as well.
    createdTo: to === undefined ? undefined : `${to}T24`,
    merchantCustomerId: text('merchantCustomerId'),
    email: text('email'),
    phoneCountry: text('phoneCountry'),
    phoneNumber: text('phoneNumber'),
  });
  return {
    totalNumberOfPages: Math.ceil(found.length / pageSize),
    totalNumberOfItems: found.length,
    page,
    pageSize,
    data: found.slice((page - 1) * pageSize, page * pageSize) as unknown as JsonObject[],
  };
};

export const getCustomer: QueryHandler = ({ ledger, input }) =>
  ledger.vault.customer(requiredText(input, 'customerId')) as JsonObject | null;

export const listPaymentMethods: QueryHandler = ({ ledger, input }) => {
  const gatewayCustomerId = requiredText(input, 'customerId');
  if (ledger.vault.customer(gatewayCustomerId) === null) return null;
  return { gatewayCustomerId, data: ledger.vault.methods(gatewayCustomerId) as unknown as JsonObject[] };
};

export const getPaymentMethod: QueryHandler = ({ ledger, input }) => {
  const id = requiredText(input, 'paymentMethodId');
  const methods = ledger.vault.methods(requiredText(input, 'customerId'));
  return (methods.find((each) => each.id === id) ?? null) as JsonObject | null;
};

export function updateCustomer(job: Job): SandboxAnswer {
  const changes = without(job.input, ['customerId']);
  const before = job.ledger.vault.customer(requiredText(job.input, 'customerId'));
  if (before === null) return problem(404);
  if (job.refusal !== null) return decline(job, job.refusal);
  const time = vaultTime(job.at());
  const customer: Customer = { ...before, ...merged(before, changes), updatedAt: time, lastUsedAt: time };
  if (!isNamed(customer)) {
    return problem(400, { companyName: ['must be present when firstName and lastName are absent'] });
  }
  return job.settle({
    status: job.successStatus,
    body: customer as unknown as JsonObject,
    entry: { vault: [{ customer }] },
    executed: { payId: null, value: 0 },
  });
}

/** Objects are changed field by field, and an emptied text is taken away. */
function merged(before: Customer, changes: JsonObject): Partial<Customer> {
  const members = Object.entries(changes).map(([name, value]) => {
    const old = (before as unknown as JsonObject)[name];
    if (isJsonObject(value) && isJsonObject(old)) return [name, { ...old, ...value }] as const;
    return [name, value === '' ? undefined : value] as const;
  });
  return Object.fromEntries(members);
}

export function deleteCustomer(job: Job): SandboxAnswer {
  const id = requiredText(job.input, 'customerId');
  if (job.ledger.vault.customer(id) === null) return problem(404);
  if (job.refusal !== null) return decline(job, job.refusal);
  return job.settle({
    status: job.successStatus,
    body: { id, deleted: true },
    entry: { vault: [{ customerGone: id }] },
    executed: { payId: null, value: 0 },
  });
}

export function deletePaymentMethod(job: Job): SandboxAnswer {
  const [customerId, methodId] = [requiredText(job.input, 'customerId'), requiredText(job.input, 'paymentMethodId')];
  if (!job.ledger.vault.methods(customerId).some(({ id }) => id === methodId)) return problem(404);
  if (job.refusal !== null) return decline(job, job.refusal);
  return job.settle({
    status: job.successStatus,
    body: present({ id: methodId, deleted: true }),
    entry: { vault: [{ storedGone: { customerId, methodId } }] },
    executed: { payId: null, value: 0 },
  });
}
