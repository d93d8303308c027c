// The reads for people, over the simulated tables. The engine never uses them; the port asks for them.
import { type PaymentSearch, type Searches, atOnce } from '#core/ports/searches.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import type { Tables } from './tables.ts';

export function searchesOf(tables: Tables): Searches {
  const whole: Pick<Searches, 'search' | 'payments'> = {
    search(environmentId, { states = [], kind, payId, text, before, limit }) {
      const from = before === undefined ? Number.MAX_SAFE_INTEGER : (tables.operation(before)?.seq ?? -1);
      const found: OperationRecord[] = [];
      for (const each of tables.newestBefore(from)) {
        if (found.length === limit) break;
        const isOf =
          (environmentId === null || each.environmentId === environmentId) &&
          (states.length === 0 || states.includes(each.state)) &&
          (kind === undefined || each.kind === kind) &&
          (payId === undefined || each.payId === payId);
        if (isOf && holds(text, [each.transId, each.payId, each.refNr, each.terminalId, each.id])) found.push(each);
      }
      return found;
    },
    payments(environmentId, { text, amounts = [], before, limit, ...made }) {
      const numbered = tables.allPayments.filter((each) => each.payment.environmentId === environmentId);
      const numbers = tables.allPayments
        .filter((each) => each.payment.lane === before && each.payment.environmentId === environmentId)
        .map((each) => each.number);
      const from = before === undefined ? Number.MAX_SAFE_INTEGER : Math.max(-1, ...numbers);
      const wanted = (text ?? '').trim();
      const isNamed = numbered.some(({ payment }) => isPayment(payment) && namesOf(payment).includes(wanted));
      return numbered
        .filter(({ number, payment }) => number < from && isPayment(payment))
        .filter(({ payment }) => isText(text) || !isPart(tables, payment))
        .filter(
          ({ payment }) =>
            isWanted(payment, { wanted, amounts, isNamed }) ||
            (!isPart(tables, payment) && isMade(firstOn(tables, payment), made)),
        )
        .toSorted((a, b) => b.number - a.number)
        .slice(0, limit)
        .map(({ payment }) => payment);
    },
  };
  return {
    ...whole,
    searchInSteps: (...asked) => atOnce(() => whole.search(...asked)),
    paymentsInSteps: (...asked) => atOnce(() => whole.payments(...asked)),
  };
}

function namesOf({ payId, transId, refNr }: KnownPayment): readonly unknown[] {
  return [payId, transId, refNr];
}

interface Wanted {
  readonly wanted: string;
  readonly amounts: readonly number[];
  /** It is the whole name of a payment, so that nothing is looked for within other names. */
  readonly isNamed: boolean;
}

function isWanted(payment: KnownPayment, { wanted, amounts, isNamed }: Wanted): boolean {
  if (wanted === '') return true;
  const { payId, transId, refNr, last4, approvalCode, traceNr, terminalId, captured, authorized, refunded } = payment;
  if ([...namesOf(payment), last4, approvalCode, traceNr].includes(wanted)) return true;
  const shown = [captured, authorized].find((sum) => (sum ?? 0) > 0) ?? refunded;
  if (shown !== null && amounts.includes(shown)) return true;
  return !isNamed && holds(wanted, [transId, payId, refNr ?? null, terminalId, traceNr]);
}

function isMade(first: OperationRecord | undefined, { begun, by }: Pick<PaymentSearch, 'begun' | 'by'>): boolean {
  if (first === undefined) return false;
  const { createdAtMs, origin } = first;
  if (begun !== undefined && createdAtMs >= begun.fromMs && createdAtMs < begun.beforeMs) return true;
  const isByClient = origin.type === 'erp' && by?.clients.includes(origin.clientId) === true;
  return isByClient || (origin.operator !== null && by?.people.includes(origin.operator.id) === true);
}

/** What made it, else the first on it. */
function firstOn(tables: Tables, { environmentId, transId, payId }: KnownPayment): OperationRecord | undefined {
  const maker = transId === null ? null : tables.creatorOf(environmentId, transId);
  if (maker !== null) return tables.operation(maker) ?? undefined;
  return tables.all.find((each) => payId !== null && each.payId === payId && each.environmentId === environmentId);
}

/** It was made to take the rest of another sale. */
function isPart(tables: Tables, { environmentId, transId }: KnownPayment): boolean {
  return transId !== null && tables.withTransId(environmentId, transId).some((each) => each.partOf !== undefined);
}

function isPayment({ payId, transId, authorized }: KnownPayment): boolean {
  return payId !== null || (transId !== null && authorized !== null);
}

function isText(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** As LIKE does: letters of ASCII count alike in both cases. */
function holds(text: string | undefined, columns: readonly (string | null)[]): boolean {
  if (!isText(text)) return true;
  const wanted = lower((text ?? '').trim());
  return columns.some((column) => column !== null && lower(column).includes(wanted));
}

function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
