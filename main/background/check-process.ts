// Checks the database file in a process of its own, which can be ended at any moment: a thread that is inside SQLite
// cannot, and reading a file of years takes minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

export interface FileCheck {
  readonly dataDir: string;
  /** Compares each index with its table as well. */
  readonly thorough: boolean;
}

const resultSchema = z.object({ found: z.string().nullable() });

export interface CheckProcess {
  /** What the check found, or null. Rejects where the process could not be started or ended before its answer. */
  readonly found: Promise<string | null>;
  end(): Promise<void>;
}

/** `command`: the program's hidden command `check-file`, with what starts it. */
export function startCheck(command: readonly string[], { dataDir, thorough }: FileCheck): CheckProcess {
  const [program = '', ...args] = command;
  const more = ['--data-dir', dataDir, ...(thorough ? ['--thorough'] : [])];
  // The process ends when its standard input does: it must not outlive a bridge that was killed.
  const child = spawn(program, [...args, ...more], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  const ended = once(child, 'close').catch(() => undefined);
  child.stdin.on('error', () => undefined);
  behindOthers(child);
  return {
    found: answerOf(child),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function answerOf(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream }): Promise<string | null> {
  const [answer] = await Promise.all([text(child.stdout), once(child, 'spawn')]);
  return resultSchema.parse(JSON.parse(answer)).found;
}

/** Sales come first. Where the system does not allow it, the check runs as everything else. */
function behindOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may also have ended already.
  }
}
