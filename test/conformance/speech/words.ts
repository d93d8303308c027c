// What the words of a gateway mean. A word is proposed as one of success only where it stood beside the proof that
// something was done, and nowhere beside what was open, unpaid or declined: settings that take a payment for done that is
// not are the worst that this suite could give. Where evidence is missing or does not agree, the operator has to be asked.
import { defaultAnswerPaths } from '#operations/evidence/reading.ts';
import { soundsInProgress, soundsRefused } from '#operations/evidence/sentences.ts';
import { type StatusWords, codeMeaning, defaultStatusWords, meaningOf } from '#operations/evidence/words.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { type Body, type Json, isObject, stringsIn, textOf } from '../http.ts';
import { type Member, isNamed, isScalar, membersOf, named, placesOf } from './members.ts';
import { approvalName } from './paths.ts';
import { type Heard, codeOf } from './payments.ts';
import { type PaymentRecord, type RecordSums, isAwaitedIn, isReadableEntry, isTakenFor } from './sums.ts';

/** What an answer says of that which its word is about. */
type Sign =
  /** Shown to be done: by sums of a record, or by an approval code of its own. */
  | 'done'
  /** A good answer without such proof. */
  | 'answered'
  /** Of an invitation to pay. */
  | 'offered'
  /** The record of a payment that no customer paid. */
  | 'unpaid'
  | 'open'
  | 'refused'
  | 'declined-record'
  /** An answer that says nothing certain. */
  | 'unclear';

export type Meaning = ReturnType<typeof meaningOf>;

export interface SeenWord {
  readonly word: string;
  /** Where it stood: `status`, `card.status`, `operations[].status`. */
  readonly path: string;
  /** HTTP status and responseCode of the answers that it stood in, each once. */
  readonly beside: readonly string[];
  /** What the bridge's default lists take it for. */
  readonly meaning: Meaning;
  /** The list that it should be in instead; null where it stays as it is. */
  readonly proposed: keyof StatusWords | null;
  /** What to know before it is used; null where there is nothing. */
  readonly remark: string | null;
}

interface Met {
  readonly path: string;
  readonly beside: Set<string>;
  readonly signs: Set<Sign>;
}

export interface Evidence {
  readonly heard: readonly Heard[];
  readonly wrappers: readonly string[];
  readonly records: readonly PaymentRecord[];
  readonly sums: RecordSums;
}

export function wordsOf(evidence: Evidence): SeenWord[] {
  const met = new Map<string, Met>();
  const approvals = new Approvals(evidence);
  const meet = (value: Json | undefined, path: string, beside: string, sign: Sign | null) => {
    if (typeof value !== 'string' || value.trim() === '') return;
    const word = value.trim().toUpperCase();
    const known = met.get(word) ?? { path, beside: new Set(), signs: new Set() };
    known.beside.add(beside);
    if (sign !== null) known.signs.add(sign);
    met.set(word, known);
  };
  for (const each of evidence.heard) {
    const { answer } = each;
    for (const place of placesOf(answer.json, evidence.wrappers)) {
      const code = codeOf(answer, place);
      const beside = typeof code === 'string' && code !== '' ? `${answer.status} ${code}` : String(answer.status);
      const sign = signOf(each, place, evidence, approvals);
      for (const { path, name, value } of membersOf(place, evidence.wrappers)) {
        // A word within may be about something else: it proves nothing, and nothing proves it.
        if (name.toLowerCase() === 'status') meet(value, path, beside, path.includes('.') ? null : sign);
        if (!Array.isArray(value) || !isOperations(path, value)) continue;
        const isWhole = value.length === each.payment?.operations;
        for (const entry of value.filter(isObject)) {
          meet(named(entry, 'status'), `${path}[].status`, beside, entrySign(entry, sign, isWhole));
        }
      }
    }
  }
  return [...met].map(([word, { path, beside, signs }]) => {
    const meaning = meaningOf(word, defaultStatusWords);
    return { word, path, beside: [...beside].toSorted(), meaning, ...judged(word, meaning, signs) };
  });
}

