// `office staff`: who may sign in at the chain's tills, at those of a shop, or at one (ADR 90). A PIN is typed unseen or comes as
// a line on standard input, never as an argument; only its hash is kept, and no command prints it.
import { pinOf } from '#commands/io/persons.ts';
import { printJson } from '#commands/io/print-json.ts';
import { StartProblem } from '#commands/io/problems.ts';
import { UsageError, readOptions, required } from '#commands/io/usage.ts';
import type { OfficePerson, PeopleContent } from '#contract/office/office-people.ts';
import { pinDigits, pinIssue } from '#contract/people/pins.ts';
import { type Role, mayActAs, roles } from '#contract/people/roles.ts';
import { createPins } from '#secrets/pins.ts';
import { peopleKind } from '../config/kinds.ts';
import type { LayerChange } from '../config/layers.ts';
import { inOrder } from '../config/merge.ts';
import { nameOf } from './enrol.ts';
import { type Place, changed, layerCommand, layerOptions, list, otherScopesOf } from './layer-changes.ts';
import type { OfficeIo } from './office-io.ts';

const printed = { command: 'staff', kind: peopleKind, shown };

export const staffCommand = layerCommand(printed, {
  add: (...given) => edit('add', ...given),
  change: (...given) => edit('change', ...given),
  pin: (...given) => edit('pin', ...given),
  remove: (...given) => edit('remove', ...given),
  list: (...given) => list(printed, ...given),
});

const personOptions = {
  ...layerOptions,
  name: { type: 'string' },
  role: { type: 'string' },
  by: { type: 'string' },
} as const;

async function edit(
  action: 'add' | 'change' | 'pin' | 'remove',
  args: readonly string[],
  io: OfficeIo,
): Promise<number> {
  const options = readOptions(args, personOptions);
  const by = nameOf(options.by, '--by');
  const name = nameOf(options.name, '--name').normalize('NFC');
  const hasRole = action === 'add' || action === 'change';
  if (!hasRole && options.role !== undefined) throw new UsageError(`staff ${action} takes no --role`);
  const role = hasRole ? roleIn(required(options.role, '--role')) : null;
  required(options.scope, '--scope');
  const typed = action === 'add' || action === 'pin' ? await pinOf(`new PIN of ${name}`, io, true) : null;
  let elsewhere: readonly string[] = [];
  const change = await changed(options, peopleKind, by, async (last, place) => {
    const people = last?.people ?? [];
    const before = people.find((each) => each.name === name);
    if (action === 'add' && before !== undefined) throw new StartProblem(`"${name}" is there already.`);
    if (action !== 'add' && before === undefined) {
      throw new StartProblem(`No person is named "${name}" for ${options.scope}.`);
    }
    const others = people.filter((each) => each !== before);
    if (action === 'remove') {
      elsewhere = await otherScopesOf(peopleKind, place, named(name));
      return { people: others };
    }
    const next = role ?? roleIn(before?.role ?? '');
    // The office does not know how long a PIN is that it has kept.
    if (action === 'change' && mayActAs(next, 'supervisor') && !mayActAs(roleIn(before?.role ?? ''), 'supervisor')) {
      throw new StartProblem(`A ${next} needs another PIN: remove ${name} and add them as ${next}.`);
    }
    const pin = typed === null ? (before?.pin ?? '') : await hashOf(typed, next, place);
    const person: OfficePerson = { name, role: next, pin };
    return { people: inOrder([...others, person]) };
  });
  printJson(io, shown(change));
  if (elsewhere.length > 0)
    io.stderr(`${name} still signs in by ${elsewhere.join(', ')}: remove them there as well.\n`);
  return 0;
}

const named =
  (name: string) =>
  ({ people }: PeopleContent): boolean =>
    people.some((each) => each.name === name);

async function hashOf(pin: string, role: Role, { keys }: Place): Promise<string> {
  const issue = pinIssue(pin, role, pinDigits.usual);
  if (issue !== null) throw new StartProblem(`Nothing was set: the PIN ${issue.message}.`);
  return createPins(keys.pinKey).hash(pin);
}

/** Without the hashes. */
function shown({ scope, name, number, at, by, people }: LayerChange<PeopleContent>): object {
  return { scope, name, number, at, by, people: people.map(({ name: of, role }) => ({ name: of, role })) };
}

function roleIn(text: string): Role {
  const role = roles.find((each) => each === text);
  if (role === undefined) throw new UsageError(`--role is one of ${roles.join(', ')}`);
  return role;
}
