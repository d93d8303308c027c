// Ends the rights that were given for practice (in training, or at a test gateway), so that they move no real money.
// When the folder goes live, programs whose rights were last given in practice are revoked, and such people are
// deactivated; a manager gives rights anew. Rights that were given live stay, also over a time of practice in between.
import type { Mode } from '#contract/operation/states.ts';
import { isFromOffice, personData } from '#contract/people/people.ts';
import { hasOwnManager } from '#core/staff/office-people.ts';
import type { OperatorRecord } from '#core/ports/operators.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';

interface PracticePorts extends Pick<BridgePorts, 'log' | 'keyEnteredBy'> {
  readonly opening: Pick<OpenedStore, 'rights' | 'clients' | 'operators'>;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
}

/** People and programs of the office are let in by it and by this till's setting, live as in practice. */
function practisedPeople({ rights, operators }: Pick<OpenedStore, 'rights' | 'operators'>): OperatorRecord[] {
  return rights.practised('operator').flatMap((id) => (isFromOffice(id) ? [] : (operators.byId(id) ?? [])));
}

/** The manager who has just entered the API key for live payments stays active. */
const stays = ({ id, active, role }: OperatorRecord, keyEnteredBy: string | null | undefined): boolean =>
  active && role === 'manager' && id === keyEnteredBy;

/** Whether a till with people keeps a manager of its own when it goes live so; one without people has none to lose. */
export function managedLive(opening: PracticePorts['opening'], keyEnteredBy: string | null): boolean {
  const all = opening.operators.list().filter(({ active }) => active);
  const ends = new Set(
    practisedPeople(opening)
      .filter((each) => !stays(each, keyEnteredBy))
      .map(({ id }) => id),
  );
  return all.length === 0 || hasOwnManager(all.filter(({ id }) => !ends.has(id)));
}

/** Call it at the start, before the surfaces open. After a crash in between, the next start does the rest. */
export function enterMode(mode: Mode, { opening, clock, log, keyEnteredBy }: PracticePorts): void {
  const { rights, clients, operators } = opening;
  const atMs = clock.nowMs();
  rights.enter(mode, atMs);
  if (mode !== 'live') return;
  const programs = rights.practised('client').filter((id) => !isFromOffice(id));
  for (const id of programs) clients.revoke(id, clock.iso(atMs));
  const people = practisedPeople({ rights, operators });
  for (const person of people) {
    const { id, name, role } = person;
    const active = stays(person, keyEnteredBy);
    const data = { ...personData({ id, name, role }), active, newPin: false, by: null };
    operators.save({ ...person, active }, { type: 'operator-changed', operationId: null, atMs, data });
  }
  if (programs.length + people.length === 0) return;
  const left = hasOwnManager(operators.list()) ? {} : { mend: 'No manager is left: tillbridge operator create' };
  log('warn', 'practice-ended', { programsRevoked: programs.length, peopleLookedAt: people.length, ...left });
}
