// What a manifest that may be believed means to this till: a newer version, nothing new, or an older one that is shown
// again (ADR 63).
import { compareVersions } from '#contract/till/program-version.ts';
import type { Manifest } from './manifest.ts';

/** What the till runs, and what its note has of earlier manifests. */
export interface Seen {
  readonly version: string;
  /** The form of the database that this program makes. */
  readonly schema: number;
  /** When the latest manifest was made that this till believed; null: none yet. */
  readonly manifestCreated: string | null;
  /** The highest version that ever ran here; null: no other than this one. */
  readonly highest: string | null;
}

export type Useless = 'older-manifest' | 'older-version' | 'older-database' | 'needs-step';

export type Offer =
  | { readonly type: 'newer' }
  /** The version that runs is the latest. */
  | { readonly type: 'current' }
  | { readonly type: 'refused'; readonly why: Useless };

export function offerIn({ created, version, least, schema }: Manifest, seen: Seen): Offer {
  const { manifestCreated, highest } = seen;
  if (manifestCreated !== null && Date.parse(created) < Date.parse(manifestCreated)) return refused('older-manifest');
  const compared = compareVersions(version, seen.version);
  if (compared < 0 || (highest !== null && compareVersions(version, highest) < 0)) return refused('older-version');
  if (compared === 0) return { type: 'current' };
  // Its program could not read what this one has written.
  if (schema < seen.schema) return refused('older-database');
  if (compareVersions(seen.version, least) < 0) return refused('needs-step');
  return { type: 'newer' };
}

function refused(why: Useless): Offer {
  return { type: 'refused', why };
}
