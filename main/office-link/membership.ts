// What a till has of the office that it joined, in the folder "office" of its data folder: where it is, its authority,
// the till's certificate, and the certificate's key, sealed with the folder's key.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Countersigned, countersignedSchema } from '#contract/office/office.ts';
import { syncFolder, writeDurably } from '#host/files/durable-files.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { memberFile, parsedIn } from './kept-file.ts';

const memberSchema = z.object({
  url: z.url(),
  till: z.uuid(),
  name: z.string(),
  authority: z.string(),
  certificate: z.string(),
  officeKey: z.string(),
  sealedKey: z.base64(),
});
export type Member = z.infer<typeof memberSchema>;

/** What the key of the certificate is sealed for: this office. With another address or authority it does not open. */
export function keyContext({
  url,
  till,
  authority,
  certificate,
  officeKey,
}: Omit<Member, 'name' | 'sealedKey'>): string {
  const office = JSON.stringify([url, till, authority, certificate, officeKey]);
  return `office-certificate-key ${createHash('sha256').update(office).digest('hex')}`;
}

/** Seals and opens with the data folder's key. */
export interface LinkSeal {
  seal(text: string, context: string): Uint8Array;
  open(bytes: Uint8Array, context: string): string;
}

const signedFile = (dataDir: string): string => join(dataDir, 'office', 'countersigned.json');

/** Whether the till joined an office, be it that its file cannot be read. */
export function hasMember(dataDir: string): boolean {
  return existsSync(memberFile(dataDir));
}

/** Null where the till joined no office, or the file cannot be read. */
export function readMember(dataDir: string): Member | null {
  return parsedIn(memberFile(dataDir), memberSchema);
}

export function writeMember(dataDir: string, member: Member): void {
  const folder = join(dataDir, 'office');
  makeFolder(folder);
  writeDurably(memberFile(dataDir), `${JSON.stringify(member)}\n`);
  syncFolder(folder);
}

export function keepCountersigned(dataDir: string, signed: Countersigned): void {
  writeDurably(signedFile(dataDir), `${JSON.stringify(signed)}\n`);
}

/** The newest head that the office signed; null where there is none. */
export function readCountersigned(dataDir: string): Countersigned | null {
  return parsedIn(signedFile(dataDir), countersignedSchema);
}
