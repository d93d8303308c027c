// Which names a schema gives to the members of an object, for guards that look at what an open body holds beside them.
import { z } from 'zod';
import { bareName } from '#contract/text/plain-text.ts';

/** The schemas that may describe one value: several, where a union leaves it open which. */
export type Schemas = readonly z.core.$ZodType[];

/** An object's own names, and whether it takes others. */
export interface KnownNames {
  readonly exact: ReadonlyMap<string, Schemas>;
  /** From the folded name to the name as it is written. */
  readonly byFold: ReadonlyMap<string, string>;
  /** False: the schema itself refuses every other name. */
  readonly isOpen: boolean;
}

export function knownNames(schemas: Schemas): KnownNames {
  const objects = schemas.flatMap(objectsOf);
  const exact = new Map<string, Schemas>();
  for (const { shape } of objects) {
    for (const [name, schema] of Object.entries(shape)) exact.set(name, [...(exact.get(name) ?? []), schema]);
  }
  const byFold = new Map([...exact.keys()].map((name) => [bareName(name), name]));
  const isOpen = objects.length === 0 || objects.some(({ def }) => !(def.catchall instanceof z.ZodNever));
  return { exact, byFold, isOpen };
}

/** The schemas of a list's members. */
export function membersOf(schemas: Schemas): Schemas {
  return schemas.flatMap((schema) => {
    const bare = unwrapped(schema);
    if (bare instanceof z.ZodUnion) return membersOf(bare.options);
    return bare instanceof z.ZodArray ? [bare.element] : [];
  });
}

function objectsOf(schema: z.core.$ZodType): z.ZodObject[] {
  const bare = unwrapped(schema);
  if (bare instanceof z.ZodUnion) return bare.options.flatMap(objectsOf);
  return bare instanceof z.ZodObject ? [bare] : [];
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrapped(schema.unwrap()) : schema;
}
