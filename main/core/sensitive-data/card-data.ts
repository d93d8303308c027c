// An answer of the gateway may hold what must never be kept or shown: a card number (a terminal that read a card, an
// input that comes back in a refusal), its security code, its PIN, its stripe. It is removed where the answer comes in,
// so that no later code has to check.
import { containsCardNumber, maskCardNumbers, spreadCardNumber } from '#contract/cards/card-number.ts';
import { isIban } from '#contract/text/iban.ts';
import { type Json, type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { sensitiveMembers } from '#contract/cards/sensitive-data.ts';
import { typedIdentifiers } from './free-text.ts';

/** The same value where there is nothing to take out; pseudo card numbers and ids stay. */
export function withoutCardData(value: JsonObject): JsonObject;
export function withoutCardData(value: Json): Json;
export function withoutCardData(value: Json): Json {
  const sensitive = sensitiveMembers(value);
  const kept = sensitive.size === 0 ? value : without(value, sensitive);
  // Nearly every answer is as it may be kept, and looking costs less than making another one.
  return isClean(kept, '') ? kept : masked(kept, '');
}

function without(value: Json, taken: ReadonlyMap<JsonObject, ReadonlySet<string>>): Json {
  if (Array.isArray(value)) return value.map((member) => without(member, taken));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => taken.get(value)?.has(name) !== true);
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, taken)]));
}

function isClean(value: Json, name: string): boolean {
  if (spreadCardNumber(value) !== null) return false;
  if (Array.isArray(value)) return value.every((member) => isClean(member, name));
  if (isJsonObject(value))
    return Object.keys(value).every((each) => !containsCardNumber(each) && isClean(value[each] ?? null, each));
  return masked(value, name) === value;
}

function masked(value: Json, name: string): Json {
  const spread = spreadCardNumber(value);
  if (spread !== null) return maskCardNumbers(spread);
  if (Array.isArray(value)) return value.map((member) => masked(member, name));
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([each, member]) => [maskCardNumbers(each), masked(member, each)]));
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (stays.has(name)) return value;
  const kept = maskCardNumbers(text);
  return kept === text || isIban(text) ? value : kept;
}

const stays: ReadonlySet<string> = new Set([...typedIdentifiers, 'pseudoCardNumber']);
