// The key that paired programs know this bridge by. It is not the journal's: what a program may have signed at any
// time, over text that it chose in part, must never be taken for a signature of the books.
import type { Signer } from '#core/ports/signer.ts';
import { type KeyPlace, openPair } from './key-pair.ts';

/** Makes the pair where there is none yet. */
export function openIdentity(place: KeyPlace): Signer {
  return openPair(place, 'identity-key');
}
