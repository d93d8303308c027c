// The window's calls about the shop's settings, its gateway and its secrets. A change is written first and then the
// bridge starts again with it; where it cannot, the settings from before come back.
import type { Implementations, WindowOutputs } from '#contract/calls/table.ts';
import { fieldIssues, issueInWords, messagesOf } from '#contract/data/issue-words.ts';
import { type Refusal, refuse, type Refused } from '#contract/programs/problems.ts';
import type { DeviceChoice } from '#contract/devices/printer-setup.ts';
import type { EngineEvents } from '#core/ports/engine.ts';
import { type GatewayChoice, type ShopSettings, verdictCodes } from '#contract/till/window.ts';
import type { Environment } from '#host/close-process.ts';
import { portIsFree } from '#host/port.ts';
import { readSettings } from '#settings/file.ts';
import { type SettingsInForce, changedOfOffice, keepingOwn, settingsInForce } from '#settings/office-settings.ts';
import { lockedIn, lockedRefundsPerDay, ownPart } from '#settings/policy.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import { devicePart, shopPart } from '#settings/shown.ts';
import type { BridgeHost } from '../bridge/bridge-host.ts';
import {
  asBound,
  changeSince,
  choiceView,
  destinationIn,
  keyName,
  settingsWith,
  targetFrom,
} from '../credentials/environment.ts';
import { moveToVault } from '../credentials/folder-key.ts';
import { readItPolicy } from '../machine/it-policy.ts';
import type { AppPaths } from '../machine/app-paths.ts';
import { writeSettings } from '../machine/settings-write.ts';
import { testConnection } from '#commands/gateway/test-connection.ts';
import type { Vault } from '../credentials/vault.ts';

interface Ports {
  readonly paths: AppPaths;
  readonly vault: Vault;
  readonly environment: Environment;
  readonly host: BridgeHost;
  readonly version: string;
  readonly log: EngineEvents['log'];
}

export class SettingsCalls {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  readonly calls = {
    gatewayChoice: () => this.#gatewayChoice(),
    testConnection: (choice) => this.#testConnection(choice),
    saveGatewayChoice: (choice) => this.#saveGatewayChoice(choice),
    shopSettings: () => shopPart(this.#read()),
    saveShopSettings: (shop) => this.#saveShopSettings(shop),
    deviceChoice: () => devicePart(this.#read()),
    saveDeviceChoice: (choice) => this.#saveDeviceChoice(choice),
    lockedSettings: () => this.#lockedView(),
    unlock: ({ passphrase }) => this.#unlock(passphrase),
  } satisfies Partial<Implementations>;

  #gatewayChoice(): Promise<WindowOutputs['gatewayChoice']> {
    const settings = this.#read();
    const target = targetFrom(settings);
    return choiceView(settings, target, destinationIn(settings, target)?.destination ?? null, this.#ports.vault);
  }

  async #testConnection(choice: GatewayChoice): Promise<WindowOutputs['testConnection']> {
    const ready = this.#ready(choice);
    if ('refusal' in ready) return verdictOn(ready.refusal);
    const { version, log } = this.#ports;
    return testConnection({ ...ready, version, log });
  }

  async #saveGatewayChoice(choice: GatewayChoice): Promise<WindowOutputs['saveGatewayChoice']> {
    const { vault, paths, host } = this.#ports;
    const ready = this.#ready(choice);
    if ('refusal' in ready) return ready;
    const { settings, target, known } = ready;
    const name = keyName(target);
    const entered = { keyEntered: name !== null && choice.apiKey !== null };
    if (choice.mode === 'live' && !host.managedLive(entered)) return noManagerLeft;
    const destination = known?.destination ?? null;
    if (name !== null && destination !== null && choice.apiKey !== null) {
      await vault.keep(name, choice.apiKey, choice.passphrase, asBound(destination));
    }
    await moveToVault(vault, paths, host.dataKey(), choice.passphrase);
    const refused = await this.#use(settings, entered);
    if (refused !== null) return refused;
    return { type: 'saved', choice: await choiceView(settings, target, destination, vault) };
  }

