// Log lines that unauthenticated callers cause. The first of a kind is written at once; further ones within a minute
// are counted and written as one line, so that a flood does not push other lines out of the log.
import type { JsonObject } from '#contract/data/json.ts';

export type LogLine = (level: 'info' | 'warn' | 'error', event: string, facts: JsonObject) => void;

export interface CountedLog {
  /** Equal lines (by event and facts) are one kind. */
  readonly line: LogLine;
  /** Writes what was counted. */
  readonly end: () => void;
}

interface Kind {
  readonly write: (times: number) => void;
  /** Since the last line of it. */
  times: number;
}

const periodMs = 60_000;
/** Kinds at once; further kinds are counted together. */
const mostKinds = 200;

/** `after` calls back after so many ms and returns what ends it. */
export function createCountedLog(log: LogLine, after: (ms: number, work: () => void) => () => void): CountedLog {
  const kinds = new Map<string, Kind>();
  let stop: (() => void) | null = null;

  const writeCounted = (): void => {
    for (const [name, kind] of kinds) {
      // A kind that was quiet for a whole period is written at once again.
      if (kind.times === 0) kinds.delete(name);
      else kind.write(kind.times);
      kind.times = 0;
    }
  };
  const plan = (): void => {
    stop ??= after(periodMs, () => {
      stop = null;
      writeCounted();
      if (kinds.size > 0) plan();
    });
  };

  return {
    line(level, event, given) {
      const whole = `${level} ${event} ${JSON.stringify(given)}`;
      const isRoom = kinds.has(whole) || kinds.size < mostKinds;
      const [name, facts] = isRoom ? [whole, given] : [event, {}];
      const kind = kinds.get(name);
      if (kind !== undefined) {
        kind.times += 1;
        return;
      }
      kinds.set(name, { write: (times) => log(level, event, { ...facts, times }), times: 0 });
      log(level, event, facts);
      plan();
    },
    end() {
      stop?.();
      stop = null;
      writeCounted();
      kinds.clear();
    },
  };
}

/** For servers that are given no clock; it keeps no process alive. */
export function unheldTimer(ms: number, work: () => void): () => void {
  const timeout = setTimeout(work, ms).unref();
  return () => clearTimeout(timeout);
}
