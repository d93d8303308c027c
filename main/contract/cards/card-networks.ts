// Which digits can be a card's number: each network's prefixes with the lengths that its numbers really have. This table
// is the only place that says so. A network is left out, or a length, where ordinary numbers look like it;
// docs/card-data.md names those.

interface Network {
  readonly name: string;
  /** A regular expression's source, for the first digits. */
  readonly prefix: string;
  readonly lengths: readonly number[];
}

export const leastDigits = 14;
export const mostDigits = 19;

const fromSixteen = [16, 17, 18, 19];

const networks: readonly Network[] = [
  { name: 'Visa', prefix: '4', lengths: [16, 19] },
  { name: 'Mastercard', prefix: String.raw`5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720`, lengths: [16] },
  { name: 'American Express', prefix: '3[47]', lengths: [15] },
  { name: 'Diners Club', prefix: '36', lengths: [14, ...fromSixteen] },
  { name: 'Diners Club, others', prefix: '30[0-5]|3095|38|39', lengths: [14, ...fromSixteen] },
  { name: 'JCB', prefix: String.raw`352[89]|35[3-8]\d`, lengths: fromSixteen },
  { name: 'Discover', prefix: '6011|64[4-9]|65', lengths: fromSixteen },
  { name: 'UnionPay', prefix: '62|81', lengths: fromSixteen },
  { name: 'Maestro, Dankort, girocard, Elo, Verve, Uzcard', prefix: '50|5[6-8]|63|67', lengths: fromSixteen },
  {
    name: 'RuPay',
    prefix: String.raw`606(?:98[5-9]|99\d)|607[0-8]|6079(?:[0-7]|8[0-4])|608[0-4]|8200|8201`,
    lengths: [16],
  },
  { name: 'Hipercard', prefix: '606282', lengths: [16] },
  { name: 'Mir, BORICA', prefix: '220[0-5]', lengths: fromSixteen },
  { name: 'Troy', prefix: '9792', lengths: [16] },
  { name: 'Uzcard', prefix: '8600', lengths: [16] },
  { name: 'Humo', prefix: '9860', lengths: [16] },
  { name: 'BC Card', prefix: '94', lengths: [16] },
  { name: 'NAPAS', prefix: '9704', lengths: [16, 19] },
  { name: 'PROSTIR', prefix: '9804', lengths: [16] },
];

const ofLength = Array.from({ length: mostDigits + 1 }, (_, length) => {
  const fitting = networks.filter(({ lengths }) => lengths.includes(length));
  return fitting.length === 0 ? null : new RegExp(`^(?:${fitting.map(({ prefix }) => prefix).join('|')})`);
});

/** What no network's prefix begins with. */
const noNetwork = new Set(['0', '1', '7']);

/** Whether a network has numbers of this length that begin so. The check digit is not looked at. */
export function isOfNetwork(digits: string): boolean {
  return ofLength[digits.length]?.test(digits) === true;
}

/** Whether a number of a network may begin with this digit. */
export function mayBegin(digit: string): boolean {
  return !noNetwork.has(digit);
}
