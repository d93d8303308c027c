// The input and output of the composition root: the ports of a bridge and the bridge itself, as types only, so that the
// shell and the commands can import them without loading code.
import type { Calls } from '#core/api/calls.ts';
import type { EndCalls } from '#core/api/end-calls.ts';
import type { ScanTarget, TillScan } from '#contract/devices/line-devices.ts';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { Destination, DestinationPart } from '#contract/till/destination.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { ComparisonView } from '#contract/shift/reconcile.ts';
import type { Mode } from '#contract/operation/states.ts';
import type { PairingView } from '#contract/programs/pairing.ts';
import type { People } from '#core/staff/people.ts';
import type { Session } from '#core/staff/session.ts';
import type { Chance, Digests } from '#core/ports/chance.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { LineDevices } from '#core/ports/line-devices.ts';
import type { Printers } from '#core/ports/printers.ts';
import type { Shifts } from '#core/shift/shifts.ts';
import type { TillCalls } from '#core/api/till-calls.ts';
import type { WindowCalls } from '#core/api/window-calls.ts';
import type { PrintingCalls } from '#core/api/window-printing.ts';
import type { CustomerScreenCalls } from '#core/api/window-customer-screen.ts';
import type { CustomerCalls } from '#core/api/window-customers.ts';
import type { SocketRights } from '#control/window/socket-path.ts';
import type { DataKey } from '#secrets/data-key.ts';
import type { SettingsInForce } from '#settings/office-settings.ts';
import type { ItPolicy } from '#settings/policy.ts';
import type { KnownDestination } from '#settings/destination.ts';
import type { Settings } from '#settings/settings.ts';
import type { ClientCalls } from '../calls/client-calls.ts';
import type { ComparisonCalls } from '../calls/comparison-calls.ts';
import type { ConfirmationCalls } from '../calls/confirmation-calls.ts';
import type { JournalExport } from '../calls/journal-export.ts';
import type { PrinterSetupCalls } from '../calls/printer-setup.ts';
import type { OfficeCalls } from '../calls/office-calls.ts';
import type { UpdateCalls } from '../calls/update-calls.ts';
import type { ShiftCalls } from '../calls/shift-calls.ts';

/** Where operations go: a gateway, or the sandbox inside this program. */
export type Target =
  | { readonly type: 'sandbox' }
  | {
      readonly type: 'gateway';
      readonly root: string;
      readonly authRoot: string;
      readonly merchantId: string;
      readonly mode: Mode;
    };

/** Keeps, outside of the data folder, the destination that the API key was entered for. */
export interface DestinationNote {
  /** Null where no destination was kept, as by an older program; `unknown` where it cannot be known any more. */
  boundTo(): Destination | 'unknown' | null;
  /** Binds a key that had no binding, or whose new destination a person has confirmed. */
  bind(destination: Destination): Promise<void>;
}

