// What a command of the office is given.
import type { Io } from '#commands/io/usage.ts';

export type OfficeIo = Pick<Io, 'environment' | 'stdout' | 'stderr' | 'secret'>;
export type OfficeCommand = (args: readonly string[], io: OfficeIo) => Promise<number>;
