// Mutants that mean the same as the code: each has its row and its reason in test/mutants/equivalent.jsonl.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './make.ts';

export interface Row {
  readonly file: string;
  /** The line on which the mutant begins, trimmed. */
  readonly on: string;
  readonly was: string;
  readonly becomes: string;
  readonly why: string;
}

const path = join('test', 'mutants', 'equivalent.jsonl');

export function equivalents(): Row[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

export function sameAs({ file, on, was, becomes }: Mutant): (row: Row) => boolean {
  return (row) => row.file === file && row.on === on && row.was === was && row.becomes === becomes;
}
