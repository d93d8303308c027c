// What the bridge that runs goes by: options of its start may have named another gateway than the settings do, and the
// settings may have been changed since.
import type { Target } from '#assembly/base/ports.ts';
import type { BridgeSetUp } from '#contract/programs/control.ts';
import { changeInWords, changedParts } from '#contract/till/destination.ts';
import type { Mode } from '#contract/operation/states.ts';
import { destinationOf } from '#settings/destination.ts';
import type { Settings } from '#settings/settings.ts';
import { type Finding, warning } from './finding.ts';

export function modeRun({ destination }: BridgeSetUp): Mode {
  return destination?.mode ?? 'training';
}

export function targetRun({ destination }: BridgeSetUp): Target {
  if (destination === null) return { type: 'sandbox' };
  const { root, authRoot, merchantId, mode } = destination;
  return { type: 'gateway', root, authRoot, merchantId, mode };
}

/** The settings, with how the bridge that runs hands over its API key. */
export function settingsRun({ destination }: BridgeSetUp, settings: Settings): Settings {
  if (destination === null) return settings;
  const { caFile, ...gateway } = settings.gateway;
  const trusted = destination.caSha256 === null || caFile === undefined ? {} : { caFile };
  return { ...settings, gateway: { ...gateway, scheme: destination.scheme, ...trusted } };
}

/**
 * Where the settings, or the options of this command, name another gateway than the one that the bridge runs with. None
 * where they name none: then the options of its start did.
 */
export function otherwiseFindings(setUp: BridgeSetUp, named: Target, settings: Settings): Finding[] {
  if (named.type === 'sandbox') return [];
  const { destination } = setUp;
  const said = (what: string) => [
    warning('runs-otherwise', {
      what: `The bridge that runs does not go by the gateway of the settings: ${what}.`,
      where: 'gateway',
      mend: 'Start the bridge anew, without --gateway and the like, or correct the settings.',
    }),
  ];
  if (destination === null) return said(`it is in training, and they name ${named.root}, mode ${named.mode}`);
  // A file of certificate authorities that cannot be read is told with the connection.
  const { caFile: _, ...gateway } = settings.gateway;
  const other = { ...destinationOf(named, gateway).destination, caSha256: destination.caSha256 };
  return changedParts(destination, other).length === 0 ? [] : said(changeInWords(destination, other));
}
