// A page that was taken over, at a till that was started and not unlocked yet: nobody's name or role can be read there,
// and that must not make everybody a manager. Each call of the window is made past the dialog that asks for the passphrase.
import { inputSchemas } from '#contract/calls/input-schemas.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IpcMainInvokeEvent } from 'electron';
import { expect, it, onTestFinished } from 'vitest';
import { windowCallNames, type WindowCall } from '#contract/calls/table.ts';
import { lockedCode } from '#contract/calls/window-roles.ts';
import type { Preferences } from '#contract/till/window.ts';
import { createCountedLog, unheldTimer } from '#http/limits/counted-log.ts';
import { startSandbox } from '#sandbox/server.ts';
import { preferences } from '#support/preferences.ts';
import { aFolder } from '#support/store-folder.ts';
import { aCallOf } from '#support/window-calls.ts';
import { silentListener } from '#support/silent-listener.ts';
import { BridgeHost } from '../../main/shell/bridge/bridge-host.ts';
import { CallRefused } from '#assembly/calls/call-refused.ts';
import { createParkedSales } from '../../main/shell/machine/parked-sales.ts';
import { createHandlers } from '../../main/shell/ipc/handlers.ts';
import { createAnswerer } from '../../main/shell/ipc/ipc.ts';
import type { KeyStore } from '../../main/shell/machine/key-store.ts';
import { appPathsOf } from '../../main/shell/machine/app-paths.ts';
import { seatAt } from '#assembly/window/window-bridge.ts';
import { SettingsCalls } from '../../main/shell/ipc/settings-calls.ts';
import { Vault } from '../../main/shell/credentials/vault.ts';

const page = { url: 'app://till/' };
const event = { sender: { id: 7, mainFrame: page }, senderFrame: page } as unknown as IpcMainInvokeEvent;
const passphrase = 'canary phrase of the shop';
const merchant = { merchantId: 'SHOP', apiKey: 'canary-sealed-key' };

/** What is there without a keyring: secrets are sealed with the passphrase. */
const noKeyStore: KeyStore = {
  protects: async () => false,
  seal: () => Promise.reject(new Error('there is none')),
  open: () => Promise.reject(new Error('there is none')),
};

/** The shell's calls over a real bridge on this home, as main-services.ts puts them together. */
async function aTill(home: string, kiosk = false) {
  const worker = fileURLToPath(import.meta.resolve('#background/worker.ts'));
  const paths = { ...appPathsOf(home, home), worker };
  const vault = new Vault(paths.vault, noKeyStore);
  let likings: Preferences = { ...preferences, kiosk };
  const store = {
    preferences: () => likings,
    save: (wanted: Preferences) => (likings = wanted),
    loopbackPort: () => 0,
    rememberPort: () => {},
    receiptFolder: () => null,
    chooseReceiptFolder: () => {},
  };
  const common = { paths, vault, environment: {}, version: '0.0.0', log: () => {} };
  const host = new BridgeHost({ ...common, preferences: store, listener: silentListener, isFolderNamed: true });
  onTestFinished(() => host.stop());
  await host.restart(() => vault.openSystem());
  let quits = 0;
  const answer = createAnswerer({
    windowId: () => 7,
    seat: async () => seatAt(await host.running().catch(() => null), store.preferences()),
    verify: async (approval, needed) => (await host.running()).verify(approval, needed),
    countedLog: createCountedLog(() => {}, unheldTimer),
    schemas: inputSchemas,
    handlerOf: createHandlers({
      host,
      preferences: store,
      settings: new SettingsCalls({ ...common, host }),
      applyPreferences: () => {},
      status: (bridge) => bridge.status(),
      customerScreen: () => ({ there: false }),
      parkedSales: createParkedSales(() => host.bridge()?.status() ?? null),
      saveReceipt: async () => ({ saved: false, file: null, missing: null }),
      mailReceipt: async () => 'off',
      receiptFolder: {} as never,
      makeBundle: () => ({ outcome: 'machine', file: '' }),
      prepareMove: () => ({ outcome: 'not-here', command: '' }),
      saveShift: async () => ({ saved: false, file: null }),
      openList: async () => ({ type: 'cancelled' }) as never,
      quit() {
        quits += 1;
        return { quitting: true, waiting: 0, inDoubt: 0 };
      },
    }),
  });
  return {
    dataDir: paths.dataDir,
    quits: () => quits,
    likings: () => likings,
    stop: () => host.stop(),
    ask: (call: WindowCall, input: object): Promise<unknown> => answer(call, event, [input]),
    /** Whether it came to more than being told that the till is sealed. */
    async gets(call: WindowCall, input: object): Promise<boolean> {
      try {
        const told = await answer(call, event, [input]);
        return !JSON.stringify(told).includes('"code":"sealed"') || call === 'status';
      } catch (error) {
        if (error instanceof CallRefused && error.message.startsWith('sealed:')) return false;
        throw error;
      }
    },
  };
}

