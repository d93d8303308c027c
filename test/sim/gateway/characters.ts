// What gateways may be like. The specification leaves much open, so each way in which one could differ has a character
// here, and docs/reliability.md says which promise holds with which.
import type { Policy } from '#core/ports/policy.ts';
import type { Conversions } from './conversions.ts';
import type { Saying } from './sayings.ts';

/** Numbers of the promises in docs/reliability.md. */
export type Invariant = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 15 | 16;

export interface Character {
  /** What a repeated Idempotency-Key does. */
  readonly keys: 'honest' | 'ignored' | 'run-again-while-open' | 'refused';
  /** Ms; after that a key is forgotten. */
  readonly keysKeptMs: number;
  readonly totals: boolean;
  readonly operations: boolean;
  /** Look-ups show the payment as it was so long ago, ms. */
  readonly staleMs: number;
  /** Operations of this type never show in look-ups. */
  readonly blindTo: 'CAPTURE' | 'REFUND' | 'REVERSAL' | null;
  /** Refused operations are listed too. */
  readonly listsRefused: boolean;
  /** Chance that an answer comes after the client gave up. */
  readonly late: number;
  /** Chance that a refusal is answered for what was executed. */
  readonly lies: number;
  /** Whether refunds beyond captures and captures beyond the authorization are refused. */
  readonly strict: boolean;
  /** It carries out every reversal and refund, in any order: the till's own guards must hold. */
  readonly lawless: boolean;
  /** Its answers name the payment and the slip in other capitals, or within an object. */
  readonly namesElsewhere: boolean;
  /** Chance that a terminal approves something else than was asked for. */
  readonly approvesOthers: number;
  /** What it says that is not so. */
  readonly says: readonly Saying[];
  /** Whether look-ups show refNrs; without them they show the terminal and the time of the making. */
  readonly references: boolean;
  /** Whether they show where and when a payment was made beside its refNr. */
  readonly places: boolean;
  /** Chance of a payment by another program at a terminal of the till, whose trace number its record shows. */
  readonly foreignNumbers: number;
  /** Whether look-ups show a refused operation with the word of a done one, and a code or words that speak against it. */
  readonly refusesByCode: 'no' | 'own' | 'of-the-host' | 'in-words';
  /** Whether look-ups show the sum that was asked for, with what was approved beside it. */
  readonly approvedBeside: boolean;
  /** How often quotes are flawed and cards charged otherwise than was chosen, and how a conversion is shown. */
  readonly conversions: Omit<Conversions, 'quotes'>;
  /** Records stand within `data` or a list of one, and write a currency as its number. */
  readonly wrapsRecords: boolean;
  /** Chance that a customer who pays a link pays it once more, by another payment. */
  readonly paysTwice: number;
  /** Chance that a customer who pays a link pays another sum than was asked for. */
  readonly paysOther: number;
  /** Chance that another till used the transId of a payment before. */
  readonly strangers: number;
  /** Chance that payments of others under the transId of a sale are in sight: looked up before it, or another merchant's. */
  readonly foreignRecords: number;
  /** Chance that another till takes money under the order number of a sale or payment, too. */
  readonly sharedOrders: number;
  /** Chance that another till has a payment under the transId of a link or page. */
  readonly sharedLinks: number;
  /** Look-ups show what was asked for, and a smaller sum that was approved at a place of its own. */
  readonly smallerElsewhere: boolean;
  /** Chance that somebody gives back at the gateway's portal what the till is about to give back. */
  readonly portal: number;
  /** What waits when a backup is taken is cancelled or done, and the backup is put back. */
  readonly losesDays: boolean;
  /** Whether its answers say what time it is there. */
  readonly tellsTime: boolean;
  /** The till's wall clock is never set back: only then the age of a key is known over a restart. */
  readonly steadyClock: boolean;
  /** Backups of the till's folder are put back; one cannot know of a conflict that was answered after it. */
  readonly backups: boolean;
  /** Settings that go with it. */
  readonly policy: Partial<Policy>;
  /** Promises that cannot be kept with it under these settings. */
  readonly exempt: readonly Invariant[];
}

const hour = 3_600_000;

const honest: Character = {
  keys: 'honest',
  keysKeptMs: 24 * hour,
  totals: true,
  operations: true,
  staleMs: 0,
  blindTo: null,
  listsRefused: true,
  late: 0.02,
  lies: 0,
  strict: true,
  lawless: false,
  namesElsewhere: false,
  approvesOthers: 0,
  says: [],
  references: true,
  places: false,
  foreignNumbers: 0,
  refusesByCode: 'no',
  approvedBeside: false,
  conversions: { flaws: 0, odd: 0, shows: ['nothing', 'shop', 'within', 'info'] },
  wrapsRecords: false,
  paysTwice: 0,
  paysOther: 0,
  strangers: 0,
  foreignRecords: 0,
  sharedOrders: 0,
  sharedLinks: 0,
  smallerElsewhere: false,
  portal: 0,
  losesDays: false,
  tellsTime: true,
  steadyClock: false,
  backups: true,
  policy: {},
  exempt: [],
};

