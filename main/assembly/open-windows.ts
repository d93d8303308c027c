// The windows of an open bridge: the app's own, and those that joined over the socket.
import type { Calls } from '#core/api/calls.ts';
import { createEndCalls } from '#core/api/end-calls.ts';
import type { Submissions } from '#core/api/submit.ts';
import { createTillCalls } from '#core/api/till-calls.ts';
import { viewOf } from '#core/api/view.ts';
import { createWindowCalls } from '#core/api/window-calls.ts';
import { createPrintingCalls } from '#core/api/window-printing.ts';
import { createCustomerScreenCalls } from '#core/api/window-customer-screen.ts';
import { createCustomerCalls } from '#core/api/window-customers.ts';
import { drawerRate } from '#contract/devices/print-jobs.ts';
import { createRateLimit } from '#http/limits/rate-limit.ts';
import { nextTurn } from '#http/stream.ts';
import type { OfficePrograms } from './programs/office-programs.ts';
import type { Signer } from '#core/ports/journal.ts';
import { Comparisons } from '#core/reconciliation/comparisons.ts';
import { lastClosedMs } from '#core/shift/shift-books.ts';
import type { Shifts } from '#core/shift/shifts.ts';
import type { Confirmations } from '#core/staff/confirmations.ts';
import type { OfficeApprovals } from '#core/staff/office-approvals.ts';
import { createStaffActions } from '#core/staff/staff-actions.ts';
import type { People } from '#core/staff/people.ts';
import { Session } from '#core/staff/session.ts';
import { pairingSecrets } from '#loopback/pairing/pairing-secrets.ts';
import type { Pairings } from '#loopback/pairing/pairings.ts';
import type { Base } from './base/base.ts';
import { clientCalls } from './calls/client-calls.ts';
import { comparisonCalls, comparisonReads } from './calls/comparison-calls.ts';
import { confirmationCalls } from './calls/confirmation-calls.ts';
import type { Counter } from './counter/counter.ts';
import { journalExport } from './calls/journal-export.ts';
import type { OpenBridge, WindowBridgeCalls } from './base/ports.ts';
import { printerSetupCalls } from './calls/printer-setup.ts';
import type { startPrinting } from './counter/printing.ts';
import { shiftCalls } from './calls/shift-calls.ts';
import type { RunningEngine } from './start-engine.ts';
import { officeCalls } from './calls/office-calls.ts';
import { updateCalls } from './calls/update-calls.ts';

/** The parts of the till that its windows use. */
export interface TillParts extends RunningEngine {
  readonly counter: Counter;
  readonly people: People;
  readonly confirmations: Confirmations;
  readonly approvals: OfficeApprovals;
  readonly pairings: Pairings;
  readonly officePrograms: OfficePrograms;
  readonly shifts: Shifts;
  readonly signer: Signer;
  readonly printing: Awaited<ReturnType<typeof startPrinting>>;
}

/** What all windows share. */
interface Shared {
  readonly submissions: Submissions;
  readonly calls: Calls;
  readonly windowCalls: ReturnType<typeof createWindowCalls>;
  readonly comparisons: Comparisons;
  readonly drawers: ReturnType<typeof createRateLimit>;
}

/** Each window has a session of its own; the till behind them is one. */
export function openWindows(
  base: Base,
  parts: TillParts,
  given: Pick<Shared, 'submissions' | 'calls'>,
): OpenBridge['openWindow'] {
  const { ports, folder, environment, policy, clients, statusChanged } = base;
  const { store, operators } = folder.opening;
  const { engine, people, counter, approvals, begunMs } = parts;
  const { clock } = folder;
  const { settings } = ports;
  const shared: Shared = {
    ...given,
    windowCalls: createWindowCalls({
      engine,
      store,
      clients,
      operators,
      clock,
      environment,
      policy,
      nextTurn,
      begunMs,
    }),
    comparisons: comparisonsOf(base, parts),
    drawers: createRateLimit(drawerRate),
  };
  return (signedIn = null) => {
    let last: string | null = null;
    const session: Session = new Session({
      people,
      operators,
      clock,
      autoLockMs: settings.people.autoLockMinutes * 60_000,
      changed() {
        const now = session.current()?.id ?? null;
        // What one person turned to a customer is not the next one's.
        if (now !== last) {
          counter.customer.turn(null, session);
          approvals.withdraw(session);
        }
        last = now;
        statusChanged();
      },
      touched() {
        base.touched.ms = clock.wallMs();
      },
    });
    if (signedIn !== null) session.carryOn(signedIn);
    return {
      calls: windowOf(base, parts, shared, session),
      session,
      close() {
        session.close();
        approvals.withdraw(session);
        counter.customer.turn(null, session);
      },
    };
  };
}

