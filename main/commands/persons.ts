// Who a command says it is for: an operator, whose PIN is asked for, or the machine's user; and what a refusal tells them.
import { userInfo } from 'node:os';
import type { ControlPerson } from '#contract/control.ts';
import type { Refusal } from '#contract/problems.ts';
import { StartProblem } from './problems.ts';
import { type Io, UsageError } from './usage.ts';

/** The machine's user; whether the shop knows people is the bridge's to say. */
function machineUser(): ControlPerson {
  return { account: userInfo().username, operator: null };
}

export async function personOf(operator: string | undefined, io: Io): Promise<ControlPerson> {
  return { ...machineUser(), operator: await operatorOf(operator, io) };
}

export async function operatorOf(name: string | undefined, io: Io): Promise<ControlPerson['operator']> {
  return name === undefined ? null : { name, pin: await pinOf(`PIN of ${name}`, io) };
}

/** `chosen`: a new one, which is typed twice. Throws UsageError. */
export async function pinOf(what: string, io: Io, chosen = false): Promise<string> {
  const pin = (await io.secret(what, chosen)).trim();
  if (!/^\d{4,12}$/.test(pin)) throw new UsageError(`the ${what} must have 4 to 12 digits`);
  return pin;
}

interface Refused {
  readonly type: 'refused';
  readonly refusal: Refusal;
}

/**
 * For options that name somebody in every shop: in one without operators whoever runs the command is called so, in one
 * with operators it is one of them, whose PIN is asked for then. Each `call` takes the folder and gives it back: somebody
 * who thinks at the keys keeps no bridge from starting, and what changed meanwhile is looked at again.
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
