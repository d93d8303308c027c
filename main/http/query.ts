// Query parameters through a schema. An unknown or repeated one is refused by name: a filter that is silently
// ignored would show a caller something else than was asked for.
import type { z } from 'zod';
import type { Refusal } from '#contract/problems.ts';

export type QueryRead<T> =
  | { readonly type: 'read'; readonly query: T }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** `target`: of the request line, or an address. `emptyIsAbsent`: `?state=&limit=5` is the same as `?limit=5`, as filters of forms are sent. */
export function readQuery<S extends z.ZodObject>(
  target: string,
  schema: S,
  options: { readonly emptyIsAbsent: boolean } = { emptyIsAbsent: false },
): QueryRead<z.output<S>> {
  const given = new Map<string, string>();
  const errors = new Map<string, string[]>();
  const at = target.indexOf('?');
  for (const [name, value] of at === -1 ? [] : new URLSearchParams(target.slice(at))) {
    if (!Object.hasOwn(schema.shape, name)) errors.set(name, ['is not known here']);
    else if (given.has(name)) errors.set(name, ['must be given once only']);
    else given.set(name, value);
  }
  const kept = [...given].filter(([, value]) => !(options.emptyIsAbsent && value === ''));
  const parsed = schema.safeParse(Object.fromEntries(kept));
  if (parsed.success && errors.size === 0) return { type: 'read', query: parsed.data };
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (!errors.has(name)) errors.set(name, [issue.message]);
  }
  return { type: 'refused', refusal: inputRefusal('query', errors) };
}

/** `invalid-input` with its messages by name, and a detail that says them in words. */
export function inputRefusal(where: string, errors: ReadonlyMap<string, readonly string[]>): Refusal {
  const words = [...errors].map(([name, messages]) => `${name} ${messages.join(', ')}`);
  return {
    code: 'invalid-input',
    detail: `In the ${where}: ${words.join('; ')}.`,
    errors: Object.fromEntries([...errors].map(([name, messages]) => [name, [...messages]])),
  };
}
