// What the doctor says: a stable code, what is wrong, where, and the one thing to do about it.

/** `problem`: the bridge does not start, or does not work. `warning`: it works, and will not for long. `note`: a fact. */
export type Level = 'problem' | 'warning' | 'note';

export interface Finding {
  readonly code: string;
  readonly level: Level;
  readonly what: string;
  readonly where: string;
  readonly mend: string;
}

type Said = Omit<Finding, 'code' | 'level'>;

export const problem = (code: string, said: Said): Finding => ({ code, level: 'problem', ...said });
export const warning = (code: string, said: Said): Finding => ({ code, level: 'warning', ...said });
export const note = (code: string, said: Said): Finding => ({ code, level: 'note', ...said });

/** The message of a problem that the product itself knows; other errors are bugs and go on. */
export function reasonOf(error: unknown, ...names: readonly string[]): string {
  if (error instanceof Error && names.includes(error.name)) return error.message;
  throw error;
}
