// The network between one life of the till and the gateway: the port Gateway, with everything that can happen to a
// request and its answer. A fault is drawn once for each request and played out on the world's time line.
import { type JsonObject, isJsonObject, textAt, valueAt } from '#contract/data/json.ts';
import type { Gateway, GatewayAnswer, GatewayBody, GatewayRequest } from '#core/ports/gateway.ts';
import type { AnswerFault, SendFault } from '../coverage.ts';
import type { CrashPoint, Faults } from '../faults.ts';
import { neverAnswered } from '../never.ts';
import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';
import { tagIn } from '../tag.ts';
import type { ServerAnswer } from './entries.ts';
import { type Saying, type Told, canBeSaid, carriedOut, said } from './sayings.ts';
import type { Server } from './server.ts';
import { strangersAttempt } from './customers.ts';

export interface WireHost {
  readonly schedule: Schedule;
  readonly server: Server;
  readonly faults: Faults;
  readonly random: Random;
  /** How long the gateway may work on a request, ms from its sending. */
  readonly processingMs: number;
  online(): boolean;
  lives(place: CrashPoint): boolean;
  /** The first byte of a request that may move money leaves now. */
  sending(request: GatewayRequest, fault: AnswerFault | null): void;
  lookingUp(path: string, fault: AnswerFault | null): void;
  /** A trace number that the till knows as that of another command at the terminal. */
  knownTrace(terminalId: string): string | null;
  /** Whether the till has it in writing that the request with this mark met a conflict. */
  notedConflict(tag: string): boolean;
  /** Two commands at one terminal. */
  crowded(what: string): void;
  /** An answer says when it was given (true time, ms), and came after so long. */
  heard(atMs: number, tripMs: number): void;
  trace(line: () => string): void;
}

/** It names credentials only; a check looks that it never gets into storage or log. */
export const credentialCanary = 'canary-credential-5b1f';

export class Wire implements Gateway {
  readonly #host: WireHost;
  readonly #underWay = new Set<(answer: GatewayAnswer) => void>();

  constructor(host: WireHost) {
    this.#host = host;
  }

  /** The network is gone: callers that wait for an answer get none. */
  cut(): void {
    for (const resolve of this.#underWay) resolve({ type: 'lost', reason: 'reset' });
  }

  send(request: GatewayRequest): Promise<GatewayAnswer> {
    const { schedule, faults, random } = this.#host;
    if (!this.#host.lives('send')) return neverAnswered();
    const drawn = request.method === 'GET' ? faults.onLookUp() : faults.onSend();
    const fault = this.#host.online() ? drawn : 'unsent';
    if (fault === 'unsent') {
      this.#note(request, fault, drawn);
      return this.#in(random.between(1, 5_000), { type: 'unsent', reason: 'connect: refused' });
    }
    // Name, connection and token take their time, now and then a long one.
    const beginsMs = random.chance(0.9) ? 0 : random.between(1, 20_000);
    if (beginsMs === 0) return this.#begin(request, drawn);
    return new Promise((resolve) => {
      schedule.after(beginsMs, 'till', () => {
        if (this.#host.lives('send')) void this.#begin(request, drawn).then(resolve);
      });
    });
  }

  #begin(request: GatewayRequest, fault: SendFault | null): Promise<GatewayAnswer> {
    const { schedule } = this.#host;
    if (!request.mayBegin()) return this.#in(0, { type: 'withheld' });
    if (!this.#host.online()) return this.#in(0, { type: 'unsent', reason: 'connect: the network went away' });
    const saying = fault === null && request.method !== 'GET' ? this.#sayingFor(request) : null;
    const wrong = saying === null ? fault : (`says ${saying.saying}` as const);
    this.#note(request, wrong, wrong);
    const answer = new Promise<GatewayAnswer>((resolve) => {
      let open = true;
      const settle = (given: GatewayAnswer) => {
        if (!open) return;
        open = false;
        this.#underWay.delete(settle);
        if (!this.#host.lives('answer')) return;
        this.#host.trace(() => `  answer ${request.path} ${describe(given)}`);
        resolve(given);
      };
      this.#underWay.add(settle);
      const timedOut = () => settle({ type: 'lost', reason: 'timeout' });
      const forget = schedule.after(request.answerTimeoutMs, 'till', timedOut);
      const beganMs = schedule.nowMs;
      const give = (ms: number, given: GatewayAnswer) => {
        const givenMs = schedule.nowMs;
        schedule.after(ms, 'till', () => {
          forget();
          if (open && isOfGateway(given)) this.#host.heard(givenMs, schedule.nowMs - beganMs);
          settle(given);
        });
      };
      if (request.method === 'GET') this.#lookUp(request, fault, give);
      else if (saying === null) this.#play(request, fault, give);
      else this.#say(request, saying, give);
    });
    return this.#host.lives('sent') ? answer : neverAnswered();
  }

  probe(): Promise<boolean> {
    const { schedule, faults, random } = this.#host;
    const reached = !faults.onProbe() && this.#host.online();
    const askedMs = schedule.nowMs;
    return this.#in(random.between(2, 200), reached).then((there) => {
      if (there) this.#host.heard(askedMs, schedule.nowMs - askedMs);
      return there;
    });
  }

  renew(): Promise<'renewed' | 'same' | 'refused' | 'unreachable'> {
    const { faults, random } = this.#host;
    const outcome = this.#host.online() ? (faults.onRenewal() ?? 'renewed') : 'unreachable';
    return this.#in(random.between(2, 300), outcome);
  }

  /** `drawn`: that the till is offline is one fault, however many requests it meets. */
  #note(request: GatewayRequest, fault: AnswerFault | null, drawn: AnswerFault | null): void {
    if (drawn !== null) this.#host.faults.happened += 1;
    if (request.method === 'GET') this.#host.lookingUp(request.path, fault);
    else this.#host.sending(request, fault);
  }

  #in<T>(ms: number, value: T): Promise<T> {
    return new Promise((resolve) => {
      this.#host.schedule.after(ms, 'till', () => resolve(value));
    });
  }

