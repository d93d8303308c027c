// Answers given under Idempotency-Keys. They live for a day of the sandbox's clock (the specification shows no lifetime)
// and are then forgotten, as a gateway forgets them: the same key is a new one afterwards.

/** An answer given under an Idempotency-Key. */
export interface KeyRecord {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  /** ISO 8601, UTC. Records of before this field was written count as new. */
  readonly at?: string;
  /** The payment that the answer is about. */
  readonly payId?: string;
}

const keyLifetimeMs = 24 * 3_600_000;

export interface IdempotentAnswers {
  apply(record: KeyRecord): void;
  forget(key: string): void;
  /** Null also for one that is too old. `now` in ms of the sandbox's clock. */
  find(key: string, now: number): KeyRecord | null;
}

interface Kept {
  readonly record: KeyRecord;
  readonly until: number;
}

export function createIdempotentAnswers(): IdempotentAnswers {
  // In the order of their time, so that the old ones stand at the front.
  const kept = new Map<string, Kept>();

  const purge = (now: number): void => {
    for (const [key, { until }] of kept) {
      if (until === Number.POSITIVE_INFINITY) continue;
      if (until > now) return;
      kept.delete(key);
    }
  };

  return {
    apply: (record) => {
      const until = record.at === undefined ? Number.POSITIVE_INFINITY : Date.parse(record.at) + keyLifetimeMs;
      kept.delete(record.key);
      kept.set(record.key, { record, until });
      if (record.at !== undefined) purge(Date.parse(record.at));
    },
    forget: (key) => void kept.delete(key),
    find: (key, now) => {
      const found = kept.get(key);
      return found === undefined || found.until <= now ? null : found.record;
    },
  };
}
