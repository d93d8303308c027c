// JSON Schemas walked by path. A place may have several alternatives (unions, nullable fields); all are looked at.
import type { JsonSchema } from '#contract/data/json-schema.ts';

/** What a schema may be at its own place: references followed, alternatives apart. */
function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  if (schema.$ref !== undefined) {
    const target = schema.$ref === '#' ? root : root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`);
    return alternatives(target, root);
  }
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return choices.length === 0 ? [schema] : choices.flatMap((choice) => alternatives(choice, root));
}

/** What stands at a path (`order.items[].id`), in every alternative that has it; empty where none does. */
export function schemasAt(root: JsonSchema, path: string): JsonSchema[] {
  let here = alternatives(root, root);
  if (path === '') return here;
  for (const step of path.split('.')) {
    const name = step.replace(/\[\]$/, '');
    here = here.flatMap((schema) => propertyOf(schema, name, root));
    if (step.endsWith('[]')) {
      here = here.flatMap((schema) => (schema.items === undefined ? [] : alternatives(schema.items, root)));
    }
  }
  return here;
}

function propertyOf(schema: JsonSchema, name: string, root: JsonSchema): JsonSchema[] {
  const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  return property === undefined ? [] : alternatives(property, root);
}