export const characters = {
  honest,
  'honest-steady': { ...honest, steadyClock: true },
  'honest-lax': { ...honest, strict: false, listsRefused: false, tellsTime: false },
  'ignores-keys': { ...honest, keys: 'ignored', policy: { keysTrusted: false } },
  'ignores-keys-unseen': {
    ...honest,
    keys: 'ignored',
    operations: false,
    totals: false,
    policy: { keysTrusted: false },
  },
  'ignores-keys-trusted': { ...honest, keys: 'ignored', operations: false, exempt: [1, 3, 4, 5, 12] },
  'runs-open-keys-again': { ...honest, keys: 'run-again-while-open' },
  'forgets-keys': {
    ...honest,
    keysKeptMs: hour,
    operations: false,
    totals: false,
    policy: { keyLifetimeMs: hour / 2 },
  },
  'forgets-keys-trusted': { ...honest, keysKeptMs: hour / 6, operations: false, exempt: [1, 3, 4, 5, 12] },
  'no-totals': { ...honest, totals: false },
  'no-operations': { ...honest, operations: false },
  'no-look-ups': { ...honest, operations: false, totals: false, tellsTime: false },
  stale: { ...honest, staleMs: 60_000 },
  'blind-to-captures': { ...honest, blindTo: 'CAPTURE', strict: false },
  'blind-to-refunds': { ...honest, blindTo: 'REFUND', strict: false },
  'blind-to-reversals': { ...honest, blindTo: 'REVERSAL' },
  'answers-late': { ...honest, late: 0.4 },
  'refuses-repeats': { ...honest, keys: 'refused', operations: false, totals: false },
  'refuses-what-it-did': { ...honest, lies: 0.1, exempt: [3, 5, 4, 12] },
  'executes-everything': { ...honest, strict: false, lawless: true, listsRefused: false, foreignNumbers: 0.04 },
  'names-elsewhere': { ...honest, strict: false, lawless: true, listsRefused: false, namesElsewhere: true },
  'approves-others': { ...honest, approvesOthers: 0.7 },
  'takes-tips': { ...honest, approvesOthers: 0.7, policy: { tips: true } },
  'names-others': {
    ...honest,
    says: [
      'other-payment',
      'other-payment-within',
      'other-trans-id',
      'other-reference',
      'other-terminal',
      'other-message',
      'other-trace',
      'previous-answer',
      'previous-approval',
      'previous-time',
      'older-payment',
    ],
  },
  'names-other-sums': {
    ...honest,
    says: ['other-amount', 'other-amount-within', 'other-currency', 'smaller-sum-elsewhere', 'larger-sum-elsewhere'],
  },
  'speaks-strangely': {
    ...honest,
    says: ['accepted-only', 'short-code', 'nested-refusal', 'bare-success', 'unknown-word', 'other-good-word'],
  },
  'quotes-wrongly': { ...honest, conversions: { ...honest.conversions, flaws: 0.5 } },
  'charges-otherwise': { ...honest, strict: false, conversions: { ...honest.conversions, odd: 0.5 } },
  'shows-cards-sums': { ...honest, strict: false, conversions: { flaws: 0, odd: 0, shows: ['card', 'bare'] } },
  'shows-no-references': { ...honest, references: false, strangers: 0.4 },
  'refuses-by-code': { ...honest, refusesByCode: 'own' },
  'refuses-by-hosts-code': { ...honest, refusesByCode: 'of-the-host' },
  'approved-beside-asked': {
    ...honest,
    totals: false,
    operations: false,
    approvesOthers: 0.7,
    approvedBeside: true,
    policy: { keysTrusted: false },
  },
  'refuses-in-words': { ...honest, refusesByCode: 'in-words' },
  'wraps-records': { ...honest, wrapsRecords: true },
  'links-paid-twice': { ...honest, paysTwice: 0.6 },
  'foreign-records': { ...honest, references: false, foreignRecords: 0.6 },
  'smaller-records': {
    ...honest,
    totals: false,
    operations: false,
    approvesOthers: 0.7,
    smallerElsewhere: true,
    policy: { keysTrusted: false },
  },
  'refunds-elsewhere': { ...honest, strict: false, lawless: true, portal: 0.6, foreignNumbers: 0.04 },
  'loses-days': { ...honest, blindTo: 'CAPTURE', strict: false, losesDays: true },
  'links-paid-otherwise': { ...honest, paysOther: 0.6 },
  'answers-conflicts': { ...honest, references: false, backups: false, says: ['conflict-of-another'] },
  'shares-orders': { ...honest, places: true, sharedOrders: 0.7, backups: false, says: ['conflict-over-order'] },
  'shares-orders-undated': { ...honest, sharedOrders: 0.7, backups: false, says: ['conflict-over-order'] },
  'shares-links': { ...honest, places: true, sharedLinks: 0.7 },
} as const satisfies { readonly [name: string]: Character };

export type CharacterName = keyof typeof characters;

export const characterNames = Object.keys(characters) as CharacterName[];
