// The greatest amount of one operation, minor units: twelve digits, as many as a card's message has for it (ISO 8583,
// field 4); the specification shows none. Sums are numbers as well, and exact up to 2^53: nine thousand of these in one
// shift, one day or one payment. Without the bound, two amounts were enough for a total that nobody had taken.
export const greatestMinor = 999_999_999_999;
