// The person for whom a command acts: an operator, whose PIN is asked for, or the machine's user; and the words of a
// refusal.
import { userInfo } from 'node:os';
import type { ControlPerson } from '#contract/programs/control.ts';
import type { Refused } from '#contract/programs/problems.ts';
import { StartProblem } from './problems.ts';
import { type Io, UsageError } from './usage.ts';

/** The name of the machine's user, or its number where the system has no name for it (a container, a removed user). */
export function accountName(read: () => { readonly username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The machine's user; the bridge refuses it where the shop has operators. */
function machineUser(): ControlPerson {
  return { account: accountName(), operator: null };
}

export async function personOf(operator: string | undefined, io: Io): Promise<ControlPerson> {
  return { ...machineUser(), operator: await operatorOf(operator, io) };
}

export async function operatorOf(name: string | undefined, io: Io): Promise<ControlPerson['operator']> {
  return name === undefined ? null : { name, pin: await pinOf(`PIN of ${name}`, io) };
}

/** `chosen`: a new PIN, which is typed twice. Throws UsageError. */
export async function pinOf(what: string, io: Pick<Io, 'secret'>, chosen = false): Promise<string> {
  const pin = (await io.secret(what, chosen)).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new UsageError(`the ${what} must have 4 to 12 digits`);
  return pin;
}

/**
 * For options that always name a person: in a shop without operators it is the name of the person who runs the command;
 * in one with operators it names one of them, whose PIN is asked for. Each `call` opens the folder and closes it again,
 * so that a person who is typing a PIN does not stop a bridge from starting; the second call checks the state again.
 */
export async function asNamed<T extends { readonly type: string }>(
  name: string | undefined,
  io: Io,
  call: (by: ControlPerson) => Promise<T | Refused>,
): Promise<T | Refused> {
  const outcome = await call(machineUser());
  const mustShow = outcome.type === 'refused' && (outcome as Refused).refusal.code === 'not-signed-in';
  return mustShow && name !== undefined ? call(await personOf(name, io)) : outcome;
}

export function refusalWords({ refusal: { detail, errors = {} } }: Refused): string {
  const fields = Object.entries(errors).map(([field, messages]) => ` ${field} ${messages.join(', ')}.`);
  return `${detail}${fields.join('')}`;
}

/** Throws StartProblem with what was refused. */
export function refusedAs(refused: Refused): never {
  throw new StartProblem(refusalWords(refused));
}
