// Which gateway, which merchant, which mode: from the command line, then from the settings. The mode is the strictest
// that the facts allow: a gateway that is not on this machine is live unless somebody says that it is a test one.
import { checkRootAddress, isLoopbackIp, targetOf as addressOf } from '#gateway/root-address.ts';
import type { Mode } from '#contract/states.ts';
import type { Settings } from '#settings/settings.ts';
import type { Target } from '#assembly/ports.ts';
import { StartProblem } from './problems.ts';

interface Wanted {
  readonly gateway: string | undefined;
  readonly authUrl: string | undefined;
  readonly merchantId: string | undefined;
  readonly mode: Mode | undefined;
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
