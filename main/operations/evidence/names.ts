// Gateways write the ids and numbers of an answer in other capitals, at other paths or within an object. Everything
// behind reads each by one name at the top, so they are put there once, where an answer comes in: what counts as proof
// must be what a later refund or reversal goes by.
import { type JsonObject, textAt } from '#contract/data/json.ts';
import { type AnswerReading, shownText, wrappedIn } from './reading.ts';
import { withReceipt } from './receipt.ts';

/**
 * `answer` with `payId`, `xId`, `traceNr`, `approvalCode` and the lines of its receipt at its top, where it shows them
 * anywhere; `view` is its caseless view.
 */
export function withNames(answer: JsonObject, view: JsonObject, reading: AnswerReading): JsonObject {
  const { traceNr } = reading.paths;
  // The specification's own place for it is read as it is.
  const approvalCode = reading.paths.approvalCode.filter((path) => !path.startsWith('paymentMethods.'));
  const places = placesIn(view, reading);
  const found: JsonObject = {};
  for (const [name, paths] of Object.entries({ payId: ['payId'], xId: ['xId'], traceNr, approvalCode })) {
    if ((textAt(answer, name) ?? '').trim() !== '') continue;
    const shown = places.map((each) => shownText(each, paths)).find((each) => each !== null);
    if (shown !== undefined && shown !== null) found[name] = shown;
  }
  return withReceipt(Object.keys(found).length === 0 ? answer : { ...answer, ...found }, reading);
}

/** The top first. Of several members of a list none is the answer for certain. */
function placesIn(view: JsonObject, reading: AnswerReading): readonly JsonObject[] {
  const within = wrappedIn(view, reading).flatMap(({ members }) => (members.length === 1 ? members : []));
  return [view, ...within.flatMap((each) => placesIn(each, reading))];
}
