// What in a refusal, of an answer or of a record, speaks against it.
import { isJsonObject, type JsonObject } from '#contract/data/json.ts';
import { currencyShown } from '#contract/money/money.ts';
import { type AnswerReading, allShownAt, minorUnits, wrappedIn } from '#operations/evidence/reading.ts';
import { slipDeniesRefusal } from '#operations/evidence/receipt.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { type Asked, askedWithin, foreignIdentity } from './agreement.ts';
import { leavesOpen, tellsOfSuccess } from './contrary-words.ts';
import { chargeOf, reportedConversion } from './conversion.ts';

/** What says that it was or may have been carried out, or that the refusal is of another sum; or null. */
export function contraryToRefusal(
  rule: EvidenceRule,
  asked: Asked,
  told: JsonObject,
  view: JsonObject,
  reading: AnswerReading,
): string | null {
  const against = tellsOfSuccess(rule, asked, view, reading) ?? leavesOpen(view) ?? slipDeniesRefusal(told, rule);
  if (against !== null) return against;
  const charge = chargeOf(rule, asked, reportedConversion(asked, told, reading));
  return refusedSum(rule, { ...asked, charge }, view, reading);
}

/**
 * The path of another sum than was asked for: then it is the answer to another command, and says nothing of this one. Sums
 * of the whole payment, and what was approved, are no sum that was refused. Zero says that nothing was approved.
 */
function refusedSum(
  rule: EvidenceRule,
  asked: Asked,
  view: JsonObject,
  reading: AnswerReading,
): 'amount' | 'currency' | null {
  const { amount, charge } = asked;
  if (rule.amount === 'not-read' || amount === null) return null;
  const isOfPayment = (name: string) => asked.payId !== null && name.startsWith('payment');
  const { paths } = reading;
  const currencies = allShownAt(view, own(paths.currency, isOfPayment)).map(currencyShown);
  const known = [amount.currency, charge?.currency];
  if (currencies.some((each) => each !== null && !known.includes(each))) return 'currency';
  const tips = allShownAt(view, paths.tip).map(minorUnits);
  const sums = allShownAt(view, own(paths.amount, isOfPayment)).map((each) =>
    isJsonObject(each) ? null : minorUnits(each),
  );
  const isOurs = (sum: number) => [0, amount.value, charge?.value].includes(sum) || tips.includes(sum - amount.value);
  if (sums.some((each) => each !== null && !isOurs(each))) return 'amount';
  for (const { name, members } of wrappedIn(view, reading)) {
    const [only, ...more] = isOfPayment(name) ? [] : members;
    const inside = askedWithin(name, asked);
    if (only === undefined || more.length > 0 || foreignIdentity(inside, only, reading) !== null) continue;
    const found = refusedSum(rule, inside, only, reading);
    if (found !== null) return found;
  }
  return null;
}

function own(paths: readonly string[], isOfPayment: (name: string) => boolean): readonly string[] {
  return paths.filter((path) => !(path.startsWith('payment.') && isOfPayment(path)));
}
