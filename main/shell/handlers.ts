// What each call of the window does. Most go straight to the bridge; the others are the shell's own (settings,
// secrets, preferences, dialogs) and live in files of their own. Who may make which call was looked at before (ipc.ts).
import type { Preferences, StatusView } from '#contract/window.ts';
import type { BridgeHost } from './bridge-host.ts';
import type { Handlers } from './ipc.ts';
import type { PreferenceStore } from './preferences.ts';
import type { ReceiptFolder } from './receipt-folder.ts';
import type { ReceiptSaver } from './receipt-saver.ts';
import type { SettingsCalls } from './settings-calls.ts';
import type { ListOpener } from './list-opener.ts';
import type { ShiftSaver } from './shift-saver.ts';
import type { WindowBridge } from './window-bridge.ts';

export interface HandlerPorts {
  readonly host: BridgeHost;
  readonly settings: SettingsCalls;
  readonly preferences: PreferenceStore;
  readonly applyPreferences: (preferences: Preferences) => void;
  readonly receiptFolder: ReceiptFolder;
  readonly saveReceipt: ReceiptSaver;
  readonly saveShift: ShiftSaver;
  /** Asks for the ERP's list. */
  readonly openList: ListOpener;
  readonly status: (bridge: WindowBridge) => StatusView;
  readonly quit: Handlers['quit'];
}

export function createHandlers(ports: HandlerPorts): Handlers {
  const { host, settings, preferences } = ports;
  const bridge = () => host.running();
  return {
    submit: async (input) => (await bridge()).submit(input),
    operation: async ({ id }) => (await bridge()).operation(id),
    operations: async (input) => (await bridge()).operations(input),
    cancel: async ({ id }) => (await bridge()).cancel(id),
    findPayment: async (input) => (await bridge()).findPayment(input),
    payments: async (input) => (await bridge()).payments(input),
    paymentStory: async ({ id }) => (await bridge()).paymentStory(id),
    learnPayId: async ({ id }) => (await bridge()).learnPayId(id),
    tender: async ({ id }) => (await bridge()).tender(id),
    customers: async (input) => (await bridge()).customers(input),
    customer: async (input) => (await bridge()).customer(input),
    customerMethods: async (input) => (await bridge()).customerMethods(input),
    terminals: async () => (await bridge()).terminals(),
    ends: async () => (await bridge()).ends(),
    seeEnd: async ({ id }) => (await bridge()).seeEnd(id),
    status: async () => ports.status(await bridge()),
    gatewayChoice: () => settings.gatewayChoice(),
    testConnection: (choice) => settings.testConnection(choice),
    saveGatewayChoice: (choice) => settings.saveGatewayChoice(choice),
    shopSettings: () => settings.shopSettings(),
    saveShopSettings: (shop) => settings.saveShopSettings(shop),
    lockedSettings: () => settings.lockedSettings(),
    preferences: () => preferences.preferences(),
    savePreferences(wanted) {
      preferences.save(wanted);
      ports.applyPreferences(wanted);
      return preferences.preferences();
    },
    clients: async () => (await bridge()).clients(),
    createClient: async (input) => (await bridge()).createClient(input),
    revokeClient: async ({ id }) => (await bridge()).revokeClient(id),
    changeClient: async (input) => (await bridge()).changeClient(input),
    pairings: async () => (await bridge()).pairings(),
    answerPairing: async (input) => (await bridge()).answerPairing(input),
    async saveReceipt({ operationId, copy, lines }) {
      const running = await bridge();
      const operation = running.operation(operationId);
      if (operation === null) return { saved: false, file: null, missing: null };
      const beneath = running.dccReceipt(operation, preferences.preferences().language);
      return ports.saveReceipt(operation, copy, { beneath, shown: lines ?? [] });
    },
    receiptFolder: () => ports.receiptFolder.view(),
    chooseReceiptFolder: () => ports.receiptFolder.choose(),
    dccOffer: async (input) => (await bridge()).dccOffer(input),
    dccSetting: async () => (await bridge()).dccSetting(),
    cardBin: async (input) => (await bridge()).cardBin(input),
    shiftReport: async ({ number }) => (await bridge()).shiftReport(number),
    closeShift: async ({ evenIfOpen }) => (await bridge()).closeShift(evenIfOpen),
    saveShift: async (wanted) => ports.saveShift(await bridge(), wanted),
    compareShift: async ({ number, withList }) =>
      (await bridge()).compareShift(number, withList ? ports.openList : null),
    comparison: async () => (await bridge()).comparison(),
    comparisonFindings: async (input) => (await bridge()).comparisonFindings(input),
    stopComparison: async () => (await bridge()).stopComparison(),
    forgetComparison: async () => (await bridge()).forgetComparison(),
    unlock: ({ passphrase }) => settings.unlock(passphrase),
    operators: async () => (await bridge()).operators(),
    signIn: async (approval) => (await bridge()).signIn(approval),
    changePin: async (input) => (await bridge()).changePin(input),
    signOut: async () => (await bridge()).signOut(),
    touch: async () => (await bridge()).touch(),
    saveOperator: async (wish) => (await bridge()).saveOperator(wish),
    needsApproval: async (input) => (await bridge()).needsApproval(input),
    decide: async (input) => (await bridge()).decide(input),
    keepApproved: async (input) => (await bridge()).keepApproved(input),
    payRestOtherwise: async (input) => (await bridge()).payRestOtherwise(input),
    takeBackRest: async (input) => (await bridge()).takeBackRest(input),
    freeTerminal: async (input) => (await bridge()).freeTerminal(input),
    confirmations: async () => (await bridge()).confirmations(),
    answerConfirmation: async (input) => (await bridge()).answerConfirmation(input),
    resume: async ({ reason }) => (await bridge()).resume(reason),
    quit: ports.quit,
  };
}
