// Where answers show amounts, currencies, the terminal's numbers and the payment itself. An amount or currency is known by
// its value: it must be what was asked for in every answer that has the path. The rest is known by its name.
import { type AnswerPaths, defaultAnswerPaths, defaultWrappers, minorUnits } from '#operations/evidence/reading.ts';
import { currencyShown } from '#contract/money/money.ts';
import { type Body, type Json, isObject, stringsIn, textOf } from '../http.ts';
import { type Member, isEcho, isNamed, isScalar, membersOf, named, placesOf } from './members.ts';
import { type Heard, type Sum, sumOf } from './payments.ts';
import { type Form, type OddSum, type PaymentRecord, isAwaited, isReadableEntry, pathsShowing } from './sums.ts';

type What = keyof AnswerPaths;

export const approvalName = /^(approval|authori[sz]ation|auth)_?(code|number|nr)$/i;

/** Names under which other gateways show it; only proposed, never taken as given. */
const looksLike: { readonly [what in What]?: RegExp } = {
  approved: /^(approved|authori[sz]ed).*(amount|value)$/i,
  tip: /^(tip|gratuity)/i,
  traceNr: /^(trace|stan$|systemtrace)/i,
  approvalCode: approvalName,
  terminalId: /^(pos)?_?(terminal|tid)_?(id)?$/i,
  createdAt: /^(creat(ed|ion)).*(at|date|time|on)$/i,
};
const amountName = /amount|total|sum|charge|value|betrag|montant|import[eo]|bedrag/i;
const currencyName = /cur|ccy|iso|waehrung|w(ä|a)hrung|devise|valuta|divisa|moneda|munt/i;

export interface ShownPath {
  readonly what: What;
  readonly paths: readonly string[];
}

export interface SeenPaths {
  /** Paths by what they show: those of the bridge's defaults that were met, and others that show the same. */
  readonly shows: readonly ShownPath[];
  /** `answers.paths` of the settings, as far as the defaults do not fit. */
  readonly proposed: Partial<AnswerPaths>;
  /** How the amount that was asked for is written at each path. */
  readonly amounts: readonly { readonly path: string; readonly forms: readonly Form[] }[];
  readonly odd: readonly OddSum[];
}

/** One answer, or a place in it that is read like its top, with the sum that it should show. */
interface Shown {
  readonly members: readonly Member[];
  readonly sum: Sum | null;
  readonly given: readonly string[];
}

export function pathsOf(
  heard: readonly Heard[],
  records: readonly PaymentRecord[],
  wrappers: readonly string[],
): SeenPaths {
  const answered = heard
    .filter(({ act, answer: { status } }) => act !== 'look-up' && status < 300)
    .flatMap(({ answer, sent }): Shown[] =>
      placesOf(answer.json, wrappers).map((place) => {
        const given = stringsIn(sent).map(({ text }) => text);
        return { members: membersOf(place, wrappers), sum: sumOf(sent), given };
      }),
    );
  const recorded = records.map(({ members, payment: { amount, currency } }): Shown => {
    return { members, sum: { value: amount, currency }, given: [] };
  });
  const places = [...answered, ...recorded];
  const found = new Map<What, string[]>();
  for (const what of Object.keys(defaultAnswerPaths) as What[]) {
    const paths = new Set(places.flatMap(({ members, given }) => pathsIn(members, what, given)));
    if (paths.size > 0) found.set(what, [...paths]);
  }
  const amounts = amountsIn(places);
  if (amounts.proposed.length > 0) found.set('amount', [...(found.get('amount') ?? []), ...amounts.proposed]);
  const currencies = currenciesIn(places);
  if (currencies.length > 0) found.set('currency', [...(found.get('currency') ?? []), ...currencies]);
  const shows = (Object.keys(defaultAnswerPaths) as What[]).flatMap((what) => {
    const paths = found.get(what);
    return paths === undefined ? [] : [{ what, paths: paths.toSorted() }];
  });
  const odd = [...amounts.odd, ...notOfPayments(shows, recorded)];
  return { shows, proposed: proposedPaths(shows, places), amounts: amounts.written, odd };
}

/** Where the bridge reads what a payment is for in its record; no setting changes that. */
const ofPayments = { amount: ['amount.value', 'amount'], currency: ['amount.currency', 'currency'] };

/** Paths that records show it at, and that the bridge compares only. */
function notOfPayments(shows: readonly ShownPath[], recorded: readonly Shown[]): OddSum[] {
  return (['amount', 'currency'] as const).flatMap((what) => {
    const isRead = ({ path, value }: Member) => isNamed(ofPayments[what], path) && isScalar(value);
    const others = recorded.filter(({ members }) => !members.some(isRead)).flatMap(({ members }) => members);
    const known = shows.find((each) => each.what === what)?.paths ?? [];
    const paths = known.filter((path) => others.some((each) => each.path === path && isScalar(each.value)));
    return paths.length === 0 ? [] : [{ what, paths, because: 'look-ups' as const }];
  });
}

/** Those of the defaults, and those that are known by their names. */
function pathsIn(members: readonly Member[], what: What, given: readonly string[]): string[] {
  return members.flatMap(({ path, name, value }) => {
    if (isNamed(defaultAnswerPaths[what], path)) return isObject(value) ? [] : [path];
    if (looksLike[what]?.test(name) !== true || !isScalar(value)) return [];
    // A number that was sent is not one of the answer's own, and a sum in another form cannot be read.
    const isOwn = !given.includes(String(value));
    const isReadable = (what !== 'approved' && what !== 'tip') || minorUnits(value) !== null;
    return isOwn && isReadable ? [path] : [];
  });
}

