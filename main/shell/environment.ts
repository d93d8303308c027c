// Which gateway the shop has chosen, between the settings file, the vault and the window. The settings hold what is
// not secret; the API key of each environment lies in the vault under the environment's own name.
import { environmentId } from '#host/chance.ts';
import type { Target } from '#assembly/ports.ts';
import type { GatewayChoice, GatewayChoiceView } from '#contract/window.ts';
import { targetOf } from '#commands/target.ts';
import type { Settings } from '#settings/settings.ts';
import type { Vault } from './vault.ts';

const nothing = { gateway: undefined, authUrl: undefined, merchantId: undefined, mode: undefined };

/** Where the settings lead. Throws StartProblem and the address errors of the gateway. */
export function targetFrom(settings: Settings): Target {
  return targetOf(nothing, settings);
}

/** The settings with another gateway. What belongs to the old address does not go along to a new one. */
export function settingsWith(settings: Settings, choice: GatewayChoice): Settings {
  const { scheme, ...old } = settings.gateway;
  if (choice.mode === 'training' && choice.root === null) return { ...settings, gateway: { scheme, mode: 'training' } };
  const stays = old.root === choice.root ? old : {};
  return {
    ...settings,
    gateway: {
      ...stays,
      scheme,
      mode: choice.mode,
      ...(choice.root === null ? {} : { root: choice.root }),
      ...(choice.merchantId === null ? {} : { merchantId: choice.merchantId }),
    },
  };
}

/** The name of a target's API key in the vault; null for the sandbox, which has its own. */
export function keyName(target: Target): string | null {
  if (target.type === 'sandbox') return null;
  return `api-key:${environmentId(target.root, target.merchantId, target.mode)}`;
}

export async function choiceView(settings: Settings, target: Target, vault: Vault): Promise<GatewayChoiceView> {
  const name = keyName(target);
  const held = name === null ? null : vault.held(name);
  return {
    mode: target.type === 'sandbox' ? 'training' : target.mode,
    root: settings.gateway.root ?? null,
    merchantId: settings.gateway.merchantId ?? null,
    hasApiKey: held !== null && held.type !== 'none',
    keptBy: held === null || held.type === 'none' ? 'none' : held.keptBy,
    systemProtects: await vault.protects(),
  };
}
