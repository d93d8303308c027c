// Readers of what a program prints may go away at any time (`| head -1`, a log collector that is restarted). Node ends a
// process for an error that no stream's listener hears; a bridge must not stop because nobody reads its log.
import type { Writable } from 'node:stream';
import { fileTroubleInWords } from '#store/errors.ts';

/** 128 + SIGPIPE, as a shell shows it for programs that the signal ended. */
export const brokenPipeCode = 141;

export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** What is printed may be lost, and everything else goes on; a lost result (not a lost log) shows in the exit code. */
export function surviveReaders({ stdout, stderr }: { readonly stdout: Writable; readonly stderr: Writable }): void {
  let lost: unknown = null;
  stdout.on('error', (error: unknown) => {
    lost ??= error;
  });
  stderr.on('error', () => undefined);
  process.once('exit', () => {
    if (lost === null || process.exitCode !== 0) return;
    process.exitCode = isBrokenPipe(lost) ? brokenPipeCode : 1;
    if (!isBrokenPipe(lost))
      stderr.write(`bridge: not all could be printed: ${fileTroubleInWords(lost) ?? 'unknown'}\n`);
  });
}
