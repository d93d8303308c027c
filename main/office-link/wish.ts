// Whether the chain wants refunds to be claimed, as the office last said: kept, because the till must know it while the
// office is away.
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '#host/files/durable-files.ts';
import { readOrdinary } from '#host/files/read-ordinary.ts';

const wishSchema = z.object({ claims: z.boolean() });
const mostBytes = 4_096;
const wishFile = (dataDir: string): string => join(dataDir, 'office', 'wish.json');

export function keepWish(dataDir: string, claims: boolean): void {
  writeDurably(wishFile(dataDir), `${JSON.stringify({ claims })}\n`);
}

export function readWish(dataDir: string): boolean {
  try {
    return wishSchema.safeParse(JSON.parse(readOrdinary(wishFile(dataDir), mostBytes) ?? '')).data?.claims ?? false;
  } catch {
    return false;
  }
}
