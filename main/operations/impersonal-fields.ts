// The fields of an operation's input for every program that may see the operation: those that the schema names, without
// those about a person. A list of fields to hide would miss what a caller puts into an open body under other names.
import { z } from 'zod';
import type { Command } from './define.ts';

export function impersonalFields({ input, personalFields }: Command): string[] {
  const personal = new Set(personalFields);
  return [...new Set(namedIn(input))].filter((name) => !personal.has(name));
}

/** Empty for a schema of another form: fields that are not known are not shown. */
function namedIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodUnion ? schema.options.flatMap(namedIn) : [];
}
