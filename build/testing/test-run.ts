// Runs one part of the tests: shows what it says line by line under its name, keeps that as a file, and reads the
// counts from its last line. A part that failed without saying what is noted as a failure of its own.
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { tellFailures } from '../../test/support/failures.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface Ended extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** What its processes took of the processors, about; null where the system does not tell. */
  readonly processorSeconds: number | null;
}

interface Run {
  readonly name: string;
  /** For Node. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The folder for its log. */
  readonly results: string;
  /** The others come first where the processors are busy. */
  readonly givesWay?: boolean;
}

/** It gets a third of what another one gets. */
const lowerPriority = 5;

let taken = 0;

/**
 * What the processes that ended since the last call took, with those that they had started and waited for: Chromium, which
 * the window's tests leave at their end, is not among them, and takes most of that part.
 */
export function takeProcessorSeconds(): number | null {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return null;
  // man 5 proc: after the program's name, cutime and cstime, in hundredths of a second.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const all = (Number(fields[13]) + Number(fields[14])) / 100;
  const since = all - taken;
  taken = all;
  return since;
}

export async function runPart({ name, args, env, results, givesWay = false }: Run): Promise<Ended> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  if (givesWay && child.pid !== undefined) setPriority(child.pid, lowerPriority);
  const logFile = join(results, `${name}.log`);
  const log = createWriteStream(logFile);
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      process.stdout.write(`${name} | ${line}\n`);
      if (line.trim() === '') return;
      tail.push(line);
      if (tail.length > 20) tail.shift();
    });
  }
  let processorSeconds: number | null = null;
  child.once('exit', () => {
    processorSeconds = takeProcessorSeconds();
  });
  const code = await new Promise<number>((resolve) => {
    child.once('close', (status) => resolve(status ?? 1));
  });
  await new Promise<void>((resolve) => {
    log.end(resolve);
  });
  const counted = countsIn(tail);
  const unexplained = counted === null || (code !== 0 && counted.failed === 0);
  if (unexplained) {
    const why = `it ended with ${code}${counted === null ? ' before it came to its last line' : ''}: ${tail.at(-1) ?? ''}`;
    tellFailures([{ what: `the part "${name}"`, where: name, why, kept: [logFile], again: againOf(name) }]);
  }
  const counts = counted ?? { passed: 0, failed: 0, skipped: 0 };
  const seconds = (performance.now() - beganMs) / 1_000;
  return { name, seconds, processorSeconds, ...counts, failed: counts.failed + (unexplained ? 1 : 0) };
}

function againOf(name: string): string {
  return `npm test -- --part ${name}`;
}

/** From the last line of the kind; something may still be said on stderr after it. */
function countsIn(lines: readonly string[]): Counts | null {
  const found = lines.flatMap((line) => {
    const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(line);
    return match === null ? [] : [match.slice(1).map((text) => Number(text ?? 0))];
  });
  const [passed = 0, failed = 0, skipped = 0] = found.at(-1) ?? [];
  return found.length === 0 ? null : { passed, failed, skipped };
}
