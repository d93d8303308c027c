// What each call of the window does. Most go straight to the bridge; the others are the shell's own (settings,
// secrets, preferences, dialogs) and live in files of their own.
import type { Preferences, StatusView } from '#contract/window.ts';
import type { BridgeHost } from './bridge-host.ts';
import type { Handlers } from './ipc.ts';
import type { PreferenceStore } from './preferences.ts';
import type { ReceiptSaver } from './receipt-saver.ts';
import type { SettingsCalls } from './settings-calls.ts';
import type { WindowBridge } from './window-bridge.ts';

export interface HandlerPorts {
  readonly host: BridgeHost;
  readonly settings: SettingsCalls;
  readonly preferences: PreferenceStore;
  readonly applyPreferences: (preferences: Preferences) => void;
  readonly saveReceipt: ReceiptSaver;
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
    paymentStory: async ({ payId }) => (await bridge()).paymentStory(payId),
    customers: async (input) => (await bridge()).customers(input),
    customer: async (input) => (await bridge()).customer(input),
    customerMethods: async (input) => (await bridge()).customerMethods(input),
    terminals: async () => (await bridge()).terminals(),
    status: async () => ports.status(await bridge()),
    gatewayChoice: () => settings.gatewayChoice(),
    testConnection: (choice) => settings.testConnection(choice),
    saveGatewayChoice: (choice) => settings.saveGatewayChoice(choice),
    shopSettings: () => settings.shopSettings(),
    saveShopSettings: (shop) => settings.saveShopSettings(shop),
    preferences: () => preferences.preferences(),
    savePreferences(wanted) {
      preferences.save(wanted);
      ports.applyPreferences(wanted);
      return preferences.preferences();
    },
    clients: async () => (await bridge()).clients(),
    createClient: async (input) => (await bridge()).createClient(input),
    revokeClient: async ({ id }) => (await bridge()).revokeClient(id),
    async saveReceipt({ operationId, copy }) {
      const operation = (await bridge()).operation(operationId);
      return operation === null ? { saved: false, file: null } : ports.saveReceipt(operation, copy);
    },
    recordDccChoice: async (input) => (await bridge()).recordDccChoice(input),
    unlock: ({ passphrase }) => settings.unlock(passphrase),
    quit: ports.quit,
  };
}
