// Prints a result as one line of JSON. Control and invisible characters are escaped, so that a terminal neither obeys
// nor hides them; a program parses the same value.
import { shownJson } from '#contract/text/shown-text.ts';
import type { Io } from './usage.ts';

export function printJson({ stdout }: Pick<Io, 'stdout'>, value: unknown): void {
  stdout(`${shownJson(JSON.stringify(value))}\n`);
}
