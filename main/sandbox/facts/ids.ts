// Ids and codes as the service and its terminals give them.
import { randomInt, randomUUID } from 'node:crypto';

/** 128 random bits as 32 letters. Without digits, none can look like a card number. */
export function newId(): string {
  return randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

/** Six digits, never with a leading zero, because results also carry it as a number. */
export function newApprovalCode(): string {
  return String(randomInt(100_000, 1_000_000));
}

/** Sixteen digits that end as the card's own; no card network begins with 0, so it is never taken for a card number. */
export function newPseudoCardNumber(last4Digits: string): string {
  return `0${String(randomInt(0, 100_000_000_000)).padStart(11, '0')}${last4Digits}`;
}
