// Asks the people at the till before a program makes a manual refund, which belongs to no payment here (api/submit.ts).
// A question is held in memory only and for a minute at most; until it is allowed nothing is stored, and a repetition
// of the request joins the question.
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import { type Approval, type Person, isFromOffice } from '#contract/people/people.ts';
import { type Refusal, type Refused, refuse } from '#contract/programs/problems.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { commandOf } from '#operations/index.ts';
import { accessLost } from '../acceptance/access.ts';
import { type Acceptance, type Submission, digestOf } from '../acceptance/accept.ts';
import { isManualRefund } from '../sale/money-out.ts';
import { confirmationOf } from './confirmation-view.ts';
import type { Engine } from '../engine/engine.ts';
import { type People, supervisorShown } from './people.ts';
import type { Chance, Digests } from '../ports/chance.ts';
import type { ClientRegistry } from '../ports/clients.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperationRecord } from '../ports/record.ts';

/**
 * - window: asked where there is a window; without one it goes on
 * - always: asked, and refused where there is no window
 * - never: not asked
 */
export type ConfirmationRule = 'window' | 'always' | 'never';

export interface ConfirmationPorts {
  readonly engine: Pick<Engine, 'examine'>;
  readonly people: Pick<People, 'isManned' | 'verify'>;
  readonly clients: Pick<ClientRegistry, 'nameOf' | 'byId'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly digests: Digests;
  readonly rule: ConfirmationRule;
  /** Whether there are people to ask now: a window. */
  readonly asksPeople: () => boolean;
  /** The list of questions changed. */
  readonly changed: () => void;
}

/** Calls `work` when the program that asked has left. */
export type WhenGone = (work: () => void) => void;

/** Carries out what was allowed; `approvedBy` null at a till without operators. */
export type Proceed = (approvedBy: Person | null) => Promise<Acceptance>;

export type ConfirmationAnswer =
  | { readonly type: 'answered'; readonly record: OperationRecord | null }
  | { readonly type: 'refused'; readonly refusal: Refusal };

interface Question {
  readonly key: string;
  readonly digest: string;
  readonly submission: Submission;
  readonly proceed: Proceed;
  readonly view: ConfirmationView;
  readonly outcome: PromiseWithResolvers<Acceptance>;
  readonly stopClock: () => void;
  /** How many requests wait for the answer. */
  waiting: number;
  /** Allowed, and on its way into the store. */
  allowed: boolean;
}

/** What every question is about (`isManualRefund`). */
const payOutScope: Scope = 'refund-unreferenced';
/** How long a program waits for a person. */
const patienceMs = 60_000;
const mostPerClient = 3;
const mostAtOnce = 20;

export class Confirmations {
  readonly #ports: ConfirmationPorts;
  readonly #questions = new Map<string, Question>();
  #ended = false;

  constructor(ports: ConfirmationPorts) {
    this.#ports = ports;
  }

