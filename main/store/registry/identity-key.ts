// The key that paired programs know this bridge by. It is not the journal's key: a program may ask for signatures over
// text that it chose in part, and such a signature must never pass for one of the journal.
import type { Signer } from '#core/ports/journal.ts';
import { type KeyPairPorts, openPair } from '../journal/key-pair.ts';

/** Makes the pair where there is none yet. */
export function openIdentity(ports: KeyPairPorts): Signer {
  return openPair(ports, 'identity-key');
}
