// What of an operation's input anybody may see who may see the operation. A list of what to leave out would leave in what
// a caller puts into an open body under names of his own, so it is what the schema names, without what is about a person.
import { z } from 'zod';
import type { Command } from './define.ts';

export function impersonalFields({ input, personalFields }: Command): string[] {
  const personal = new Set(personalFields);
  return [...new Set(namedIn(input))].filter((name) => !personal.has(name));
}

/** Nothing of a schema of another form: what is not known is not shown. */
function namedIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namedIn) : [];
}
