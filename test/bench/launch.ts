// One start of one program, measured from outside: the clock runs from before the process exists until its page can
// be used, and the memory is read once it has come to rest.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { DevTools } from '#support/devtools.ts';
import { sumOfPssMiB } from './memory.ts';

export interface Subject {
  readonly executable: string;
  readonly home: string;
  /** How the page's address begins. */
  readonly page: string;
  /** True in the page once it can be used. */
  readonly usable: string;
}

export interface Start {
  /** From launch until the page began to load. */
  readonly pageMs: number;
  /** From launch until the page could be used and that was painted. */
  readonly usableMs: number;
  readonly memoryMiB: number;
}

/** Long enough for what a start leaves to be done later: caches, the first collection of garbage. */
const restMs = 4000;
const startTimeoutMs = 60_000;

/** `first`: something to do in the page before it ends, such as to answer the first-run guide. */
export async function measureStart(subject: Subject, first?: string): Promise<Start> {
  const launched = Date.now();
  const child = spawn(subject.executable, switchesFor(subject.home), { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const watchdog = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    const devTools = await DevTools.open(await devToolsAddress(child));
    if (first !== undefined) await devTools.evaluate(subject.page, first);
    const times = await devTools.evaluate<[number, number]>(subject.page, whenPainted(subject.usable));
    devTools.close();
    await after(restMs);
    const memoryMiB = sumOfPssMiB(child.pid ?? 0);
    return { pageMs: times[0] - launched, usableMs: times[1] - launched, memoryMiB };
  } finally {
    clearTimeout(watchdog);
    child.kill('SIGTERM');
    await ended;
  }
}

function switchesFor(home: string): string[] {
  return [
    // The packaged app takes the others only where it can be debugged.
    '--inspect=0',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${home}`,
    '--password-store=basic',
    '--lang=en-US',
    '--remote-debugging-port=0',
  ];
}

function devToolsAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr?.once('end', () => reject(new Error(`It ended before its window was there:\n${text}`)));
  });
}

/** An expression for the page: the times of its beginning and of the first frame in which it could be used. */
function whenPainted(usable: string): string {
  return `new Promise((done) => {
    const painted = () => setTimeout(() => done([performance.timeOrigin, performance.timeOrigin + performance.now()]));
    const look = () => (${usable}) ? requestAnimationFrame(painted) : setTimeout(look, 4);
    look();
  })`;
}
