// The one place that says where the API key goes, from the target and the settings. The file of certificate authorities
// is read once: the bytes whose digest is compared are the bytes that are trusted.
import { createHash } from 'node:crypto';
import type { Destination } from '#contract/till/destination.ts';
import { canonicalJson } from '#contract/data/json.ts';
import { readOrdinaryBytes } from '#host/files/read-ordinary.ts';
import type { Settings } from './settings.ts';

/** A gateway, as the command line and the settings name it. */
type Named = Pick<Destination, 'root' | 'authRoot' | 'merchantId' | 'mode'>;

export interface KnownDestination {
  readonly destination: Destination;
  /** Trusted instead of the system's authorities; undefined: the system's. */
  readonly caPem: string | undefined;
}

/** All authorities that a system has come to a few hundred thousand. */
const mostPemBytes = 10_000_000;

/** Throws an error with a code where the file of certificate authorities cannot be read. */
export function destinationOf(named: Named, { scheme, caFile }: Settings['gateway']): KnownDestination {
  const { root, authRoot, merchantId, mode } = named;
  const pem = caFile === undefined ? null : pemAt(caFile);
  const caSha256 = pem === null ? null : createHash('sha256').update(pem).digest('hex');
  return {
    destination: { root, authRoot, merchantId, mode, scheme, caSha256 },
    caPem: pem?.toString('utf8'),
  };
}

function pemAt(file: string): Buffer {
  const pem = readOrdinaryBytes(file, mostPemBytes);
  // With code and path, as the system's own errors: it is told as they are.
  if (pem === null) throw Object.assign(new Error('no ordinary file'), { code: 'EFTYPE', path: file });
  return pem;
}

/**
 * Names a destination on the command line. It has 128 bits, so that no other destination with the same name can be
 * found.
 */
export function fingerprintOf(destination: Destination): string {
  return createHash('sha256').update(canonicalJson(destination)).digest('hex').slice(0, 32);
}
