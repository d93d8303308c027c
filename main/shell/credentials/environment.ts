// The gateway that the shop has chosen, between the settings file, the vault and the window. The settings hold what is
// not secret; the vault holds the API key of each environment, named by the environment.
import { environmentId } from '#host/chance.ts';
import type { Target } from '#assembly/base/ports.ts';
import {
  type Destination,
  type DestinationPart,
  changeInWords,
  changedParts,
  destinationSchema,
} from '#contract/till/destination.ts';
import { canonicalJson } from '#contract/data/json.ts';
import type { GatewayChoice, GatewayChoiceView } from '#contract/till/window.ts';
import { saidParts, targetOf } from '#commands/gateway/target.ts';
import { type KnownDestination, destinationOf } from '#settings/destination.ts';
import { apiKeyName } from '#secrets/vault-file.ts';
import type { ItPolicy } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import type { Held, Vault } from './vault.ts';

const nothing = { gateway: undefined, authUrl: undefined, merchantId: undefined, mode: undefined };

/** The target that the settings name. Throws StartProblem and the address errors of the gateway. */
export function targetFrom(settings: Settings): Target {
  return targetOf(nothing, settings);
}

/** Parts of the destination that the IT department's policy sets; a person confirms the others with the API key. */
export function saidBy(policy: ItPolicy | null, settings: Settings): DestinationPart[] {
  return saidParts(nothing, settings, policy);
}

/** The settings with another gateway. A new root address drops the settings of the old one. */
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

/** The name of a target's API key in the vault; null for the sandbox, whose key is built in. */
export function keyName(target: Target): string | null {
  if (target.type === 'sandbox') return null;
  return apiKeyName(environmentId(target.root, target.merchantId, target.mode));
}

/**
 * The destination of the target's API key; null for the sandbox. Throws where the file of authorities cannot be read.
 */
export function destinationIn(settings: Settings, target: Target): KnownDestination | null {
  return target.type === 'sandbox' ? null : destinationOf(target, settings.gateway);
}

/** The destination that the vault keeps an API key for; null where an older program stored the key. */
export function boundDestination(held: Held): Destination | null {
  if (held.type !== 'open' || held.boundTo === null) return null;
  return destinationSchema.parse(JSON.parse(held.boundTo));
}

/** The destination as the text that the vault stores. */
export function asBound(destination: Destination): string {
  return canonicalJson(destination);
}

/**
 * What changed since the API key was entered, in words; null where the key is for this destination. A start binds the
 * key that it uses; another key of an older program has no known destination.
 */
export function changeSince(held: Held, destination: Destination): string | null {
  if (held.type !== 'open') return null;
  const bound = boundDestination(held);
  if (bound === null) return 'an older program kept it';
  return changedParts(bound, destination).length === 0 ? null : changeInWords(bound, destination);
}

/** `destination`: of the target's API key; null for the sandbox. */
export async function choiceView(
  settings: Settings,
  target: Target,
  destination: Destination | null,
  vault: Vault,
): Promise<GatewayChoiceView> {
  const name = keyName(target);
  const held = name === null ? null : vault.held(name);
  return {
    mode: target.type === 'sandbox' ? 'training' : target.mode,
    root: settings.gateway.root ?? null,
    merchantId: settings.gateway.merchantId ?? null,
    hasApiKey: held !== null && held.type !== 'none',
    keptBy: held === null || held.type === 'none' ? 'none' : held.keptBy,
    systemProtects: await vault.protects(),
    destination,
    keyIsForAnother: held !== null && destination !== null && changeSince(held, destination) !== null,
  };
}
