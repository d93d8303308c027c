// What the till keeps of its office, in small files of its data folder.
import { join } from 'node:path';
import type { z } from 'zod';
import { readOrdinary } from '#host/files/read-ordinary.ts';

const mostBytes = 65_536;

export const memberFile = (dataDir: string): string => join(dataDir, 'office', 'member.json');

/** Null where it is not there, or is not what was written. */
export function parsedIn<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readOrdinary(file, mostBytes) ?? '')).data ?? null;
  } catch {
    return null;
  }
}
