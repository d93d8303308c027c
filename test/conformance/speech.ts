// How a gateway speaks: which words it uses for what it did and did not do, and where its answers show amounts and the
// terminal's numbers. The specification leaves most of that open, and the bridge reads it by its settings; this and
// sums.ts alone know the bridge's own defaults here, to propose the settings that this gateway needs.
import { type AnswerPaths, defaultAnswerPaths } from '#operations/evidence/reading.ts';
import { type StatusWords, defaultStatusWords, meaningOf } from '#operations/evidence/words.ts';
import { type Answer, type Json, at, isObject } from './http.ts';
import { type Asked, isSame, membersOf } from './members.ts';
import { type SeenSums, SumListener } from './sums.ts';

export interface SeenWord {
  readonly word: string;
  /** Where it stood: `status`, `payment.status`. */
  readonly path: string;
  /** HTTP status and responseCode of the answers that it stood in, each once. */
  readonly beside: readonly string[];
  /** What the bridge's default lists take it for. */
  readonly meaning: ReturnType<typeof meaningOf>;
}

export interface Speech {
  readonly words: readonly SeenWord[];
  /** Paths by what they show: those of the bridge's defaults that were met, and others that look alike. */
  readonly shows: readonly { readonly what: keyof AnswerPaths; readonly paths: readonly string[] }[];
  /** `answers` of the settings, as far as the defaults do not fit; null where they do. */
  readonly proposal: { readonly statuses?: StatusWords; readonly paths?: Partial<AnswerPaths> } | null;
  readonly sums: SeenSums;
}

/** Names under which other gateways show it; only proposed, never taken as given. */
const looksLike: { readonly [what in keyof AnswerPaths]?: RegExp } = {
  approved: /^(approved|authori[sz]ed).*(amount|value)$/i,
  tip: /^(tip|gratuity)/i,
  traceNr: /^(trace|stan$|systemtrace)/i,
  approvalCode: /^(approval|authori[sz]ation|auth)_?(code|number|nr)$/i,
  terminalId: /^(pos)?_?(terminal|tid)_?(id)?$/i,
  createdAt: /^(creat(ed|ion)).*(at|date|time|on)$/i,
};

export class SpeechListener {
  readonly #words = new Map<string, { path: string; beside: Set<string> }>();
  readonly #paths = new Map<keyof AnswerPaths, Set<string>>();
  readonly #sums = new SumListener();

  /** `asked` is what the request was about. Answers that are no JSON object say nothing. */
  hear(answer: Answer, asked: Asked): void {
    if (!isObject(answer.json) || !isAboutMoney(answer.path)) return;
    const code = at(answer.json, 'responseCode');
    const beside = typeof code === 'string' && code !== '' ? `${answer.status} ${code}` : String(answer.status);
    const members = membersOf(answer.json);
    if (answer.status < 300 && asked !== null) this.#sums.hearAmounts(members, asked);
    if (answer.status < 300 && answer.path.includes('/payments/getBy')) this.#sums.hearRecord(answer.json);
    for (const { path, name, value } of members) {
      if (name.toLowerCase() === 'status' && typeof value === 'string') this.#word(value, path, beside);
      if (answer.status < 300) this.#path(path, name, value, asked);
    }
  }

  speech(): Speech {
    const words = [...this.#words].map(([word, { path, beside }]): SeenWord => {
      return { word, path, beside: [...beside].toSorted(), meaning: meaningOf(word, defaultStatusWords) };
    });
    const shows = [...this.#paths].map(([what, paths]) => ({ what, paths: [...paths].toSorted() }));
    return { words, shows, proposal: proposalFrom(words, shows), sums: this.#sums.seen() };
  }

  #word(value: string, path: string, beside: string): void {
    const word = value.trim().toUpperCase();
    const known = this.#words.get(word) ?? { path, beside: new Set<string>() };
    known.beside.add(beside);
    this.#words.set(word, known);
  }

  #path(path: string, name: string, value: Json, asked: Asked): void {
    for (const what of Object.keys(defaultAnswerPaths) as (keyof AnswerPaths)[]) {
      const isKnown = defaultAnswerPaths[what].some((each) => each.toLowerCase() === path.toLowerCase());
      if (isKnown && !isObject(value)) this.#shown(what, path);
      else if (looksLike[what]?.test(name) === true && isScalar(value)) this.#shown(what, path);
    }
    // Another name for the amount is known by what it shows.
    if (asked !== null && /amount|total/i.test(path) && value === asked.value && !isCounted(path)) {
      this.#shown('amount', path);
    }
  }

  #shown(what: keyof AnswerPaths, path: string): void {
    this.#paths.set(what, (this.#paths.get(what) ?? new Set()).add(path));
  }
}

function isAboutMoney(path: string): boolean {
  return /\/(payments|captures|refunds|reversals|cloudpos)\b/i.test(path);
}

/** Sums of a payment are read by other settings. */
function isCounted(path: string): boolean {
  return /(captured|refunded|reversed|approved|authori[sz]ed|tip)/i.test(path);
}

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function proposalFrom(words: readonly SeenWord[], shows: Speech['shows']): Speech['proposal'] {
  const strange = words.filter(({ meaning }) => meaning === 'unknown');
  const meant = Map.groupBy(strange, meantBy);
  const paths = Object.fromEntries(
    shows.flatMap(({ what, paths: seen }) => {
      const more = seen.filter((path) => !defaultAnswerPaths[what].some((each) => isSame(each, path)));
      return more.length === 0 ? [] : [[what, [...defaultAnswerPaths[what], ...more]]];
    }),
  ) as Partial<AnswerPaths>;
  const sure = (['succeeded', 'failed', 'open'] as const).filter((meaning) => meant.has(meaning));
  const statuses = Object.fromEntries(
    (['succeeded', 'failed', 'open'] as const).map((meaning) => [
      meaning,
      [...defaultStatusWords[meaning], ...(meant.get(meaning) ?? []).map(({ word }) => word)],
    ]),
  ) as unknown as StatusWords;
  const hasPaths = Object.keys(paths).length > 0;
  if (sure.length === 0 && !hasPaths) return null;
  return { ...(sure.length === 0 ? {} : { statuses }), ...(hasPaths ? { paths } : {}) };
}

/** A word is proposed only where every answer that says something by its status or code says the same. */
function meantBy({ beside }: SeenWord): 'succeeded' | 'failed' | 'open' | 'unclear' {
  const meanings = new Set(beside.map(saidBeside).filter((each) => each !== null));
  const [only = 'unclear'] = meanings;
  return meanings.size === 1 ? only : 'unclear';
}

/** Null: such an answer leaves it to its words. */
function saidBeside(beside: string): 'succeeded' | 'failed' | 'open' | 'unclear' | null {
  const [status = '', code = ''] = beside.split(' ');
  if (status === '422') return code.startsWith('0') ? 'unclear' : 'failed';
  if (status === '202' || code.startsWith('6')) return 'open';
  if (code === '') return null;
  return status.startsWith('20') && /^0[0-9A-Za-z]{7}$/.test(code) ? 'succeeded' : 'unclear';
}
