// Errors that a person can solve, printed as one paragraph without a stack. All others are bugs.
import { fileTroubleInWords } from '#store/database/errors.ts';

const known: ReadonlySet<string> = new Set([
  'DamagedSettings',
  'PolicyProblem',
  'DamagedDatabase',
  'NewerDatabase',
  'OlderDatabase',
  'StorageFailed',
  'FolderInUse',
  'FolderMoved',
  'FolderNotMade',
  'FolderProblem',
  'UnsafeFolder',
  'NoDatabase',
  'CannotOpen',
  'KeyProblem',
  'PortInUse',
  'InvalidAddress',
  'InsecureAddress',
  'StartProblem',
  'ControlProblem',
  'WrongPackage',
]);

/** A problem that stops a command or a start, with a message for the person. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

export function knownProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (known.has(error.name)) return error.message;
  // Of a file that cannot be used, the system's own words and its path say more than a stack.
  const trouble = fileTroubleInWords(error);
  if (trouble === null) return null;
  return 'path' in error && typeof error.path === 'string' ? `${error.path}: ${trouble}` : trouble;
}
