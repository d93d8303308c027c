// The greatest amount of one operation, minor units: twelve digits, as a card message has (ISO 8583, field 4); the
// specification names none. Sums are JavaScript numbers, exact up to 2^53: nine thousand of these in one shift, day or
// payment. Without the bound two operations could show a total that was never taken.
export const greatestMinor = 999_999_999_999;
