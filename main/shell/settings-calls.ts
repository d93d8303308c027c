// The window's calls about the shop's settings, its gateway and its secrets. A change is written first and then the
// bridge starts again with it; where it cannot, the settings from before come back.
import type { Refusal } from '#contract/problems.ts';
import type { EngineEvents } from '#core/ports.ts';
import type { GatewayChoice, ShopSettings, WindowOutputs } from '#contract/window.ts';
import { readSettings } from '#settings/file.ts';
import { type Settings, settingsSchema } from '#settings/settings.ts';
import type { BridgeHost } from './bridge-host.ts';
import { choiceView, keyName, settingsWith, targetFrom } from './environment.ts';
import { moveToVault } from './folder-key.ts';
import type { Places } from './places.ts';
import { writeSettings } from './settings-write.ts';
import { testConnection } from './test-connection.ts';
import type { Vault } from './vault.ts';

interface Ports {
  readonly places: Places;
  readonly vault: Vault;
  readonly host: BridgeHost;
  readonly version: string;
  readonly log: EngineEvents['log'];
}

type Refused = { readonly type: 'refused'; readonly refusal: Refusal };

export class SettingsCalls {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  gatewayChoice(): Promise<WindowOutputs['gatewayChoice']> {
    const settings = this.#read();
    return choiceView(settings, targetFrom(settings), this.#ports.vault);
  }

  async testConnection(choice: GatewayChoice): Promise<WindowOutputs['testConnection']> {
    const ready = this.#ready(choice);
    if ('refusal' in ready) return { ok: false, message: ready.refusal.detail };
    const { version, log } = this.#ports;
    return testConnection({ settings: ready.settings, target: ready.target, apiKey: ready.apiKey, version, log });
  }

  async saveGatewayChoice(choice: GatewayChoice): Promise<WindowOutputs['saveGatewayChoice']> {
    const { vault, places, host } = this.#ports;
    const ready = this.#ready(choice);
    if ('refusal' in ready) return ready;
    const { settings, target } = ready;
    const name = keyName(target);
    if (name !== null && choice.apiKey !== null) await vault.keep(name, choice.apiKey, choice.passphrase);
    await moveToVault(vault, places, host.dataKey(), choice.passphrase);
    const refused = await this.#use(settings);
    if (refused !== null) return refused;
    return { type: 'saved', choice: await choiceView(settings, target, vault) };
  }

  shopSettings(): ShopSettings {
    return shopPart(this.#read());
  }

  async saveShopSettings(shop: ShopSettings): Promise<WindowOutputs['saveShopSettings']> {
    const parsed = settingsSchema.safeParse({ ...this.#read(), ...shop });
    if (!parsed.success) {
      const fields = parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]] as [string, string[]]);
      return refuse({
        code: 'invalid-input',
        detail: 'Some settings cannot be used.',
        errors: Object.fromEntries(fields),
      });
    }
    const refused = await this.#use(parsed.data);
    return refused ?? { type: 'saved', settings: shopPart(parsed.data) };
  }

  async unlock(passphrase: string): Promise<WindowOutputs['unlock']> {
    const { vault, host } = this.#ports;
    if (!vault.unlock(passphrase)) return { unlocked: false, message: 'This is not the passphrase.' };
    await host.restart();
    return { unlocked: true, message: '' };
  }

  #read(): Settings {
    return readSettings(this.#ports.places.dataDir, new Date().toISOString().replaceAll(/[:.]/g, '-'));
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
        return refuse({
          code: locked ? 'sealed' : 'invalid-input',
          detail: locked ? 'The API key is locked: enter the passphrase first.' : 'The API key is missing.',
          errors: { apiKey: ['is missing'] },
        });
      }
      return { settings, target, apiKey };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return refuse({ code: 'invalid-input', detail: error.message });
    }
  }

  async #use(settings: Settings): Promise<Refused | null> {
    const { places, host, log } = this.#ports;
    if ((host.bridge()?.status().operations.sending ?? 0) > 0) {
      // A restart would cut the answer off and leave the operation in doubt.
      return refuse({ code: 'stopping', detail: 'An operation is running. Save again when it has come to rest.' });
    }
    const before = this.#read();
    writeSettings(places.dataDir, settings);
    try {
      await host.restart();
      return null;
    } catch (error) {
      log('error', 'settings-refused', { error: error instanceof Error ? error.name : 'unknown' });
      writeSettings(places.dataDir, before);
      await host.restart();
      const detail = error instanceof Error ? error.message : 'The bridge could not start with these settings.';
      return refuse({ code: 'invalid-input', detail });
    }
  }
}

function shopPart({ terminals, shopCurrency, reversalMayWait, queueLimit, processingSeconds }: Settings): ShopSettings {
  return { terminals: [...terminals], shopCurrency, reversalMayWait, queueLimit, processingSeconds };
}

function refuse(refusal: Refusal): Refused {
  return { type: 'refused', refusal };
}
