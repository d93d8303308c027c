// The fake's world, without gateway, database or Electron: what it holds, and how its operations change. Tests,
// development in a plain browser and the pictures use it. Every change has a revision and is told to listeners.
import { commandOf } from '#operations/index.ts';
import type { Implementations, WindowInput } from '#contract/calls/table.ts';
import { windowEvents, type WindowEvents } from '#contract/calls/window-events.ts';
import type { Client } from '#contract/programs/client.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Comparisons } from '#core/reconciliation/comparisons.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { FakeDevices } from './world-parts.ts';
import type { FakeComparison } from './world-parts.ts';
import type { HostedPayment } from './world-parts.ts';
import type { FakePairing } from './world-parts.ts';
import type { VaultEntry } from './world-parts.ts';
import { textAt } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import { type FakeJournal, noteState } from './journal.ts';
import type { Moved } from '#core/payments/moved.ts';
import type { Staff } from './staff.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import type { PrintingView } from '#contract/devices/printing.ts';
import { isFinal, isInDoubt, type State, states } from '#contract/operation/states.ts';
import type {
  GatewayChoiceView,
  PaymentSummary,
  Preferences,
  ShopSettings,
  StatusView,
} from '#contract/till/window.ts';

export type Handlers = Implementations;

/** How the next command at a terminal, or the next operation at the gateway, ends. */
export type Fate = 'approve' | 'less' | 'more' | 'tip' | 'decline' | 'busy' | 'lost' | 'person' | 'hang';

export interface World extends Staff, FakeJournal {
  readonly operations: Map<string, OperationView>;
  readonly payments: Map<string, PaymentSummary>;
  readonly clients: Client[];
  readonly pairings: FakePairing[];
  /** Terminal refunds of a sale: the sale's payment by the credit's id. */
  readonly credits: Map<string, string>;
  /** The payIds that were learned later, by the operation that made the payment; screens may ask by either. */
  readonly learned: Map<string, string>;
  /** The payId that the gateway shows for a sale that was decided without one; null: it shows none. */
  numberShown: string | null;
  /** Why the gateway shows no payId. */
  notShown: 'missing' | 'differs' | 'refused';
  /** Programs' manual refunds that wait for a person. */
  readonly confirmations: Confirmations;
  readonly devices: FakeDevices;
  printing: PrintingView;
  /** Receipts that a person asked for: operation and copy, with the reason of a COPY. */
  readonly printed: { readonly operationId: string; readonly copy: ReceiptCopy; readonly reason: string | null }[];
  /** Shifts' reports that were printed. */
  readonly printedShifts: { readonly number: number | null; readonly reason: string | null }[];
  drawerFate: 'opened' | 'unknown' | 'not-sent' | 'too-many-requests';
  readonly comparison: FakeComparison;
  readonly comparisons: Comparisons;
  readonly vault: Map<string, VaultEntry>;
  /** Payments that wait for a customer on a hosted page, by transId. */
  readonly hosted: Map<string, HostedPayment>;
  preferences: Preferences;
  shop: ShopSettings;
  gateway: GatewayChoiceView;
  /** The folder of receipts, and the lines of each receipt that the window sent. */
  receipts: {
    readonly folder: string;
    readonly isThere: boolean;
    readonly saved: (readonly string[])[];
    readonly mailed: (readonly string[])[];
  };
  online: boolean;
  connectionSince: string;
  /** Main does not answer: calls stay open for ever, events are not sent. */
  silent: boolean;
  fate: Fate;
  /** A program follows the scans. */
  programsListen: boolean;
  /** Ids of operations whose end was not seen. */
  readonly unseen: Set<string>;
  /** Commands in doubt whose terminal was freed. */
  readonly freed: Set<string>;
  /** How long a terminal or the gateway takes. */
  delayMs: number;
  mode: StatusView['mode'];
  sealed: boolean;
  /** Alarms besides `sealed`. */
  readonly alarms: { readonly code: string; readonly message: string }[];
  update: StatusView['update'];
  backup: StatusView['backup'];
  disk: StatusView['disk'];
  paused: string | null;
  /** A port that another program uses. */
  portInUse: number;
  portTaken: number | null;
  /** Whether the settings name the fields that carry a choice of currency. */
  dccAtTerminal: 'information' | 'choice';
  dccOnPages: boolean;
  /** What people have parked, by person. */
  readonly parked: Map<string, WindowInput<'parkSales'>['entries']>;
  /** Whether the customer has a screen, and what the window turned to it. */
  customerScreen: { there: boolean; turned: WindowInput<'turnToCustomer'> };
  /** The first digits that its terminal reads of a card. */
  cardBin: string;
  /** How long a quote may be used. */
  dccSeconds: number;
  /** Settings that the IT department has set, by dotted name. */
  locked: readonly string[];
  mostRefundsPerDay: number | null;
  now: () => number;
  nextNumber: number;
  readonly listeners: { readonly [event in keyof WindowEvents]: Set<(value: never) => void> };
}

