// What a shop needs before the documentation's examples can be run, and the ids that stand in the place of those in
// capitals.
import { textAt } from '#contract/data/json.ts';
import { type Prepared, prepare } from '../kinds.ts';
import { type Shop, sale } from '../shop.ts';

/** Which payment a kind's example works on; the others work on the captured one. */
const paymentOf: { readonly [kind: string]: keyof Prepared } = {
  capture: 'authorized',
  confirm: 'toConfirm',
  incremental: 'toIncrement',
  reverse: 'toReverse',
  'update-payment': 'toUpdate',
};

export interface Ids {
  /** The text with the ids of this shop; `kind` is that of an operation that is started, else null. */
  fill(text: string, kind: string | null): string;
}

export async function prepareIds(shop: Shop): Promise<Ids> {
  const prepared = await prepare(shop);
  const { id } = await shop.erp.operate('cloud-pos', sale('order-1007', 1234), 'order-1007');
  const toVoid = await shop.erp.operate('cloud-pos', sale('order-2006', 1234), 'order-2006');
  const { traceNr } = toVoid.result as { readonly traceNr: string };
  const document = { blocks: [{ type: 'text', text: 'A receipt' }] };
  const job = await shop.erp.post('/v1/print-jobs', { device: 'COUNTER', document }, 'the-print-job');
  await closeShift(shop);
  return {
    fill: (text, kind) =>
      text
        .replaceAll('PAYMENT_METHOD_ID', prepared.methodToDelete)
        .replaceAll('CUSTOMER_ID', kind === 'delete-customer' ? prepared.customerToDelete : prepared.customer)
        .replaceAll('PAY_ID', prepared[paymentOf[kind ?? ''] ?? 'captured'])
        .replaceAll('TRACE_NR', traceNr)
        .replaceAll('ID_OF_THE_PRINT_JOB', textAt(job.body, 'id') ?? 'none')
        .replaceAll('ID_OF_THE_OPERATION', id),
  };
}

/** So that there is a report of a closed one to read. */
async function closeShift(shop: Shop): Promise<void> {
  await shop.run(['shift', 'close', '--data-dir', shop.dataDir]);
}
