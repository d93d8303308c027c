// What the routes share: their ports, the type of a request's context, and the shape of a line in the route table.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scope } from '#contract/scopes.ts';
import type { Client } from '#contract/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Signer } from '#core/ports/signer.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Answer } from '#http/answer.ts';
import { type BodyLimits, type JsonBody, readJsonBody } from '#http/json-body.ts';
import type { Rate, RateLimit } from '#http/rate-limit.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';
import type { AtOnce } from './at-once.ts';
import type { RouteAbout } from './about.ts';
import type { Caller } from './caller.ts';
import type { Events } from './events.ts';
import type { Makers } from './makers.ts';
import type { LoopbackBridge, LoopbackJournal, LoopbackLog, LoopbackShifts, Refused } from './ports.ts';
import type { Pairings } from './pairings.ts';
import type { PostBudget } from './post-budget.ts';
import type { Reader, ReadScheduler } from './read-scheduler.ts';
import type { Waits } from './wait.ts';

export interface LoopbackPorts {
  readonly version: string;
  readonly clients: ClientRegistry;
  readonly calls: LoopbackBridge;
  /** Null while the folder is sealed: `calls.refusal()` answers then. */
  readonly shifts: LoopbackShifts | null;
  /** Both null while the folder is sealed. */
  readonly journal: LoopbackJournal | null;
  readonly events: Events | null;
  /** Null while the folder is sealed. */
  readonly pairings: Pairings | null;
  /** What programs know this bridge by; null while the folder is sealed. */
  readonly identity: Signer | null;
  readonly log: LoopbackLog;
  /** For lines that callers cause: equal ones are counted. */
  readonly countedLog: LoopbackLog;
  /** Calls back after so many ms; returns a function that ends it. */
  readonly after: Clock['after'];
  readonly waits: Waits;
  readonly makers: Makers;
  /** Where the gateway's records show sums and operations. */
  readonly paymentPaths: PaymentPaths;
  /** What one client may send. */
  readonly rate: Rate;
  /** Counts what each client sends, by whichever of the two languages: a second door gives no second share. */
  readonly requests: RateLimit;
  /** How many of them are under way, by whichever language, too. */
  readonly atOnce: AtOnce;
  /** Where all reads of known clients take their turns, by whichever language, too. */
  readonly reads: ReadScheduler;
  /** What their bodies may cost, by whichever language, too. */
  readonly posts: PostBudget;
  /** What all others may send together: `open` to the addresses that need no token, `refused` elsewhere. */
  readonly strangers: RateLimit;
}

/** One request, on Node's own: nothing is copied before somebody asks for it. */
export class LoopbackContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly #parameters: Parameters;
  readonly #caller: Caller | null;
  readonly #reader: Reader | null;
  #hasWaited = false;
  #mayHaveActed = false;
  readonly #posts: PostBudget | null;
  /** Of the body that was looked into. */
  #bodyBytes = 0;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, parameters: Parameters, known: Known | null) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.target = incoming.url ?? '';
    this.#parameters = parameters;
    this.#caller = known?.caller ?? null;
    this.#reader = known?.reader ?? null;
    this.#posts = known?.posts ?? null;
  }

  /** Its answer was waited for: whoever asked is asked for again before it goes out. */
  get hasWaited(): boolean {
    return this.#hasWaited;
  }

  /** What it asked to be done was done, or may have been: then no answer may say that it was not. */
  get mayHaveActed(): boolean {
    return this.#mayHaveActed;
  }

  /** What stands in the path where the route has a name with a colon, decoded. */
  param(name: string): string {
    return this.#parameters[name] ?? '';
  }

  /** By its name in lower case; of a header that came more than once, what Node makes of it. */
  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }

  /** Who asks, as it was when it was asked for last. Throws at an address that is open to all, where nobody was asked. */
  get client(): Client {
    return this.#known.client;
  }

  /** How its client reads beside all others. Throws at an address that is open to all. */
  get reader(): Reader {
    if (this.#reader === null) throw new Error('there is no client at an open address');
    return this.#reader;
  }

  /** Asks for the client again: why it may not go on, or null. `needed`: one of these scopes. */
  barred(needed: readonly Scope[] = []): Refusal | null {
    return this.#known.barred(needed);
  }

  /** What somebody else has to say first. How much of it may be seen is then by what `client` may by that time. */
  async waitFor<T>(coming: Promise<T>): Promise<T> {
    this.#hasWaited = true;
    const value = await coming;
    // Whether any of it may be seen is asked at the end.
    this.barred();
    return value;
  }

  /** The bridge's answer to what it was asked to do. */
  async acting<T extends Accepted | Refused>(coming: Promise<T>): Promise<T> {
    const answer = await coming;
    this.#mayHaveActed = answer.type === 'accepted' || answer.refusal.code === 'storage-failed';
    return answer;
  }

  /**
   * The body, of a caller that is still known now that all of it is here; which scopes it still has is for the handler
   * to ask of `client`. Every body of a known caller is read here: the head may have come long before.
   */
  async readJson(options: { readonly optional: boolean; readonly limits?: BodyLimits }): Promise<JsonBody> {
    const admit = (bytes: number | null): Refusal | null => {
      const refusal = this.#caller === null ? null : (this.#posts?.refusal(this.#caller.client.id) ?? null);
      if (refusal === null) this.#bodyBytes = bytes ?? 0;
      return refusal;
    };
    const body = await readJsonBody(this.incoming, { ...options, admit });
    const refusal = this.#caller?.barred() ?? null;
    return refusal === null ? body : { type: 'refused', refusal };
  }

  /** The answer is known: counts what the body cost its program. */
  chargeBody(): void {
    if (this.#bodyBytes === 0 || this.#caller === null) return;
    this.#posts?.charge(this.#caller.client.id, this.#bodyBytes, this.#mayHaveActed ? 'accepted' : 'refused');
    this.#bodyBytes = 0;
  }

  get #known(): Caller {
    if (this.#caller === null) throw new Error('there is no client at an open address');
    return this.#caller;
  }
}

/** Who asks, where that is known. */
export interface Known {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly posts: PostBudget;
}

interface Accepted {
  readonly type: 'accepted';
}

/** The named segments of a path, decoded. */
export type Parameters = { readonly [name: string]: string };

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Needed before anything is read; null where the handler itself checks scope and bridge. */
  readonly scope: Scope | null;
  /** Answered also while the bridge can answer nothing else. */
  readonly always?: true;
  /** Null for what another document describes: the gateway's own addresses are in docs/gateway-openapi.json. */
  readonly about: RouteAbout | null;
  readonly handle: (context: LoopbackContext) => Answer | Promise<Answer>;
}
