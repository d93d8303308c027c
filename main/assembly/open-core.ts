// The core of a bridge whose folder's key is at hand: engine, people, books, and the calls of programs, of the window
// and of commands.
import { publicIdentityOf } from '#contract/data/identity.ts';
import { type Calls, createCalls } from '#core/api/calls.ts';
import { type CoreControlCalls, createControlCalls } from '#core/api/control-calls.ts';
import { createSubmissions } from '#core/api/submit.ts';
import type { Alarm } from '#contract/till/alarms.ts';
import type { Changes } from '#core/commit/wait-until.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { waitAtMost } from '#core/engine/wait-at-most.ts';
import type { Office } from '#core/ports/engine.ts';
import { readMember } from '#office-link/membership.ts';
import type { GivenByOffice, OfficeLink } from './programs/office-link.ts';
import { officePeople } from './programs/office-people.ts';
import { officePrograms } from './programs/office-programs.ts';
import type { Signer } from '#core/ports/journal.ts';
import { notified } from '#core/recovery/notified.ts';
import { type Shifts, createShifts } from '#core/shift/shifts.ts';
import { signAtEnd } from '#core/shift/signed-heads.ts';
import { Confirmations } from '#core/staff/confirmations.ts';
import { OfficeApprovals } from '#core/staff/office-approvals.ts';
import { People } from '#core/staff/people.ts';
import { pairingSecrets } from '#loopback/pairing/pairing-secrets.ts';
import { type Pairings, createPairings } from '#loopback/pairing/pairings.ts';
import type { LoopbackDevices, LoopbackJournal } from '#loopback/programs/ports.ts';
import type { PushKeeping } from '#loopback/push/ports.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createPins } from '#secrets/pins.ts';
import { eraseAsked } from '#store/erase-wish.ts';
import type { NotifiedBridge } from '#webhooks/server.ts';
import type { Base } from './base/base.ts';
import { stopGraceMs } from './base/close-all.ts';
import { type Counter, startCounter } from './counter/counter.ts';
import { controlPorts, setUpOf, shiftsForCommands } from './control-ports.ts';
import { enterMode, managedLive } from './programs/end-of-practice.ts';
import { loopbackJournal } from './programs/loopback-journal.ts';
import type { OpenBridge } from './base/ports.ts';
import { shiftsOnPaper, startPrinting } from './counter/printing.ts';
import { longReads } from './calls/shift-calls.ts';
import { startEngine } from './start-engine.ts';
import { unlessStorageFails } from './watch/watch-operations.ts';
import { webhookKeeping } from './programs/webhook-keeping.ts';
import { type TillParts, openWindows } from './open-windows.ts';

export interface OpenCore {
  readonly type: 'open';
  readonly calls: Calls;
  readonly commands: CoreControlCalls;
  readonly openWindow: OpenBridge['openWindow'];
  readonly people: People;
  readonly managedLive: OpenBridge['managedLive'];
  readonly shifts: Shifts;
  /** The programs' calls to printers and drawers. */
  readonly devices: LoopbackDevices;
  /** What is wrong with the devices now, for people. */
  readonly deviceTroubles: () => readonly string[];
  /** Print jobs that wait for a person or a printer. */
  readonly printAlarms: () => readonly Alarm[];
  readonly confirmations: Confirmations;
  readonly pairings: Pairings;
  readonly journal: LoopbackJournal;
  readonly identity: Signer;
  /** Positions and keys of the programs' webhooks. */
  readonly keeping: PushKeeping;
  /** Listeners to each operation's change, called after its commit. */
  readonly changes: Changes<OperationRecord>;
  /** Receives the gateway's notifications. */
  readonly hooks: NotifiedBridge;
}

type Printing = Awaited<ReturnType<typeof startPrinting>>['devices'];

/** `key`: the folder's own. */
export async function openCore(
  base: Base,
  key: Buffer,
  office: Pick<OfficeLink, keyof Office | 'approvals' | 'bring'>,
): Promise<OpenCore> {
  const { ports, folder, environment } = base;
  const { opening, clock, background, news } = folder;
  const { books, store } = opening;
  opening.rights.bind(clock.nowMs());
  opening.payments.begin(clock.nowMs());
  opening.proofs.begin(clock.nowMs());
  // While the destination is not confirmed, no access is revoked for going live.
  if (base.keyWithheld === null) enterMode(environment.mode, { ...ports, opening, clock });
  const signer = opening.signer(clock.nowMs());
  const journal = loopbackJournal(opening, signer, news);
  signWhenStopped(base, signer);
  const digests = withSubKey(key, 'digest', ports.createDigests);
  const printing = await startPrinting(base, digests);
  const counted = createShifts({ books, reads: longReads(background, opening, ports.dataDir), signer, clock });
  const shifts = shiftsOnPaper(counted, printing);
  const counter = await startCounter(base);
  const running = await startEngine(base, digests, printing, office);
  running.changes.add((record) => counter.customer.changed(record));
  running.changes.add(() => {
    base.touched.ms = clock.wallMs();
  });
  const { engine } = running;
  const identity = opening.identity();
  const pairings = pairingsOf(base);
  const people = peopleOf(base, key);
  const given = await givenByOffice(base, people);
  office.bring(given);
  const confirmations = confirmationsOf(base, { engine, people, digests });
  const approvals = approvalsOf(base, { engine, digests, office: office.approvals });
  const parts = {
    ...running,
    counter,
    people,
    confirmations,
    approvals,
    pairings,
    shifts,
    signer,
    printing,
    officePrograms: given.programs,
  };
  const submissions = createSubmissions({ engine, people, confirmations, approvals, policy: base.policy, environment });
  const calls = createCalls({
    engine,
    submit: submissions.submit,
    gateway: base.gateway,
    store,
    clients: base.clients,
    changes: running.changes,
    clock,
    digests,
    policy: base.policy,
    environment,
    destination: base.destination,
    version: ports.version,
  });
  return {
    type: 'open',
    calls,
    commands: commandsOf(base, parts, identity),
    openWindow: openWindows(base, parts, { submissions, calls }),
    people,
    managedLive: (keyEnteredBy) => managedLive(opening, keyEnteredBy),
    shifts,
    devices: devicesOf(printing.devices, counter),
    printAlarms: () => printing.queue.alarms(),
    deviceTroubles: () => [...printing.troubles, ...printing.queue.troubles(), ...counter.troubles()],
    confirmations,
    pairings,
    journal,
    identity,
    keeping: webhookKeeping(opening, key),
    changes: running.changes,
    hooks: { notified: (payId) => notified({ engine, store, clock, environment, policy: base.policy }, payId) },
  };
}

