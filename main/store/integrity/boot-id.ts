// Tells whether the computer has run on since a note was made. If it has, only the program ended, and the system still
// has everything that the program wrote.
import { readFileSync } from 'node:fs';

/** The system's id of this start of the computer; null where it has none: then every kill counts as a power cut. */
export function bootId(): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
