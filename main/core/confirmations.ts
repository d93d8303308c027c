// Asks the people at the till before a program pays out money that no payment here stands behind. Every program's
// submission passes here on its way to the engine, whatever surface it came in by. A question is held in memory only
// and for a minute at most; until it is allowed nothing is stored, and whoever repeats the request joins the question.
import type { ConfirmationView } from '#contract/confirmation.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { ProblemCode, Refusal } from '#contract/problems.ts';
import type { Scope } from '#contract/scopes.ts';
import { commandOf } from '#operations/index.ts';
import { accessLost } from './access.ts';
import { type Acceptance, type Submission, digestOf } from './accept.ts';
import { isManualRefund } from './money-out.ts';
import { confirmationOf } from './confirmation-view.ts';
import type { Engine } from './engine.ts';
import type { People } from './people.ts';
import type { Chance, Digests } from './ports/chance.ts';
import type { ClientRegistry } from './ports/clients.ts';
import type { Clock } from './ports/clock.ts';
import type { OperationRecord } from './record.ts';

/**
 * - window: asked where there is a window; without one it goes on
 * - always: asked, and refused where there is no window
 * - never: not asked
 */
export type ConfirmationRule = 'window' | 'always' | 'never';

export interface ConfirmationPorts {
  readonly engine: Pick<Engine, 'submit' | 'examine'>;
  readonly people: Pick<People, 'isManned' | 'verify'>;
  readonly clients: Pick<ClientRegistry, 'nameOf' | 'byId'>;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'hex128'>;
  readonly digests: Digests;
  readonly rule: ConfirmationRule;
  /** Whether there are people to ask: a window. */
  readonly asksPeople: boolean;
  /** Other questions stand now. */
  readonly changed: () => void;
}

/** Calls `work` when whoever asked has left. */
export type WhenGone = (work: () => void) => void;

export type ConfirmationAnswer =
  | { readonly type: 'answered'; readonly record: OperationRecord | null }
  | { readonly type: 'refused'; readonly refusal: Refusal };

interface Question {
  readonly key: string;
  readonly digest: string;
  readonly submission: Submission;
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

  /** Those that wait for an answer, oldest first. */
  list(): ConfirmationView[] {
    return [...this.#questions.values()].filter(({ allowed }) => !allowed).map(({ view }) => view);
  }

  async submit(submission: Submission, whenGone: WhenGone = () => {}): Promise<Acceptance> {
    const { engine, rule, asksPeople } = this.#ports;
    if (rule === 'never' || !paysByHand(submission)) return engine.submit(submission);
    if (rule === 'window' && !asksPeople) return engine.submit(submission);
    const digest = digestOf(this.#ports.digests, submission);
    const joined = this.#join(submission, digest, whenGone);
    if (joined !== null) return joined;
    // Nobody is asked for what would be refused anyway, nor again for what was taken before.
    const told = await engine.examine(submission);
    if (told !== null) return told;
    if (!asksPeople) return refuse('confirmation-impossible', impossibleWords);
    return this.#join(submission, digest, whenGone) ?? this.#ask(submission, digest, whenGone);
  }

  /** What a person said. With operators, allowing needs a supervisor's PIN; a wrong one leaves the question standing. */
  async answer(id: string, allow: boolean, approval: Approval | null): Promise<ConfirmationAnswer> {
    const question = this.#standing(id);
    if (question === null) return gone;
    if (!allow) {
      this.#end(question, refuse('confirmation-refused', 'A person at the till refused it. Nothing was stored.'));
      return { type: 'answered', record: null };
    }
    const approvedBy = await this.#approver(approval);
    if (approvedBy !== null && 'refusal' in approvedBy) return approvedBy;
    // While the PIN was checked the program may have left, or somebody else answered.
    if (this.#standing(id) === null) return gone;
    const shutOut = this.#shutOut(question);
    if (shutOut !== null) {
      this.#end(question, shutOut);
      return gone;
    }
    return this.#allow(question, approvedBy);
  }

  /** The bridge stops: who waits is told so, and nobody is asked any more. */
  end(): void {
    this.#ended = true;
    for (const question of this.#questions.values()) if (!question.allowed) this.#end(question, stopping);
  }

  /** Whoever took a program's access away, or its right to pay out, did not mean to pay what it still asked for. */
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
    // To whoever joins, it is an operation that was asked for before.
    if (question.digest === digest) return this.#wait(question, whenGone).then(asRepeated);
    const detail =
      'A request of this id waits for a person, with another kind or body. Use a new id for a new request.';
    return Promise.resolve(refuse('request-id-reused', detail));
  }

  #ask(submission: Submission, digest: string, whenGone: WhenGone): Acceptance | Promise<Acceptance> {
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

  /** Takes the question away, once; later ends of it change nothing. */
  #end(question: Question, acceptance: Acceptance): void {
    if (this.#questions.get(question.key) !== question) return;
    this.#questions.delete(question.key);
    question.stopClock();
    question.outcome.resolve(acceptance);
    this.#ports.changed();
  }

  async #approver(approval: Approval | null): Promise<Person | { type: 'refused'; refusal: Refusal } | null> {
    const { people } = this.#ports;
    if (!people.isManned()) return null;
    if (approval === null) return refuse('approval-needed', 'A supervisor must allow it: enter their PIN.');
    const verified = await people.verify(approval, 'supervisor');
    return verified.type === 'refused' ? verified : verified.person;
  }

  async #allow(question: Question, approvedBy: Person | null): Promise<ConfirmationAnswer> {
    const { engine, changed } = this.#ports;
    // It stays until it is stored, so that a repeat in between joins it instead of asking again.
    question.allowed = true;
    question.stopClock();
    changed();
    const { submission } = question;
    try {
      const acceptance = await engine.submit({ ...submission, origin: { ...submission.origin, approvedBy } });
      question.outcome.resolve(acceptance);
      if (acceptance.type !== 'refused') return { type: 'answered', record: acceptance.record };
      // It may have been shut out while the gateway was asked whether it is there.
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

/** Looked at before the input was checked: what cannot be read here is refused by the engine. */
function paysByHand({ kind, input, origin }: Submission): boolean {
  const command = commandOf(kind);
  return origin.type === 'erp' && command !== null && isManualRefund(command, input);
}

function keyOf({ origin, requestId }: Submission): string {
  return `${origin.clientId}\n${requestId}`;
}

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

function refuse(code: ProblemCode, detail: string): Refused {
  return { type: 'refused', refusal: { code, detail } };
}

const missed = refuse(
  'confirmation-missed',
  'Nobody at the till answered within a minute. Nothing was stored; the request may be repeated.',
);
const stopping = refuse('stopping', 'The bridge is stopping. Nothing was stored; try again when it is back.');
const gone = refuse('not-decidable', 'It was answered already, nobody answered in time, or the program left.');
const impossibleWords =
  'A person at the till must confirm this, and the bridge runs without a window. Nothing was stored. The shop can ' +
  'change that: loopback.confirmUnreferenced in its settings.';