  #lookUp({ path }: GatewayRequest, fault: SendFault | null, give: Give): void {
    const { schedule, random, server } = this.#host;
    const early = earlyAnswer(fault, random);
    if (early !== null) {
      give(random.between(5, 2_000), early);
      return;
    }
    schedule.after(random.between(5, 60), 'world', () => {
      const shown = server.lookUp(path);
      const ms = fault === 'slow' ? random.between(10_000, 40_000) : random.between(5, 100);
      give(ms, spoiled(shown, fault));
    });
  }

  /** What the gateway will say of it that is not so, if anything; drawn when its first byte leaves. */
  #sayingFor({ path, body }: GatewayRequest): Said | null {
    const { faults, random, schedule, server } = this.#host;
    const saying = faults.onAnswer(server.character.says);
    if (saying === null) return null;
    const parsed = JSON.parse(body ?? '{}') as JsonObject;
    const knownTrace = this.#host.knownTrace(textAt(parsed, 'posTerminalId') ?? '');
    const told: Told = { path, body: parsed, ledger: server.ledger, random, knownTrace, nowMs: schedule.nowMs };
    return canBeSaid(saying, told) ? { saying, told } : null;
  }

  #say(request: GatewayRequest, { saying, told }: Said, give: Give): void {
    const { random, schedule } = this.#host;
    if (carriedOut(saying) ?? random.chance(0.4)) {
      // What was only accepted is carried out later, or not at all.
      const how = saying === 'accepted-only' ? 'pending' : null;
      this.#carryOut(request, how, (answer) => {
        const real = isDone(answer) || how === 'pending' ? answer.body : null;
        give(
          random.between(5, 80),
          spoiled(real === null || answer.status !== 200 ? answer : said(saying, told, real), null),
        );
      });
      return;
    }
    const ms = random.between(500, 20_000);
    give(ms, spoiled(said(saying, told, null), null));
    if (saying.startsWith('conflict')) schedule.after(ms + 1_000, 'world', () => this.#conflict(saying, told));
  }

  /**
   * What there was a conflict with comes into view. A till that did not hear of the conflict could take it for its own.
   */
  #conflict(saying: Saying, { body, nowMs: madeAtMs }: Told): void {
    if (!this.#host.notedConflict(tagIn(body) ?? '')) return;
    const [transId, terminalId] = [textAt(body, 'transId') ?? '', textAt(body, 'posTerminalId')];
    const value = Number(valueAt(body, 'amount.value'));
    const refNr = saying === 'conflict-over-order' ? { refNr: textAt(body, 'refNr') ?? '' } : {};
    strangersAttempt(this.#host.server.books, { transId, terminalId, value, madeAtMs, ...refNr }, 'paid');
  }

  #play(request: GatewayRequest, fault: SendFault | null, give: Give): void {
    const { random } = this.#host;
    const early = earlyAnswer(fault, random);
    if (early !== null) {
      give(random.between(5, 3_000), early);
      return;
    }
    const cut = () => give(random.between(50, 5_000), { type: 'lost', reason: 'reset' });
    this.#carryOut(request, fault, (answer) => this.#answered(answer, fault, give), cut);
  }

  #carryOut(
    request: GatewayRequest,
    fault: SendFault | null,
    answered: (answer: ServerAnswer) => void,
    cut: () => void = () => undefined,
  ): void {
    const { schedule, random, server } = this.#host;
    const atTerminal = request.path === '/cloudpos';
    const naturalMs = atTerminal ? random.between(500, 60_000) : random.between(10, 800);
    const isLate = fault === 'late' || random.chance(server.character.late);
    const latestMs = this.#host.processingMs - server.character.staleMs - 1_000;
    const takesMs = Math.min(isLate ? random.between(1_000, latestMs) : naturalMs, latestMs);
    // A status that stays open must be over, or show in look-ups, before anybody may think that nothing is running.
    const leftMs = Math.max(0, latestMs - takesMs - 200);
    const opensMs = server.character.operations ? random.pick([1_000, leftMs, 3_600_000]) : random.between(0, leftMs);
    const arrivalMs = random.between(5, 80);
    if (isLate && random.chance(0.5)) cut();
    schedule.after(arrivalMs, 'world', () => {
      server.arrive(request, {
        takesMs,
        opensMs,
        pending: fault === 'pending',
        declines: fault === 'declined',
        answered,
        crowded: (what) => this.#host.crowded(what),
      });
    });
  }

  #answered(answer: ServerAnswer, fault: SendFault | null, give: Give): void {
    const { random } = this.#host;
    const ms = random.between(5, 80);
    switch (fault) {
      case 'lost-after':
        if (random.chance(0.6)) give(ms, { type: 'lost', reason: 'reset' });
        return;
      case 'status-after':
        give(ms, response(random.pick(unclearStatuses), { type: 'empty' }));
        return;
      case 'slow':
        give(random.between(20_000, 60_000), spoiled(answer, null));
        return;
      case 'empty':
        give(ms, isDone(answer) ? response(200, { type: 'empty' }) : spoiled(answer, null));
        return;
      case 'fatal-code':
        give(ms, spoiled({ ...answer, body: { ...answer.body, responseCode: '40000001' } }, null));
        return;
      case 'unsent':
      case 'lost-before':
      case 'late':
      case 'cut':
      case 'garbled':
      case 'unauthorized':
      case 'busy':
      case 'status-before':
      case 'pending':
      case 'declined':
      case null:
        give(ms, spoiled(answer, fault));
    }
  }
}

