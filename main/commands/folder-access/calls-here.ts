// The calls of the control socket, as a command carries them out itself while no bridge runs on the folder.
import type { BridgeCalls } from '#contract/programs/control.ts';
import { publicIdentityOf } from '#contract/data/identity.ts';
import { createControlCalls, resumeSealed } from '#core/api/control-calls.ts';
import { refuse } from '#contract/programs/problems.ts';
import { People } from '#core/staff/people.ts';
import type { Pins } from '#core/ports/operators.ts';
import type { PrintingForCommands } from '#core/api/control-printing.ts';
import type { Clock } from '#core/ports/clock.ts';
import { createJobChanges } from '#core/printing/job-changes.ts';
import { createManualActions } from '#core/recovery/manual-actions.ts';
import { closedReport, currentTally } from '#core/shift/shift-books.ts';
import { reportOf } from '#core/shift/shift-report.ts';
import { createShifts } from '#core/shift/shifts.ts';
import { peopleKeptIn } from '#assembly/programs/office-people.ts';
import { createChance } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { storeClient } from '#loopback/access/new-client.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { readSettings } from '#settings/file.ts';
import { settingsInForce } from '#settings/office-settings.ts';
import { policyPaths, readPolicy } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import { archiveAsked } from '#store/archive/archive-wish.ts';
import { eraseAsked } from '#store/erase-wish.ts';
import { latestMs } from '#store/latest.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { createSeal } from '#store/database/seal.ts';
import type { OpenedStore } from '#store/open.ts';
import { liftPause, pausedFor } from '#store/folder-location.ts';
import type { Io } from '../io/usage.ts';

interface HerePorts {
  readonly dataDir: string;
  readonly environment: Io['environment'];
  readonly opened: OpenedStore;
  /** Null where the folder has no key yet, or it is not at hand: then no PIN can be verified. */
  readonly key: Buffer | null;
  readonly newId: () => string;
  /** Given with the command. */
  readonly policyFile?: string | undefined;
}

export function callsOn(ports: HerePorts): BridgeCalls {
  const { dataDir, opened, key, newId } = ports;
  const { store, operators, clients, books } = opened;
  const clock = createClock(Math.max(Date.now(), latestMs(opened)));
  const nothing = (): void => undefined;
  const people = new People({
    clock,
    chance: createChance(),
    operators,
    pins: key === null ? noPins : withSubKey(key, 'pins', createPins),
    // Settings are read only where a PIN is chosen, so that damaged settings do not stop a token from being revoked.
    get approverPinDigits() {
      return settingsIn(ports).people.approverPinDigits;
    },
    changed: nothing,
  });
  const seats = {
    isManned: () => people.isManned(),
    list: () => people.list(),
    async verify(...shown: Parameters<People['verify']>) {
      if (key === null) return sealed;
      // Else a PIN of theirs would be wrong here, and the change of the list that follows would remove them all.
      await people.takeOffice(peopleKeptIn(opened, withSubKey(key, 'seal', createSeal)), null);
      return people.verify(...shown);
    },
    saveBy: people.saveBy.bind(people),
    changePinOf: people.changePinOf.bind(people),
  };
  // Reads in this thread, since the process does nothing else.
  const reads = {
    currentShift: async () => currentTally(books),
    closedShift: async (n: number) => closedReport(books, n),
  };
  const all = createControlCalls({
    manualActions: createManualActions({ store, clock, environment: null, changed: nothing }),
    policy: {
      get idsMayLookLikeCards() {
        return settingsIn(ports).idsMayLookLikeCards;
      },
    },
    people: seats,
    store,
    books,
    clients,
    makeClient: ({ tokenHash, origin, ...wish }) => {
      const named = { ...wish, ...(origin === null ? {} : { origin }), nowIso: clock.iso(clock.nowMs()), newId };
      return storeClient(clients, named, tokenHash);
    },
    letIn: () => officeNotHere,
    erase: (wish, request) => {
      const { retention, answers } = settingsIn(ports);
      const slips = { days: retention.slipDays, reading: answers };
      return eraseAsked(wish, { eraser: opened.eraser, clock, slips, request });
    },
    setUp: () => null,
    identity: () => (key === null ? null : publicIdentityOf(opened.identity())),
    paused: () => pausedFor(opened),
    resume: (by, why, request) => void liftPause(opened, by, why, clock.nowMs(), request),
    shifts: {
      async report(number) {
        if (number !== null) return closedReport(books, number);
        const at = clock.iso(clock.nowMs());
        const journal = openJournal(dataDir, Date.now);
        try {
          const end = { type: 'X', at, closedBy: null, head: null } as const;
          return journal.snapshot(() => reportOf(currentTally(journal.books), end, journal.books));
        } finally {
          journal.close();
        }
      },
      // Makes the key pair where there is none yet.
      close: (input) => createShifts({ books, reads, signer: opened.signer(clock.nowMs()), clock }).close(input),
    },
    devices: printingHere(store, clock),
    clock,
    // Without a bridge the mode is unknown: the text is checked for what no mode allows.
    mode: 'live',
  });
  const ofBridge = {
    update: async () => ({ update: null }),
    health: async () => ({ health: null }),
    office: async () => ({ office: null }),
  };
  const archive: BridgeCalls['archive'] = (wish, asked) => {
    const { archiveMonths } = settingsIn(ports).retention;
    return archiveAsked(wish, { archiver: opened.archiver, clock, archiveMonths }, asked);
  };
  return key === null ? { ...all, resume: resumeSealed, ...ofBridge, archive } : { ...all, ...ofBridge, archive };
}

/** Print jobs while no bridge runs: a copy that is wanted waits for the next start. */
function printingHere(store: OpenedStore['store'], clock: Pick<Clock, 'nowMs' | 'iso'>): PrintingForCommands {
  const queue = { kick: () => undefined, obstacle: () => 'no-answer' as const };
  const changes = createJobChanges({ store, clock, queue, chance: createChance(), changed: () => undefined });
  return { ...changes, printReceipt: () => Promise.resolve(notHere) };
}

const notHere = refuse('not-sent', 'No bridge runs on this folder, so nothing can be printed. Start it and ask again.');

const officeNotHere = refuse(
  'not-sent',
  'No bridge runs on this folder, so what the office gives it is not known. Start it and ask again.',
);

const sealed = refuse('sealed', 'The key of the data folder is not at hand, so no PIN can be compared.');

const noPins: Pins = {
  hash: () => Promise.reject(new Error('a PIN is bound with the key of the data folder')),
  matches: async () => false,
};

/** The shop's settings, as a bridge reads them at its start. */
export function settingsIn({
  dataDir,
  environment,
  policyFile,
}: Pick<HerePorts, 'dataDir' | 'environment' | 'policyFile'>): Settings {
  const given = policyFile ?? environment['TILLBRIDGE_POLICY'];
  const policy = readPolicy({ given, ...policyPaths(process.platform, environment) });
  return settingsInForce(dataDir, readSettings(dataDir, 'command'), policy).settings;
}
