// Starts child.ts under the product's own node, reads what it says line by line, and ends it with the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const childFile = fileURLToPath(new URL('child.ts', import.meta.url));

export interface Started {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Resolves with the line of this number (from 1), or with undefined if it ended before. */
  line(count: number): Promise<string | undefined>;
  /** Resolves after the process is gone and all it said was read. */
  ended(): Promise<number | null>;
}

/** `limitKiB`: the largest file it may write, as the shell's `ulimit -f` sets it. */
export function started(args: readonly string[], limitKiB: number | null = null): Started {
  const command = [process.execPath, '--expose-gc', childFile, ...args];
  const limited = ['bash', '-c', `ulimit -f ${limitKiB}; exec "$@"`, 'bash', ...command];
  const [program = '', ...rest] = limitKiB === null ? command : limited;
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const closed = Promise.all([once(reader, 'close'), once(child, 'close')]);
  return {
    child,
    lines,
    async line(count) {
      while (lines.length < count && !child.stdout.closed) {
        await Promise.race([once(reader, 'line'), closed]);
      }
      return lines[count - 1];
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}
