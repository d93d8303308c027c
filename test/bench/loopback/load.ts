// Callers with a kept connection each that ask again as soon as they were answered. Raw sockets: what the caller costs
// should be the same for all, and little.
import { readFileSync } from 'node:fs';
import { Wire, bytesOf } from '#support/strict-http.ts';
import type { Request, Way } from './ways.ts';

export interface Measured {
  /** ms, one for each request. */
  readonly latencies: number[];
  /** Of the whole load. */
  ms: number;
  /** Processor time of the process that was asked, ms, to 10 ms; null where the system does not tell. */
  processorMs: number | null;
}

export class Caller {
  readonly #way: Way;
  readonly #wire: Wire;

  constructor(way: Way) {
    this.#way = way;
    this.#wire = new Wire(way.port);
  }

  async ask({ method, path, body, key }: Request): Promise<Buffer> {
    const { port, authorization, name } = this.#way;
    const headers = [['Authorization', authorization] as const];
    const keyed = key === undefined ? headers : [...headers, ['Idempotency-Key', key] as const];
    const typed = body === undefined ? keyed : [...keyed, ['Content-Type', 'application/json'] as const];
    this.#wire.send(
      bytesOf(`127.0.0.1:${port}`, { method, path, headers: typed, ...(body === undefined ? {} : { body }) }),
    );
    const answer = await this.#wire.answer(method);
    if (answer?.status !== 200) {
      throw new Error(`${name} ${method} ${path}: ${answer?.status ?? 'no answer'} ${answer?.body.toString() ?? ''}`);
    }
    return answer.body;
  }

  close(): void {
    this.#wire.close();
  }
}

/** `count` requests, shared among the callers. */
export async function load(
  pid: number,
  callers: readonly Caller[],
  count: number,
  next: (caller: number) => Request,
): Promise<Measured> {
  const measured: Measured = { latencies: [], ms: 0, processorMs: null };
  let left = count;
  const before = processorTime(pid);
  const begun = performance.now();
  await Promise.all(
    callers.map(async (caller, index) => {
      while (left > 0) {
        left -= 1;
        const asked = next(index);
        const at = performance.now();
        await caller.ask(asked);
        measured.latencies.push(performance.now() - at);
      }
    }),
  );
  measured.ms = performance.now() - begun;
  const after = processorTime(pid);
  if (before !== null && after !== null) measured.processorMs = after - before;
  return measured;
}

/** Of a process and its threads so far, ms. Unlike the time that passes, other work on the machine hardly changes it. */
function processorTime(pid: number): number | null {
  try {
    // Behind the name, which may hold blanks: user and system time are the 12th and 13th, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
