// The key that paired programs know this bridge by. It is not the journal's: what a program may have signed at any
// time, over text that it chose in part, must never be taken for a signature of the books.
import type { Signer } from '#core/ports/signer.ts';
import { type KeyPlace, keepKey, newPrivateKey, signerOf, storedKey } from './key-pair.ts';

const name = 'identity-key';

/** Makes the pair where there is none yet. */
export function openIdentity(place: KeyPlace): Signer {
  return signerOf(storedKey(place, name) ?? makePair(place));
}

function makePair(place: KeyPlace): string {
  const pem = newPrivateKey();
  place.commits.now(() => keepKey(place, name, pem));
  return pem;
}
