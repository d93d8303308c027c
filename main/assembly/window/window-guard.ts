// Checks every call of a window before it is carried out: the person at the till must have a role that the table of
// calls allows, and the input must match the call's schema. Both ways of a window come through here: Electron's IPC
// (shell/ipc/ipc.ts) and the socket of windows that joined this bridge (socket-window.ts).
import type { inputSchemas } from '#contract/calls/input-schemas.ts';
import type { WindowCall, WindowInput } from '#contract/calls/table.ts';
import type { Approval } from '#contract/people/people.ts';
import type { Refused } from '#contract/programs/problems.ts';
import type { Role } from '#contract/people/roles.ts';
import {
  type Seat,
  accessDenial,
  failsWhenDenied,
  roleFor,
  standInOf,
  takesPin,
} from '#contract/calls/window-roles.ts';
import type { Verified } from '#core/ports/operators.ts';
import type { CountedLog } from '#http/limits/counted-log.ts';
import { CallRefused, refuseCall } from '../calls/call-refused.ts';

/** Carries a call out. Its input was parsed with the call's schema. */
export type Handler = (input: never) => unknown;

export interface GuardPorts {
  /** Passed in and not imported, so that the app registers its channels before the schema library is loaded. */
  readonly schemas: typeof inputSchemas;
  readonly seat: () => Promise<Seat>;
  /** The person whose PIN it is, where that person may act in this role. */
  readonly verify: (approval: Approval, needed: Role) => Promise<Verified>;
  /** Counted and limited, because a page can cause lines without end. */
  readonly countedLog: CountedLog;
}

/** Checks the person and the input, carries the call out, and returns its answer. Throws CallRefused. */
export async function guarded(
  ports: GuardPorts,
  call: WindowCall,
  args: readonly unknown[],
  handlerOf: (call: WindowCall) => Handler | Promise<Handler>,
): Promise<unknown> {
  // A person without the role gets no details about the input. Where a PIN may stand in, the input is parsed first.
  const early = takesPin(call) ? null : await stopped(ports, call, null);
  if (early !== null) return early;
  const parsed = ports.schemas[call].safeParse(args[0]);
  if (!parsed.success || args.length > 1) {
    const where = parsed.error?.issues.map((issue) => issue.path.join('.') || 'the input') ?? ['the input'];
    ports.countedLog.line('warn', 'window-call-refused', { call, reason: 'input', fields: where });
    throw new CallRefused(`The call ${call} cannot be understood: ${where.join(', ')}.`);
  }
  const refused = await stopped(ports, call, parsed.data as WindowInput<typeof call>);
  if (refused !== null) return refused;
  try {
    const handler = await handlerOf(call);
    const answered = await handler(parsed.data as never);
    // The till may have been locked meanwhile. Calls that can answer with a refusal keep their result; the others fail.
    return (failsWhenDenied(call) ? await stopped(ports, call, null) : null) ?? answered;
  } catch (error) {
    if (error instanceof CallRefused) throw error;
    // Messages of unexpected errors may quote data, so they are not sent to the window.
    ports.countedLog.line('error', 'window-call-failed', {
      call,
      error: error instanceof Error ? error.name : 'unknown',
    });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}

/** The refusal where the person at the till may not make the call; null where that person may. */
async function stopped<C extends WindowCall>(
  ports: GuardPorts,
  call: C,
  input: WindowInput<C> | null,
): Promise<Refused | null> {
  const seat = await seatOf(ports, call);
  const denial = accessDenial(call, input, seat);
  if (denial === null) return null;
  const approval = input === null ? null : standInOf(call, input);
  const needed = roleFor(call, input, seat.preferences);
  if (approval !== null && needed !== 'anyone') {
    const verified = await ports.verify(approval, needed);
    return verified.type === 'refused' ? verified : null;
  }
  ports.countedLog.line('info', 'window-call-refused', { call, reason: denial.code });
  return refuseCall(call, denial);
}

async function seatOf({ seat, countedLog }: GuardPorts, call: WindowCall): Promise<Seat> {
  try {
    return await seat();
  } catch (error) {
    // The person cannot be determined (the disk fails), so every call is refused.
    countedLog.line('error', 'window-call-failed', { call, error: error instanceof Error ? error.name : 'unknown' });
    throw new CallRefused('Something went wrong inside the bridge.');
  }
}
