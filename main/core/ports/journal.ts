// A fact for the journal, as whoever makes it hands it over. The store numbers and chains it.
import type { JsonObject } from '#contract/json.ts';
import type { EffectKind } from './effects.ts';

/** A fact for the journal. Personal data never goes in here. */
export interface JournalEntry {
  readonly type: string;
  readonly operationId: string | null;
  readonly atMs: number;
  readonly data: JsonObject;
  /**
   * Keyed digests of personal data. The record gets them as `personal`, each salted with a secret of the operation that
   * lies beside the chain: once that is erased, nobody can find out by trying what the digests were made of.
   */
  readonly personal?: { readonly [name: string]: string };
  /** Who asked for it under which id. The record gets a keyed digest of both as `asked`: nothing is accepted twice by it. */
  readonly asked?: { readonly clientId: string; readonly requestId: string };
  /** Follow-ups of the outcome. Those that the bridge has a device for are written as rows in the same transaction. */
  readonly effects?: readonly EffectKind[];
}
