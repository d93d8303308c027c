// Finds the function that carries out a call of the window. Some are the shell's own (settings, secrets, preferences,
// dialogs); the bridge has the others under the call's name. ipc.ts has checked before who may make the call.
import type { Implementations, WindowCall, WindowInput } from '#contract/calls/table.ts';
import { paymentNumber } from '#contract/devices/payment-code.ts';
import type { Preferences, StatusView } from '#contract/till/window.ts';
import type { BridgeHost } from '../bridge/bridge-host.ts';
import type { Handler } from '#assembly/window/window-guard.ts';
import type { ParkedSales } from '../machine/parked-sales.ts';
import type { PreferenceStore } from '../machine/preferences.ts';
import type { ReceiptFolder } from '../documents/receipt-folder.ts';
import type { ReceiptMailer } from '../documents/receipt-mail.ts';
import type { ReceiptSaver } from '../documents/receipt-saver.ts';
import type { SettingsCalls } from './settings-calls.ts';
import type { ListOpener } from '../documents/list-opener.ts';
import type { ShiftSaver } from '../documents/shift-saver.ts';
import type { BridgeCall, WindowBridge } from '#assembly/window/window-bridge.ts';

export interface HandlerPorts {
  readonly host: BridgeHost;
  readonly settings: SettingsCalls;
  readonly preferences: PreferenceStore;
  readonly applyPreferences: (preferences: Preferences) => void;
  readonly receiptFolder: ReceiptFolder;
  readonly saveReceipt: ReceiptSaver;
  readonly mailReceipt: ReceiptMailer;
  readonly saveShift: ShiftSaver;
  /** Asks for the ERP's list. */
  readonly openList: ListOpener;
  readonly status: (bridge: WindowBridge) => StatusView;
  readonly parkedSales: ParkedSales;
  readonly customerScreen: Implementations['customerScreen'];
  readonly makeBundle: Implementations['makeBundle'];
  readonly prepareMove: Implementations['prepareMove'];
  readonly quit: Implementations['quit'];
}

type OwnCall = Exclude<WindowCall, BridgeCall>;

export function createHandlers(ports: HandlerPorts): (call: WindowCall) => Promise<Handler> {
  const { host, settings, preferences } = ports;
  const bridge = () => host.running();
  const receiptOf = async ({ operationId, lines }: WindowInput<'saveReceipt'>) => {
    const running = await bridge();
    const operation = await running.operation({ id: operationId });
    const beneath = operation === null ? [] : await running.dccReceipt(operation, preferences.preferences().language);
    const code = operation !== null && (await running.printing({})).paymentCode ? paymentNumber(operation) : null;
    return { operation, lines: { beneath, shown: lines ?? [], code } };
  };
  const own: Implementations<OwnCall> = {
    ...settings.calls,
    async status() {
      await host.joined()?.refresh();
      return ports.status(await bridge());
    },
    // A till that is joined was set up by others: the guide has nothing to ask.
    preferences: () => ({ ...preferences.preferences(), ...(host.joined() === null ? {} : { guided: true }) }),
    savePreferences(wanted) {
      preferences.save(wanted);
      ports.applyPreferences(wanted);
      return preferences.preferences();
    },
    async saveReceipt(wish) {
      const { operation, lines } = await receiptOf(wish);
      if (operation === null) return { saved: false, file: null, missing: null };
      return ports.saveReceipt(operation, wish.copy, lines);
    },
    async mailReceipt(wish) {
      const { operation, lines } = await receiptOf(wish);
      return { outcome: await ports.mailReceipt(operation, wish.copy, lines) };
    },
    receiptFolder: () => ports.receiptFolder.view(),
    chooseReceiptFolder: () => ports.receiptFolder.choose(),
    saveShift: async (wanted) => ports.saveShift(await bridge(), wanted),
    compareShift: async ({ number, withList }) => (await bridge()).compare(number, withList ? ports.openList : null),
    parkedSales: () => ports.parkedSales.read(),
    parkSales({ entries }) {
      ports.parkedSales.keep(entries);
      return { kept: true };
    },
    customerScreen: ports.customerScreen,
    makeBundle: ports.makeBundle,
    prepareMove: ports.prepareMove,
    quit: ports.quit,
  };
  return async (call) => {
    const running = host.joined();
    // The settings are those of the till, not of this user.
    if (running !== null && Object.hasOwn(settings.calls, call)) return (input) => running.ask(call, input);
    return isOwn(own, call) ? own[call] : (await bridge())[call as BridgeCall];
  };
}

function isOwn(own: Implementations<OwnCall>, call: WindowCall): call is OwnCall {
  return Object.hasOwn(own, call);
}
