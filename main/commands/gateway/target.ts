// Determines gateway, merchant and mode, from the command line, then from the settings. Without a mode, a gateway on
// this machine is a test gateway and every other one is live.
import { checkRootAddress, isLoopbackIp, targetOf as addressOf } from '#gateway/root-address.ts';
import { destinationParts, type DestinationPart } from '#contract/till/destination.ts';
import type { Mode } from '#contract/operation/states.ts';
import { type ItPolicy, locksDestination } from '#settings/policy.ts';
import type { Settings } from '#settings/settings.ts';
import type { Target } from '#assembly/base/ports.ts';
import { StartProblem } from '../io/problems.ts';

interface Wanted {
  readonly gateway: string | undefined;
  readonly authUrl: string | undefined;
  readonly merchantId: string | undefined;
  readonly mode: Mode | undefined;
}

/**
 * The parts of the destination that the command line or the IT department's policy gives: these may change without a
 * confirmation. A given root address includes the parts that follow from it. The content of a CA file never counts as
 * given.
 */
export function saidParts(wanted: Wanted, { gateway }: Settings, policy: ItPolicy | null): DestinationPart[] {
  if (locksDestination(policy)) {
    return destinationParts.filter((part) => part !== 'caSha256' || gateway.caFile === undefined);
  }
  const withRoot = wanted.gateway !== undefined;
  const said: Partial<Record<DestinationPart, boolean>> = {
    root: withRoot,
    authRoot: wanted.authUrl !== undefined || (withRoot && gateway.authRoot === undefined),
    merchantId: wanted.merchantId !== undefined,
    mode: wanted.mode !== undefined || (withRoot && gateway.mode === undefined),
  };
  return destinationParts.filter((part) => said[part] === true);
}

export function targetOf(wanted: Wanted, settings: Settings): Target {
  const root = wanted.gateway ?? settings.gateway.root;
  const mode = wanted.mode ?? settings.gateway.mode;
  if (root === undefined) {
    if (mode !== undefined && mode !== 'training') {
      throw new StartProblem(`Mode ${mode} needs a gateway: give --gateway URL. Without one there is training only.`);
    }
    return { type: 'sandbox' };
  }
  const address = checkRootAddress(root);
  const { host } = addressOf(address);
  const local = host === 'localhost' || isLoopbackIp(host);
  if (mode === 'training' && !local) {
    throw new StartProblem('Training never leaves this machine: leave out --gateway, or give --mode test.');
  }
  const merchantId = wanted.merchantId ?? settings.gateway.merchantId;
  if (merchantId === undefined) throw new StartProblem('The merchant id is missing: give --merchant-id ID.');
  const authRoot = wanted.authUrl ?? settings.gateway.authRoot;
  return {
    type: 'gateway',
    root: address,
    authRoot: authRoot === undefined ? address : checkRootAddress(authRoot),
    merchantId,
    mode: mode ?? (local ? 'test' : 'live'),
  };
}
