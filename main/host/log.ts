// The log: one JSON line an event on stderr, without personal data and without secrets.
import { maskCardNumbers } from '#contract/card-number.ts';
import type { JsonObject } from '#contract/json.ts';

export type Log = (level: 'info' | 'warn' | 'error', event: string, facts: JsonObject) => void;

/** One JSON line an event on stderr. Card numbers are masked whatever the source; secrets never get here. */
export function createLog(write: (line: string) => void): Log {
  return (level, event, facts) => {
    const line = JSON.stringify({ at: new Date().toISOString(), level, event, ...facts });
    write(`${maskCardNumbers(line)}\n`);
  };
}
