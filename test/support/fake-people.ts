// The people of a till for unit tests: a list in memory, PINs that compare at once, and all that was journalled.
import type { JsonObject } from '#contract/data/json.ts';
import type { Person } from '#contract/people/people.ts';
import { pinDigits } from '#contract/people/pins.ts';
import { People } from '#core/staff/people.ts';
import { Session } from '#core/staff/session.ts';
import type { JournalEntry } from '#core/ports/journal.ts';
import type { OperatorRecord, OperatorRegistry } from '#core/ports/operators.ts';
import { FakeClock } from './fake-clock.ts';

export const autoLockMs = 300_000;

export function anOperator(change: Partial<OperatorRecord> = {}): OperatorRecord {
  return {
    id: 'm',
    name: 'Manager',
    role: 'manager',
    active: true,
    pinHash: 'hash of 1111',
    failures: 0,
    lockedUntilMs: null,
    createdAtMs: 5,
    ...change,
  };
}

export const supervisor = anOperator({ id: 's', name: 'Supervisor', role: 'supervisor', pinHash: 'hash of 2222' });
export const cashier = anOperator({ id: 'c', name: 'Cashier', role: 'cashier', pinHash: 'hash of 3333' });

/** Keeps a person in a real registry, as they are now. */
export function keepPerson(
  operators: Pick<OperatorRegistry, 'save'>,
  { id, name, role }: Person,
  change: Partial<OperatorRecord> = {},
): void {
  const entry = { type: 'operator-changed', operationId: null, atMs: 0, data: { id } } as const;
  operators.save({ ...anOperator({ id, name, role }), ...change }, entry);
}

/** These people; none are there before a manager is made. */
export function thePeople(...records: readonly OperatorRecord[]) {
  const clock = new FakeClock();
  const kept = new Map(records.map((record) => [record.id, record]));
  const journal: JournalEntry[] = [];
  const told = { changes: 0 };
  let ids = 0;
  const operators: OperatorRegistry = {
    list: () => [...kept.values()],
    byId: (id) => kept.get(id) ?? null,
    save: (record, entry) => {
      kept.set(record.id, record);
      if (entry !== null) journal.push(entry);
    },
    saveOffice(_, changes, also) {
      for (const { record, entry } of changes) operators.save(record, entry);
      if (also !== null) journal.push(also);
    },
    officeKept: () => null,
    journal: (entry) => void journal.push(entry),
  };
  const changed = () => void (told.changes += 1);
  const people = new People({
    clock,
    chance: { hex128: () => `hex-${(ids += 1)}` },
    operators,
    pins: {
      hash: async (pin) => `hash of ${pin}`,
      matches: async (pin, hash) => hash === `hash of ${pin}`,
    },
    approverPinDigits: pinDigits.usual,
    changed,
  });
  const aSession = () => new Session({ people, operators, clock, autoLockMs, changed, touched: () => undefined });
  const session = aSession();
  const signIn = (operatorId: string, pin: string) => session.signIn({ operatorId, pin });
  const events = (): [string, JsonObject][] => journal.map(({ type, data }) => [type, data]);
  return { people, session, aSession, clock, kept, journal, told, signIn, events };
}
