// Follow-ups of an outcome: rows that are written with it, and the devices that carry them out.

/** What follows an outcome: paper, the cash drawer. */
export type EffectKind = 'receipt' | 'drawer';

/** A follow-up of an outcome, as it was written with it. */
export interface EffectRow {
  readonly seq: number;
  readonly operationId: string;
  readonly kind: EffectKind;
  readonly attempts: number;
  /** A reprint, which must say COPY. */
  readonly copy: boolean;
  /** Why the last attempt did not work, or null. */
  readonly trouble: string | null;
}

/** The rows of follow-ups. Each change is journalled with them. */
export interface EffectRows {
  /** Of a kind, due and not done, the longest due first. */
  due(kind: EffectKind, nowMs: number, limit: number): EffectRow[];
  /** When the next one falls due, or null. Engine time. */
  nextDueMs(kind: EffectKind): number | null;
  /** What did not work at the last attempt, oldest first: for people. */
  troubled(limit: number): EffectRow[];
  /** Done: on the disk when it resolves. */
  done(seq: number, atMs: number): Promise<void>;
  /** It did not work; tried again at `nextAtMs`. The first trouble is journalled. */
  failed(seq: number, trouble: string, nextAtMs: number, atMs: number): Promise<void>;
  /** One more printing of an operation's receipt, marked as a copy. `by` goes into the journal. */
  reprint(operationId: string, by: string, atMs: number): Promise<void>;
}

/** Carries out follow-ups of the kinds that it has devices for. Whatever it does or fails to do, the outcome that it follows stays as it is. */
export interface Effects {
  readonly kinds: readonly EffectKind[];
  /** Resolves once it is done; rejects with an error in words for people. May be called again for the same row. */
  perform(effect: EffectRow): Promise<void>;
}
