// Proves records that belong to no row: a drawer's opening, or an authorization that others captured. A report counts
// them, and anybody can compute the chain behind a record that they append or change. So such a record carries a digest
// over itself and the hash of the record before, which only the folder's key makes.
import { type JsonObject, canonicalJson, isJsonObject, textAt } from '#contract/data/json.ts';
import type { Head } from './chain.ts';
import { provenRecords } from '../schema/printing-binding.ts';
import type { Seal } from '../database/seal.ts';

/** What a proof covers beside the record's data. */
interface Link {
  readonly seq: number;
  readonly prev: Head['hash'];
  readonly at: string;
  readonly type: string;
  readonly operation: string | null;
}

/** A record as it is stored. */
export type ProvenRow = Link & { readonly data: string };

/** The data of a record as it is stored: with a proof, where its type has one. */
export type Prove = (link: Link, data: JsonObject) => JsonObject;

const types = new Set(Array.from(provenRecords.matchAll(/'([^']+)'/g), ([, type]) => type));

export function createProve(seal: Seal): Prove {
  return (link, data) => (types.has(link.type) ? { ...data, proof: proofOf(link, data, seal) } : data);
}

export function isProven({ data: text, ...link }: ProvenRow, seal: Seal): boolean {
  const { proof: _, ...data } = parsed(text);
  return textAt(parsed(text), 'proof') === proofOf(link, data, seal);
}

function proofOf({ seq, prev, at, type, operation }: Link, data: JsonObject, seal: Seal): string {
  return seal.digest(canonicalJson({ seq, prev, at, type, operation, data }), 'record');
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
