// Shared by all commands: their output streams, and the reading of their options.
import { isAbsolute, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Io {
  /** How a person starts the program, for texts that name a command (host/started-as.ts). */
  readonly program: string;
  readonly version: string;
  /** The file of background/worker.ts, as source or bundled. */
  readonly worker: URL | string;
  /** How the program starts its own commands in a process each; left out: they run in threads. */
  readonly ownProgram?: readonly string[];
  /** As which package the program was installed; left out: it was not. */
  readonly packageKind?: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** A PIN, typed unseen or as a line on standard input. `again`: typed twice. Throws UsageError where none comes. */
  readonly secret: (name: string, again?: boolean) => Promise<string>;
}

/** Wrong arguments: the message is shown with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options by name. Throws UsageError that names an unknown argument. */
export function readOptions<O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'the options cannot be read');
  }
}

/** An id before all options, and the rest; a null id where the first is an option. */
export function leadingId([first, ...rest]: readonly string[]): {
  readonly id: string | null;
  readonly rest: string[];
} {
  if (first === undefined) return { id: null, rest: [] };
  return first.startsWith('-') ? { id: null, rest: [first, ...rest] } : { id: first, rest };
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`);
  return value;
}

/** `--data-dir` as an absolute path: as it was given if it is one, so that a script finds its own text again. */
export function dataDirOf(value: string | undefined): string {
  const given = required(value, '--data-dir');
  return isAbsolute(given) ? given : resolve(given);
}

/** A whole number within bounds, or the default where the option is not given. */
export function wholeNumber(value: string | undefined, option: string, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > most) throw new UsageError(`${option} must be a whole number from 0 to ${most}`);
  return number;
}

export type Command = (args: readonly string[], io: Io) => number | Promise<number>;

/** A command that consists of several, by the name of each. */
export function withActions(name: string, actions: { readonly [action: string]: Command }): Command {
  return ([action = '', ...rest], io) => {
    const command = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (command === undefined) throw new UsageError(`${name} needs ${oneOf(Object.keys(actions))}`);
    return command(rest, io);
  };
}

function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}
