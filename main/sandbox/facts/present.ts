// Members of answers: what is not there is left out, never null.
import type { Json, JsonObject } from '#contract/data/json.ts';

export function present(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, Json] => member[1] !== null && member[1] !== undefined),
  );
}
