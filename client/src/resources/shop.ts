// The till itself: how the bridge is, its terminals, and the reports of its shifts.
import type { Line } from '../line.ts';
import type { ShiftReport, Status, TerminalList } from '../generated.ts';

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

export async function statusOf(line: Line, options: Options = {}): Promise<Status> {
  return (await line.call({ method: 'GET', path: '/v1/status', ...options })) as Status;
}