/** Printers, displays and scanners as programs list them. */
function devicesOf(printing: Printing, counter: Counter): LoopbackDevices {
  return {
    ...printing,
    list: async () => [...(await printing.list()), ...counter.list()],
    writeDisplay: (id, lines) => counter.displays.write(id, lines),
    subscribeScans: (taker) => counter.scans.subscribe(taker),
    subscribe(told) {
      const ends = [printing.subscribe(told), counter.subscribe(told)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Signs the journal after the engine has stopped, so that the engine's last records are signed as well. */
function signWhenStopped({ folder, opened }: Base, signer: Signer): void {
  const { opening, clock } = folder;
  opened.push(async () => {
    if (opening.store.failure() !== null) return;
    const signing = signAtEnd(opening.books, signer, clock.nowMs());
    folder.lastWrite(signing);
    await waitAtMost(clock, stopGraceMs, signing);
  });
}

function pairingsOf({ folder: { clock }, clients, listeners }: Base): Pairings {
  const pairings: Pairings = createPairings({
    clock,
    clients,
    secrets: pairingSecrets,
    // Only windows listen; a bridge without a window has no person who can answer a pairing.
    attended: () => listeners.count > 0,
    changed: () =>
      listeners.show(
        'pairings',
        () => pairings.list(),
        (listener, value) => listener.pairingsChanged(value),
      ),
  });
  return pairings;
}

function peopleOf({ ports: { chance, settings }, folder, statusChanged }: Base, key: Buffer): People {
  const people = new People({
    clock: folder.clock,
    chance,
    operators: folder.opening.operators,
    pins: withSubKey(key, 'pins', createPins),
    approverPinDigits: settings.people.approverPinDigits,
    changed: statusChanged,
  });
  unlessStorageFails(() => people.renewLocks());
  return people;
}

/** People and programs are as they should be before one of them is let in. */
async function givenByOffice(base: Base, people: People): Promise<GivenByOffice> {
  const { ports, folder, clients, statusChanged: changed } = base;
  const { opening, seal, clock } = folder;
  if (seal === null) throw new Error('a core that is open has the key of its folder');
  const read = readMember(ports.dataDir);
  const member = read !== null && opening.memberships.takes(read, clock.nowMs()) ? read : null;
  const given = {
    people: officePeople({ ports, opening, seal, people, changed }),
    programs: officePrograms({ ports, opening, seal, clients, clock, changed }),
  };
  await given.people.begin(member);
  await given.programs.begin(member);
  return given;
}

function confirmationsOf(
  { ports, folder: { clock }, clients, listeners, windowsJoined }: Base,
  given: Pick<ConstructorParameters<typeof Confirmations>[0], 'engine' | 'people' | 'digests'>,
): Confirmations {
  const confirmations: Confirmations = new Confirmations({
    ...given,
    clients,
    clock,
    chance: ports.chance,
    rule: ports.settings.loopback.confirmUnreferenced,
    asksPeople: () => ports.asksPeople || windowsJoined.size > 0,
    changed: () =>
      listeners.show(
        'confirmations',
        () => confirmations.list(),
        (listener, value) => listener.confirmationsChanged(value),
      ),
  });
  return confirmations;
}

function approvalsOf(
  { ports, folder, opened, environment, policy }: Base,
  given: Pick<ConstructorParameters<typeof OfficeApprovals>[0], 'engine' | 'digests' | 'office'>,
): OfficeApprovals {
  const { store, operators } = folder.opening;
  const approvals = new OfficeApprovals({
    ...given,
    store,
    environment,
    policy,
    clock: folder.clock,
    chance: ports.chance,
    journal: (entry) => operators.journal(entry),
  });
  opened.push(async () => approvals.end());
  return approvals;
}

function commandsOf(
  base: Base,
  { engine, people, officePrograms: ofOffice, shifts, printing }: TillParts,
  identity: Signer,
): CoreControlCalls {
  const { ports, folder, environment, policy, statusChanged } = base;
  const { opening, clock } = folder;
  const { retention, answers } = ports.settings;
  return createControlCalls({
    ...controlPorts(opening, clock, environment.mode),
    letIn: (...wish) => ofOffice.letIn(...wish),
    manualActions: engine,
    policy,
    people,
    store: opening.store,
    shifts: shiftsForCommands(shifts, statusChanged),
    devices: printing.devices,
    erase: (wish, request) => {
      const slips = { days: retention.slipDays, reading: answers };
      return eraseAsked(wish, { eraser: opening.eraser, clock, slips, request });
    },
    identity: () => publicIdentityOf(identity),
    setUp: () => setUpOf(base, { isKeyAtHand: true, paused: engine.paused() }),
    paused: () => engine.paused(),
    resume: (by, why, request) => engine.resume(by, why, request),
  });
}
