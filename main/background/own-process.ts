// Runs one of the program's own commands in a process of its own, which can be ended at any moment: a thread that is
// inside SQLite cannot, and reading a file of years takes minutes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

export interface OwnProcess {
  /** What it printed. Rejects where the process could not be started, or with what it said where it failed. */
  readonly printed: Promise<string>;
  end(): Promise<void>;
}

/** The process ran, and could not do what it was asked to; the message is for a person. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** `command`: the program, with what starts its commands. */
export function startOwn(command: readonly string[], args: readonly string[]): OwnProcess {
  const [program = '', ...first] = command;
  // Some of the commands end with their standard input, since they must not outlive a bridge that was killed.
  const child = spawn(program, [...first, ...args], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const ended = once(child, 'close').catch(() => undefined);
  child.stdin.on('error', () => undefined);
  behindOthers(child);
  return {
    printed: printedBy(child),
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

type Child = ChildProcess & { readonly stdout: NodeJS.ReadableStream; readonly stderr: NodeJS.ReadableStream };

async function printedBy(child: Child): Promise<string> {
  const closing = once(child, 'close') as Promise<[number | null]>;
  const [[code], out, said] = await Promise.all([
    closing,
    text(child.stdout),
    text(child.stderr),
    once(child, 'spawn'),
  ]);
  if (code === 1) throw new CommandFailed(said.trim().replace(/^bridge: /, ''));
  if (code !== 0) throw new Error(`the process ended with code ${String(code)}`);
  return out;
}

/** Sales come first. Where the system does not allow it, the process runs as everything else. */
function behindOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may also have ended already.
  }
}