  async #saveShopSettings(shop: ShopSettings): Promise<WindowOutputs['saveShopSettings']> {
    const before = this.#read();
    const words = { error: issueInWords, reportInput: true };
    const parsed = settingsSchema.safeParse(withShop(before, shop), words);
    if (!parsed.success) {
      const issues = fieldIssues(parsed.error.issues);
      const detail = 'Some settings cannot be used.';
      return refuse('invalid-input', detail, { errors: messagesOf(issues), issues });
    }
    const port = parsed.data.loopbackPort;
    if (port !== before.loopbackPort && port !== 0 && port !== this.#portInUse() && !(await portIsFree(port))) {
      const detail = `Port ${port} is used by another program. Choose another one, or end that program.`;
      return refuse('port-in-use', detail, { facts: { port } });
    }
    const refused = await this.#use(parsed.data);
    return refused ?? { type: 'saved', settings: shopPart(parsed.data) };
  }

  async #saveDeviceChoice(choice: DeviceChoice): Promise<WindowOutputs['saveDeviceChoice']> {
    const before = this.#read();
    const words = { error: issueInWords, reportInput: true };
    const parsed = settingsSchema.safeParse({ ...before, devices: withDevices(before, choice) }, words);
    if (!parsed.success) {
      const issues = fieldIssues(parsed.error.issues);
      return refuse('invalid-input', 'This printer cannot be used.', { errors: messagesOf(issues), issues });
    }
    const refused = await this.#use(parsed.data);
    return refused ?? { type: 'saved', choice: devicePart(parsed.data) };
  }

  async #unlock(passphrase: string): Promise<WindowOutputs['unlock']> {
    const { vault, host } = this.#ports;
    if (!vault.unlock(passphrase)) return { unlocked: false, message: 'This is not the passphrase.' };
    await host.restart();
    return { unlocked: true, message: '' };
  }

  #portInUse(): number | null {
    const url = this.#ports.host.bridge()?.status().loopbackUrl ?? null;
    return url === null ? null : Number(new URL(url).port);
  }

  /** As they hold: the shop's own with what its office and the policy set. */
  #read(): Settings {
    return this.#inForce().settings;
  }

  #inForce(): SettingsInForce {
    const { paths, environment } = this.#ports;
    return settingsInForce(paths.dataDir, this.#own(), readItPolicy(environment));
  }

  #lockedView(): WindowOutputs['lockedSettings'] {
    const policy = readItPolicy(this.#ports.environment);
    return {
      names: policy?.locked ?? [],
      byOffice: this.#inForce().office?.locked ?? [],
      refundsPerDayMinor: lockedRefundsPerDay(policy),
    };
  }

  #own(): Settings {
    return readSettings(this.#ports.paths.dataDir, new Date().toISOString().replaceAll(/[:.]/g, '-'));
  }

  /** The choice as settings, with the key it would be used with; or what is missing. */
  #ready(choice: GatewayChoice) {
    const settings = settingsWith(this.#read(), choice);
    try {
      const target = targetFrom(settings);
      const name = keyName(target);
      const held = name === null ? null : this.#ports.vault.held(name);
      const apiKey = choice.apiKey ?? (held?.type === 'open' ? held.secret : null);
      if (name !== null && apiKey === null) {
        const locked = held?.type === 'locked';
        const errors = { apiKey: ['is missing'] };
        return locked
          ? refuse('api-key-locked', 'The API key is locked: enter the passphrase first.', { errors })
          : refuse('api-key-missing', 'The API key is missing.', { errors });
      }
      // Read once: what was compared here is what is trusted, whatever lies in the file a moment later.
      const known = destinationIn(settings, target);
      const destination = known?.destination ?? null;
      const changed =
        choice.apiKey === null && held !== null && destination !== null ? changeSince(held, destination) : null;
      if (changed !== null) {
        const detail = `The stored API key was entered for another destination: ${changed}. Enter it again if this is meant.`;
        return refuse('destination-changed', detail, { errors: { apiKey: ['was entered for another destination'] } });
      }
      return { settings, target, known, apiKey };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = ['InvalidAddress', 'InsecureAddress'].includes(error.name) ? 'address-refused' : 'settings-refused';
      return refuse(code, error.message);
    }
  }

  async #use(settings: Settings, entered = { keyEntered: false }): Promise<Refused | null> {
    const { paths, host, log } = this.#ports;
    const itPolicy = readItPolicy(this.#ports.environment);
    const locked = lockedIn(settings, itPolicy);
    if (locked.length > 0) {
      const detail = `The policy of the IT department sets ${locked.join(', ')}. Nothing was changed.`;
      const errors = Object.fromEntries(locked.map((name) => [name, ['is set by the IT department']]));
      return refuse('set-by-policy', detail, { errors });
    }
    const { office } = this.#inForce();
    const changed = changedOfOffice(settings, office, this.#own());
    if (changed.length > 0) {
      const detail = `The office sets ${changed.join(', ')}. Nothing was changed.`;
      const errors = Object.fromEntries(changed.map((name) => [name, ['is set by the office']]));
      return refuse('set-by-office', detail, { errors });
    }
    if ((host.bridge()?.status().operations.sending ?? 0) > 0) {
      // A restart would cut the answer off and leave the operation in doubt.
      return refuse('operation-running', 'An operation is running. Save again when it has come to rest.');
    }
    const before = this.#own();
    writeSettings(paths.dataDir, keepingOwn(ownPart(settings, before, itPolicy), before, office));
    try {
      await host.restart(undefined, entered);
      return null;
    } catch (error) {
      log('error', 'settings-refused', { error: error instanceof Error ? error.name : 'unknown' });
      writeSettings(paths.dataDir, before);
      await host.restart();
      const detail = error instanceof Error ? error.message : 'The bridge could not start with these settings.';
      return refuse('settings-refused', detail);
    }
  }
}

const noManagerLeft = refuse(
  'live-without-manager',
  'The people of this till were added in training or at a test gateway, and end when it goes live: no manager of its own ' +
    'would be left. Sign in as a manager of this till and enter the API key: that manager stays.',
);

/** Before any connection was tried. */
function verdictOn({ code, detail }: Refusal): WindowOutputs['testConnection'] {
  const known = verdictCodes.find((each) => each === code);
  return { ok: false, code: known ?? 'cannot-be-used', message: detail };
}

function withDevices({ devices }: Settings, { receipts, ...choice }: DeviceChoice) {
  return { ...devices, ...choice, receipts: { ...devices.receipts, ...receipts } };
}

function withShop(before: Settings, shop: ShopSettings) {
  const { refundLimitMinor, autoLockMinutes, cardNumbersTyped, approverPinDigits, ...rest } = shop;
  return { ...before, ...rest, people: { refundLimitMinor, autoLockMinutes, cardNumbersTyped, approverPinDigits } };
}
