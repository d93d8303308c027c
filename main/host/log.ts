// The log: one JSON line an event on stderr, without personal data and without secrets.
import { maskCardNumbers } from '#contract/cards/card-number.ts';
import type { JsonObject } from '#contract/data/json.ts';

export type Log = (level: 'info' | 'warn' | 'error', event: string, facts: JsonObject) => void;

/** One JSON line an event on stderr. Card numbers are masked whatever the source; secrets never get here. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, facts) => {
    // Once as text, before signs in it are written as escapes with letters of their own, and once as a line, for numbers.
    const masked = (_name: string, value: unknown) => (typeof value === 'string' ? maskCardNumbers(value) : value);
    const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts }, masked);
    write(`${maskCardNumbers(line)}\n`);
  };
}
