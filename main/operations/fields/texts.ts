// Plain texts: most fields of the specification are an optional string and nothing more, so a list of names says it.
import { z } from 'zod';

/** Optional strings by name, as part of an object's shape. */
export function texts<const Name extends string>(
  ...names: readonly Name[]
): { readonly [N in Name]: z.ZodOptional<z.ZodString> } {
  return Object.fromEntries(names.map((name) => [name, z.string().optional()])) as never;
}

/** A text that is required where it stands, so an empty one is none. */
export const filledSchema = z.string().min(1, { error: 'must not be empty' });
