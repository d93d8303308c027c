// The client of one paired bridge. The token is in a private field, so that no log prints it. All resources share one
// line.
import { Aborted, NotRunning } from './line/errors.ts';
import { deadlineOf } from './line/deadline.ts';
import { addressOf } from './line/exchange.ts';
import { hostOf } from './line/host.ts';
import type { Proof } from './line/introduction.ts';
import { Line } from './line/line.ts';
import { Customers } from './resources/customers.ts';
import { Devices } from './resources/devices.ts';
import { Events } from './resources/events.ts';
import { Operations } from './resources/operations.ts';
import { Payments } from './resources/payments.ts';
import { Shifts, Terminals, Webhook, statusOf } from './resources/shop.ts';
import type { Status } from './api/generated.ts';
import type { Identity } from './api/types.ts';

export interface TillbridgeOptions {
  /** `http://127.0.0.1:PORT`, as the till's settings show it. */
  readonly baseUrl: string;
  readonly token: string;
  /** The identity from pairing. Without it the token goes to any program that calls itself Tillbridge at this port. */
  readonly identity?: Identity;
  /**
   * Where signatures cannot be checked (an older browser): `refuse` (the default) throws IdentityUncheckable; `go-on`
   * sends the token all the same, and `verifyIdentity` says `uncheckable`.
   */
  readonly whenUncheckable?: 'refuse' | 'go-on';
  /** For a whole call with all its attempts, plus the seconds that it asks the bridge to wait; 30 s by default. */
  readonly timeoutMs?: number;
  /** How many times a repeatable request is repeated; 3 by default, which takes about two seconds. */
  readonly maxRetries?: number;
  /**
   * In place of this package's own connections, in Node. Then the identity is proved before each request, and not for
   * the very connection that carries it: see the README.
   */
  readonly fetch?: typeof fetch;
}

export class Tillbridge {
  readonly operations: Operations;
  readonly payments: Payments;
  readonly customers: Customers;
  readonly terminals: Terminals;
  readonly devices: Devices;
  readonly shifts: Shifts;
  readonly events: Events;
  readonly webhook: Webhook;
  readonly #line: Line;
  readonly #timeoutMs: number;

  /** Throws a TypeError for an address that is not this computer's, and for a text that cannot be a token. */
  constructor(options: TillbridgeOptions) {
    const { baseUrl, token, identity, whenUncheckable = 'refuse', timeoutMs = 30_000, maxRetries = 3 } = options;
    // A header that fetch refuses would be named, with the token, in its error.
    if (!/^[!-~]{1,256}$/.test(token)) throw new TypeError('token must have 1 to 256 visible ASCII characters.');
    const host = hostOf(options.fetch);
    const pinned = identity === undefined ? null : { identity, whenUncheckable };
    this.#line = new Line({ host, to: addressOf(baseUrl), token, pinned, timeoutMs, maxRetries });
    this.#timeoutMs = timeoutMs;
    this.operations = new Operations(this.#line, host);
    this.payments = new Payments(this.#line);
    this.customers = new Customers(this.#line);
    this.terminals = new Terminals(this.#line);
    this.devices = new Devices(this.#line);
    this.shifts = new Shifts(this.#line);
    this.events = new Events(this.#line, host);
    this.webhook = new Webhook(this.#line);
  }

  /** The bridge's status, and how many operations wait or need a person. */
  async status(options: { readonly signal?: AbortSignal } = {}): Promise<Status> {
    return statusOf(this.#line, options);
  }

  /**
   * Asks now who listens there. It is done by itself before the token is sent over any connection, and where connections
   * cannot be told apart (pages, a `fetch` of yours) before each request. Throws IdentityChanged, IdentityUncheckable, NotRunning and BlockedByBrowser.
   */
  async verifyIdentity(options: { readonly signal?: AbortSignal } = {}): Promise<Proof> {
    const deadline = deadlineOf(this.#timeoutMs, options.signal);
    try {
      const met = await this.#line.introduce(deadline.signal);
      if (met !== null) return met.proof;
      throw deadline.byCaller() ? new Aborted() : new NotRunning('no-connection', 'unsupported');
    } finally {
      deadline.done();
    }
  }
}
