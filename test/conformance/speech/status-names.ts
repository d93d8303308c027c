// A status that a gateway shows under another name than `status`. The bridge takes no word there for proof, and no setting
// changes that: the person who connects it has to know before the first sale.
import { defaultStatusWords, meaningOf } from '#operations/evidence/words.ts';
import { stringsIn, at, textOf } from '../http.ts';
import { type Member, membersOf, placesOf } from './members.ts';
import type { Heard } from './payments.ts';

export interface OtherStatus {
  readonly path: string;
  readonly words: readonly string[];
  /** The requests whose answers, and the look-ups whose records, show it in place of a status. */
  readonly where: readonly string[];
}

const statusName =
  /stat(us|e)$|zustand|outcome|result$|ergebnis|(^|_)(stato|[eé]tat|estado|esito|resultado|resultaat)$/i;
/** Texts for people, and what belongs to an address or to a kind of thing. */
const somethingElse = /desc|text|message|reason|type$|(address|shipping|customer)[^.]*\.|^channel$/i;
const word = /^\p{L}[\p{L} _-]{1,39}$/u;

export function otherStatuses(heard: readonly Heard[], wrappers: readonly string[]): OtherStatus[] {
  const met = new Map<string, { words: Set<string>; where: Set<string> }>();
  for (const each of heard) {
    const members = placesOf(each.answer.json, wrappers).flatMap((place) => membersOf(place, wrappers));
    if (members.some(({ name }) => name.toLowerCase() === 'status')) continue;
    const sent = new Set(stringsIn(each.sent).map(({ text }) => text.toUpperCase()));
    for (const member of members) {
      const shown = wordOf(member);
      if (shown === null || sent.has(shown)) continue;
      const known = met.get(member.path) ?? { words: new Set(), where: new Set() };
      met.set(member.path, { words: known.words.add(shown), where: known.where.add(requestOf(each)) });
    }
  }
  return [...met].flatMap(([path, { words, where }]) => {
    const isKnown = [...words].some((each) => meaningOf(each, defaultStatusWords) !== 'unknown');
    // One that is always the same says nothing of what was done.
    if (!isKnown && words.size < 2) return [];
    return [{ path, words: [...words].toSorted(), where: [...where].toSorted() }];
  });
}

function wordOf({ path, name, value }: Member): string | null {
  if (typeof value !== 'string' || somethingElse.test(path) || !word.test(value.trim())) return null;
  const shown = value.trim().toUpperCase();
  return statusName.test(name) || meaningOf(shown, defaultStatusWords) !== 'unknown' ? shown : null;
}

/** The request without its ids: `captures`, `getByPayId`, `cloudpos SALE`. */
function requestOf({ act, answer: { path }, sent }: Heard): string {
  const parts = path.split('?')[0]?.split('/') ?? [];
  const name = parts.at(act === 'look-up' ? -2 : -1) ?? path;
  return [name, textOf(at(sent, 'messageType'))].filter((each) => each !== '').join(' ');
}
