// Query parameters through a schema. An unknown or repeated one is refused by name: a filter that is silently
// ignored would show a caller something else than was asked for.
import type { z } from 'zod';
import { type FieldIssue, fieldIssues, issueInWords, issuesToTell, messagesOf } from '#contract/data/issue-words.ts';
import type { Refusal } from '#contract/programs/problems.ts';

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
  const issues = new Map<string, FieldIssue>();
  const wrong = (field: string, code: FieldIssue['code'], message: string) =>
    issues.set(field, { field, code, message });
  const at = target.indexOf('?');
  for (const [name, value] of at === -1 ? [] : new URLSearchParams(target.slice(at))) {
    if (!Object.hasOwn(schema.shape, name)) wrong(name, 'unknown-field', unknownHere);
    else if (given.has(name)) wrong(name, 'repeated', 'must be given once only');
    else given.set(name, value);
  }
  const kept = [...given].filter(([, value]) => !(options.emptyIsAbsent && value === ''));
  const parsed = schema.safeParse(Object.fromEntries(kept), { error: issueInWords, reportInput: true });
  if (parsed.success && issues.size === 0) return { type: 'read', query: parsed.data };
  for (const issue of fieldIssues(parsed.error?.issues ?? [])) {
    const [field = ''] = issue.field.split('.');
    if (!issues.has(field)) issues.set(field, { ...issue, field });
  }
  return { type: 'refused', refusal: inputRefusal('query', [...issues.values()]) };
}

const unknownHere = 'is not known here';

/** An issue for each of these names: there is no such field. */
export function unknownFields(names: readonly string[]): FieldIssue[] {
  return names.map((field) => ({ field, code: 'unknown-field', message: unknownHere }));
}

/** `invalid-input` with its issues, their messages by name, and a detail that says them in words. */
export function inputRefusal(where: string, found: readonly FieldIssue[]): Refusal {
  const issues = issuesToTell(found);
  const errors = messagesOf(issues);
  const words = Object.entries(errors).map(([name, messages]) => `${name} ${messages.join(', ')}`);
  return { code: 'invalid-input', detail: `In the ${where}: ${words.join('; ')}.`, errors, issues };
}
