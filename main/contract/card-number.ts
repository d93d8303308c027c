// Finds card numbers in text, so that free-text fields can refuse them and log lines can drop them.
// A hit has 14 to 19 digits (spaces and hyphens between them do not hide it), a card network's prefix and a
// valid Luhn digit. All three are asked for, so that order numbers are not taken for cards.

// Leading digits that ISO 7812 gives to card networks: Visa 4, Mastercard 51-55 and 2221-2720, Amex 34 and 37,
// Discover 6011, 644-649 and 65, Diners 36, 38 and 300-305, JCB 3528-3589, UnionPay 62 and 81, Maestro 50 and 56-69.
const networkPrefix =
  /^(4|5[0-9]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|3[47]|36|38|30[0-5]|352[89]|35[3-8]\d|6\d|81)/;

// A run of digits with single spaces or hyphens inside, not part of a longer word or number.
const digitRun = /(?<![\dA-Za-z])\d(?:[ -]?\d){13,}(?![\dA-Za-z])/g;

function luhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isCardNumber(run: string): boolean {
  const digits = run.replaceAll(/[ -]/g, '');
  return digits.length >= 14 && digits.length <= 19 && networkPrefix.test(digits) && luhnValid(digits);
}

export function containsCardNumber(text: string): boolean {
  return [...text.matchAll(digitRun)].some(([run]) => isCardNumber(run));
}

/** The text with every card number replaced; for log lines. */
export function maskCardNumbers(text: string): string {
  return text.replaceAll(digitRun, (run) => (isCardNumber(run) ? '[card number removed]' : run));
}
