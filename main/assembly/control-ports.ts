// What the calls of the control socket use in a running bridge: its clients, shifts and people.
import { isListed, viewOfPerson } from '#core/staff/people.ts';
import { randomUUID } from 'node:crypto';
import type { BridgeSetUp } from '#contract/programs/control.ts';
import { destinationSchema } from '#contract/till/destination.ts';
import type { Mode } from '#contract/operation/states.ts';
import { refuse } from '#contract/programs/problems.ts';
import type { SealedControlPorts, ShiftsForCommands } from '#core/api/control-calls.ts';
import type { CommandPeople } from '#core/staff/command-person.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Shifts } from '#core/shift/shifts.ts';
import { storeClient } from '#loopback/access/new-client.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Base } from './base/base.ts';

type InFolder = Pick<SealedControlPorts, 'books' | 'clients' | 'makeClient' | 'clock' | 'mode'>;

/** `clients`: only the paired ones; a policy's programs are changed in its file. */
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

/** What the bridge runs with, for the doctor, which sees neither its command line nor its environment. */
export function setUpOf(
  { destination, policy }: Pick<Base, 'destination' | 'policy'>,
  state: Pick<BridgeSetUp, 'isKeyAtHand' | 'paused'>,
): BridgeSetUp {
  // As it is shown it has a fingerprint, too.
  const shown = destination === null ? null : destinationSchema.strip().parse(destination);
  return { destination: shown, terminals: policy.terminals, ...state };
}

/** Calls `closed` after a command has closed the shift, so that an open window learns of it. */
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

/** People of a folder whose key is not at hand: they can be listed, and no PIN can be verified. */
export function sealedPeople({ operators }: Pick<OpenedStore, 'operators'>, reason: string): CommandPeople {
  return {
    isManned: () => operators.list().some(({ active }) => active),
    list: () =>
      operators
        .list()
        .filter(isListed)
        .map((record) => viewOfPerson(record, null)),
    verify: async () => refuse('sealed', reason),
  };
}
