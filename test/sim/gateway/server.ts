// The simulated gateway behind the network: its keys, its books, its look-ups, and how long it takes. It outlives every
// crash of the till.
import type { JsonObject } from '#contract/data/json.ts';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { type Ways, execute } from './books.ts';
import type { Character } from './characters.ts';
import type { Books, Outcome, ServerAnswer } from './entries.ts';
import { Ledger } from './ledger.ts';
import { recordShown } from './look-ups.ts';

interface KeyEntry {
  readonly atMs: number;
  readonly body: string;
  /** Null while the first request with it is being worked on. */
  answer: ServerAnswer | null;
  open: boolean;
}

export interface Work extends Ways {
  /** From arrival to execution, ms. */
  readonly takesMs: number;
  /** How long a pending operation stays open, ms. */
  readonly opensMs: number;
  readonly answered: (answer: ServerAnswer) => void;
  /** A terminal got a command while it still worked on another one. */
  readonly crowded: (what: string) => void;
}

export class Server {
  readonly ledger = new Ledger();
  readonly character: Character;
  readonly books: Books;
  readonly #schedule: Schedule;
  readonly #random: Random;
  readonly #keys = new Map<string, KeyEntry>();
  readonly #atWork = new Map<string, number>();

  constructor(character: Character, schedule: Schedule, random: Random, met: (what: string) => void) {
    this.character = character;
    this.#schedule = schedule;
    this.#random = random;
    const { strict, lawless, listsRefused, approvesOthers, paysTwice, paysOther } = character;
    const rules = { strict, lawless, listsRefused, approvesOthers, paysTwice, paysOther };
    const conversions = { quotes: new Map(), ...character.conversions };
    this.books = { ledger: this.ledger, random: random.fork('books'), met, conversions, ...rules };
  }

  lookUp(path: string): ServerAnswer {
    const body = recordShown(this.ledger, this.character, path, this.#schedule.nowMs);
    return body === null ? { status: 404, body: { status: 404, title: 'Not Found' } } : { status: 200, body };
  }

  /** A request has arrived. */
  arrive({ path, body, key }: GatewayRequest, work: Work): void {
    const text = body ?? '{}';
    if (key === null || this.character.keys === 'ignored') return this.#work(path, text, null, work);
    const nowMs = this.#schedule.nowMs;
    const before = this.#keys.get(key);
    if (before === undefined || nowMs - before.atMs > this.character.keysKeptMs) {
      const entry: KeyEntry = { atMs: nowMs, body: text, answer: null, open: true };
      this.#keys.set(key, entry);
      return this.#work(path, text, entry, work);
    }
    const known = this.#repeated(before, text);
    if (known === 'again') return this.#work(path, text, null, work);
    this.#schedule.after(20, 'world', () => work.answered(this.#told(known)));
  }

  #work(path: string, text: string, entry: KeyEntry | null, work: Work): void {
    if (path === '/cloudpos') this.#occupy(text, work);
    this.#schedule.after(work.takesMs, 'world', () => {
      const outcome = execute(this.books, path, text, this.#schedule.nowMs, work);
      if (outcome?.visit !== undefined) this.#visitLater(outcome.visit);
      const answer = this.#answerOf(outcome);
      if (entry !== null) {
        entry.answer = answer;
        entry.open = outcome !== null && outcome.finish !== null;
      }
      if (outcome !== null && outcome.finish !== null) this.#finishLater(outcome.finish, entry, work.opensMs);
      work.answered(this.#told(answer));
    });
  }

  #told(answer: ServerAnswer): ServerAnswer {
    const { body } = answer;
    return this.character.namesElsewhere && body !== null ? { ...answer, body: elsewhere(body, this.#random) } : answer;
  }

  #occupy(text: string, work: Work): void {
    // A question about the terminal itself may be asked while it is at work.
    if (text.includes('"messageType":"DIAGNOSE"')) return;
    const terminal = /"posTerminalId":"([^"]+)"/.exec(text)?.[1] ?? '';
    const { nowMs } = this.#schedule;
    const untilMs = this.#atWork.get(terminal) ?? 0;
    if (untilMs > nowMs) work.crowded(`terminal ${terminal} got a command while it worked on another one`);
    this.#atWork.set(terminal, Math.max(untilMs, nowMs + work.takesMs));
  }

  /** Customers come within two hours, or not at all. */
  #visitLater(visit: NonNullable<Outcome['visit']>): void {
    const afterMs = this.#random.between(1_000, 7_200_000);
    this.#schedule.after(afterMs, 'world', () => {
      const settle = visit(this.#schedule.nowMs);
      if (settle === null) return;
      const hoursMs = this.#random.between(3_600_000, 60 * 3_600_000);
      this.#schedule.after(hoursMs, 'world', () => settle(this.#schedule.nowMs));
    });
  }

  #finishLater(finish: NonNullable<Outcome['finish']>, entry: KeyEntry | null, opensMs: number): void {
    const applied = this.#random.chance(0.7);
    this.#schedule.after(opensMs, 'world', () => {
      finish(applied, this.#schedule.nowMs);
      if (entry !== null) entry.open = false;
    });
  }

  #answerOf(outcome: Outcome | null): ServerAnswer {
    if (outcome === null) return { status: 404, body: { status: 404, title: 'Not Found' } };
    const { status, body } = outcome;
    if (status === 200 && this.#random.chance(this.character.lies)) {
      return { status: 422, body: { status: 'FAILED', responseCode: '20000007' } };
    }
    return { status, body };
  }

  /** What a key that was seen before brings: an answer, or leave to work again. */
  #repeated(entry: KeyEntry, text: string): ServerAnswer | 'again' {
    if (entry.body !== text) return { status: 422, body: { status: 'FAILED', responseCode: '20000008' } };
    if (this.character.keys === 'refused' && entry.answer !== null) {
      return { status: 422, body: { status: 'FAILED', responseCode: '20000009' } };
    }
    if (entry.open && this.character.keys === 'run-again-while-open') return 'again';
    return entry.answer ?? { status: 409, body: { status: 409, title: 'Conflict' } };
  }
}

/** The same answer, with its names in other capitals or within an object. */
function elsewhere({ payId, traceNr, ...others }: JsonObject, random: Random): JsonObject {
  const names = Object.entries({ payId, traceNr }).filter(([, value]) => value !== undefined);
  if (random.chance(0.5)) return { ...others, data: Object.fromEntries(names) as JsonObject };
  return {
    ...others,
    ...(Object.fromEntries(names.map(([name, value]) => [name.toUpperCase(), value])) as JsonObject),
  };
}
