// The window's calls about the people at the till and about the till's own life: unlocking it, signing in, quitting.
import type { Operator, Person } from '../people/people.ts';
import { roles } from '../people/roles.ts';
import { answers, answersOrRefuses, call } from './call.ts';

/** A PIN is compared, or a passphrase: slowly on purpose. */
const pinMs = 20_000;

export const peopleCalls = {
  /** Unlocks a folder or credentials that were sealed with a passphrase. Before that no person can sign in. */
  unlock: call({
    input: ({ z }) => z.strictObject({ passphrase: z.string().min(1).max(1024) }),
    output: answers<{ readonly unlocked: boolean; readonly message: string }>(),
    role: 'anyone',
    sealed: true,
    timeoutMs: pinMs,
  }),

  /** The names to choose from at the lock screen. */
  operators: call({ input: ({ nothing }) => nothing, output: answers<readonly Operator[]>(), role: 'anyone' }),

  /** `newPin`: the PIN is one that can no longer be chosen; the person is asked for another one. */
  signIn: call({
    input: ({ approval }) => approval,
    output: answersOrRefuses<{ readonly type: 'signed-in'; readonly person: Person; readonly newPin: boolean }>(),
    role: 'anyone',
    timeoutMs: pinMs,
  }),

  /** The person who is signed in chooses another PIN; `pin` is the one they have. */
  changePin: call({
    input: ({ z, pin }) => z.strictObject({ pin, next: pin }),
    output: answersOrRefuses<{ readonly type: 'changed' }>(),
    role: 'cashier',
    named: true,
    timeoutMs: pinMs,
  }),

  signOut: call({
    input: ({ nothing }) => nothing,
    output: answers<{ readonly signedOut: boolean }>(),
    role: 'anyone',
  }),

  /** A person is there: the time to the automatic sign-out begins anew. */
  touch: call({ input: ({ nothing }) => nothing, output: answers<{ readonly signedIn: boolean }>(), role: 'anyone' }),

  /** Id null makes a new operator; PIN null keeps the one there is. */
  saveOperator: call({
    input: ({ z, id, pin }) =>
      z.strictObject({
        id: id.nullable(),
        name: z.string().trim().min(1).max(60),
        role: z.enum(roles),
        active: z.boolean(),
        pin: pin.nullable(),
      }),
    output: answersOrRefuses<{ readonly type: 'saved'; readonly operator: Operator }>(),
    role: 'manager',
    beyondRole: 'the first manager of a live till, at a window that joined a service: by command only',
    timeoutMs: pinMs,
  }),

  /** A person has made sure that this data folder is the only copy in use. */
  resume: call({
    input: ({ z, reason }) => z.strictObject({ reason }),
    output: answersOrRefuses<{ readonly type: 'resumed' }>(),
    role: 'manager',
  }),

  /**
   * `approval`: a manager's PIN, where the person who is signed in may not quit, or none is. In full screen the desktop
   * lies behind the window, so a manager quits there. At a sealed till anybody may quit, also in full screen: no PIN
   * can be compared, nothing is sent, and a person without the passphrase could only cut the power.
   */
  quit: call({
    input: ({ z, approval }) => z.strictObject({ evenIfWaiting: z.boolean(), approval: approval.optional() }),
    output: answersOrRefuses<{ readonly quitting: boolean; readonly waiting: number; readonly inDoubt: number }>(),
    role: 'cashier',
    sealed: true,
    more: { role: 'manager', what: 'in full screen (kiosk)', when: (_, now) => now.kiosk },
    standIn: ({ approval }) => approval ?? null,
    timeoutMs: 60_000,
  }),
};
