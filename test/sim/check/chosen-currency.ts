// 15: a cardholder's choice of currency. A quote serves one sale; nothing is sold in the currency of the card by a quote
// that does not agree with itself; what a sale that no person decided says of the currency is what the card was charged;
// and the lines beneath a receipt say nothing else than the ledger, also where a person decided.
import { textAt, valueAt } from '#contract/data/json.ts';
import { formatMoney } from '#contract/money/money.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { dccReceiptLines } from '#texts/dcc-receipt.ts';
import type { Charge, Quote } from '../gateway/conversions.ts';
import { tagIn } from '../tag.ts';
import type { World } from '../world.ts';
import { label } from './sendings.ts';

export function chosenCurrency(world: World, records: readonly OperationRecord[]): void {
  // Where the settings name no fields the till knows of no choice, and hands on what programs write.
  if (world.policy.dcc.fields === null) return;
  for (const { server, environment } of world.places) {
    const { quotes } = server.books.conversions;
    for (const quote of quotes.values()) usedOnce(world, quote);
    for (const record of records) {
      if (record.dcc === undefined || record.environmentId !== environment.id) continue;
      soundQuote(world, record, quotes);
      const payId = server.ledger.byTag.get(tagIn(record.input) ?? '')?.at(-1)?.payId ?? '';
      const charge = server.ledger.payments.get(payId)?.charge ?? null;
      if (charge !== null) chargedAsTold(world, record, charge);
    }
  }
}

/** Of the sales at a terminal, those too that a backup does not know: what stands in a payment without one passes as it is. */
function usedOnce(world: World, { id, sales, given }: Quote): void {
  if (sales.size > 0) world.coverage.count('quotes that a sale was made by');
  // A backup that was put back forgets a quote together with its sale, and the gateway may give its id once more.
  const known = given > 1 ? [...sales].filter((tag) => !world.lost.has(tag)) : [...sales];
  if (known.length > 1) world.report(15, `quote ${id} came with ${sales.size} sales`);
}

function soundQuote(world: World, record: OperationRecord, quotes: ReadonlyMap<string, Quote>): void {
  const quote = quotes.get(record.dcc?.quoteId ?? '');
  if (quote?.isFlawed === true) world.report(15, `${label(record)} was accepted by a quote that is wrong`);
  const given = world.disk.tables.all.filter(
    ({ kind, result, environmentId, updatedAtMs }) =>
      kind === 'dcc-quote' &&
      environmentId === record.environmentId &&
      // Its answer was there when the sale was accepted.
      updatedAtMs < record.createdAtMs &&
      textAt(result ?? {}, 'dccInfo.dccRequestId') === record.dcc?.quoteId,
  );
  if (given.length > 1) world.coverage.count('sold by a quote that was given twice');
  const figures = new Set(given.map(({ result }) => JSON.stringify(valueAt(result ?? {}, 'dccInfo.amounts'))));
  if (figures.size > 1) world.report(15, `${label(record)} was accepted by one of two quotes with one id`);
}

function chargedAsTold(world: World, record: OperationRecord, { money, odd }: Charge): void {
  const { dcc, state, decisions, approved } = record;
  if (dcc === undefined || state !== 'succeeded') return;
  world.coverage.count(`sold in the currency of the ${dcc.currency === dcc.local.currency ? 'shop' : 'card'}`);
  const isShops = money.currency === dcc.local.currency;
  // That nothing was converted shows nowhere sometimes; then nothing is said of it (below).
  const isTold = dcc.currency === money.currency || odd === 'without conversion';
  if (decisions.length === 0 && !isTold) {
    world.report(15, `${label(record)} was charged in ${money.currency}, and ${dcc.currency} was chosen`);
  }
  const lines = dccReceiptLines({ dcc, result: record.result, ...(approved === null ? {} : { approved }) }, 'en');
  says(world, record, lines, 'Transaction currency', isShops ? null : money.currency);
  says(world, record, lines, 'Amount charged to the card', isShops ? null : formatMoney(money));
}

/** Where there is such a line it is true. */
function says(
  world: World,
  record: OperationRecord,
  lines: readonly string[],
  name: string,
  truth: string | null,
): void {
  const line = lines.find((each) => each.startsWith(`${name}: `));
  if (line === undefined) return;
  world.coverage.count('lines of receipts held against the ledger');
  if (line !== `${name}: ${truth ?? 'none'}`)
    world.report(15, `the receipt of ${label(record)} says "${line}", not ${truth ?? 'none'}`);
}