/** `answers.statuses` of the settings with the words that are proposed, or null where none is. */
export function proposedStatuses(words: readonly SeenWord[]): StatusWords | null {
  const moved = words.filter(({ proposed }) => proposed !== null);
  if (moved.length === 0) return null;
  const listOf = (meaning: keyof StatusWords) => [
    ...defaultStatusWords[meaning].filter((each) => !moved.some(({ word }) => word === each)),
    ...moved.filter(({ proposed }) => proposed === meaning).map(({ word }) => word),
  ];
  return { succeeded: listOf('succeeded'), failed: listOf('failed'), open: listOf('open') };
}

function isOperations(path: string, list: readonly Json[]): boolean {
  return isNamed(defaultPaymentPaths.operations, path) || (list.length > 0 && list.every(isReadableEntry));
}

function entrySign(entry: Body, sign: Sign | null, isWhole: boolean): Sign {
  const code = codeMeaning(named(entry, 'responseCode'));
  if (code === 'open') return 'open';
  if (code === 'failed') return 'refused';
  if (code === 'fatal' || code === 'contrary') return 'unclear';
  // Where each operation that was carried out has an entry, and there are no others, each of them was done.
  if (sign === 'done') return isWhole ? 'done' : 'answered';
  return sign === 'unpaid' ? 'offered' : 'answered';
}

function signOf(heard: Heard, place: Body, evidence: Evidence, approvals: Approvals): Sign | null {
  const { act, answer } = heard;
  const { status } = answer;
  const code = codeMeaning(codeOf(answer, place));
  if (code === 'open') return 'open';
  if (status === 422) return code === 'succeeded' || code === 'zeros' || code === 'fatal' ? 'unclear' : 'refused';
  if (status < 200 || status >= 300 || code === 'fatal' || code === 'contrary') return 'unclear';
  if (code === 'failed') return act === 'look-up' ? 'declined-record' : 'refused';
  if (act === 'look-up') return recordSign(heard, evidence, approvals);
  if (act === 'offer') return 'offered';
  if (status === 202) return 'open';
  if (act === 'payment' || act === 'terminal') return approvals.prove(heard, place) ? 'done' : 'answered';
  if (act === 'simulation') return 'unclear';
  if (act !== 'other') return 'answered';
  // A payment in several steps.
  const isPayment = answer.method === 'POST' && answer.path.endsWith('/payments');
  return isPayment ? null : 'answered';
}

function recordSign(heard: Heard, { records, sums }: Evidence, approvals: Approvals): Sign | null {
  const { payment } = heard;
  const known = records.find((each) => each.heard === heard);
  if (payment === null || known === undefined) return 'unclear';
  const { members, record } = known;
  switch (payment.state) {
    case 'offered':
      return 'unpaid';
    case 'refused':
      return 'declined-record';
    case 'uncertain':
      return null;
    case 'held':
      break;
  }
  const shows = (kind: keyof RecordSums) =>
    sums[kind].some(({ path }) => isTakenFor(kind, path) && members.some((each) => each.path === path));
  const moved = (['captured', 'refunded', 'reversed'] as const).filter((kind) => payment[kind] > 0);
  if (moved.some((kind) => !shows(kind) && isAwaitedIn(known, kind))) return 'open';
  // The code of an authorization says nothing of an increment that came after it.
  const isDone = moved.length > 0 ? moved.every(shows) : payment.operations === 1 && approvals.prove(heard, record);
  return isDone ? 'done' : 'answered';
}

/** Approval codes as proof: not sent, of one payment only, and of a gateway that gives none to what was not approved. */
class Approvals {
  readonly #wrappers: readonly string[];
  readonly #met = new Map<string, { readonly first: Heard; readonly payments: Set<string> }>();
  readonly #areGivenInVain: boolean;

  constructor({ heard, wrappers }: Pick<Evidence, 'heard' | 'wrappers'>) {
    this.#wrappers = wrappers;
    let inVain = false;
    for (const each of heard) {
      const { answer, sent, payment } = each;
      const code = this.#codeIn(answer.json, sent);
      if (code === null) continue;
      const known = this.#met.get(code) ?? { first: each, payments: new Set() };
      known.payments.add(payment?.payId ?? idIn(answer.json, wrappers));
      this.#met.set(code, known);
      const isUnmade = payment?.state === 'offered' || payment?.state === 'refused';
      inVain ||= isUnmade || (answer.status === 422 && known.first === each);
    }
    this.#areGivenInVain = inVain;
  }

