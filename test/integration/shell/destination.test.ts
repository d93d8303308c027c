// What the window may do with an API key that is kept: only what it was entered for.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BridgePorts } from '#assembly/base/ports.ts';
import { readSettings } from '#settings/file.ts';
import { startSandbox } from '#sandbox/server.ts';
import { aFolder } from '#support/store-folder.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import type { BridgeHost } from '../../../main/shell/bridge/bridge-host.ts';
import {
  asBound,
  boundDestination,
  destinationIn,
  keyName,
  targetFrom,
} from '../../../main/shell/credentials/environment.ts';
import type { KeyStore } from '../../../main/shell/machine/key-store.ts';
import { appPathsOf } from '../../../main/shell/machine/app-paths.ts';
import { SettingsCalls } from '../../../main/shell/ipc/settings-calls.ts';
import { Vault } from '../../../main/shell/credentials/vault.ts';

const merchant = { merchantId: 'SHOP', apiKey: 'canary-kept-key' };

const plain: KeyStore = {
  protects: async () => true,
  seal: async (text) => Buffer.from(text),
  open: async (sealed) => sealed.toString(),
};

it('a kept key is neither tried nor used where the settings lead somewhere else, until it is entered again', async ({
  onTestFinished,
}) => {
  const [gateway, thief] = [await startSandbox({ port: 0, ...merchant }), await startSandbox({ port: 0, ...merchant })];
  onTestFinished(async () => {
    await gateway.close();
    await thief.close();
  });
  const home = aFolder();
  const paths = appPathsOf(home, home);
  const dataDir = aFolder();
  const vault = new Vault(paths.vault, plain);
  const host = { bridge: () => null, restart: async () => undefined, dataKey: () => ({ type: 'sealed' }) };
  const { calls } = new SettingsCalls({
    paths: { ...paths, dataDir },
    vault,
    environment: {},
    host: host as unknown as BridgeHost,
    version: '0.0.0',
    log: () => undefined,
  });
  const entered = { mode: 'test', root: gateway.url, merchantId: merchant.merchantId, passphrase: null } as const;
  const choice = { ...entered, apiKey: merchant.apiKey };
  const kept = { ...entered, apiKey: null };
  expect(await calls.saveGatewayChoice(choice)).toMatchObject({
    type: 'saved',
    choice: { keyIsForAnother: false, destination: { root: gateway.url, authRoot: gateway.url } },
  });
  expect(await calls.testConnection(kept)).toMatchObject({ ok: true });

  const before = readSettings(dataDir, 'now');
  const diverted = { ...before, gateway: { ...before.gateway, authRoot: thief.url } };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(diverted), { mode: 0o600 });
  expect(await calls.gatewayChoice()).toMatchObject({ keyIsForAnother: true, destination: { authRoot: thief.url } });
  expect(await calls.testConnection(kept)).toMatchObject({ ok: false, code: 'destination-changed' });
  const refused = await calls.saveGatewayChoice(kept);
  expect(refused).toMatchObject({ type: 'refused', refusal: { code: 'destination-changed' } });
  expect(JSON.stringify(refused)).toContain(`authRoot was ${gateway.url} and is ${thief.url}`);
  expect(await calls.saveGatewayChoice(choice)).toMatchObject({ type: 'saved', choice: { keyIsForAnother: false } });
  expect(await calls.testConnection(kept)).toMatchObject({ ok: true });
});

it('a file of certificate authorities that is gone after it was compared is trusted as it was compared', async ({
  onTestFinished,
}) => {
  const gateway = await startSandbox({ port: 0, ...merchant });
  onTestFinished(() => gateway.close());
  const home = aFolder();
  const dataDir = aFolder();
  const caFile = join(dataDir, 'ca.pem');
  writeFileSync(caFile, 'first');
  const named = { root: gateway.url, merchantId: merchant.merchantId, mode: 'test' as const, caFile };
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ gateway: named }), { mode: 0o600 });
  const { calls } = new SettingsCalls({
    paths: { ...appPathsOf(home, home), dataDir },
    vault: new Vault(join(home, 'vault.json'), plain),
    environment: {},
    host: { bridge: () => null } as unknown as BridgeHost,
    // Asked for between the comparison and the connection.
    get version() {
      rmSync(caFile, { force: true });
      return '0.0.0';
    },
    log: () => undefined,
  });
  const entered = { mode: 'test', root: gateway.url, merchantId: merchant.merchantId, passphrase: null } as const;
  expect(await calls.testConnection({ ...entered, apiKey: merchant.apiKey })).toMatchObject({ ok: true });
});

it('a key of an older program is bound at the first start, and the vault’s own word counts more than the folder’s', async () => {
  const dataDir = aFolder();
  const vault = new Vault(join(aFolder(), 'vault.json'), plain);
  const settings = { ...readSettings(dataDir, 'now'), gateway: { scheme: 'oauth' as const, mode: 'test' as const } };
  const named = { ...settings, gateway: { ...settings.gateway, root: 'http://127.0.0.1:9', merchantId: 'SHOP' } };
  const target = targetFrom(named);
  const name = keyName(target) ?? '';
  await vault.keep(name, merchant.apiKey, null);
  const destinationNote: BridgePorts['destinationNote'] = {
    boundTo: () => boundDestination(vault.held(name)),
    bind: (destination) => vault.bind(name, asBound(destination)),
  };
  const ports = { target, settings: named, destinationSaid: [], destinationNote } satisfies Partial<BridgePorts>;
  const first = await aWholeBridge({ dataDir, ports });
  expect(first.bridge.calls.status()).not.toMatchObject({ credentials: { state: 'destination-changed' } });
  expect(boundDestination(vault.held(name))).toEqual(destinationIn(named, target)?.destination);
  await first.bridge.stop();

  await vault.keep(
    name,
    merchant.apiKey,
    null,
    asBound({ ...destinationIn(named, target)!.destination, authRoot: 'https://a.b' }),
  );
  const { bridge } = await aWholeBridge({ dataDir, ports });
  expect(bridge.calls.status()).toMatchObject({ credentials: { state: 'destination-changed' } });
});
