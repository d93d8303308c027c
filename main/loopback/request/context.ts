// Shared by the routes: their ports, the context of a request, and the type of a line in the route table.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Scope } from '#contract/programs/scopes.ts';
import type { Client } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Signer } from '#core/ports/journal.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { Answer } from '#http/answer.ts';
import { type BodyLimits, type JsonBody, readJsonBody } from '#http/json/json-body.ts';
import type { Rate, RateLimit } from '#http/limits/rate-limit.ts';
import type { PaymentPaths } from '#operations/payment-view.ts';
import type { AtOnce } from '../limits/at-once.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { Caller } from '../access/caller.ts';
import type { Events } from '../events/events.ts';
import type { PaymentOrigins } from '../programs/payment-origins.ts';
import type {
  LoopbackBridge,
  LoopbackDevices,
  LoopbackJournal,
  LoopbackLog,
  LoopbackShifts,
  ReadMetrics,
} from '../programs/ports.ts';
import type { Pairings } from '../pairing/pairings.ts';
import type { PostBudget } from '../limits/post-budget.ts';
import type { PostTurns } from '../limits/post-turns.ts';
import type { Pushes } from '../push/pushes.ts';
import type { OpenTurns } from '../limits/open-turns.ts';
import type { Reader, ReadScheduler } from '../limits/read-scheduler.ts';
import type { Waits } from './wait.ts';

export interface LoopbackPorts {
  readonly version: string;
  /** How a person starts a command, for texts that name one; null where there are no commands (the packaged app). */
  readonly program: string | null;
  readonly clients: ClientRegistry;
  readonly calls: LoopbackBridge;
  /** Null while the folder is sealed: `calls.refusal()` answers then. */
  readonly shifts: LoopbackShifts | null;
  /** Null while the folder is sealed. */
  readonly devices: LoopbackDevices | null;
  /** Both null while the folder is sealed. */
  readonly journal: LoopbackJournal | null;
  readonly events: Events | null;
  /** Null while the folder is sealed. */
  readonly pushes: Pushes | null;
  /** Null while the folder is sealed. */
  readonly pairings: Pairings | null;
  /** The key pair that programs know this bridge by; null while the folder is sealed. */
  readonly identity: Signer | null;
  /** Null where they are not served. */
  readonly metrics: ReadMetrics | null;
  readonly log: LoopbackLog;
  /** For lines that callers cause: equal ones are counted. */
  readonly countedLog: LoopbackLog;
  /** Calls back after so many ms; returns a function that ends it. */
  readonly after: Clock['after'];
  readonly waits: Waits;
  readonly paymentOrigins: PaymentOrigins;
  /** Where the gateway's records show sums and operations. */
  readonly paymentPaths: PaymentPaths;
  /** Names of objects and lists that a record may stand in. */
  readonly wrappers: readonly string[];
  /** The rate limit of one client. */
  readonly rate: Rate;
  /** Counts each client's requests in both APIs together, so that a client has one share. */
  readonly requests: RateLimit;
  /** Counts each client's requests under way, in both APIs together. */
  readonly atOnce: AtOnce;
  /** Schedules the reads of all clients, in both APIs together. */
  readonly reads: ReadScheduler;
  /** The budget for the bodies of clients, in both APIs together. */
  readonly posts: PostBudget;
  /** Schedules the parsing of these bodies, in both APIs together. */
  readonly turns: PostTurns;
  /** The limit of all callers without a token together: `open` for addresses that need none, `refused` elsewhere. */
  readonly unauthenticated: RateLimit;
  /** Answers callers without a token where no limit may refuse them. */
  readonly openTurns: OpenTurns;
  /** The connections on which a caller showed a token or a secret that is known here. */
  readonly knownConnections: WeakSet<Duplex>;
}

/** One request, over Node's own objects: members are read from them only when a route asks. */
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
  readonly #turns: PostTurns | null;
  /** The bytes of the body that was parsed. */
  #bodyBytes = 0;
  #isDocument = false;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, parameters: Parameters, known: Known | null) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.method = incoming.method ?? '';
    this.target = incoming.url ?? '';
    this.#parameters = parameters;
    this.#caller = known?.caller ?? null;
    this.#reader = known?.reader ?? null;
    this.#posts = known?.posts ?? null;
    this.#turns = known?.turns ?? null;
  }

  /** Whether the answer took time: then the caller's access is checked again before the answer is sent. */
  get hasWaited(): boolean {
    return this.#hasWaited;
  }

  /** Whether the request was carried out, or may have been: then no answer may say that it was not. */
  get mayHaveActed(): boolean {
    return this.#mayHaveActed;
  }

  /** The decoded part of the path where the route has a name with a colon. */
  param(name: string): string {
    return this.#parameters[name] ?? '';
  }

  /** A header by its name in lower case; repeated headers as Node joins them. */
  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }

  /** The client, as of the last check of its access. Throws at an address that is open to all. */
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

  /** Waits for a result, and checks the client again afterwards: its scopes of that time decide what it may see. */
  async waitFor<T>(coming: Promise<T>): Promise<T> {
    this.#hasWaited = true;
    const value = await coming;
    // Whether any of it may be seen is asked at the end.
    this.barred();
    return value;
  }

  /** Asks the gateway once the client has a place for it, and returns its answer. */
  atGateway<T>(ask: () => Promise<T>): Promise<T | Refused> {
    return this.waitFor(this.reader.atGateway(this, ask));
  }

  /** The bridge's answer to a request to act. */
  async acting<T extends Accepted | Refused>(coming: Promise<T>): Promise<T> {
    const answer = await coming;
    this.#mayHaveActed = answer.type === 'accepted' || answer.refusal.code === 'storage-failed';
    return answer;
  }

  /**
   * The body, of a caller that is still known now that all of it is here; which scopes it still has is for the handler
   * to ask of `client`. Every body of a known caller is read here: the head may have come long before.
   */
  async readJson(options: {
    readonly optional: boolean;
    readonly limits?: BodyLimits;
    /** It is to be printed, which costs more than its bytes. */
    readonly isDocument?: boolean;
  }): Promise<JsonBody> {
    this.#isDocument = options.isDocument === true;
    const admit = async (bytes: number | null): Promise<Refusal | null> => {
      const clientId = this.#caller?.client.id ?? null;
      if (clientId !== null && bytes !== null) await this.#turns?.turn(clientId, bytes);
      const refusal = clientId === null ? null : (this.#posts?.refusal(clientId) ?? null);
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
    const accepted = this.#isDocument ? 'document' : 'accepted';
    this.#posts?.charge(this.#caller.client.id, this.#bodyBytes, this.#mayHaveActed ? accepted : 'refused');
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
  readonly turns: PostTurns;
}

interface Accepted {
  readonly type: 'accepted';
}

/** The named segments of a path, decoded. */
export type Parameters = { readonly [name: string]: string };

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** One of these is needed before anything is read; null where the handler itself checks scope and bridge. */
  readonly scope: Scope | readonly Scope[] | null;
  /** Answered also while the bridge can answer nothing else. */
  readonly always?: true;
  /** It takes turns among all callers without a token: no limit of theirs refuses it. */
  readonly inTurns?: true;
  /** Null for what another document describes: the gateway's own addresses are in docs/gateway-openapi.json. */
  readonly about: RouteAbout | null;
  readonly handle: (context: LoopbackContext) => Answer | Promise<Answer>;
}
