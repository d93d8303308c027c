// Handles readers of the output that close their pipe (`| head -1`, a log collector that restarts). Node ends a process
// at a stream error without a listener, and a bridge must not stop because its log is not read.
import type { Writable } from 'node:stream';
import { fileTroubleInWords } from '#store/database/errors.ts';

/** 128 + SIGPIPE, as a shell shows it for a program that the signal ended. */
export const brokenPipeCode = 141;

export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

/** Ignores lost output, so that the program goes on. A lost result (not a lost log) sets the exit code. */
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
