// What a person at the till does beside starting operations (api/submit.ts): checks that a person is signed in, that
// their role permits it, and whose PIN approved it. The result carries the person for the journal.
import type { Approval, Person } from '#contract/people/people.ts';
import { mayActAs } from '#contract/people/roles.ts';
import { type Refusal, type Refused, refuse } from '#contract/programs/problems.ts';
import { type StaffDecisions, createStaffDecisions, notSignedIn, wordsOf } from './staff-decisions.ts';
import type { Cancellation } from '../acceptance/cancel.ts';
import type { Engine } from '../engine/engine.ts';
import type { Session } from './session.ts';
import type { Policy } from '../ports/policy.ts';
import type { Environment } from '../ports/record.ts';
import type { ManualActions } from '../recovery/manual-actions.ts';

export interface StaffActionPorts {
  readonly engine: ManualActions & Pick<Engine, 'resume'>;
  readonly session: Session;
  readonly policy: Pick<Policy, 'idsMayLookLikeCards'>;
  readonly environment: Pick<Environment, 'mode'>;
  /** When the last shift was closed, engine time in ms; null before the first. */
  readonly lastClosedMs: () => number | null;
}

type ShiftCloser = { readonly type: 'person'; readonly name: string } | Refused;

export interface StaffActions extends StaffDecisions {
  cancel(id: string): Promise<Cancellation | null>;
  /** Why the person at the till may not change settings, programs and the like; null where they may. */
  administration(): Refusal | null;
  /**
   * The same for one act, with the person for the journal (null at a till without operators): the person who is signed
   * in, or a manager who shows their PIN beside them.
   */
  administrator(
    approval: Approval | null,
  ): Promise<{ readonly type: 'person'; readonly person: Person | null } | Refused>;
  /** Who closes the shift, for the journal; a supervisor where the till has operators. */
  closesShift(): ShiftCloser;
  /** The same, or a supervisor who shows their PIN beside a cashier. */
  closerOfShift(approval: Approval | null): Promise<ShiftCloser>;
  /** A person has made sure that this data folder is the only copy in use, and says why. */
  resume(reason: string): { readonly type: 'resumed' } | Refused;
}

export function createStaffActions(ports: StaffActionPorts): StaffActions {
  const { engine, session, policy, environment, lastClosedMs } = ports;

  function administration(): Refusal | null {
    if (!session.isManned()) return null;
    const person = session.current();
    if (person === null) return notSignedIn.refusal;
    if (mayActAs(person.role, 'manager')) return null;
    const detail = `${person.name} may not change that; it needs a manager.`;
    return { code: 'role-missing', detail, facts: { role: 'manager' } };
  }

  function closesShift(): ShiftCloser {
    const person = session.current();
    if (person === null) return session.isManned() ? notSignedIn : { type: 'person', name: 'cashier' };
    session.touch();
    if (mayActAs(person.role, 'supervisor')) return { type: 'person', name: person.name };
    return refuse('role-missing', `${person.name} may not close the shift; it needs a supervisor.`, {
      facts: { role: 'supervisor' },
    });
  }

  return {
    ...createStaffDecisions({ engine, session, mode: environment.mode, policy, lastClosedMs }),
    administration,
    async administrator(approval) {
      const refusal = administration();
      if (refusal !== null && approval !== null) return session.verify(approval, 'manager');
      if (refusal !== null) return { type: 'refused', refusal };
      session.touch();
      return { type: 'person', person: session.current() };
    },
    closesShift,
    async closerOfShift(approval) {
      const closer = closesShift();
      if (closer.type === 'person' || closer.refusal.code !== 'role-missing' || approval === null) return closer;
      const shown = await session.verify(approval, 'supervisor');
      return shown.type === 'refused' ? shown : { type: 'person', name: shown.person.name };
    },
    resume(reason) {
      const refusal = administration();
      if (refusal !== null) return { type: 'refused', refusal };
      const said = wordsOf(reason, environment.mode);
      if (said.type === 'refused') return said;
      session.touch();
      engine.resume(session.current()?.name ?? 'cashier', said.words);
      return { type: 'resumed' };
    },
    async cancel(id) {
      const operator = session.current();
      if (operator === null && session.isManned()) return notSignedIn;
      return engine.cancel(id, operator?.name ?? 'cashier');
    },
  };
}
