// Schema issues in people's words, for every field whose schema says nothing better itself.
import type { z } from 'zod';

const kinds: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** For `safeParse(value, { error: issueInWords })`; a schema's own message goes before it. */
export function issueInWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = kinds[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `is required: ${wanted}` : `must be ${wanted}`;
    }
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `is too small: at least ${issue.minimum}`;
    case 'too_big':
      return `is too large: at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return `is not in the form of ${issue.format}`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
    default:
      return 'is not valid';
  }
}
