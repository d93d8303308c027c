// A new program as it is stored, and what its name, its scopes and its origin must be.
import { containsCardNumber } from '#contract/cards/card-number.ts';
import { type Scope, scopeSchema } from '#contract/programs/scopes.ts';
import { type Client, type ClientOptions, plainClientOptions } from '#contract/programs/client.ts';
import { nameHasUnseen, unseenWords } from '#contract/text/shown-text.ts';
import type { Person } from '#contract/people/people.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import { originProblem } from '#http/origin.ts';

/** A token, and the hash of it that is stored (tokens.ts). */
export interface NewToken {
  readonly token: string;
  readonly hash: string;
}

export interface ClientWish {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The Origin that a browser may send with this token; none for programs. */
  readonly origin?: string;
  readonly options?: ClientOptions;
  readonly nowIso: string;
  readonly newId: () => string;
  /** The person who gives access, where the till has operators. */
  readonly by?: Person | null;
  /** The command's request id, for the journal. */
  readonly request?: string;
}

export type ClientMade =
  | { readonly client: Client; readonly token: string }
  /** Why not, for the person who asked. */
  | { readonly problem: string };

/** Stores a new client and hands out its token, this once. */
export function createClient(registry: ClientRegistry, wish: ClientWish, { token, hash }: NewToken): ClientMade {
  const stored = storeClient(registry, wish, hash);
  return 'problem' in stored ? stored : { ...stored, token };
}

/** Stores a new client whose token the caller has made. */
export function storeClient(
  registry: ClientRegistry,
  wish: ClientWish,
  tokenHash: string,
): { readonly client: Client } | { readonly problem: string } {
  const { name, origin, nowIso, newId, by = null, request } = wish;
  const scopes = readScopes(wish.scopes);
  if ('problem' in scopes) return scopes;
  const problem = nameProblem(name) ?? (origin === undefined ? null : originProblem(origin));
  if (problem !== null) return { problem };
  const client: Client = {
    id: newId(),
    name,
    scopes: scopes.scopes,
    origin: origin ?? null,
    options: wish.options ?? plainClientOptions,
    createdAt: nowIso,
    lastUsedAt: null,
    revokedAt: null,
  };
  registry.add(client, tokenHash, by, request);
  return { client };
}

/** Scopes as they were typed. */
export function readScopes(
  wanted: readonly string[],
): { readonly scopes: readonly Scope[] } | { readonly problem: string } {
  if (wanted.length === 0) return { problem: 'The client needs at least one scope.' };
  const scopes = new Set<Scope>();
  for (const each of wanted) {
    const parsed = scopeSchema.safeParse(each);
    if (!parsed.success) {
      return { problem: `The scope ${JSON.stringify(each)} ${parsed.error.issues[0]?.message ?? 'is not known'}.` };
    }
    scopes.add(parsed.data);
  }
  return { scopes: [...scopes] };
}

/** What is wrong with the name of a program, in a sentence; null: nothing. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '' || name.length > 100) return 'The name must have 1 to 100 characters.';
  // They can turn the text of a list around and make one client look like another.
  if (nameHasUnseen(name)) return `The name ${unseenWords}.`;
  return containsCardNumber(name) ? 'The name must not contain a card number.' : null;
}

/** What is wrong with a name that a program chose for its pairing; stricter, because a person will trust it. */
export function pairingNameProblem(name: string): string | null {
  if (name.length > 60) return 'must have at most 60 characters';
  if (name.trim() !== name || name === '') return 'must have characters, and no space around them';
  // Characters that are invisible or turn the text around, and marks that pile up over the lines above and below.
  if (nameHasUnseen(name) || /\p{Cn}|\p{M}{3}/u.test(name)) return unseenWords;
  if (/[^\S ]| {2}/u.test(name)) return 'must not hold other white space than single spaces';
  // It is journalled, where nothing can be erased.
  return containsCardNumber(name) ? 'must not contain a card number' : null;
}