/** Whether the till has people and none of them is signed in. */
function isLocked(world: World): boolean {
  return world.sealed || world.session.isLocked();
}

export function tell<E extends keyof WindowEvents>(world: World, event: E, value: WindowEvents[E]): void {
  if (world.silent || (!windowEvents[event].whileLocked && isLocked(world))) return;
  for (const listener of world.listeners[event]) (listener as (told: WindowEvents[E]) => void)(value);
}

export function statusOf(world: World): StatusView {
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as { [state in State]: number };
  for (const { state } of world.operations.values()) counts[state] += 1;
  return {
    version: '0.1.0',
    mode: world.mode,
    gateway: world.gateway.root ?? 'training',
    merchantId: world.gateway.merchantId ?? 'training',
    accepting: world.paused === null,
    connection: {
      state: world.online ? 'online' : 'offline',
      since: world.connectionSince,
      reason: world.online ? null : 'the gateway does not answer',
    },
    credentials: { state: 'accepted', message: '' },
    waiting: counts.accepted,
    inDoubt: counts.unknown + counts.pending,
    needsPerson: counts['needs-person'],
    otherEnvironments: 0,
    operations: counts,
    alarms: [...(world.sealed ? [{ code: 'sealed', message: 'The credentials are sealed.' }] : []), ...world.alarms],
    update: world.update,
    backup: world.backup,
    disk: world.disk,
    paused: world.paused,
    manned: world.people.isManned(),
    signedIn: world.session.current(),
    lastShift: world.sealed ? null : world.shifts.lastNumber(),
    loopbackUrl: 'http://127.0.0.1:4680',
    loopbackPortTaken: world.portTaken,
  };
}

/** What waits, with its place: as the real bridge counts when it is asked. */
export function withQueue(world: World, operation: OperationView): OperationView {
  if (operation.state !== 'accepted' || (commandOf(operation.kind)?.waits(operation.input) ?? 'never') === 'never') {
    return operation;
  }
  const waiting = [...world.operations.values()].filter((each) => each.state === 'accepted');
  const payId = textAt(operation.input, 'payId');
  const open = [...world.operations.values()].find(
    (each) => each.id !== operation.id && ['unknown', 'needs-person'].includes(each.state) && payIdOf(each) === payId,
  );
  const ahead = waiting.findIndex((each) => each.id === operation.id);
  return { ...operation, queue: { ahead: Math.max(0, ahead), after: open?.id ?? null, busyUntil: null, sendBy: null } };
}

/** Of a stored operation, what the bridge's calls read after a change. */
export function recordOf({ id, state }: OperationView): OperationRecord {
  return { id, state } as OperationRecord;
}

function payIdOf({ input }: OperationView): string | null {
  return textAt(input, 'payId');
}

/** The next revision of an operation, with what it moved; a final one never changes. */
export function change(
  world: World,
  id: string,
  part: Partial<OperationView>,
  moved: Moved | null = null,
): OperationView | null {
  const before = world.operations.get(id);
  if (before === undefined || isFinal(before.state)) return null;
  const { doubt, queue: _queue, ...rest } = { ...before, ...part };
  const inDoubt = ['pending', 'unknown', 'needs-person'].includes(rest.state);
  const after: OperationView = {
    ...rest,
    ...(inDoubt && doubt !== undefined ? { doubt } : {}),
    revision: before.revision + 1,
    updatedAt: new Date(world.now()).toISOString(),
  };
  world.operations.set(id, after);
  noteState(world, after, moved);
  if (endsUnseen(before, after)) world.unseen.add(id);
  tell(world, 'operationChanged', withQueue(world, after));
  tell(world, 'statusChanged', statusOf(world));
  return after;
}

const longMs = 10_000;

/** Whether the person who began the operation has to be told of its end (ends.ts). */
function endsUnseen(before: OperationView, after: OperationView): boolean {
  if (!isFinal(after.state) || after.state === 'cancelled') return false;
  const waitedMs = Date.parse(after.updatedAt) - Date.parse(after.createdAt);
  return isInDoubt(before.state) || (after.mayWait && waitedMs >= longMs);
}
