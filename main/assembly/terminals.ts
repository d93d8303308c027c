// The terminals that the sandbox offers where the shop has named none yet, so that a first sale needs no setting.
import type { Target } from './ports.ts';
import type { Settings } from '#settings/settings.ts';

const virtualTerminal = 'VIRTUAL-1';

export function withTerminals(settings: Settings, target: Target): Settings {
  if (target.type !== 'sandbox' || settings.terminals.length > 0) return settings;
  return { ...settings, terminals: [virtualTerminal] };
}
