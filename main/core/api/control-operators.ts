// What a command does to the list of the shop's people, with the rules of the window: the first one is a manager, whom
// the machine's user makes; from then on a manager changes the list, by PIN.
import type { ControlCalls, ControlOutputs } from '#contract/programs/control.ts';
import type { Person } from '#contract/people/people.ts';
import { refuse } from '#contract/programs/problems.ts';
import { actorOf, approvalOf, operatorNamed, personWith } from '../staff/command-person.ts';
import type { Once } from './once.ts';
import type { OperatorWish, People } from '../staff/people.ts';
import type { JournalFact } from '../ports/books.ts';

export interface OperatorControlPorts {
  readonly people: Pick<People, 'isManned' | 'list' | 'verify' | 'saveBy' | 'changePinOf'>;
  readonly once: Once;
}

type OperatorControl = Pick<ControlCalls, 'operators' | 'createOperator' | 'changePin' | 'removeOperator'>;
type Outcome = ControlOutputs['createOperator'];

export function operatorControl({ people, once }: OperatorControlPorts): OperatorControl {
  const unknown = (name: string) => refuse('operator-unknown', `There is no operator named ${name}.`);
  const saved = (id: string): Outcome => {
    const operator = people.list().find((each) => each.id === id);
    return operator === undefined ? unknown(id) : { type: 'saved', operator };
  };
  const done = ({ data }: JournalFact): Outcome => saved(typeof data['id'] === 'string' ? data['id'] : '');

  /** Changes an operator of the list as the manager wants. */
  async function change(by: Person, name: string, wanted: Partial<OperatorWish>, request: string): Promise<Outcome> {
    const operator = operatorNamed(people.list(), name);
    if ('refusal' in operator) return operator;
    const { id, role, active } = operator;
    return people.saveBy(by, { id, name: operator.name, role, active, pin: null, ...wanted }, request);
  }

  return {
    operators: async () => ({ operators: people.list() }),
    createOperator: ({ by, name, role, pin }, asked) =>
      once(
        asked,
        async () => {
          const person = await actorOf(people, by, 'manager');
          if ('refusal' in person) return person;
          // An operator who was removed and comes back keeps their id, and is the same person in the journal.
          const removed = people.list().filter((each) => !each.active);
          const before = operatorNamed(removed, name);
          return people.saveBy(
            person,
            { id: 'refusal' in before ? null : before.id, name, role, active: true, pin },
            asked.id,
          );
        },
        done,
      ),
    changePin: ({ by, name, pin }, asked) =>
      once(
        asked,
        async () => {
          const [approval, whose] = [approvalOf(people, by), operatorNamed(people.list(), name)];
          if ('refusal' in approval) return approval;
          if ('refusal' in whose) return whose;
          if (approval.operatorId !== whose.id) {
            const manager = await personWith(people, by, 'manager');
            return 'refusal' in manager ? manager : change(manager, name, { pin }, asked.id);
          }
          const changed = await people.changePinOf(approval, pin, asked.id);
          return changed.type === 'refused' ? changed : saved(changed.person.id);
        },
        done,
      ),
    removeOperator: ({ by, name }, asked) =>
      once(
        asked,
        async () => {
          const person = await actorOf(people, by, 'manager');
          return 'refusal' in person ? person : change(person, name, { active: false }, asked.id);
        },
        done,
      ),
  };
}
