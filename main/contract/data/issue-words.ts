// What is wrong with a field: a stable code with its parameters, and the same in English. The window says the code in
// its own language. A schema's own message goes before the general words of its code, and is known by its English words,
// as texts are that a catalog of translations is keyed by; a rule that no general code fits has the code `rule`.
import type { z } from 'zod';
import type { JsonObject } from './json.ts';

export const issueCodes = [
  'required', // params: kind
  'kind', // params: kind
  'one-of', // params: values
  'too-small', // params: least
  'too-large', // params: most
  'too-short', // params: least
  'too-long', // params: most
  'unknown-field',
  'repeated', // of a query: it may be given once only
  'other-spelling', // params: name
  'same-name', // params: name
  'format', // params: format
  'currency-differs', // params: currency
  'not-our-terminal', // params: terminals
  'sensitive-authentication-data', // the security code, PIN or track data of a card, which may not be stored
  'invalid',
  'rule', // said by the schema itself
] as const;

export type IssueCode = (typeof issueCodes)[number];

export const issueKinds = ['text', 'number', 'whole-number', 'boolean', 'object', 'list', 'other'] as const;
export type IssueKind = (typeof issueKinds)[number];

export interface FieldIssue {
  /** Dotted name; `body` for the whole. */
  readonly field: string;
  readonly code: IssueCode;
  readonly params?: JsonObject;
  /** In English, to be read after the field's name. */
  readonly message: string;
}

type Said = Omit<FieldIssue, 'field'>;

const kindOf: { readonly [type: string]: IssueKind } = {
  string: 'text',
  number: 'number',
  int: 'whole-number',
  boolean: 'boolean',
  object: 'object',
  record: 'object',
  array: 'list',
};

const kindWords: { readonly [kind in Exclude<IssueKind, 'other'>]: string } = {
  text: 'a text',
  number: 'a number',
  'whole-number': 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  list: 'a list',
};

/** For `safeParse(value, { error: issueInWords, reportInput: true })`. */
export function issueInWords(issue: z.core.$ZodRawIssue): string {
  return said(issue).message;
}

function said(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): Said {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kindOf[issue.expected] ?? 'other';
      const wanted = kind === 'other' ? issue.expected : kindWords[kind];
      if (issue.input === undefined) return { code: 'required', params: { kind }, message: `is required: ${wanted}` };
      return { code: 'kind', params: { kind }, message: `must be ${wanted}` };
    }
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ');
      return { code: 'one-of', params: { values }, message: `must be one of ${values}` };
    }
    case 'too_small': {
      const least = Number(issue.minimum);
      const code = measured(issue.origin) ? 'too-short' : 'too-small';
      return { code, params: { least }, message: `is too small: at least ${least}` };
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      const code = measured(issue.origin) ? 'too-long' : 'too-large';
      return { code, params: { most }, message: `is too large: at most ${most}` };
    }
    case 'unrecognized_keys':
      return { code: 'unknown-field', message: `has unknown fields: ${issue.keys.join(', ')}` };
    case 'invalid_format':
      return {
        code: 'format',
        params: { format: issue.format },
        message: `is not in the form of ${issue.format}`,
      };
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
    default:
      return { code: 'invalid', message: 'is not valid' };
  }
}

/** What has a length rather than a size. */
function measured(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

/** The issues of a `safeParse` that was asked for its words and its input; one for each unknown field. */
export function fieldIssues(issues: readonly z.core.$ZodIssue[]): FieldIssue[] {
  return issues.flatMap((issue): FieldIssue[] => {
    const at = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: at === '' ? key : `${at}.${key}`,
        code: 'unknown-field',
        message: 'is not a field of this object',
      }));
    }
    return [{ field: at === '' ? 'body' : at, ...inOwnWords(said(issue), issue.message) }];
  });
}

const saysMissing = /^is required\b/;

/** The sentence of a schema beside the code of what is wrong; what has none of the general codes is a rule of its own. */
function inOwnWords(general: Said, message: string): Said {
  if (general.message === message) return general;
  if (general.code === 'invalid') return ruleIssue(message);
  // It is there, though not of its kind: what a schema says of a missing one would be wrong.
  if (general.code === 'kind' && saysMissing.test(message)) return general;
  return { ...general, message };
}

/** A sentence that a rule says of itself: that a field is missing, or anything else. */
export function ruleIssue(message: string): Said {
  return { code: saysMissing.test(message) ? 'required' : 'rule', message };
}

/** An answer names no more faults than this: a body may have thousands, and the answer must stay short. */
export const mostIssues = 50;

const longestField = 200;

/** As many as an answer lists, each with its name cut to what a person reads. */
export function issuesToTell(issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.slice(0, mostIssues).map((issue) => {
    return issue.field.length <= longestField ? issue : { ...issue, field: `${issue.field.slice(0, longestField)}...` };
  });
}

/** Messages by field name, as problem details carry them. */
export function messagesOf(issues: readonly FieldIssue[]): { [field: string]: string[] } {
  // A map: a caller may call an unknown field `constructor`, which every plain object has already.
  const errors = new Map<string, string[]>();
  for (const { field, message } of issues) {
    const before = errors.get(field);
    if (before === undefined) errors.set(field, [message]);
    else before.push(message);
  }
  return Object.fromEntries(errors);
}
