// Whether the chain wants refunds to be claimed, as the office last said: kept, because the till must know it while the
// office is away. What one office said does not hold at another one.
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '#host/files/durable-files.ts';
import { memberFile, parsedIn } from './kept-file.ts';

/** An office gives each of its tills an id of its own. */
const wishSchema = z.object({ claims: z.boolean(), till: z.uuid() });
const joinedSchema = wishSchema.pick({ till: true });
const wishFile = (dataDir: string): string => join(dataDir, 'office', 'wish.json');

export function keepWish(dataDir: string, wish: z.infer<typeof wishSchema>): void {
  writeDurably(wishFile(dataDir), `${JSON.stringify(wish)}\n`);
}

/** Of the office that the till is at now. It holds as well where the file of the membership cannot be read. */
export function readWish(dataDir: string): boolean {
  const wish = parsedIn(wishFile(dataDir), wishSchema);
  const joined = parsedIn(memberFile(dataDir), joinedSchema);
  return wish !== null && wish.claims && (joined === null || joined.till === wish.till);
}
