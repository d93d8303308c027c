// The till itself: the bridge's status, its terminals, the reports of its shifts, and its webhook.
import type { Line } from '../line/line.ts';
import type { ShiftReport, Status, TerminalList, WebhookAsked, WebhookState } from '../api/generated.ts';

interface Options {
  readonly signal?: AbortSignal;
}

export class Terminals {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  async list(options: Options = {}): Promise<TerminalList['terminals']> {
    const answer = await this.#line.call({ method: 'GET', path: '/v1/terminals', ...options });
    return (answer as TerminalList).terminals;
  }
}

export class Shifts {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  /** The shift that runs (X). */
  async current(options: Options = {}): Promise<ShiftReport> {
    return (await this.#line.call({ method: 'GET', path: '/v1/shifts/current', ...options })) as ShiftReport;
  }

  /** One that was closed (Z), by its number from 1. */
  async get(number: number, options: Options = {}): Promise<ShiftReport> {
    return (await this.#line.call({ method: 'GET', path: `/v1/shifts/${number}`, ...options })) as ShiftReport;
  }
}

/** Where the bridge sends the events of this program, signed, instead of a stream that the program holds open. */
export class Webhook {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  /** Null where there is none. */
  async get(options: Options = {}): Promise<WebhookState['webhook']> {
    const answer = await this.#line.call({ method: 'GET', path: '/v1/webhook', ...options });
    return (answer as WebhookState).webhook;
  }

  /** Waits until a person allows it. Keep the secret: it is given only once. Each call is a new registration. */
  async set(url: string, options: Options = {}): Promise<WebhookAsked> {
    return (await this.#line.call({ method: 'POST', path: '/v1/webhook', body: { url }, ...options })) as WebhookAsked;
  }

  async end(options: Options = {}): Promise<void> {
    await this.#line.call({ method: 'POST', path: '/v1/webhook', body: { url: null }, ...options });
  }
}

export async function statusOf(line: Line, options: Options = {}): Promise<Status> {
  return (await line.call({ method: 'GET', path: '/v1/status', ...options })) as Status;
}
