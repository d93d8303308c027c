// Whether the person at the till may make a call of the window, and how the call is refused. Main checks every call by
// it (assembly/window/window-guard.ts), and the window hides or explains what the person may not do. The roles stand in the table of
// calls; docs/roles.md is written from it. A till without operators has no signed-in person, so there everybody may do
// everything that needs no name.
import type { Call, Needed } from './call.ts';
import { type WindowCall, type WindowInput, windowCalls } from './table.ts';
import type { Approval } from '../people/people.ts';
import type { Refusal, Refused } from '../programs/problems.ts';
import { type Role, mayActAs } from '../people/roles.ts';
import type { Preferences } from '../till/window.ts';

/** In the message of a call that was refused because the till is locked: all that an error carries to the window. */
export const lockedCode = 'till-locked';

/** Who is at the till, and how it is set up. */
export interface Seat {
  /** Whether there are operators, so that somebody has to be signed in. */
  readonly manned: boolean;
  /** The role of the person who is signed in. */
  readonly role: Role | null;
  readonly preferences: Preferences;
  /**
   * The folder's key is not at hand, so the list of operators is not known. A missing operator does not mean a till
   * without operators then.
   */
  readonly sealed: boolean;
}

/** Which role a call needs. `input` null: what it needs for any input. */
export function roleFor<C extends WindowCall>(call: C, input: WindowInput<C> | null, now: Preferences): Needed {
  const rule = ruleOf(call);
  if (rule.role === 'anyone' || input === null || rule.more?.when(input, now) !== true) return rule.role;
  return rule.more.role;
}

export type AccessDenial =
  | { readonly code: 'sealed' }
  | { readonly code: 'not-signed-in' }
  | { readonly code: 'role-missing'; readonly needed: Role };

/** Why the person at the till may not make this call, or null. */
export function accessDenial<C extends WindowCall>(
  call: C,
  input: WindowInput<C> | null,
  seat: Seat,
): AccessDenial | null {
  const rule = ruleOf(call);
  if (seat.sealed) return opensSealed(call) ? null : { code: 'sealed' };
  const needed = roleFor(call, input, seat.preferences);
  if (rule.role === 'anyone' || needed === 'anyone') return null;
  if (seat.role === null) return seat.manned || rule.named === true ? { code: 'not-signed-in' } : null;
  return mayActAs(seat.role, needed) ? null : { code: 'role-missing', needed };
}

/** Whether the call is allowed at a sealed till. */
export function opensSealed(call: WindowCall): boolean {
  return ruleOf(call).sealed === true;
}

/** The answer to a call that the person at the till may not make: a refusal, or the message that it fails with. */
export function answerDenied(call: WindowCall, denial: AccessDenial): Refused | string {
  const refusal = refusalOf(denial);
  if (!failsWhenDenied(call)) return { type: 'refused', refusal };
  return denial.code === 'not-signed-in' ? `${lockedCode}: nobody is signed in.` : `${denial.code}: ${refusal.detail}`;
}

/** Whether the call fails with an error where the person at the till may not make it. */
export function failsWhenDenied(call: WindowCall): boolean {
  return !windowCalls[call].output.refusable && !opensSealed(call);
}

/** Whether a PIN in its input may stand for the person who is signed in. */
export function takesPin(call: WindowCall): boolean {
  const rule = ruleOf(call);
  return rule.role !== 'anyone' && rule.standIn !== undefined;
}

export function standInOf<C extends WindowCall>(call: C, input: WindowInput<C>): Approval | null {
  const rule = ruleOf(call);
  return rule.role === 'anyone' ? null : (rule.standIn?.(input) ?? null);
}

/** Its inputs are looked at with the call's own schema before. */
function ruleOf(call: WindowCall): Call {
  return windowCalls[call];
}

function refusalOf(denial: AccessDenial): Refusal {
  if (denial.code === 'not-signed-in') return lockedRefusal.refusal;
  if (denial.code === 'sealed') return sealedRefusal.refusal;
  return { code: denial.code, detail: `It needs a ${denial.needed}.`, facts: { role: denial.needed } };
}

export const lockedRefusal: Refused = {
  type: 'refused',
  refusal: { code: 'not-signed-in', detail: 'Nobody is signed in. Sign in with your PIN.' },
};

export const sealedRefusal: Refused = {
  type: 'refused',
  refusal: { code: 'sealed', detail: 'The key of the data folder is not at hand.' },
};
