// Finds what says that only a part was approved without naming the sum: a text, a flag, or what remains to be paid. By
// a good status alone the whole amount would count as approved.
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { type AnswerReading, wrappedIn } from '#operations/evidence/reading.ts';
import type { EvidenceRule } from '#operations/evidence/rules.ts';
import { isYes } from '#operations/evidence/flags.ts';
import { speaking } from '#operations/evidence/members.ts';
import { soundsPartial } from '#operations/evidence/sentences.ts';
import { type AmountShown, type Asked, askedWithin, foreignIdentity } from './agreement.ts';

/** The name of such a member, or null; where the answer shows the smaller sum it agrees. */
export function partialMarker(
  rule: EvidenceRule,
  asked: Asked,
  view: JsonObject,
  amount: AmountShown,
  reading: AnswerReading,
): string | null {
  if (rule.amount === 'not-read' || amount.type === 'less') return null;
  const here = Object.entries(view).find(([name, value]) => isPart(rule, asked, name, value));
  if (here !== undefined) return here[0];
  for (const { name, members } of wrappedIn(view, reading)) {
    const inside = askedWithin(name, asked);
    const own = members.filter((each) => foreignIdentity(inside, each, reading) === null);
    const found = own.map((each) => partialMarker(rule, inside, each, amount, reading)).find((each) => each !== null);
    if (found !== undefined) return `${name}.${found}`;
  }
  return null;
}

function isPart(rule: EvidenceRule, asked: Asked, name: string, value: Json): boolean {
  if (speaking.test(name)) return soundsPartial(value);
  if (partial.test(name) && !ofSomethingElse.test(name)) return isYes(value) || soundsPartial(value);
  // Of a payment that is reversed as a whole nothing remains either.
  const most = Math.max(...(asked.whole?.sums ?? []));
  const isWhole = rule.entry?.own[0] === 'reversal' && (asked.amount === null || asked.amount.value === most);
  const isMade = (rule.captured === 'own' || rule.leavesNothing) && !rule.openIsDone;
  return (isMade || isWhole) && remaining.test(name) && remains(rule, value, asked);
}

const partial = /partial/;
/** What may be done, and what was done to a part of a payment. */
const ofSomethingElse = /allow|support|possib|enabl|capab|permit|accepts|request|captur|refund|revers|cancel|ship/;
const remaining =
  /^(?:remain(?:ing|der|s)?_?(?:amount|sum|due|value|total)?|(?:amount|balance|sum|payment)_?(?:due|remaining|outstanding|left)|outstanding_?(?:amount|balance|sum)?|(?:open|unpaid|missing)_?amount)$/;

/** After an authorization the whole amount may remain to be captured; after a sale nothing remains. */
function remains({ leavesNothing }: EvidenceRule, value: Json, { amount }: Asked): boolean {
  const sum = Number(isJsonObject(value) ? value['value'] : value);
  return sum > 0 && (sum !== amount?.value || leavesNothing);
}
