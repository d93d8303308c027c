// What becomes of each mutant, a line each, written at once: the process that tries a mutant may not survive it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Line =
  | { readonly trying: string; readonly in: string }
  | { readonly killed: string; readonly by: string }
  | { readonly survived: string; readonly in: string; readonly isAll: boolean }
  | { readonly reached: readonly string[] }
  | { readonly poisoned: string; readonly unsure: readonly string[] }
  | { readonly unusable: string; readonly because: string; readonly but?: number }
  /** The process ended in the middle of a mutant. */
  | { readonly lost: string }
  | { readonly done: string };

export interface Plan {
  /** Each mutant to be tried, with its file. */
  readonly mutants: readonly { readonly id: string; readonly file: string }[];
  /** Every test that reaches a mutant is asked, whether it is likely to notice or not. */
  readonly thorough: boolean;
  /** A mutant whose tests in a file take longer than this is left for the next round. */
  readonly costliestMs: number;
  /** Wall clock, ms: nothing is begun after it; null for no end. */
  readonly untilMs: number | null;
}

export class Log {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder = process.env['TILLBRIDGE_MUTANTS'] ?? '') {
    this.#folder = folder;
    this.#path = join(folder, 'log.jsonl');
  }

  plan(): Plan {
    return JSON.parse(readFileSync(join(this.#folder, 'plan.json'), 'utf8')) as Plan;
  }

  write(line: Line): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }

  lines(): Line[] {
    if (!existsSync(this.#path)) return [];
    const text = readFileSync(this.#path, 'utf8').trimEnd();
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Line);
  }

  /** Which test killed which mutant. */
  kills(): Map<string, string> {
    const kills = new Map<string, string>();
    let open: { readonly trying: string; readonly in: string } | null = null;
    for (const line of this.lines()) {
      if ('trying' in line) open = line;
      if ('killed' in line) kills.set(line.killed, line.by);
      if ('survived' in line || 'killed' in line) open = null;
      if ('lost' in line && open !== null) kills.set(open.trying, `${open.in}: no end, or the end of the process`);
      if ('poisoned' in line) for (const id of line.unsure) kills.delete(id);
    }
    return kills;
  }

  /** Mutants that none of this file's tests noticed. */
  unnoticedBy(path: string): Set<string> {
    return new Set(
      this.lines().flatMap((line) => ('survived' in line && line.in === path && line.isAll ? [line.survived] : [])),
    );
  }

  alive(): Set<string> {
    const kills = this.kills();
    return new Set(
      this.plan()
        .mutants.map(({ id }) => id)
        .filter((id) => !kills.has(id)),
    );
  }

  wasPoisoned(path: string): boolean {
    return this.lines().some((line) => 'poisoned' in line && line.poisoned === path);
  }

  /** How often it came to its end. */
  rounds(path: string): number {
    return this.lines().filter((line) => 'done' in line && line.done === path).length;
  }
}
