// What a command of the office is given.
import { resolve } from 'node:path';
import type { Io } from '#commands/io/usage.ts';

export type OfficeIo = Pick<Io, 'environment' | 'stdout' | 'stderr' | 'secret'>;
export type OfficeCommand = (args: readonly string[], io: OfficeIo) => Promise<number>;

/**
 * The page's build, the verifier and the demo's programs are read from there. As far above this file as above the one
 * that the tests bundle the office into (test/support/bundled.ts).
 */
export const projectFolder = resolve(import.meta.dirname, '../..');