/** What the defaults do not find: a path counts where it was there in an answer that had none of the defaults. */
function proposedPaths(shows: readonly ShownPath[], places: readonly Shown[]): Partial<AnswerPaths> {
  return Object.fromEntries(
    shows.flatMap(({ what, paths }) => {
      const isDefault = (path: string) => isNamed(defaultAnswerPaths[what], path);
      const bare = places.filter(
        ({ members }) => !members.some(({ path, value }) => isDefault(path) && isScalar(value)),
      );
      const more = paths.filter(
        (path) => !isDefault(path) && bare.some(({ members }) => members.some((each) => each.path === path)),
      );
      return more.length === 0 ? [] : [[what, [...defaultAnswerPaths[what], ...more]]];
    }),
  );
}

interface Amounts {
  readonly proposed: readonly string[];
  readonly written: SeenPaths['amounts'];
  readonly odd: readonly OddSum[];
}

function amountsIn(places: readonly Shown[]): Amounts {
  const withSum = places.flatMap(({ members, sum }) => (sum === null ? [] : [{ members, sum }]));
  const isKnown = (path: string) => isNamed(defaultAnswerPaths.amount, path);
  const isFound = (members: readonly Member[]) =>
    members.some(({ path, value }) => isKnown(path) && minorUnits(value) !== null);
  const bare = withSum.filter(({ members }) => !isFound(members));
  const isNeeded = (path: string) => bare.some(({ members }) => members.some((each) => each.path === path));
  const shown = pathsShowing(withSum).filter(({ path, sums }) => {
    if (isKnown(path)) return true;
    return isNeeded(path) && !isOfSomethingElse(path) && (sums.size > 1 || amountName.test(path));
  });
  const written = shown.map(({ path, forms }) => ({ path, forms: [...forms].toSorted() }));
  const inMajor = shown.filter(({ forms }) => forms.has('major units')).map(({ path }) => path);
  const readable = shown
    .filter(({ path, forms }) => !forms.has('major units') && !isKnown(path))
    .map(({ path }) => path);
  const likely = readable.filter((path) => amountName.test(path.split('.').at(-1) ?? ''));
  const proposed = likely.length > 0 ? likely : readable.length === 1 ? readable : [];
  const odd: OddSum[] =
    inMajor.length > 0 ? [{ what: 'amount', paths: inMajor.toSorted(), because: 'major units' }] : [];
  if (proposed.length === 0 && readable.length > 1) {
    odd.push({ what: 'amount', paths: readable.toSorted(), because: 'several places' });
  }
  return { proposed, written, odd };
}

/** Sums of the payment are read by other settings; what is awaited is not the amount. */
function isOfSomethingElse(path: string): boolean {
  return /(captured|refunded|reversed|approved|authori[sz]ed|tip)/i.test(path) || isAwaited(path);
}

/** Paths that show the currency that was asked for wherever they are there. */
function currenciesIn(places: readonly Shown[]): string[] {
  const found = new Map<string, { agreed: boolean; failed: boolean }>();
  for (const { members, sum } of places) {
    if (sum === null) continue;
    for (const { path, name, value } of members) {
      if (!isScalar(value) || isNamed(defaultAnswerPaths.currency, path)) continue;
      const known = found.get(path) ?? { agreed: false, failed: false };
      const isLetters = typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim());
      const agrees = currencyShown(value) === sum.currency && (isLetters || currencyName.test(name));
      found.set(path, agrees ? { ...known, agreed: true } : { ...known, failed: true });
    }
  }
  return [...found].filter(([, { agreed, failed }]) => agreed && !failed).map(([path]) => path);
}

/** Names of objects and lists that the bridge does not look into, and in which alone an answer shows its payment. */
export function missingWrappers(
  exchanges: readonly { readonly answer: Heard['answer'] }[],
  ids: ReadonlySet<string>,
): string[] {
  const missing = new Set<string>();
  for (const { answer } of exchanges) {
    const places = answer.status < 300 ? placesOf(answer.json, defaultWrappers) : [];
    if (places.some((place) => isOfPayment(place, ids))) continue;
    for (const place of places) for (const name of namesTo(place, ids)) missing.add(name);
  }
  return [...missing].filter((name) => !isNamed(defaultWrappers, name)).toSorted();
}

function isOfPayment(place: Body, ids: ReadonlySet<string>): boolean {
  return ['payId', 'transId'].some((name) => ids.has(textOf(named(place, name))));
}

/** The names on the way to the first object that shows a payment of the suite; lists of operations are none. */
function namesTo(place: Body, ids: ReadonlySet<string>, depth = 0): string[] {
  if (depth > 3) return [];
  for (const [name, value] of Object.entries(place)) {
    const isList = Array.isArray(value) && value.length > 1 && value.every((each: Json) => isReadableEntry(each));
    if (isList || isEcho(name)) continue;
    for (const each of (Array.isArray(value) ? value : [value]).filter(isObject)) {
      if (isOfPayment(each, ids)) return [name];
      const further = namesTo(each, ids, depth + 1);
      if (further.length > 0) return [name, ...further];
    }
  }
  return [];
}
