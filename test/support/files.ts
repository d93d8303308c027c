// Looks for what must be nowhere below a folder: a text in any file, in plain, hex or base64; a file that others may use.
import { readFileSync, readdirSync, statSync } from 'node:fs';
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

/** What is there that others than its user may read, write or run, with its mode. */
export function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    // Gone meanwhile, or a name that stands for nothing.
    const mode = entry.isSymbolicLink() ? undefined : statSync(path, { throwIfNoEntry: false })?.mode;
    return mode === undefined || (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  });
}