function windowOf(
  base: Base,
  parts: TillParts,
  { submissions, calls, windowCalls, comparisons, drawers }: Shared,
  session: Session,
): WindowBridgeCalls {
  const { ports, folder, environment, policy, clients, listeners } = base;
  const { opening, clock, background } = folder;
  const { store, books, ends } = opening;
  const { engine, counter, confirmations, pairings, officePrograms: ofOffice, shifts, signer, printing } = parts;
  const views = { clock, store, clients, policy };
  const { dataDir } = ports;
  const staffActions = createStaffActions({
    engine,
    session,
    policy,
    environment,
    lastClosedMs: () => lastClosedMs(books),
  });
  return {
    ...windowCalls,
    ...createCustomerScreenCalls({
      customer: counter.customer,
      turn: (shown) => counter.customer.turn(shown, session),
      dccOffer: (asked) => windowCalls.dccOffer(asked),
      language: ports.settings.devices.receipts.language,
      shopName: ports.settings.shopName,
      tipPercentages: ports.settings.tipPercentages,
    }),
    ...createEndCalls({ ends, store, session, clock, clients, environment, policy }),
    ...createTillCalls({ submissions, staffActions, session, calls }),
    ...createCustomerCalls(calls),
    ...clientCalls({
      clients,
      letIn: (...wish) => ofOffice.letIn(...wish),
      pairings,
      staffActions,
      session,
      clock,
      secrets: pairingSecrets,
      mode: environment.mode,
    }),
    ...confirmationCalls(confirmations, ends, (record) => viewOf(record, views)),
    ...createPrintingCalls({
      ...views,
      ...printing,
      lineDevices: () => counter.troublesAtWindow(),
      session,
      mode: environment.mode,
      mayOpenDrawer: () => drawers.take('till'),
    }),
    ...comparisonCalls(comparisons, staffActions),
    ...printerSetupCalls({
      store,
      session,
      clock,
      chance: ports.chance,
      shopName: ports.settings.shopName,
      inUse: printing.inUse,
    }),
    ...shiftCalls({
      shifts,
      staffActions,
      session,
      devices: printing.devices,
      mode: environment.mode,
    }),
    ...journalExport({ publicKeyPem: signer.publicKeyPem, background, dataDir }),
    ...updateCalls(ports),
    ...officeCalls({
      dataDir,
      version: ports.version,
      publicKeyPem: signer.publicKeyPem,
      seal: folder.seal,
      session,
      mode: environment.mode,
      log: ports.log,
    }),
    scanned: ({ code }) => counter.scans.typed(code),
    tryDisplay: ({ id, text }) => {
      session.touch();
      const answer = counter.displays.write(id, [text, '']);
      return { shown: answer.type === 'accepted' && answer.display.shown };
    },
    subscribe: (listener) => listeners.add(listener),
  };
}

function comparisonsOf(
  { ports, folder, opened, environment, policy, listeners }: Base,
  { engine }: Pick<TillParts, 'engine'>,
): Comparisons {
  const comparisons = new Comparisons({
    ...comparisonReads(folder.background, folder.opening.books, ports.dataDir),
    clock: folder.clock,
    payment: (lookUp) => engine.payment(lookUp),
    connection: () => engine.connectionStatus(),
    environmentId: environment.id,
    paths: policy.paymentPaths,
    changed: (view) => listeners.notify('comparison', (listener) => listener.comparisonChanged(view)),
  });
  opened.push(() => comparisons.end());
  return comparisons;
}
