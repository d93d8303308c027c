// Sends one program its events, in order, each until it is taken. What it holds is a number: the event is read anew for
// each try, so that the operation in it is as it stands then.
import type { Client, Webhook } from '#contract/programs/client.ts';
import { openingOf } from '../events/event-start.ts';
import { eventsOf, stretchAfter } from '../events/event-text.ts';
import { addressProblem } from '#http/address.ts';
import { type Posted, post } from './post.ts';
import { type JournalPosition, type PushPorts, positionFrom } from './ports.ts';

export interface Failing {
  /** ISO 8601. */
  readonly since: string;
  readonly tries: number;
  readonly why: string;
}

interface Registration {
  readonly clientId: string;
  readonly id: string;
  /** Null where the program may no longer get events. */
  readonly reader: () => { readonly client: Client; readonly webhook: Webhook } | null;
}

interface Told {
  readonly name: string;
  readonly data: object;
}

/** What comes next: an event, records that have none, or nothing yet. */
type Next = { readonly position: JournalPosition; readonly event: Told | null } | null;

export class PushWorker {
  readonly #ports: PushPorts;
  readonly #registration: Registration;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #position: JournalPosition;
  #isChecked = false;
  #noted = '';
  #stopNote: (() => void) | null = null;
  #failing: Failing | null = null;
  #isWoken = false;
  #wake = () => {};

  constructor(ports: PushPorts, registration: Registration) {
    this.#ports = ports;
    this.#registration = registration;
    const webhook = registration.reader()?.webhook;
    const noted = ports.keeping.placeOf(registration.clientId);
    this.#position = webhook === undefined ? { seq: 0, hash: null } : positionFrom(noted, webhook);
    this.#running = this.#run();
  }

  state(): { readonly position: number; readonly failing: Failing | null } {
    return { position: this.#position.seq, failing: this.#failing };
  }

  /** There may be something new. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async end(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await this.#running;
    this.#stopNote?.();
    this.#note();
  }

  async #run(): Promise<void> {
    const { log } = this.#ports;
    while (!this.#ending.signal.aborted) {
      this.#isWoken = false;
      try {
        if (!(await this.#step())) await this.#news();
      } catch (error) {
        // A disk that fails has an alarm of its own; it is asked again at the next commit.
        log('warn', 'webhook-not-read', { error: error instanceof Error ? error.name : 'unknown' });
        await this.#news();
      }
    }
  }

  /** False where there is nothing to do before something is committed. */
  async #step(): Promise<boolean> {
    const { clientId, reader } = this.#registration;
    const known = reader();
    if (known === null) return false;
    const next = await this.#ports.reads.reader(clientId).slice(() => this.#next(known.client));
    if (next === null) return false;
    if (next.event !== null) {
      // Access may have been taken back while its turn came.
      const now = reader();
      if (now === null) return false;
      const posted = await this.#send(now.webhook, next.position.seq, next.event);
      if (this.#ending.signal.aborted) return false;
      if (posted.type === 'failed') {
        await this.#failed(posted.why);
        return true;
      }
      this.#taken();
    }
    this.#isChecked = true;
    this.#position = next.position;
    this.#stopNote ??= this.#ports.after(this.#ports.limits.noteMs, () => {
      this.#stopNote = null;
      this.#note();
    });
    return true;
  }

  #next(client: Client): Next {
    const { journal } = this.#ports;
    const { seq, hash } = this.#position;
    if (!this.#isChecked) {
      // A backup that was put back: what the program has is not this journal's, and it must load its state anew.
      const resume = { lastEventId: String(seq), lastHash: hash ?? undefined };
      const opening = openingOf(journal, resume);
      if (opening.name === 'reset') {
        return { position: { seq: opening.seq, hash: journal.head().hash }, event: opening };
      }
      this.#isChecked = true;
    }
    const stretch = stretchAfter(this.#ports, seq);
    if (stretch === null) return null;
    let position = this.#position;
    for (const each of eventsOf(stretch, client)) {
      position = { seq: each.seq, hash: each.hash };
      if (each.event !== null) return { position, event: each.event };
    }
    return { position, event: null };
  }

  async #send({ id, url }: Webhook, seq: number, { name, data }: Told): Promise<Posted> {
    const { keeping, limits } = this.#ports;
    const problem = addressProblem(url);
    if (problem !== null) return { type: 'failed', why: 'address refused' };
    const body = JSON.stringify({ event: name, id: seq, data });
    const message = { url, name, seq, webhookId: id, body, secret: keeping.secretOf(id), atMs: Date.now() };
    return post(message, limits.answerMs, this.#ending.signal);
  }

  async #failed(why: string): Promise<void> {
    const { log, limits, nowIso } = this.#ports;
    const { clientId } = this.#registration;
    const tries = (this.#failing?.tries ?? 0) + 1;
    if (this.#failing === null) log('warn', 'webhook-failing', { client: clientId, why });
    this.#failing = { since: this.#failing?.since ?? nowIso(), tries, why };
    const longest = Math.min(limits.longestPauseMs, limits.firstPauseMs * 2 ** Math.min(tries - 1, 30));
    await this.#pause(longest * (0.5 + Math.random() / 2));
  }

  #taken(): void {
    const { log } = this.#ports;
    if (this.#failing !== null) {
      log('info', 'webhook-taken', { client: this.#registration.clientId });
    }
    this.#failing = null;
  }

  #note(): void {
    const { keeping, log } = this.#ports;
    const { clientId, id, reader } = this.#registration;
    const position = `${id} ${this.#position.seq}${this.#position.hash === null ? '' : ` ${this.#position.hash}`}`;
    if (position === this.#noted) return;
    try {
      // An earlier registration must not write over what a later one has noted.
      const noted = keeping.placeOf(clientId);
      if (noted !== null && !noted.startsWith(`${id} `) && reader() === null) return;
      keeping.note(clientId, position);
      this.#noted = position;
    } catch (error) {
      log('warn', 'webhook-place-not-noted', { error: error instanceof Error ? error.name : 'unknown' });
    }
  }

  /** Until there may be something new, or it ends. */
  #news(): Promise<void> {
    if (this.#isWoken || this.#ending.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** News do not shorten it: the address gets time to come back. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    return new Promise((resolve) => {
      const finish = () => {
        stop();
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const stop = this.#ports.after(ms, finish);
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    });
  }
}
