// The product's version, from the one place that states it.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export function readVersion(): string {
  return versionIn(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
}

/** `text`: a package.json. */
export function versionIn(text: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
