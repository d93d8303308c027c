// Replaces the settings file in one step: a crash leaves the old or the new file whole.
import { join } from 'node:path';
import type { Settings } from '#settings/settings.ts';
import { writeDurably } from '#host/files/durable-files.ts';

export function writeSettings(dataDir: string, settings: Settings): void {
  writeDurably(join(dataDir, 'settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
}
