// Which HTTP statuses from 400 to 499 prove that nothing happened. A web framework gives some of them after the
// operation was carried out, so each is listed with its reason; what is not listed proves nothing. Of a route that is not
// there a server on the way speaks as well as the gateway, perhaps after a redirect or a rewritten path, and a page is of
// such a server whatever the status.
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { everywhere, speaking } from '#operations/evidence/members.ts';
import { soundsUnknown } from '#operations/evidence/sentences.ts';
import type { GatewayBody } from '../ports/gateway.ts';
import { viewOf } from './contrary-words.ts';

export interface RefusalStatus {
  readonly status: number;
  /** `refused`: it was not carried out; `refused-in-words`: where the gateway says so itself. `unclear`: it may have been. */
  readonly meaning: 'refused' | 'refused-in-words' | 'unclear';
  readonly reason: string;
}

/** 401, 403 and 429 are not here: they say "not executed" for a reason that is not the operation's own. */
export const refusalStatuses: readonly RefusalStatus[] = [
  { status: 400, meaning: 'refused', reason: 'the specification: the request is wrong (problem details)' },
  { status: 402, meaning: 'refused', reason: 'payment required: a decline in the words of HTTP' },
  { status: 404, meaning: 'refused-in-words', reason: 'no such payment or route: there is nothing to carry it out on' },
  { status: 405, meaning: 'refused', reason: 'the route does not take the method: routing comes first' },
  { status: 406, meaning: 'unclear', reason: 'frameworks negotiate the answer’s form after the handler ran' },
  { status: 407, meaning: 'refused', reason: 'a proxy before the gateway asks for credentials' },
  { status: 408, meaning: 'unclear', reason: 'a time-out: the request may have been complete' },
  { status: 409, meaning: 'unclear', reason: 'a conflict: perhaps with this very operation, sent before' },
  {
    status: 410,
    meaning: 'refused-in-words',
    reason: 'the payment or route is gone: there is nothing to carry it out on',
  },
  { status: 411, meaning: 'refused', reason: 'the length is missing: the body was not read' },
  { status: 412, meaning: 'unclear', reason: 'a precondition that no request of ours names' },
  { status: 413, meaning: 'refused', reason: 'the body is too large: it was not read' },
  { status: 414, meaning: 'refused', reason: 'the address is too long: it was not routed' },
  { status: 415, meaning: 'refused', reason: 'the media type is not taken: the body was not parsed' },
  { status: 417, meaning: 'refused', reason: 'the expectation is not met: the body was not read' },
  { status: 421, meaning: 'refused', reason: 'misdirected: this server does not answer for the host' },
  { status: 422, meaning: 'refused', reason: 'the specification: the operation failed (operation result object)' },
  { status: 425, meaning: 'unclear', reason: 'too early: perhaps replayed by a server on the way' },
  { status: 426, meaning: 'refused', reason: 'another protocol is asked for: the request was not handled' },
  { status: 431, meaning: 'refused', reason: 'the headers are too large: the request was not handled' },
  { status: 451, meaning: 'refused', reason: 'refused for legal reasons' },
];

const byStatus = new Map(refusalStatuses.map((each) => [each.status, each.meaning]));

export function provesRefusal(status: number): boolean {
  const meaning = byStatus.get(status);
  return meaning === 'refused' || meaning === 'refused-in-words';
}

/** Whether a body is a page or a text, or has none of the gateway's own words where the status refuses only in these. */
export function lacksOwnWords(status: number, body: GatewayBody): boolean {
  if (body.type === 'unreadable' || (body.type === 'json' && !isJsonObject(body.value))) return true;
  return byStatus.get(status) === 'refused-in-words' && (body.type !== 'json' || !isGateways(viewOf(body.value)));
}

/** Problem details, an operation result, a code with its text (the specification), or a text about the payment. */
function isGateways(view: JsonObject): boolean {
  const isThere = (name: string) => (textAt(view, name) ?? '').trim() !== '';
  if (['title', 'traceid', 'responsecode', 'responsedescription'].some(isThere)) return true;
  if (typeof view['status'] === 'string' || isJsonObject(view['errors'] ?? null)) return true;
  return everywhere(view, (name) => speaking.test(name)).some(({ value }) => soundsUnknown(textOf(value)));
}

function textOf(value: Json): string | null {
  return typeof value === 'string' ? value : null;
}
