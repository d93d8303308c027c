// Why a list of packages is not taken, for people.
import type { Unusable } from './manifest.ts';
import type { Useless } from './offer.ts';

export const refusedWords: { readonly [why in Unusable | Useless]: string } = {
  'not-a-manifest': 'Refused: what the server gives is no list of packages. Look whether updates.url is right.',
  'not-signed': 'Refused: the list of packages is not signed with a key that this till knows.',
  expired: 'Refused: the list of packages has expired. The server must get a new one.',
  'from-the-future':
    'Refused: the list of packages was made in the future. Look whether the clock of the till is right.',
  'other-channel': 'Refused: the list of packages is of another channel than updates.channel.',
  'not-for-this-platform': 'The list has no package for this computer and this way of installing.',
  'older-manifest': 'Refused: the list of packages is older than one that this till has seen.',
  'older-version': 'Refused: the server has an older version than this till has run.',
  'older-database': 'Refused: the version of the server could not read the data folder of this one.',
  'needs-step': 'The version of the server cannot be installed over this one: another one must come first.',
};
