// The fake's world: core's own engine over a store in memory (till.ts), a gateway that does what the world says, and
// what the shell and the devices would hold. Tests, development in a plain browser and the pictures use it.
import { commandOf } from '#operations/index.ts';
import { commitChange } from '#core/commit/commit.ts';
import type { Change } from '#core/operation/change.ts';
import type { ClientWorld } from './clients.ts';
import type { FakeTill, OfficeQuestion, Shown } from './till.ts';
import type { Implementations, WindowInput } from '#contract/calls/table.ts';
import { windowEvents, type WindowEvents } from '#contract/calls/window-events.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import type { Comparisons } from '#core/reconciliation/comparisons.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { FakeJournal } from './journal.ts';
import type { FakeComparison, FakeDevices, FakePrograms, GatewayWorld } from './world-parts.ts';
import type { Staff } from './staff.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import type { NoSaleView, PrintingView } from '#contract/devices/printing.ts';
import type { GatewayChoiceView, PaymentSummary, ShopSettings, StatusView } from '#contract/till/window.ts';

export type Handlers = Implementations;

export interface World extends Staff, FakeJournal, GatewayWorld, ClientWorld {
  /** The engine and its calls, the store below them and the gateway. */
  readonly till: FakeTill;
  readonly operations: Shown<OperationView>;
  readonly payments: Shown<PaymentSummary>;
  readonly programs: FakePrograms;
  /** Programs' manual refunds that wait for a person. */
  readonly confirmations: Confirmations;
  readonly devices: FakeDevices;
  printing: PrintingView;
  /** Receipts that a person asked for: operation and copy, with the reason of a COPY. */
  readonly printed: { readonly operationId: string; readonly copy: ReceiptCopy; readonly reason: string | null }[];
  /** Shifts' reports that were printed. */
  readonly printedShifts: { readonly number: number | null; readonly reason: string | null }[];
  /** The latest first. */
  readonly noSaleSlips: NoSaleView[];
  drawerFate: 'opened' | 'unknown' | 'not-sent' | 'too-many-requests';
  readonly comparison: FakeComparison;
  readonly comparisons: Comparisons;
  shop: ShopSettings;
  gateway: GatewayChoiceView;
  /** The folder of receipts, and the lines of each receipt that the window sent. */
  receipts: {
    readonly folder: string;
    readonly isThere: boolean;
    readonly saved: (readonly string[])[];
    readonly mailed: (readonly string[])[];
  };
  /** Main does not answer: calls stay open for ever, events are not sent. */
  silent: boolean;
  /** A program follows the scans. */
  programsListen: boolean;
  mode: StatusView['mode'];
  sealed: boolean;
  /** Alarms besides `sealed`. */
  readonly alarms: { readonly code: string; readonly message: string }[];
  update: StatusView['update'];
  backup: StatusView['backup'];
  office: StatusView['office'];
  disk: StatusView['disk'];
  paused: string | null;
  /** A port that another program uses. */
  portInUse: number;
  /** Whether the settings name the fields that carry a choice of currency. */
  dccAtTerminal: 'information' | 'choice';
  dccOnPages: boolean;
  /** Whether the shop lets the office approve, and what it was asked. */
  asksOffice: boolean;
  readonly officeQuestions: OfficeQuestion[];
  /** What people have parked, by person. */
  readonly parked: Map<string, WindowInput<'parkSales'>['entries']>;
  /** Whether the customer has a screen, and what the window turned to it. */
  tipPercentages: readonly number[];
  customerScreen: { there: boolean; turned: WindowInput<'turnToCustomer'> };
  /** How long a quote may be used. */
  dccSeconds: number;
  /** Settings that the IT department has set, by dotted name. */
  locked: readonly string[];
  /** The same of those that the office has set. */
  lockedByOffice: readonly string[];
  mostRefundsPerDay: number | null;
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
  const told = world.till.calls.status() as unknown as StatusView;
  return {
    ...told,
    gateway: world.gateway.root ?? 'training',
    merchantId: world.gateway.merchantId ?? 'training',
    alarms: [
      ...(world.sealed ? [{ code: 'sealed', message: 'The credentials are sealed.' }] : []),
      ...told.alarms,
      ...world.alarms,
    ],
    update: world.update,
    backup: world.backup,
    office: world.office,
    disk: world.disk,
    manned: world.people.isManned(),
    signedIn: world.session.current(),
    lastShift: world.sealed ? null : world.shifts.lastNumber(),
    loopbackUrl: 'http://127.0.0.1:4680',
    loopbackPortTaken: null,
  };
}

/** Brings an operation to its next state, as an answer, a look-up or a person would. */
export function change(world: World, id: string, part: Omit<Change, 'event'> & { readonly event?: never }): void {
  const { till, clock } = world;
  const record = till.tables.operation(id);
  const command = commandOf(record?.kind ?? '');
  if (record === null || command === null) throw new Error(`The fake has no operation ${id}.`);
  const event = part.state as Change['event'];
  const next = commitChange(till.tx, command, record, { ...part, event }, clock.nowMs());
  till.engine.notifyChanged(next);
  till.engine.kick();
}

/** Its look-ups found nothing for days. */
export function askToDecide(world: World, { id }: OperationRecord): void {
  const lookUps = { count: 9, absences: 0, failures: 0, lastAtMs: world.clock.nowMs() };
  setTimeout(() => change(world, id, { state: 'needs-person', doubt: 'no-answer', lookUps }));
}

export async function setOnline(world: World, online: boolean): Promise<void> {
  world.online = online;
  await world.till.engine.connection.check();
}
