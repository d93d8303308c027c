// Loaded into a program before its own code: its clocks can be put forward, so that a month of a shop passes in an hour.
// A line on the socket SOAK_CLOCK puts them forward: `awake 60000` lets so many ms pass and runs what falls due, a step
// after the other; `asleep 60000` is a computer that sleeps: wall clock and time since boot go on, the steady clock and
// the timers stand still. `collect` collects garbage and answers with the bytes of the heap that are in use. Between hops all clocks run as they do. What else the program starts begins at the same hour.
import { channel } from 'node:diagnostics_channel';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

interface Hopped {
  awakeMs: number;
  asleepMs: number;
}

/** So much passes at once: timers within it run in their order, each at its end. */
const stepMs = 30_000;
/** After each step the program has so long for what it began, real ms, and as long as requests of it are under way. */
const pauseMs = 1;
const mostPauses = 2_000;

const socket = process.env['SOAK_CLOCK'] ?? '';
const noteFile = `${socket}.json`;
const hopped: Hopped = noted();
const native = {
  now: Date.now,
  steady: performance.now.bind(performance),
  uptime: os.uptime,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
};

function noted(): Hopped {
  try {
    return JSON.parse(readFileSync(noteFile, 'utf8')) as Hopped;
  } catch {
    return { awakeMs: 0, asleepMs: 0 };
  }
}

const wallMs = () => native.now() + hopped.awakeMs + hopped.asleepMs;
const steadyMs = () => native.steady() + hopped.awakeMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [wallMs()] : given, made) as object,
  get: (target, name) => (name === 'now' ? wallMs : (Reflect.get(target, name) as unknown)),
});
performance.now = steadyMs;
os.uptime = () => native.uptime() + (hopped.awakeMs + hopped.asleepMs) / 1_000;
syncBuiltinESMExports();

class Timer {
  readonly #work: () => void;
  readonly #waitMs: number;
  #dueMs = 0;
  #handle: NodeJS.Timeout | undefined;
  #keepsRunning = true;

  constructor(work: () => void, waitMs: number) {
    this.#work = work;
    this.#waitMs = waitMs;
    this.refresh();
  }

  get dueMs(): number {
    return this.#dueMs;
  }

  refresh(): this {
    this.#dueMs = steadyMs() + this.#waitMs;
    timers.add(this);
    return this.arm();
  }

  /** By the native timer, from where the clock stands now. */
  arm(): this {
    native.clearTimeout(this.#handle);
    this.#handle = native.setTimeout(() => this.run(), Math.max(1, this.#dueMs - steadyMs()));
    return this.#keepsRunning ? this : this.unref();
  }

  run(): void {
    if (!timers.has(this)) return;
    this.close();
    this.#work();
  }

  close(): this {
    native.clearTimeout(this.#handle);
    timers.delete(this);
    return this;
  }

  ref(): this {
    this.#keepsRunning = true;
    this.#handle?.ref();
    return this;
  }

  unref(): this {
    this.#keepsRunning = false;
    this.#handle?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#keepsRunning;
  }
}
const timers = new Set<Timer>();

globalThis.setTimeout = ((work: (...given: unknown[]) => void, waitMs = 0, ...given: unknown[]) =>
  new Timer(() => work(...given), Math.max(1, waitMs))) as unknown as typeof setTimeout;
globalThis.clearTimeout = (timer: unknown) => {
  if (timer instanceof Timer) timer.close();
  else native.clearTimeout(timer as NodeJS.Timeout);
};

const requests = { underWay: 0 };
channel('http.client.request.start').subscribe(() => {
  requests.underWay += 1;
});
for (const end of ['http.client.response.finish', 'http.client.request.error']) {
  channel(end).subscribe(() => {
    requests.underWay = Math.max(0, requests.underWay - 1);
  });
}

const pause = () =>
  new Promise((resolve) => {
    native.setTimeout(resolve, pauseMs);
  });

async function settle(): Promise<void> {
  await pause();
  for (let pauses = 0; requests.underWay > 0 && pauses < mostPauses; pauses += 1) await pause();
  requests.underWay = 0;
}

async function passAwake(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    hopped.awakeMs += Math.min(left, stepMs);
    const due = [...timers].filter(({ dueMs }) => dueMs <= steadyMs());
    for (const timer of due.toSorted((one, other) => one.dueMs - other.dueMs)) timer.run();
    await settle();
  }
  for (const timer of timers) timer.arm();
}

async function hop(line: string): Promise<string> {
  const [how, count] = line.split(' ');
  const ms = Number(count);
  if (how === 'collect') return collected();
  if (how === 'asleep') hopped.asleepMs += ms;
  else await passAwake(ms);
  writeFileSync(noteFile, JSON.stringify(hopped));
  return 'done';
}

async function collected(): Promise<string> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What is let go of by the first is taken away by the second.
  for (let round = 0; round < 2; round += 1) {
    collect();
    await pause();
  }
  const { heapUsed, external } = process.memoryUsage();
  return String(heapUsed + external);
}

/** Programs that this one starts, and its threads, hear of no hop. */
if (isMainThread && socket !== '' && process.env['SOAK_CLOCK_HEARD'] === undefined) {
  process.env['SOAK_CLOCK_HEARD'] = 'yes';
  rmSync(socket, { force: true });
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    createInterface({ input: connection }).on('line', (line) => {
      void hop(line).then((answer) => connection.write(`${answer}\n`));
    });
  });
  server.listen(socket).unref();
}
