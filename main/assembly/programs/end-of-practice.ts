// Ends the rights that were given for practice (in training, or at a test gateway), so that they move no real money.
// When the folder goes live, programs whose rights were last given in practice are revoked, and such people are
// deactivated; a manager gives rights anew. Rights that were given live stay, also over a time of practice in between.
import type { Mode } from '#contract/operation/states.ts';
import { personData } from '#contract/people/people.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { OpenedStore } from '#store/open.ts';
import type { BridgePorts } from '../base/ports.ts';

interface PracticePorts extends Pick<BridgePorts, 'log' | 'keyEnteredBy'> {
  readonly opening: Pick<OpenedStore, 'rights' | 'clients' | 'operators'>;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
}

/** Call it at the start, before the surfaces open. After a crash in between, the next start does the rest. */
export function enterMode(mode: Mode, { opening, clock, log, keyEnteredBy }: PracticePorts): void {
  const { rights, clients, operators } = opening;
  const atMs = clock.nowMs();
  rights.enter(mode, atMs);
  if (mode !== 'live') return;
  const programs = rights.practised('client');
  for (const id of programs) clients.revoke(id, clock.iso(atMs));
  const people = rights.practised('operator').flatMap((id) => operators.byId(id) ?? []);
  for (const person of people) {
    const { id, name, role } = person;
    // The manager who has just entered the API key for live payments stays active.
    const active = person.active && role === 'manager' && id === keyEnteredBy;
    const data = { ...personData({ id, name, role }), active, newPin: false, by: null };
    operators.save({ ...person, active }, { type: 'operator-changed', operationId: null, atMs, data });
  }
  if (programs.length + people.length === 0) return;
  log('warn', 'practice-ended', { programsRevoked: programs.length, peopleLookedAt: people.length });
}
