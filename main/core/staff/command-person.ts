// The person behind a command: an operator who showed their PIN with the call, or, in a shop without operators, the
// machine's user. The PIN counts for this call only, and the session at the window is not touched.
import type { ControlPerson } from '#contract/programs/control.ts';
import { sameName } from '#contract/text/look-alike.ts';
import { type Approval, type Operator, type Person, machineUserId } from '#contract/people/people.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { Role } from '#contract/people/roles.ts';
import type { People } from './people.ts';

/** What a command asks of the shop's people. */
export type CommandPeople = Pick<People, 'isManned' | 'list' | 'verify'>;

export type NamedOperator = NonNullable<ControlPerson['operator']>;

export function approvalOf(people: Pick<People, 'list'>, { name, pin }: NamedOperator): Approval | Refused {
  const operator = operatorNamed(people.list(), name);
  return 'refusal' in operator ? operator : { operatorId: operator.id, pin };
}

/**
 * The operator that a typed name means: the one with exactly this name, or the only one whose name differs in capitals,
 * blanks and the form of its signs alone. Active operators come before removed ones.
 */
export function operatorNamed(list: readonly Operator[], name: string): Operator | Refused {
  const same = list.filter((each) => sameName(each.name, name));
  const active = same.filter((each) => each.active);
  const meant = active.length === 0 ? same : active;
  const written = meant.find((each) => each.name === name);
  const [first, ...others] = written === undefined ? meant : [written];
  if (first === undefined) return refuse('operator-unknown', `There is no operator named ${name}.`);
  if (others.length === 0) return first;
  const names = meant.map((each) => each.name).join(', ');
  return refuse('operator-unknown', `${name} may be ${names}: write the name as "operator list" shows it.`);
}

/** The operator whose PIN it is, where they may act as `needed`. */
export async function personWith(
  people: CommandPeople,
  operator: NamedOperator,
  needed: Role,
): Promise<Person | Refused> {
  const approval = approvalOf(people, operator);
  if ('refusal' in approval) return approval;
  const shown = await people.verify(approval, needed);
  return shown.type === 'refused' ? shown : shown.person;
}

/** The same; the machine's user where the shop has no operators. */
export async function actorOf(
  people: CommandPeople,
  { account, operator }: ControlPerson,
  needed: Role,
): Promise<Person | Refused> {
  if (operator !== null) return personWith(people, operator, needed);
  if (people.isManned()) return refuse('not-signed-in', 'This shop has operators: one of them must do it, by PIN.');
  return { id: machineUserId, name: `command: ${account}`, role: needed };
}
