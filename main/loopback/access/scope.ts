// Which scope a request needs. The operation's file says it for its parsed input; but a request whose input is wrong
// must not tell a client without the scope what is wrong with it, so the scope is found for such input too.
import type { JsonObject } from '#contract/data/json.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Scope, scopeSchema } from '#contract/programs/scopes.ts';
import type { Client } from '#contract/programs/client.ts';
import type { Command } from '#operations/define.ts';

/** The scope for this input, also where only the field that decides it is right; null if that is wrong too. */
export function scopeOf(command: Command, input: JsonObject): Scope | null {
  const [only, ...others] = scopesOf(command);
  // The input is looked at only where it makes the difference: for most kinds it does not.
  if (only !== undefined && others.length === 0) return only;
  const parsed = command.input.safeParse(input);
  if (parsed.success) return probe(command, parsed.data);
  return probe(command, decidingFields(command, input));
}

const found = new WeakMap<Command, ReadonlySet<Scope>>();

/** Every scope that some input of this kind needs. */
export function scopesOf(command: Command): ReadonlySet<Scope> {
  const known = found.get(command);
  if (known !== undefined) return known;
  const inputs = [{}, ...decidingValues(command)];
  const scopes = new Set(inputs.map((input) => probe(command, input)).filter((scope) => scope !== null));
  found.set(command, scopes);
  return scopes;
}

/** The values of the field that decides between alternatives of the input, an object each; none where nothing does. */
export function decidingValues(command: Command): readonly { readonly [field: string]: string }[] {
  return Object.entries(command.input._zod.propValues ?? {}).flatMap(([name, allowed]) =>
    [...allowed].filter((value) => typeof value === 'string').map((value) => ({ [name]: value })),
  );
}

/** One of these is needed, by what a route says of itself. */
export function neededScopes(scope: Scope | readonly Scope[] | null): readonly Scope[] {
  if (scope === null) return [];
  return typeof scope === 'string' ? [scope] : scope;
}

/** For programs that use any device at the till: they see how all are. */
export const deviceScopes: readonly Scope[] = ['print', 'drawer', 'display', 'scan'];

export function missingScope(client: Client, needed: readonly Scope[]): Refusal | null {
  if (needed.some((scope) => client.scopes.includes(scope))) return null;
  const words = needed.length === 1 ? `the scope ${needed[0]}` : `one of the scopes ${needed.join(', ')}`;
  return { code: 'scope-missing', detail: `This needs ${words}; the token does not have it.` };
}

/** The fields with listed values (the discriminator of a union), as far as the input gives them one of these. */
function decidingFields(command: Command, input: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const [name, allowed] of Object.entries(command.input._zod.propValues ?? {})) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === 'string' && allowed.has(value)) fields[name] = value;
  }
  return fields;
}

/** The definition's function was written for parsed input: with less it may throw or return nothing. */
export function probe(command: Command, input: JsonObject): Scope | null {
  try {
    return scopeSchema.safeParse(command.scope(input)).data ?? null;
  } catch {
    return null;
  }
}
