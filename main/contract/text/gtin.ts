// Trade item numbers (GS1): their last digit is a check digit. Those of 14 digits are the only ones that are as long as a
// card's number, and their check digit tells them apart.

/**
 * Whether it is a number of 8, 12, 13 or 14 digits that, weighted from the right with 1 and 3 in turn, add up to a
 * multiple of 10.
 */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  const { length } = text;
  return (
    Array.from(text).reduce((sum, digit, at) => sum + Number(digit) * ((length - at) % 2 === 0 ? 3 : 1), 0) % 10 === 0
  );
}

/** Whether it is such a number of 14 digits. */
export function isTradeItemNumber(text: string): boolean {
  return text.length === 14 && isGtin(text);
}
