// What the calls of the control socket work on in a bridge that runs: its own clients, shifts and people.
import { randomUUID } from 'node:crypto';
import type { Mode } from '#contract/states.ts';
import type { SealedControlPorts, ShiftsForCommands } from '#core/control-calls.ts';
import type { Seats } from '#core/control-people.ts';
import { refuse } from '#core/decision-desk.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Shifts } from '#core/shifts.ts';
import { storeClient } from '#loopback/tokens.ts';
import type { OpenedStore } from '#store/open.ts';

type InFolder = Pick<SealedControlPorts, 'books' | 'clients' | 'makeClient' | 'clock' | 'mode'>;

/** `clients`: the paired ones alone; those of a policy are changed in its file. */
export function controlPorts(
  { books, clients }: Pick<OpenedStore, 'books' | 'clients'>,
  clock: Clock,
  mode: Mode,
): InFolder {
  return {
    books,
    clients,
    makeClient: ({ tokenHash, origin, ...wish }) => {
      const at = { nowIso: clock.iso(clock.nowMs()), newId: randomUUID };
      return storeClient(clients, { ...wish, ...(origin === null ? {} : { origin }), ...at }, tokenHash);
    },
    clock,
    mode,
  };
}

/** `closed` is told: the window that is open beside the command starts clear. */
export function shiftsForCommands(shifts: Shifts, closed: () => void): ShiftsForCommands {
  return {
    report: (number) => (number === null ? shifts.current() : shifts.closed(number)),
    async close(input) {
      const closing = await shifts.close(input);
      if (closing.type === 'closed') closed();
      return closing;
    },
  };
}

/** Of a folder whose key is not at hand: whether it has people can be told, whose PIN it is cannot. */
export function sealedSeats({ operators }: Pick<OpenedStore, 'operators'>, reason: string): Seats {
  return {
    isManned: () => operators.list().some(({ active }) => active),
    list: () => operators.list().map(({ id, name, role, active }) => ({ id, name, role, active, lockedUntil: null })),
    verify: async () => refuse('sealed', reason),
  };
}
