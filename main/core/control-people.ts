// Who does what a command asks for: an operator who showed their PIN with the call, or the machine's user, who stands for
// the shop as long as it names nobody. Nobody stays signed in, and the session at the window is not touched.
import type { ControlPerson } from '#contract/control.ts';
import type { Approval, Person } from '#contract/people.ts';
import type { Refusal } from '#contract/problems.ts';
import type { Role } from '#contract/roles.ts';
import { refuse } from './decision-desk.ts';
import type { People } from './people.ts';

export type Seats = Pick<People, 'isManned' | 'list' | 'verify'>;

export type NamedOperator = NonNullable<ControlPerson['operator']>;
type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

export function approvalOf(people: Pick<People, 'list'>, { name, pin }: NamedOperator): Approval | Refused {
  const operator = people.list().find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (operator === undefined) return refuse('operator-unknown', `There is no operator named ${name}.`);
  return { operatorId: operator.id, pin };
}

/** Where the operator may act as `needed`. */
export async function personWith(people: Seats, operator: NamedOperator, needed: Role): Promise<Person | Refused> {
  const approval = approvalOf(people, operator);
  if ('refusal' in approval) return approval;
  const shown = await people.verify(approval, needed);
  return shown.type === 'refused' ? shown : shown.person;
}

/** The same; the machine's user where the shop has no operators. */
export async function actorOf(
  people: Seats,
  { account, operator }: ControlPerson,
  needed: Role,
): Promise<Person | Refused> {
  if (operator !== null) return personWith(people, operator, needed);
  if (people.isManned()) return refuse('not-signed-in', 'This shop has operators: one of them must do it, by PIN.');
  return { id: `account:${account}`, name: `command: ${account}`, role: needed };
}
