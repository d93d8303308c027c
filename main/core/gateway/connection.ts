// Whether the gateway can be reached and takes our credentials. A circuit breaker: it opens on transport failures,
// 502, 503 and 504 only, probes with a GET that has no effect, and closes when the gateway itself answers.
import { backoffMs } from './backoff.ts';
import type { Chance } from '../ports/chance.ts';
import type { Clock } from '../ports/clock.ts';
import type { Gateway, GatewayAnswer } from '../ports/gateway.ts';

export interface ConnectionStatus {
  readonly state: 'unchecked' | 'online' | 'offline';
  /** Engine time, ms. */
  readonly sinceMs: number;
  readonly reason: string | null;
  readonly credentials: 'unchecked' | 'accepted' | 'refused';
  /** Engine time, ms, when they were last taken; null when never in this run. */
  readonly acceptedAtMs: number | null;
}

interface Ports {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly gateway: Gateway;
  /** Called after each change of the status, and whenever sending may go on. */
  readonly changed: () => void;
}

/** How many failures in a row open the breaker; a failure to connect opens it at once. */
const failuresToOpen = 3;
/** The cable may come back any second, and a probe costs nothing. */
const probeCapMs = 5_000;
const credentialsCapMs = 60_000;

export class Connection {
  readonly #ports: Ports;
  #status: ConnectionStatus;
  #failures = 0;
  #probes = 0;
  #refusals = 0;
  #onTrial = false;
  /** Refused by an answer to a token that was fresh: another token proves nothing. */
  #freshRefused = false;
  #probing: Promise<boolean> | null = null;
  #cancelProbe: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#status = {
      state: 'unchecked',
      sinceMs: ports.clock.nowMs(),
      reason: null,
      credentials: 'unchecked',
      acceptedAtMs: null,
    };
  }

  status(): ConnectionStatus {
    return this.#status;
  }

  /** Whether anything may be sent or looked up now. Not before the first check has reached the gateway. */
  maySend(): boolean {
    return this.#status.state === 'online' && (this.#status.credentials !== 'refused' || this.#onTrial);
  }

  /** How many operations may be under way at once: after refused credentials only one, as a trial. */
  limit(most: number): number {
    return this.#onTrial ? 1 : most;
  }

  /** Learns from an answer. A terminal that does not answer says nothing about the network. */
  note(answer: GatewayAnswer, atTerminal: boolean): void {
    switch (answer.type) {
      case 'unsent':
        this.#goOffline(answer.reason);
        return;
      case 'withheld':
        return;
      case 'credentials-refused':
        this.#refuse();
        return;
      case 'lost':
        if (!(atTerminal && answer.reason === 'timeout')) this.#fail(answer.reason);
        return;
      case 'response':
        if (answer.status >= 502 && answer.status <= 504) this.#fail(`status ${answer.status}`);
        else this.#reached(answer.status);
        return;
    }
  }

  /** A 401 that a renewed token did not cure. */
  credentialsRefused(): void {
    this.#freshRefused = true;
    this.#refuse();
  }

  /** Asks the gateway whether it is there, at once; concurrent callers share the question. */
  async check(): Promise<boolean> {
    this.#probing ??= this.#ports.gateway.probe().finally(() => {
      this.#probing = null;
    });
    const reached = await this.#probing;
    if (this.#stopped) return reached;
    if (reached) this.#goOnline();
    else this.#goOffline('the gateway does not answer');
    return reached;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelProbe?.();
    this.#cancelRetry?.();
  }

  #reached(status: number): void {
    const unauthorized = status === 401 || status === 403;
    this.#goOnline();
    if (unauthorized) return;
    this.#onTrial = false;
    this.#freshRefused = false;
    this.#refusals = 0;
    const acceptedAtMs = this.#ports.clock.nowMs();
    if (this.#status.credentials === 'accepted') this.#status = { ...this.#status, acceptedAtMs };
    else this.#set({ credentials: 'accepted', acceptedAtMs });
  }

  #fail(reason: string): void {
    this.#failures += 1;
    if (this.#failures >= failuresToOpen) this.#goOffline(reason);
  }

  #goOnline(): void {
    this.#failures = 0;
    this.#probes = 0;
    this.#cancelProbe?.();
    this.#cancelProbe = null;
    if (this.#status.state === 'online') return;
    this.#set({ state: 'online', sinceMs: this.#ports.clock.nowMs(), reason: null });
  }

  #goOffline(reason: string): void {
    if (this.#status.state !== 'offline') {
      this.#set({ state: 'offline', sinceMs: this.#ports.clock.nowMs(), reason });
    }
    if (this.#cancelProbe !== null || this.#stopped) return;
    this.#cancelProbe = this.#ports.clock.after(this.#backoff(this.#probes, probeCapMs), () => {
      this.#cancelProbe = null;
      this.#probes += 1;
      void this.check();
    });
  }

  #refuse(): void {
    this.#onTrial = false;
    if (this.#status.credentials !== 'refused') this.#set({ credentials: 'refused' });
    if (this.#cancelRetry !== null || this.#stopped) return;
    this.#cancelRetry = this.#ports.clock.after(this.#backoff(this.#refusals + 2, credentialsCapMs), () => {
      this.#cancelRetry = null;
      this.#refusals += 1;
      void this.#retryCredentials();
    });
  }

  /** The credentials may have been put right at the gateway: asks for a new token, then lets one operation try. */
  async #retryCredentials(): Promise<void> {
    const outcome = await this.#ports.gateway.renew(null);
    if (this.#stopped) return;
    if (outcome === 'refused') {
      this.#freshRefused = false;
      this.#refuse();
      return;
    }
    if (outcome === 'unreachable') this.#goOffline('the gateway does not answer');
    this.#onTrial = outcome !== 'unreachable' || this.#freshRefused;
    // The alarm stays while the one operation that waits is refused again and again, and nothing else is asked.
    this.#set(this.#freshRefused ? {} : { credentials: 'unchecked' });
  }

  #backoff(tries: number, capMs: number): number {
    return backoffMs(tries, this.#ports.chance.fraction(), capMs);
  }

  #set(change: Partial<ConnectionStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#ports.changed();
  }
}
