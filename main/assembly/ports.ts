// What the composition root is given and what it gives: the ports of a bridge and the bridge itself, as types only, so
// that the shell and the commands can name them without loading anything.
import type { Calls } from '#core/calls.ts';
import type { EndCalls } from '#core/end-calls.ts';
import type { Desk } from '#core/desk.ts';
import type { ConfirmationView } from '#contract/confirmation.ts';
import type { Destination, DestinationPart } from '#contract/destination.ts';
import type { OperationView } from '#contract/operation.ts';
import type { ComparisonView } from '#contract/reconcile.ts';
import type { Mode } from '#contract/states.ts';
import type { PairingView } from '#contract/pairing.ts';
import type { WindowInput, WindowOutputs } from '#contract/window.ts';
import type { People } from '#core/people.ts';
import type { Chance, Digests } from '#core/ports/chance.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { Effects } from '#core/ports/effects.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { ShiftPage } from '#core/shift-page.ts';
import type { Shifts } from '#core/shifts.ts';
import type { WindowCalls } from '#core/window-calls.ts';
import type { CustomerCalls } from '#core/window-customers.ts';
import type { DataKey } from '#secrets/data-key.ts';
import type { ItPolicy } from '#settings/policy.ts';
import type { KnownDestination } from '#settings/destination.ts';
import type { Settings } from '#settings/settings.ts';
import type { Language } from '#texts/index.ts';
import type { ClientCalls } from './client-calls.ts';
import type { ComparisonCalls } from './comparison-calls.ts';

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

/** Who knows, outside of the data folder, what the API key was given for. */
export interface KeyKeeper {
  /** Null where nothing was noted, as by an older program; `unknown` where it can no longer be told. */
  boundTo(): Destination | 'unknown' | null;
  /** For a key that is bound to nothing, and for what whoever may say so has changed. */
  bind(destination: Destination): Promise<void>;
}

export interface BridgePorts {
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly settings: Settings;
  readonly target: Target;
  /** The target as it was compared already, with the very bytes that are trusted; left out: it is read at the start. */
  readonly known?: KnownDestination;
  readonly apiKey: () => string | null;
  readonly keyKeeper?: KeyKeeper;
  /** Parts of the destination that whoever starts the bridge, or the IT department, gave for this start. */
  readonly destinationSaid: readonly DestinationPart[];
  /** Where the bridge notes, outside of the data folder, how far it has come; null for nowhere. */
  readonly seenDir: string | null;
  /** The system's folder for sockets, where it has one: for a data folder whose own path is too long. */
  readonly runtimeDir: string | null;
  /** What the IT department says; null where it says nothing. `settings` have its values already. */
  readonly itPolicy: ItPolicy | null;
  /** Whether there is a window with people before it, who can be asked. */
  readonly asksPeople: boolean;
  /** The key that the gateway's notifications are signed with, where there is one. */
  readonly webhookKey?: () => string | null;
  /** Asked for once the folder is locked: where it has none, its key is made. */
  readonly dataKey: () => DataKey | Promise<DataKey>;
  readonly version: string;
  /** The file of background/worker.ts, as it is or bundled. */
  readonly workerEntry: URL | string;
  /** Devices for what follows an outcome; left out where the till has none. */
  readonly effects?: Effects;
  readonly chance: Chance;
  /** Engine time begins at `anchorMs`; `ageUnknownBeforeMs` as in the clock, as far as others know it. */
  readonly createClock: (anchorMs: number, ageUnknownBeforeMs: () => number) => Clock;
  readonly createDigests: (key: Buffer) => Digests;
  readonly environmentId: (root: string, merchantId: string, mode: string) => string;
  readonly log: EngineEvents['log'];
  /** Aborted where no bridge is wanted any more: a start that waits for another program's lock is then given up. */
  readonly ending?: AbortSignal;
}

/** What the window is told, always after the commit. */
export interface BridgeListener {
  operationChanged(operation: OperationView): void;
  statusMayHaveChanged(): void;
  /** All that are open now. */
  pairingsChanged(pairings: readonly PairingView[]): void;
  /** All questions that stand now. */
  confirmationsChanged(questions: readonly ConfirmationView[]): void;
  /** The comparison of a shift went on, or its result was put away. */
  comparisonChanged(comparison: ComparisonView | null): void;
}

/** What is done at the till goes through here: who is signed in, and who approves. */
export interface Till {
  readonly desk: Desk;
  readonly people: People;
}

/** The calls of a person at the window, with what only the composition root can put together. */
export interface WindowBridgeCalls extends WindowCalls, CustomerCalls, EndCalls, ClientCalls, ComparisonCalls {
  confirmations(): WindowOutputs['confirmations'];
  answerConfirmation(input: WindowInput<'answerConfirmation'>): Promise<WindowOutputs['answerConfirmation']>;
  shiftReport(number: number | null): Promise<WindowOutputs['shiftReport']>;
  closeShift(evenIfOpen: boolean): Promise<WindowOutputs['closeShift']>;
  /** The report as a page to print; null where there is no such shift. */
  shiftPage(number: number | null, language: Language): Promise<ShiftPage | null>;
  /** Writes the journal into the file, and its public key beside it. */
  exportJournal(format: 'ndjson' | 'csv', file: string): Promise<void>;
  /** Returns a function that ends the listening. */
  subscribe(listener: BridgeListener): () => void;
}

export interface Bridge {
  readonly url: string;
  /** Where notifications of the gateway are taken; missing where they are not. */
  readonly webhookUrl?: string;
  readonly calls: Calls;
  /** Missing while the data folder is sealed. */
  readonly window?: WindowBridgeCalls;
  /** Missing while the data folder is sealed. */
  readonly shifts?: Shifts;
  /** Missing while the data folder is sealed. */
  readonly till?: Till;
  stop(): Promise<void>;
}
