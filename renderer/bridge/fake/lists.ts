// Lists and searches of the fake, newest first, by pages.
import type { WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { withOpen } from './answers.ts';
import { isPart, withTender } from './tender.ts';
import { type World, withQueue } from './world.ts';

function page<T>(rows: readonly T[], idOf: (row: T) => string, before: string | undefined, limit: number) {
  const start = before === undefined ? 0 : rows.findIndex((row) => idOf(row) === before) + 1;
  const shown = rows.slice(start, start + limit);
  const last = shown.at(-1);
  return { shown, next: last === undefined || start + limit >= rows.length ? null : idOf(last) };
}

const searched = ['transId', 'payId', 'refNr', 'posTerminalId'] as const;

export function listOperations(world: World, input: WindowInput<'operations'>): WindowOutputs['operations'] {
  if (input.unseen === true) return { operations: unseen(world), next: null };
  const text = input.text?.toLowerCase();
  const rows = [...world.operations.values()]
    .filter((each) => input.states === undefined || input.states.includes(each.state))
    .filter((each) => input.kind === undefined || each.kind === input.kind)
    .filter(
      (each) => text === undefined || searched.some((field) => textAt(each.input, field)?.toLowerCase().includes(text)),
    )
    .toReversed();
  const { shown, next } = page(rows, (row) => row.id, input.before, input.limit);
  return { operations: shown.map((each) => withQueue(world, each)), next };
}

function unseen(world: World): OperationView[] {
  const justNow = new Date(Date.now() - 120_000).toISOString();
  const rows = [...world.operations.values()].filter((each) => !isFinal(each.state) || each.updatedAt > justNow);
  return rows.toReversed().map((each) => withQueue(world, each));
}

/** Simpler than the real search: the text anywhere, an amount as it is typed, or the day that it says. */
function isFound(payment: PaymentSummary, text: string, begun: WindowInput<'payments'>['begun']): boolean {
  const atMs = Date.parse(payment.createdAt);
  if (begun !== undefined && atMs >= begun.fromMs && atMs < begun.beforeMs) return true;
  const { payId, transId, reference, last4, traceNr, person, terminalId, captured } = payment;
  const minor = /^\d+[.,]\d\d$/.test(text) ? Number(text.replace(/[.,]/, '')) : null;
  if (minor !== null && captured === minor) return true;
  return [payId, transId, reference, last4, traceNr, person, terminalId].some((each) =>
    each?.toLowerCase().includes(text),
  );
}

export function listPayments(world: World, input: WindowInput<'payments'>): WindowOutputs['payments'] {
  const text = input.text?.toLowerCase();
  const rows = [...world.payments.values()]
    .filter((each) => text !== undefined || !isPart(world, each))
    .filter((each) => text === undefined || isFound(each, text, input.begun))
    .toReversed();
  const { shown, next } = page(rows, (row) => row.id, input.before, input.limit);
  return { payments: shown.map((each) => withTender(world, withOpen(world, each))), next };
}

const dayMs = 86_400_000;
const alarmDays = 5;

export function openAuthorizations(world: World): WindowOutputs['openAuthorizations'] {
  const open = [...world.payments.values()]
    .filter(({ authorized, captured, reversed }) => !reversed && (authorized ?? 0) > (captured ?? 0))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map((each) => {
      const ageDays = Math.floor((world.now() - Date.parse(each.createdAt)) / dayMs);
      const payment = withTender(world, withOpen(world, each));
      return { payment, since: each.createdAt, ageDays, alarmDays, lapsing: ageDays >= alarmDays };
    });
  return { open, more: false };
}