  /** The confirmations that wait for an answer, oldest first. */
  list(): ConfirmationView[] {
    return [...this.#questions.values()].filter(({ allowed }) => !allowed).map(({ view }) => view);
  }

  /**
   * Whether a person must allow it first. Asked before its input is checked: the engine refuses what it cannot read. An
   * office can switch the rule off for a till, so it always holds for programs that come from the office.
   */
  isNeeded({ kind, input, origin }: Pick<Submission, 'kind' | 'input' | 'origin'>): boolean {
    const { asksPeople } = this.#ports;
    const rule = isFromOffice(origin.clientId) ? 'always' : this.#ports.rule;
    if (rule === 'never' || (rule === 'window' && !asksPeople())) return false;
    const command = commandOf(kind);
    return command !== null && isManualRefund(command, input);
  }

  /** Resolves once a person answered, or time ran out. One `proceed` is called for all repetitions of a request. */
  async ask(submission: Submission, proceed: Proceed, whenGone: WhenGone = () => {}): Promise<Acceptance> {
    const { engine, asksPeople } = this.#ports;
    const digest = digestOf(this.#ports.digests, submission);
    const joined = this.#join(submission, digest, whenGone);
    if (joined !== null) return joined;
    // People are not asked for what the engine would refuse anyway, nor for what it accepted before.
    const told = await engine.examine(submission);
    if (told !== null) return told;
    if (!asksPeople()) {
      const isOfOffice = isFromOffice(submission.origin.clientId);
      return refuse('confirmation-impossible', isOfOffice ? ofOfficeWords : impossibleWords);
    }
    return this.#join(submission, digest, whenGone) ?? this.#show(submission, proceed, digest, whenGone);
  }

  /** A person's answer. With operators, allowing needs a supervisor's PIN; after a wrong one the question stays. */
  async answer(id: string, allow: boolean, approval: Approval | null): Promise<ConfirmationAnswer> {
    const question = this.#standing(id);
    if (question === null) return gone;
    if (!allow) {
      this.#end(question, refuse('confirmation-refused', 'A person at the till refused it. Nothing was stored.'));
      return { type: 'answered', record: null };
    }
    const approvedBy = await this.#approver(approval);
    if (approvedBy !== null && 'refusal' in approvedBy) return approvedBy;
    // While the PIN was checked the program may have left, or another person answered.
    if (this.#standing(id) === null) return gone;
    const shutOut = this.#shutOut(question);
    if (shutOut !== null) {
      this.#end(question, shutOut);
      return gone;
    }
    return this.#allow(question, approvedBy);
  }

  /** The bridge stops: programs that wait get `stopping`, and no question is asked any more. */
  end(): void {
    this.#ended = true;
    for (const question of this.#questions.values()) if (!question.allowed) this.#end(question, stopping);
  }

  /** Why the program may no longer pay out: its access, or this scope, was revoked after it asked. Null: it may. */
  #shutOut({ submission }: Question): Refused | null {
    const refusal = accessLost(this.#ports.clients, submission.origin.clientId, payOutScope);
    return refusal === null ? null : { type: 'refused', refusal };
  }

  #standing(id: string): Question | null {
    for (const question of this.#questions.values()) if (question.view.id === id && !question.allowed) return question;
    return null;
  }

  /** The answer to the question that this very request waits for already. Null where there is none. */
  #join(submission: Submission, digest: string, whenGone: WhenGone): Promise<Acceptance> | null {
    const question = this.#questions.get(keyOf(submission));
    if (question === undefined) return null;
    // The repetition gets the operation as one that was accepted before.
    if (question.digest === digest) return this.#wait(question, whenGone).then(asRepeated);
    const detail =
      'A request of this id waits for a person, with another kind or body. Use a new id for a new request.';
    return Promise.resolve(refuse('request-id-reused', detail));
  }

  #show(
    submission: Submission,
    proceed: Proceed,
    digest: string,
    whenGone: WhenGone,
  ): Acceptance | Promise<Acceptance> {
    const { clientId } = submission.origin;
    const ofClient = [...this.#questions.values()].filter((each) => each.submission.origin.clientId === clientId);
    if (this.#ended) return stopping;
    if (ofClient.length >= mostPerClient || this.#questions.size >= mostAtOnce) {
      return refuse('too-many-requests', 'Too many refunds wait for a person already. Nothing was stored.');
    }
    const { clock, chance, clients, people, changed } = this.#ports;
    const question: Question = {
      key: keyOf(submission),
      digest,
      submission,
      proceed,
      view: {
        id: `confirm_${chance.hex128()}`,
        client: clients.nameOf(clientId),
        ...confirmationOf(submission),
        needsPin: people.isManned(),
        askedAt: clock.iso(clock.nowMs()),
      },
      outcome: Promise.withResolvers(),
      stopClock: clock.after(patienceMs, () => this.#end(question, missed)),
      waiting: 0,
      allowed: false,
    };
    this.#questions.set(question.key, question);
    changed();
    return this.#wait(question, whenGone);
  }

  #wait(question: Question, whenGone: WhenGone): Promise<Acceptance> {
    question.waiting += 1;
    whenGone(() => {
      question.waiting -= 1;
      if (question.waiting === 0 && !question.allowed) this.#end(question, missed);
    });
    return question.outcome.promise;
  }

  /** Removes the question and answers the programs that wait; a second call changes nothing. */
  #end(question: Question, acceptance: Acceptance): void {
    if (this.#questions.get(question.key) !== question) return;
    this.#questions.delete(question.key);
    question.stopClock();
    question.outcome.resolve(acceptance);
    this.#ports.changed();
  }

  async #approver(approval: Approval | null): Promise<Person | Refused | null> {
    const { people } = this.#ports;
    if (!people.isManned()) return null;
    return supervisorShown(people, approval, { detail: 'A supervisor must allow it: enter their PIN.' });
  }

  async #allow(question: Question, approvedBy: Person | null): Promise<ConfirmationAnswer> {
    const { changed } = this.#ports;
    // It stays until it is stored, so that a repeat in between joins it instead of asking again.
    question.allowed = true;
    question.stopClock();
    changed();
    try {
      const acceptance = await question.proceed(approvedBy);
      question.outcome.resolve(acceptance);
      if (acceptance.type !== 'refused') return { type: 'answered', record: acceptance.record };
      // The program's access may have been revoked while the engine asked the gateway.
      return this.#shutOut(question) === null ? acceptance : gone;
    } catch (error) {
      question.outcome.reject(error);
      throw error;
    } finally {
      this.#questions.delete(question.key);
    }
  }
}

function asRepeated(acceptance: Acceptance): Acceptance {
  return acceptance.type === 'new' ? { type: 'known', record: acceptance.record } : acceptance;
}

function keyOf({ origin, requestId }: Submission): string {
  return `${origin.clientId}\n${requestId}`;
}

const missed = refuse(
  'confirmation-missed',
  'Nobody at the till answered within a minute. Nothing was stored; the request may be repeated.',
);
const stopping = refuse('stopping', 'The bridge is stopping. Nothing was stored; try again when it is back.');
const gone = refuse('not-decidable', 'It was answered already, nobody answered in time, or the program left.');
const ofOfficeWords =
  'A person at the till must confirm this, and the bridge runs without a window. Nothing was stored. For a program that ' +
  'the office lets in that is always so.';
const impossibleWords =
  'A person at the till must confirm this, and the bridge runs without a window. Nothing was stored. The shop can ' +
  'change that: loopback.confirmUnreferenced in its settings.';
