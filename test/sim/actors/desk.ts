// The desk: where cashiers and ERPs hand in what they want, and where is remembered what they were told. A request
// that got no answer (the till died) is handed in again with the same id, as every careful caller does.
import type { Refusal } from '#contract/programs/problems.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { dueOf, refusedWith } from '../check/refusals.ts';
import type { Random } from '../random.ts';
import { withTag } from '../tag.ts';
import type { World } from '../world.ts';
import type { Request } from './request.ts';
import { cashiers, supervisors } from './staff.ts';

export class Desk {
  readonly requests: Request[] = [];
  readonly #world: World;
  readonly #unanswered = new Set<Request>();
  accepted = 0;
  readonly #partials: Random;
  readonly #sellers: Random;
  readonly #signedIn: Random;

  constructor(world: World) {
    this.#world = world;
    this.#partials = world.random.fork('partials');
    this.#sellers = world.random.fork('sellers');
    this.#signedIn = world.random.fork('signed in');
    world.onStart.push(() => this.#askAgain());
  }

  /** A new request, under an id of its own. `tagged`: the gateway's ledger will name it. */
  async ask(kind: string, input: JsonObject, asker: 'erp' | 'cashier', partOf: string | null = null): Promise<void> {
    const tag = `t${this.requests.length + 1}`;
    const takesPartial = asker === 'cashier' && this.#partials.chance(0.3);
    // Programs sell at terminals as well, and some of them have not said that they handle partial approvals.
    const isPrograms = input['messageType'] === 'SALE' && partOf === null && this.#sellers.chance(0.3);
    const origin = isPrograms ? 'erp' : asker;
    const submission: Submission = {
      kind,
      input: withTag(kind, input, tag),
      requestId: `r-${tag}`,
      // As at the gateway's own addresses: offline it is refused, whatever its kind.
      // Some programs handle partial approvals, some do not; people at the till are always asked.
      takesPartial,
      mayWait: asker === 'cashier' || !this.#world.random.chance(0.3),
      ...(partOf === null ? {} : { partOf }),
      origin: origin === 'erp' ? { type: 'erp', clientId: 'erp-1' } : this.#atTill(),
    };
    const request: Request = { tag, submission, operationId: null, refused: null };
    this.requests.push(request);
    await this.hand(request);
  }

  #atTill(): Submission['origin'] {
    const operator = this.#world.isManned ? this.#signedIn.pick(cashiers) : null;
    return { type: 'cashier', clientId: 'till-1', operator };
  }

  async hand(request: Request): Promise<void> {
    const world = this.#world;
    // A backup that was put back cannot know that it had this request: it would be a new one to it.
    if (world.lost.has(request.tag)) return;
    const life = world.present;
    if (life === null) {
      this.#unanswered.add(request);
      return;
    }
    this.#unanswered.add(request);
    const due = dueOf(world, this.requests, request);
    const acceptance = await life.engine.submit(request.submission);
    if (!life.lives('ack')) return;
    this.#unanswered.delete(request);
    if (acceptance.type === 'refused') {
      refusedWith(world, this.requests, request, due, acceptance.refusal.code);
      this.#refused(request, acceptance.refusal);
      if (acceptance.refusal.code === 'approval-needed') await this.#approve(request);
      return;
    }
    this.#told(request, acceptance.record);
  }

  /** A supervisor is near, mostly, and enters their PIN. */
  async #approve(request: Request): Promise<void> {
    if (!this.#signedIn.chance(0.8)) return;
    const { submission } = request;
    request.submission = { ...submission, origin: { ...submission.origin, approvedBy: supervisors[0] ?? null } };
    await this.hand(request);
  }

  /** The same request id with another body: it must be refused once the id was used. */
  async conflict(request: Request): Promise<void> {
    const world = this.#world;
    const life = world.present;
    if (life === null || request.operationId === null || world.lost.has(request.tag)) return;
    const { submission } = request;
    const input = { ...submission.input, refNr: `other-${request.tag}` };
    const acceptance = await life.engine.submit({ ...submission, input });
    if (!life.lives('ack')) return;
    if (acceptance.type !== 'refused') {
      world.report(10, `request id ${submission.requestId} was taken again with another body`);
    } else if (acceptance.refusal.code !== 'request-id-reused') {
      world.report(10, `request id ${submission.requestId} with another body: ${acceptance.refusal.code}`);
    }
    world.coverage.count('request ids with another body');
  }

  async cancel(request: Request): Promise<void> {
    const life = this.#world.present;
    if (life === null || request.operationId === null) return;
    const outcome = await life.engine.cancel(request.operationId, 'somebody');
    this.#world.coverage.count(`cancel: ${outcome?.type ?? 'not there'}`);
  }

  /** What the caller may know: records of the operations it was told of. */
  known(): OperationRecord[] {
    const { tables } = this.#world.disk;
    return this.requests.flatMap(({ operationId }) =>
      operationId === null ? [] : (tables.operation(operationId) ?? []),
    );
  }

  #told(request: Request, record: OperationRecord): void {
    const world = this.#world;
    if (request.operationId === null) {
      request.operationId = record.id;
      request.refused = null;
      this.accepted += 1;
      world.coverage.count(`accepted: ${record.kind}`);
    } else {
      world.coverage.count('request ids repeated');
      if (request.operationId !== record.id) {
        world.report(10, `request id ${request.submission.requestId} gave ${record.id}, before ${request.operationId}`);
      }
    }
  }

  #refused(request: Request, { code, issues = [] }: Refusal): void {
    const world = this.#world;
    world.coverage.count(`refused: ${code}`);
    // What it wishes for, the product must know: a kind that is always refused would be tried in name only.
    // That a payment is shown in the card's currency alone the caller cannot know.
    const isOfCurrency = issues.length > 0 && issues.every((each) => each.code === 'currency-differs');
    if (code === 'invalid-input' && !isOfCurrency)
      world.report(0, `${request.submission.kind} is refused as invalid input`);
    if (request.operationId === null) {
      request.refused = code;
      return;
    }
    if (code === 'storage-failed' || code === 'stopping') return;
    world.report(10, `request id ${request.submission.requestId}: accepted before, now refused as ${code}`);
  }

  #askAgain(): void {
    const left = [...this.#unanswered];
    this.#unanswered.clear();
    for (const request of left) {
      this.#world.schedule.after(this.#world.random.between(10, 20_000), 'world', () => {
        this.hand(request).catch(this.#world.unlessStorage);
      });
    }
  }
}
