// Linux's own books of processes. One that is listed may have ended by the time it is read.
import { readFileSync, readdirSync } from 'node:fs';

/** What `/proc/<path>` holds; empty where the process or thread is gone. */
export function readProc(path: string): string {
  return unlessGone(() => readFileSync(`/proc/${path}`, 'utf8')) ?? '';
}

/** The names in `/proc/<path>`; none where the process is gone. */
export function listProc(path: string): readonly string[] {
  return unlessGone(() => readdirSync(`/proc/${path}`)) ?? [];
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
