// What failed, in the few lines that a person needs to go on: which test, where, the first line of why, where its files
// lie, and the command that runs it again. Each part of `npm test` notes its failures in one file, and the command
// shows them together before its last line; a part that runs alone shows its own.
import { appendFileSync, readFileSync } from 'node:fs';

export interface Failure {
  /** The test's whole name. */
  readonly what: string;
  /** `file:line`, or the part where there is no file. */
  readonly where: string;
  /** The first line of the error. */
  readonly why: string;
  /** Lines in which the expected and the seen value differ, `-` and `+`. */
  readonly differs?: readonly string[];
  /** What its window showed then, where it has one. */
  readonly shown?: string | undefined;
  /** Files and folders with more about it. */
  readonly kept: readonly string[];
  /** The command that runs it again, its seed included. */
  readonly again: string;
}

const mostShown = 20;
const longest = 300;

/** Names the file in which the parts of a run note their failures. */
export const failuresVariable = 'TILLBRIDGE_TEST_FAILURES';

export function tellFailures(failures: readonly Failure[]): void {
  const file = process.env[failuresVariable];
  if (file === undefined) process.stdout.write(inWords(failures));
  else appendFileSync(file, failures.map((failure) => `${JSON.stringify(failure)}\n`).join(''));
}

export function readFailures(file: string): Failure[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Failure);
}

export function inWords(failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const told = failures.slice(0, mostShown).map(({ what, where, why, differs = [], shown, kept, again }, index) => {
    const lines = [
      `${index + 1}. ${where}`,
      what,
      why.slice(0, longest),
      ...differs.map((line) => line.slice(0, longest)),
    ];
    if (shown !== undefined) lines.push(`its window showed: ${shown}`);
    lines.push(...kept.map((path) => `files: ${path}`));
    return [...lines, `again: ${again}`].join('\n   ');
  });
  const more = failures.length - told.length;
  return `\nFailed:\n\n${told.join('\n\n')}\n${more > 0 ? `\nand ${more} more\n` : ''}\n`;
}
