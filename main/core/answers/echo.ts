// An answer that is the request again with a good word: a server on the way may give it, and the gateway never heard of
// the command. Its reference and amount are those that were sent, so they prove nothing.
import { type Json, type JsonObject, canonicalJson } from '#contract/data/json.ts';
import { type AnswerReading, shownText } from '#operations/evidence/reading.ts';
import { isFilled } from '#operations/evidence/flags.ts';
import { isBlankNumber } from './state.ts';

/** What only the gateway or the terminal knows, beside the trace number and the approval code. */
const gateways = ['payid', 'xid', 'merchantid', 'paymentmethods', 'card', 'receipt'];

/** Whether the answer shows each member that was sent, unchanged, and nothing that only the gateway knows. */
export function repeatsRequest(sent: JsonObject, told: JsonObject, { paths }: AnswerReading): boolean {
  const [ours, theirs] = [smallNames(sent), smallNames(told)];
  const isShown = ([name, value]: [string, Json]) => canonicalJson(theirs[name] ?? null) === canonicalJson(value);
  if (!Object.entries(ours).every(isShown)) return false;
  const hasNumber = [paths.traceNr, paths.approvalCode].some((places) => {
    const [before, shown] = [ours, theirs].map((each) => shownText(each, places));
    return typeof shown === 'string' && !isBlankNumber(shown) && shown !== before;
  });
  return !hasNumber && !gateways.some((name) => isFilled(theirs[name]) && ours[name] === undefined);
}

/** `withNames` put what stands deeper at the top. */
function smallNames(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
}