interface Said {
  readonly saying: Saying;
  readonly told: Told;
}

type Give = (ms: number, answer: GatewayAnswer) => void;

// What may have been executed whatever the status says.
const unclearStatuses = [302, 406, 408, 409, 412, 425, 500, 502, 503, 504] as const;

/** An answer that comes without the gateway having executed anything, or null. */
function earlyAnswer(fault: SendFault | null, random: Random): GatewayAnswer | null {
  if (fault === 'lost-before') return { type: 'lost', reason: 'reset' };
  if (fault === 'unauthorized') return response(random.pick([401, 403]), { type: 'empty' });
  if (fault === 'status-before') return response(random.pick(unclearStatuses), { type: 'empty' });
  if (fault !== 'busy') return null;
  const retryAfterMs = random.pick([null, 1_000, 60_000]);
  return { ...response(429, { type: 'empty' }), retryAfterMs };
}

/** A complete answer without a body says "done": what is open, or was when its key was used, is not. */
function isDone({ status, body }: ServerAnswer): boolean {
  return (status === 200 || status === 201) && body?.['status'] !== 'PENDING';
}

function spoiled({ status, body }: ServerAnswer, fault: SendFault | null): GatewayAnswer {
  if (fault === 'cut') return response(status, { type: 'cut' });
  if (fault === 'garbled') return response(status, { type: 'unreadable' });
  return response(status, isJsonObject(body) ? { type: 'json', value: body } : { type: 'empty' });
}

function response(status: number, body: GatewayBody): Extract<GatewayAnswer, { type: 'response' }> {
  return { type: 'response', status, retryAfterMs: null, body, credential: credentialCanary };
}

/** With 502, 503 and 504 something in front of it answers. */
function isOfGateway(answer: GatewayAnswer): boolean {
  return answer.type === 'response' && (answer.status < 502 || answer.status > 504);
}

function describe(answer: GatewayAnswer): string {
  if (answer.type === 'lost') return `lost (${answer.reason})`;
  if (answer.type !== 'response') return answer.type;
  return `${answer.status} ${answer.body.type === 'json' ? JSON.stringify(answer.body.value).slice(0, 160) : answer.body.type}`;
}
