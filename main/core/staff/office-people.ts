// The people that the till's office lets sign in here, beside the till's own (ADR 90): what becomes of the list. Pure.
import { namesakesIn } from '#contract/text/look-alike.ts';
import type { Role } from '#contract/people/roles.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { OperatorRecord, Pins } from '../ports/operators.ts';

/** As the till keeps them, once the document was found to be right. */
export interface GivenPerson {
  /** Of the name and the office's key, so that no document can name another person's id. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pinHash: string;
}

/** A document that the till goes by. */
export interface GivenPeople {
  readonly version: number;
  readonly people: readonly GivenPerson[];
  readonly pins: Pick<Pins, 'matches'>;
}

/** A till that takes people keeps a manager of its own: the office must not be the only one who can let a person in. */
export function hasOwnManager(records: readonly OperatorRecord[]): boolean {
  return records.some(({ id, active, role }) => active && role === 'manager' && !isFromOffice(id));
}

/** Those whose name is one of the till's own people, or is taken for it: the till's own person stays the only one. */
export function namesTaken(records: readonly OperatorRecord[], people: readonly GivenPerson[]): string[] {
  const own = records.filter(({ id, active }) => active && !isFromOffice(id)).map(({ name }) => name);
  return namesakesIn(
    own,
    people.map(({ name }) => name),
  );
}

/** The records that are other than they should be, as they should be. */
export function changedRecords(
  records: readonly OperatorRecord[],
  people: readonly GivenPerson[],
  nowMs: number,
): OperatorRecord[] {
  const taken = hasOwnManager(records) ? namesTaken(records, people) : people.map(({ name }) => name);
  const wanted = new Map(people.filter(({ name }) => !taken.includes(name)).map((each) => [each.id, each]));
  const before = new Map(records.filter(({ id }) => isFromOffice(id)).map((each) => [each.id, each]));
  const gone = [...before.values()]
    .filter(({ id, active }) => active && !wanted.has(id))
    .map((each): OperatorRecord => ({ ...each, active: false, pinHash: '' }));
  const here = [...wanted.values()].flatMap(({ id, name, role, pinHash }): OperatorRecord[] => {
    const known = before.get(id);
    if (known === undefined) {
      return [{ id, name, role, active: true, pinHash, failures: 0, lockedUntilMs: null, createdAtMs: nowMs }];
    }
    const isSame = known.active && known.role === role && known.pinHash === pinHash && known.name === name;
    if (isSame) return [];
    // A new PIN starts its own count of wrong ones. A person who was removed and added again keeps the old count: an
    // attacker who can write to the office's database could otherwise lift a lock.
    const counted = !known.active || known.pinHash === pinHash ? {} : { failures: 0, lockedUntilMs: null };
    return [{ ...known, name, role, active: true, pinHash, ...counted }];
  });
  // Who goes comes first: a name is never two people.
  return [...gone, ...here];
}