export interface BridgePorts {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly settings: Settings;
  readonly target: Target;
  /** The destination as already compared, with the bytes of its authorities; left out: it is read at the start. */
  readonly known?: KnownDestination;
  readonly apiKey: () => string | null;
  readonly destinationNote?: DestinationNote;
  /** Parts of the destination that the command line or the IT department's policy gives for this start. */
  readonly destinationSaid: readonly DestinationPart[];
  /** The folder outside of the data folder where the bridge notes the journal's last record; null: it notes nothing. */
  readonly seenDir: string | null;
  /** The system's folder for sockets, where it has one: for a data folder whose own path is too long. */
  readonly runtimeDir: string | null;
  /** The IT department's policy; null where there is none. `settings` have its values already. */
  readonly itPolicy: ItPolicy | null;
  /** What the office sets, and the settings without it. Left out: nothing. `settings` have its values already. */
  readonly officeSettings?: Pick<SettingsInForce, 'own' | 'office' | 'refused'>;
  /** The office's settings wait for a start, and nothing is in its way. Called until it comes; left out: it is not asked for. */
  readonly startAnew?: () => void;
  /** The id of the person who was signed in where the API key was entered for this start; left out: it was not. */
  readonly keyEnteredBy?: string | null;
  /** Whether the bridge has a window whose people can be asked, also while none has joined. */
  readonly asksPeople: boolean;
  /**
   * The folder of the socket at which windows join this bridge, and which users may; null: no window joins. The folder
   * exists, and no other user may write to it.
   */
  readonly windowSocket?: { readonly folder: string; readonly rights: SocketRights } | null;
  /** The key of the gateway's signatures on notifications; null where there is none. */
  readonly webhookKey?: () => string | null;
  /** Called once the folder is locked; makes the folder's key where it has none. */
  readonly dataKey: () => DataKey | Promise<DataKey>;
  readonly version: string;
  /**
   * How a person starts a command, for texts that name one; left out where there are no commands (the packaged app).
   */
  readonly program?: string;
  /** The file of background/worker.ts, as source or bundled. */
  readonly workerEntry: URL | string;
  /** How the program starts its own commands in a process each; null: they run in threads. */
  readonly ownProgram: readonly string[] | null;
  /** As which package this program was installed; null or left out: it was not, and there are no updates. */
  readonly packageKind?: string | null;
  /** Printers that replace those of the settings. */
  readonly printers?: Printers;
  /** The same for displays and scanners. */
  readonly lineDevices?: LineDevices;
  readonly chance: Chance;
  /** Engine time begins at `anchorMs`; `ageUnknownBeforeMs`: when the wall clock was last noted to be set back. */
  readonly createClock: (anchorMs: number, ageUnknownBeforeMs: () => number) => Clock;
  readonly createDigests: (key: Buffer) => Digests;
  readonly environmentId: (root: string, merchantId: string, mode: string) => string;
  readonly log: EngineEvents['log'];
  /** Aborted when the bridge is no longer wanted: a start that waits for another program's lock is then given up. */
  readonly ending?: AbortSignal;
}

/** Events for the window, always sent after the commit. */
export interface BridgeListener {
  operationChanged(operation: OperationView): void;
  statusMayHaveChanged(): void;
  /** Called with all open pairings. */
  pairingsChanged(pairings: readonly PairingView[]): void;
  /** Called with all open questions. */
  confirmationsChanged(questions: readonly ConfirmationView[]): void;
  /** Called with a scan of a scanner on a serial line that is for the till. */
  scanned(scan: TillScan): void;
  /** Called when the window on the customer's screen shows something else. */
  customerTold(told: CustomerTold): void;
  /** Called when the comparison of a shift made progress, or its result was dismissed (null). */
  comparisonChanged(comparison: ComparisonView | null): void;
}

/** The calls of one window that the bridge carries out, and further functions for the shell. */
export interface WindowBridgeCalls
  extends
    WindowCalls,
    TillCalls,
    CustomerCalls,
    CustomerScreenCalls,
    EndCalls,
    ClientCalls,
    ConfirmationCalls,
    ComparisonCalls,
    ShiftCalls,
    JournalExport,
    PrintingCalls,
    PrinterSetupCalls,
    UpdateCalls,
    OfficeCalls {
  /** Says where a code goes that a scanner typed into the window. */
  scanned(scan: { readonly code: string }): ScanTarget;
  tryDisplay(wanted: { readonly id: string; readonly text: string }): { readonly shown: boolean };
  /** Adds a listener. Returns a function that removes it. */
  subscribe(listener: BridgeListener): () => void;
}

/** A window at an open bridge: who is signed in there, and what that person may ask. */
export interface BridgeWindow {
  readonly calls: WindowBridgeCalls;
  readonly session: Session;
  /** Ends its session, and takes away what it turned to the customer. */
  readonly close: () => void;
}

/** Common to open and sealed bridges. */
export interface CommonBridge {
  readonly url: string;
  /** The URL that takes the gateway's notifications; missing where none are taken. */
  readonly webhookUrl?: string;
  readonly calls: Calls;
  stop(): Promise<void>;
}

export interface OpenBridge extends CommonBridge {
  readonly type: 'open';
  /** `signedIn`: the id of the person who was signed in at this window before. */
  openWindow(signedIn?: string | null): BridgeWindow;
  readonly shifts: Shifts;
  readonly people: People;
  /** Whether a manager of this till's own would be left where it goes live now, by this person with the API key. */
  readonly managedLive: (keyEnteredBy: string | null) => boolean;
}

/** A bridge without the data folder's key: it cannot read operations or verify people, and only says so. */
export interface SealedBridge extends CommonBridge {
  readonly type: 'sealed';
}

export type Bridge = OpenBridge | SealedBridge;
