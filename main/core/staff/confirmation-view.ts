// What the window shows of a refund that a program asks for. The program wrote these texts, so nothing in them may
// change how the rest is read: they are short, without characters that cannot be seen, and hold no card number.
import type { ConfirmationView, RefundTarget } from '#contract/people/confirmation.ts';
import { maskCardNumbers } from '#contract/cards/card-number.ts';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { commandOf } from '#operations/index.ts';
import type { Submission } from '../acceptance/accept.ts';

/** The view of a submission that the engine would accept. */
export function confirmationOf({
  kind,
  input,
}: Submission): Pick<ConfirmationView, 'amount' | 'transId' | 'reason' | 'target'> {
  const amount = commandOf(kind)?.amount(input) ?? null;
  if (amount === null) throw new Error(`a ${kind} without an amount cannot be asked about`);
  return {
    amount: { value: amount.value, currency: amount.currency },
    transId: shown(textAt(input, 'transId')),
    reason: reasonIn(input),
    target: targetOf(input),
  };
}

/**
 * The reason that the cashier (in `metadata.reason`, at a terminal in `refundReason`) or the program gives for a payout;
 * null where they give none.
 */
export function reasonIn(input: JsonObject): string | null {
  const [given = null] = ['statementDescriptor', 'metadata.reason', 'refundReason'].flatMap(
    (field) => textAt(input, field) ?? [],
  );
  return shown(given);
}

function targetOf(input: JsonObject): RefundTarget {
  const terminal = textAt(input, 'posTerminalId');
  if (terminal !== null) return { type: 'terminal', name: shown(terminal), lastFour: null, holder: null };
  const account = 'paymentMethods.directDebit.account';
  const iban = textAt(input, `${account}.number`);
  if (iban !== null) {
    return {
      type: 'account',
      name: shown(textAt(input, `${account}.bankName`)),
      lastFour: lastFour(iban),
      holder: shown(textAt(input, `${account}.accountHolderName`)),
    };
  }
  const card = 'paymentMethods.card';
  return {
    type: 'card',
    name: shown(textAt(input, `${card}.brand`)),
    lastFour: lastFour(textAt(input, `${card}.number`) ?? ''),
    holder: shown(textAt(input, `${card}.cardholderName`)),
  };
}

/** PCI DSS 3.4.1 allows the last four digits; of a short or a pseudo number they would say nothing. */
function lastFour(number: string): string | null {
  const plain = number.replaceAll(/[ -]/g, '');
  return /^[A-Z]{0,2}\d{12,32}$/.test(plain) ? plain.slice(-4) : null;
}

const longest = 80;

function shown(text: string | null): string | null {
  const plain = maskCardNumbers(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim();
  if (plain === '') return null;
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}
