// Rules for a new PIN. A person beside the till can see four digits being typed; a thief who has the till for a night
// tries the most popular PINs first. A PIN that was chosen before these rules stays valid.
import { type FieldIssue, ruleIssue } from '../data/issue-words.ts';
import { type Role, mayActAs } from './roles.ts';

/** `usual`: what those need who approve money out, where the shop says nothing else. */
export const pinDigits = { least: 4, most: 12, usual: 6 } as const;

/** A PIN's hash: salt and key of scrypt, hex. It names no cost, so that none can be given that takes a computer down. */
export const pinHashForm = /^scrypt\$([0-9a-f]{32})\$([0-9a-f]{64})$/;

type PinIssue = Omit<FieldIssue, 'field'>;

/** `approverDigits`: the shop's rule for people who may approve money out. */
export function leastPinDigits(role: Role, approverDigits: number): number {
  return mayActAs(role, 'supervisor') ? approverDigits : pinDigits.least;
}

/** What is wrong with a new PIN, or null. */
export function pinIssue(pin: string, role: Role, approverDigits: number): PinIssue | null {
  const least = leastPinDigits(role, approverDigits);
  if (pin.length < least) {
    return { code: 'too-short', params: { least }, message: `must have at least ${least} digits` };
  }
  const weak = weaknesses.find(({ holds }) => holds(pin));
  return weak === undefined ? null : ruleIssue(weak.message);
}

const weaknesses: readonly { readonly message: string; readonly holds: (pin: string) => boolean }[] = [
  { message: 'is easy to guess: few digits, or the same ones again', holds: repeats },
  { message: 'is easy to guess: digits that follow each other', holds: runs },
  { message: 'is easy to guess: a date or a year', holds: isDate },
  { message: 'is easy to guess: a line on the keypad', holds: (pin) => keypadLines.test(pin) },
  { message: 'is easy to guess: one of the most used', holds: (pin) => mostUsed.has(pin) },
];

/** One or two digits only, or a block again and again. */
function repeats(pin: string): boolean {
  return new Set(pin).size <= 2 || /^(\d+)\1+$/.test(pin);
}

/** Up or down by one, 9 and 0 being neighbors. */
function runs(pin: string): boolean {
  const steps = Array.from(pin)
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

const day = '(?:0[1-9]|[12]\\d|3[01])';
const month = '(?:0[1-9]|1[0-2])';
const century = '(?:19|20)\\d\\d';
const orders = [
  [century],
  [day, month],
  [month, day],
  [day, month, '\\d\\d'],
  [month, day, '\\d\\d'],
  ['\\d\\d', month, day],
  [month, century],
  [century, month],
  [day, month, century],
  [month, day, century],
  [century, month, day],
];
const dates = new RegExp(`^(?:${orders.map((parts) => parts.join('')).join('|')})$`);

function isDate(pin: string): boolean {
  return dates.test(pin);
}

// Rows, columns, diagonals and the corners around, either way, one after the other.
const lines = ['123', '456', '789', '147', '258', '369', '159', '357', '2580', '1397', '3971', '9713', '7139'];
const bothWays = lines.flatMap((line) => [line, Array.from(line).toReversed().join('')]);
const keypadLines = new RegExp(`^(?:${bothWays.join('|')})+0?$`);

/** The most used PINs of published counts, as far as no rule above refuses them. */
const mostUsed: ReadonlySet<string> = new Set([
  '2000',
  '1004',
  '1379',
  '123321',
  '112233',
  '102030',
  '520520',
  '159159',
]);
