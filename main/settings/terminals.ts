// The terminals that the sandbox offers where the shop has named none yet, so that a first sale needs no setting.
import type { Settings } from './settings.ts';

const virtualTerminal = 'VIRTUAL-1';

export function withTerminals(settings: Settings, inTraining: boolean): Settings {
  return inTraining && settings.terminals.length === 0 ? { ...settings, terminals: [virtualTerminal] } : settings;
}
