// Whether a person is accountable for what leaves the till for good: a token, or its journal.
import type { Mode } from '#contract/operation/states.ts';
import type { Person } from '#contract/people/people.ts';
import type { Session } from '#core/staff/session.ts';

/** Without people this may be done in training and in test; a live till needs a signed-in person. */
export function hasAccountablePerson(person: Person | null, session: Pick<Session, 'isManned'>, mode: Mode): boolean {
  return person !== null || (!session.isManned() && mode !== 'live');
}

export const signInRequired = {
  type: 'refused',
  refusal: {
    code: 'not-signed-in',
    detail:
      'Nobody is signed in, so nothing is given access. A till without people needs its first manager before: ' +
      'Settings, People.',
  },
} as const;
