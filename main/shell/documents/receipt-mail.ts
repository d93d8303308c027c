// Opens a receipt in the computer's mail program, as a new mail without a recipient: the cashier enters the customer's
// address there. The `mailto:` address is made only here; no address that a page or a program sends is opened.
import type { WindowOutputs } from '#contract/calls/table.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { type MoreLines, receiptLines } from './receipt-page.ts';

type Mailed = WindowOutputs['mailReceipt']['outcome'];

interface Ports {
  /** Opens an address with the program that the system has for it. */
  readonly open: (url: string) => Promise<void>;
  /** Whether the shop's settings allow it and the till does not fill the screen. */
  readonly isAllowed: () => Promise<boolean>;
  readonly subject: () => Promise<string>;
}

export type ReceiptMailer = (
  operation: OperationView | null,
  copy: 'merchant' | 'customer',
  lines: MoreLines,
) => Promise<Mailed>;

/** Windows passes addresses of at most 2,083 characters to a program, and other systems not much more. */
const longestUrl = 2_000;

export function createReceiptMailer({ open, isAllowed, subject }: Ports): ReceiptMailer {
  return async (operation, copy, lines) => {
    if (!(await isAllowed())) return 'off';
    const text = operation === null ? null : receiptLines(operation, copy, lines);
    if (text === null) return 'no-receipt';
    const url = mailUrl(await subject(), text);
    if (url.length > longestUrl) return 'too-long';
    try {
      await open(url);
      return 'opened';
    } catch {
      return 'not-opened';
    }
  };
}

/** RFC 6068. A terminal pads its lines with blanks; runs of them are shortened, since each costs three characters. */
export function mailUrl(subject: string, lines: readonly string[]): string {
  const body = lines.map((line) => line.trim().replaceAll(/ {2,}/g, '  ')).join('\r\n');
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
