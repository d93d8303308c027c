// Looks for what must be nowhere: a text in any file below a folder, in plain, hex or base64.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files below `folder` that hold `text` in any of the forms. */
export function filesHolding(folder: string, text: string): string[] {
  const forms = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return forms.some((form) => bytes.includes(form));
    });
}