  /** A record shows the code of its payment again; any other answer must be the first with it. */
  prove(heard: Heard, place: Body): boolean {
    const code = this.#codeIn(place, heard.sent);
    const known = code === null ? undefined : this.#met.get(code);
    if (known === undefined || this.#areGivenInVain || known.payments.size > 1) return false;
    return heard.act === 'look-up' || known.first === heard;
  }

  #codeIn(json: Json | undefined, sent: Json | undefined): string | null {
    const given = stringsIn(sent).map(({ text }) => text);
    const members = placesOf(json, this.#wrappers).flatMap((place) => membersOf(place, this.#wrappers));
    const codes = members.filter(isApproval).map(({ value }) => textOf(value).trim());
    return codes.find((code) => !/^0*$/.test(code) && !given.includes(code)) ?? null;
  }
}

function isApproval({ path, name }: Member): boolean {
  return isNamed(defaultAnswerPaths.approvalCode, path) || approvalName.test(name);
}

function idIn(json: Json | undefined, wrappers: readonly string[]): string {
  const ids = placesOf(json, wrappers).flatMap((place) => [named(place, 'payId'), named(place, 'xId')]);
  return String(ids.find(isScalar) ?? 'unknown');
}

/** In several languages. A name may mislead; the report then asks the gateway's operator. */
const waiting =
  /wait|await|pend|progress|process|queue|running|start|init|offen|wart|lauf|bearbeit|unterwegs|vorgemerkt|attesa|corso|attente|cours|espera|pendiente|curso|wacht|behandeling/i;

function soundsWaiting(word: string): boolean {
  const text = word.replaceAll(/[_-]+/g, ' ').toLowerCase();
  return soundsInProgress(text) || soundsRefused(text) || waiting.test(text);
}

type Judged = Pick<SeenWord, 'proposed' | 'remark'>;

const askOperator = "cannot tell; ask the gateway's operator";
const leftOut = (why: string): Judged => ({ proposed: null, remark: `${why}: ${askOperator}` });

function judged(word: string, meaning: Meaning, signs: ReadonlySet<Sign>): Judged {
  const has = (...wanted: readonly Sign[]) => wanted.some((each) => signs.has(each));
  if (meaning !== 'unknown') return judgedKnown(meaning, has);
  const isDone = has('done');
  const isOther = has('open', 'offered', 'unpaid', 'refused', 'declined-record', 'unclear');
  if (isDone && isOther) return leftOut('it stood beside what was done and beside what was not, or may not have been');
  if (isDone && soundsWaiting(word))
    return leftOut('it stood beside what was done, but sounds like something that is not');
  if (isDone)
    return {
      proposed: 'succeeded',
      remark: 'proposed as done: records or approval codes beside it show what was done',
    };
  const isOpen = has('open', 'offered', 'unpaid');
  const isRefused = has('refused', 'declined-record');
  if (has('answered', 'unclear') || isOpen === isRefused) {
    return leftOut(isOpen || isRefused ? 'the answers with it do not agree' : 'no answer with it shows what was done');
  }
  if (isOpen)
    return {
      proposed: 'open',
      remark: 'proposed as open: it stood beside what no customer has paid, or what is not decided',
    };
  return has('refused') && !soundsInProgress(word.replaceAll(/[_-]+/g, ' '))
    ? { proposed: 'failed', remark: 'proposed as refused: it stood beside refusals only' }
    : leftOut('it stood in records of declined payments only');
}

/** A word of the bridge's own lists stays where it is, but for one: what it takes for done may not be unpaid. */
function judgedKnown(meaning: Exclude<Meaning, 'unknown'>, has: (...wanted: readonly Sign[]) => boolean): Judged {
  if (meaning === 'succeeded' && has('unpaid', 'declined-record')) {
    const remark = 'the bridge takes it for done, but it stood in the record of a payment that was not made';
    return has('done', 'answered', 'refused', 'declined-record', 'unclear')
      ? leftOut(remark)
      : { proposed: 'open', remark };
  }
  if (meaning !== 'succeeded' && has('done'))
    return leftOut(`the bridge takes it for ${meaning}, but it stood beside what was done`);
  return { proposed: null, remark: null };
}
