// One line of the window's table of calls: what a call takes and answers, who may make it, and how long the window waits
// for it. The window's process and the preload script read the table too and must not load a schema library, so a line
// says how its input schema is made and main alone makes it (input-schemas.ts).
import type { z } from 'zod';
import type { Approval } from '../people/people.ts';
import type { Refused } from '../programs/problems.ts';
import type { Role } from '../people/roles.ts';
import type { Preferences } from '../till/window.ts';
import type { Schemas } from './schemas.ts';

/** What a call answers: a type alone. Main makes its answers itself, so nothing checks them when the program runs. */
export interface CallOutput<O> {
  /** Whether the answer can be a refusal. If it cannot, a call that is not allowed fails with an error. */
  readonly refusable: boolean;
  /** Never set: it carries the type. */
  readonly type?: O;
}

/** `anyone`: also while no person is signed in. */
export type Needed = 'anyone' | Role;

interface More<I extends z.ZodType> {
  readonly role: Role;
  /** For docs/roles.md. */
  readonly what: string;
  when(input: z.output<I>, now: Preferences): boolean;
}

interface ForAnyone {
  readonly role: 'anyone';
}

interface Guarded<I extends z.ZodType> {
  /** From this role on. A till without operators lets everybody. */
  readonly role: Role;
  /** Some inputs ask for more. */
  readonly more?: More<I>;
  /** A person must be signed in by name, so that a till without operators cannot do it at all. */
  readonly named?: true;
  /** The PIN in the input that stands for the person who is signed in, or for none; main checks it before the call. */
  standIn?(input: z.output<I>): Approval | null;
}

export type Call<I extends z.ZodType = z.ZodType, O = unknown> = (Guarded<I> | ForAnyone) & {
  readonly input: (schemas: Schemas) => I;
  readonly output: CallOutput<O>;
  /** Also allowed at a sealed till, where no role is known; all other calls are refused there. */
  readonly sealed?: true;
  /** What is asked beyond the role; for docs/roles.md. */
  readonly beyondRole?: string;
  /** After so long without an answer the window takes the call for lost; left out: 5 s. */
  readonly timeoutMs?: number;
};

export function call<I extends z.ZodType, O>(line: Call<I, O>): Call<I, O> {
  return line;
}

export function answers<O>(): CallOutput<O> {
  return { refusable: false };
}

export function answersOrRefuses<O>(): CallOutput<O | Refused> {
  return { refusable: true };
}
