// Where a gateway shows sums, and how it writes them: the amounts of its answers, and what its records of a payment show
// as authorized, captured and refunded. The bridge reads whole minor units; another form can only be named here.
import { minorDigits } from '#contract/money/money.ts';
import { defaultAnswerReading, unwrapped } from '#operations/evidence/reading.ts';
import { type PaymentPaths, defaultPaymentPaths } from '#operations/payment-view.ts';
import { type Json, isObject } from './http.ts';
import { type Asked, type Member, isSame, membersOf } from './members.ts';

type Form = 'minor units' | 'minor units as text' | 'major units';

export interface SeenSums {
  /** How the sum that was asked for is written at each path. */
  readonly amounts: readonly { readonly path: string; readonly forms: readonly Form[] }[];
  /** `paymentPaths` of the settings, as far as the defaults do not fit; null where they do. */
  readonly paymentPaths: Partial<PaymentPaths> | null;
}

/** Names under which records show it; only proposed, never taken as given. */
const looksLike: { readonly [what in keyof PaymentPaths]: RegExp } = {
  authorised: /authori[sz]ed/i,
  captured: /captured/i,
  refunded: /refunded|credited/i,
  operations: /^$/,
};

export class SumListener {
  readonly #forms = new Map<string, Set<Form>>();
  readonly #shown = new Map<keyof PaymentPaths, Set<string>>();

  hearAmounts(members: readonly Member[], asked: NonNullable<Asked>): void {
    for (const { path, value } of members) {
      const form = /amount|total|sum|charge/i.test(path) ? formOf(value, asked) : null;
      if (form !== null) this.#forms.set(path, (this.#forms.get(path) ?? new Set()).add(form));
    }
  }

  hearRecord(record: Json): void {
    if (!isObject(record)) return;
    for (const { path, value } of membersOf(unwrapped(record, defaultAnswerReading))) {
      for (const what of ['authorised', 'captured', 'refunded'] as const) {
        if (isSum(value) && looksLike[what].test(path)) this.#note(what, path);
      }
      if (isListOfOperations(value)) this.#note('operations', path);
    }
  }

  seen(): SeenSums {
    const amounts = [...this.#forms].map(([path, forms]) => ({ path, forms: [...forms].toSorted() }));
    const proposed = [...this.#shown].flatMap(([what, paths]) => {
      const known = defaultPaymentPaths[what];
      // Where a default fits, the bridge finds the sum already.
      if ([...paths].some((path) => known.some((each) => isSame(each, path)))) return [];
      return [[what, [...known, ...[...paths].toSorted()]] as const];
    });
    const paymentPaths = proposed.length === 0 ? null : (Object.fromEntries(proposed) as Partial<PaymentPaths>);
    return { amounts, paymentPaths };
  }

  #note(what: keyof PaymentPaths, path: string): void {
    this.#shown.set(what, (this.#shown.get(what) ?? new Set()).add(path));
  }
}

/** Null where it is not the sum that was asked for. */
function formOf(value: Json, { value: asked, currency }: NonNullable<Asked>): Form | null {
  if (value === asked) return 'minor units';
  if (value === String(asked)) return 'minor units as text';
  const digits = minorDigits(currency) ?? 0;
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+([.,]\d+)?$/.test(value));
  return digits > 0 && isNumber && Number(String(value).replace(',', '.')) === asked / 10 ** digits
    ? 'major units'
    : null;
}

function isSum(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value));
}

function isListOfOperations(value: Json): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((each) => isObject(each) && each['status'] !== undefined && each['amount'] !== undefined);
}
