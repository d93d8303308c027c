// Mutants are made by StrykerJS' instrumenter: every mutant of a file stands in one text, each behind a switch, so that a
// warm process tries one after the other without loading anything again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export interface Mutant {
  readonly id: string;
  /** From the project's root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  /** The line on which the mutant begins, trimmed: with file and texts it names the mutant also where lines move. */
  readonly on: string;
  readonly was: string;
  readonly becomes: string;
}

const quiet = () => undefined;
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
};

/** The mutants of these files; their switched texts are written below `into`, under the files' own paths. */
export async function makeMutants(files: readonly string[], into: string): Promise<Mutant[]> {
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const { files: switched, mutants } = await new Instrumenter(logger).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  );
  for (const { name, content } of switched) {
    const path = join(into, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
    const lines = (texts.get(fileName) ?? '').split('\n');
    const whole = lines.slice(start.line, end.line + 1).map((line, index, { length }) => {
      const to = index === length - 1 ? end.column : line.length;
      return line.slice(index === 0 ? start.column : 0, to);
    });
    return {
      id,
      file: fileName,
      line: start.line + 1,
      column: start.column + 1,
      mutator: mutatorName,
      on: (lines[start.line] ?? '').trim(),
      was: whole.join('\n'),
      becomes: replacement,
    };
  });
}