/** A shop with a manager and a passphrase, whose till was switched off over night. */
async function aSealedTill(kiosk = false) {
  const sandbox = await startSandbox({ port: 0, ...merchant });
  onTestFinished(() => sandbox.close());
  const home = aFolder();
  const before = await aTill(home);
  const gateway = { mode: 'test', root: sandbox.url, merchantId: merchant.merchantId, apiKey: merchant.apiKey };
  expect(await before.ask('saveGatewayChoice', { ...gateway, passphrase })).toMatchObject({ type: 'saved' });
  const manager = { id: null, name: 'Manager 1', role: 'manager', active: true, pin: '731926' };
  expect(await before.ask('saveOperator', manager)).toMatchObject({ type: 'saved' });
  await before.stop();
  return aTill(home, kiosk);
}

it('a sealed till takes the passphrase, says how it is, and does nothing else for anybody', async () => {
  const till = await aSealedTill();
  const settings = () => readFileSync(join(till.dataDir, 'settings.json'), 'utf8');
  const before = settings();
  expect(await till.ask('status', {})).toMatchObject({ alarms: [{ code: 'sealed' }] });
  const open: WindowCall[] = [];
  for (const call of windowCallNames) if (await till.gets(call, aCallOf[call])) open.push(call);
  expect(open).toEqual(['status', 'preferences', 'unlock', 'quit']);
  expect(settings()).toBe(before);
  expect(till.likings()).toEqual(preferences);
  await expect(till.ask('operations', { limit: 1 })).rejects.not.toThrow(lockedCode);
});

it('in full screen it may be quit as well, since no PIN can be compared, and does nothing else', async () => {
  const till = await aSealedTill(true);
  expect(await till.ask('savePreferences', { ...till.likings(), kiosk: false }).catch(String)).toContain('sealed');
  expect(till.likings().kiosk).toBe(true);
  expect(await till.ask('quit', { evenIfWaiting: true })).toMatchObject({ quitting: true });
  expect(till.quits()).toBe(1);
});

it('unlocked, it asks who is there, and roles count again', async () => {
  const till = await aSealedTill();
  expect(await till.ask('unlock', { passphrase: 'another' })).toMatchObject({ unlocked: false });
  expect(await till.ask('unlock', { passphrase })).toMatchObject({ unlocked: true });
  const refused = { type: 'refused', refusal: { code: 'not-signed-in' } };
  expect(await till.ask('saveShopSettings', aCallOf.saveShopSettings)).toMatchObject(refused);
  const [manager] = (await till.ask('operators', {})) as { readonly id: string }[];
  const signIn = { operatorId: manager?.id ?? '', pin: '731926' };
  expect(await till.ask('signIn', signIn)).toMatchObject({ type: 'signed-in' });
  expect(await till.ask('saveShopSettings', aCallOf.saveShopSettings)).toMatchObject({ type: 'saved' });
});
