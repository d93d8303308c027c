// Errors that a person can do something about: said in one paragraph, without a stack. All others are bugs.

const known: ReadonlySet<string> = new Set([
  'DamagedSettings',
  'DamagedDatabase',
  'NewerDatabase',
  'StorageFailed',
  'FolderInUse',
  'NoDatabase',
  'CannotOpen',
  'KeyProblem',
  'PortInUse',
  'InvalidAddress',
  'InsecureAddress',
  'StartProblem',
]);

/** Something in the way of starting that only this program knows. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

export function knownProblem(error: unknown): string | null {
  return error instanceof Error && known.has(error.name) ? error.message : null;
}
