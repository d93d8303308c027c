// The setting that starts the app with the session. Electron has no call for it on Linux: there the app writes a small
// file that every desktop reads.
import { type App } from 'electron';
import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeDurably } from '#host/files/durable-files.ts';

export function setStartAtLogin(app: App, wanted: boolean, environment: NodeJS.ProcessEnv = process.env): void {
  // A build that is not installed would register Electron itself.
  if (!app.isPackaged) return;
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted });
    return;
  }
  const config = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  const file = join(config, 'autostart', 'tillbridge.desktop');
  if (!wanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  // An AppImage runs from a mount that is gone tomorrow; this variable names the file itself.
  writeDurably(file, desktopEntry(environment['APPIMAGE'] ?? process.execPath));
}

function desktopEntry(executable: string): string {
  const quoted = `"${executable.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`;
  return ['[Desktop Entry]', 'Type=Application', 'Name=Tillbridge', `Exec=${quoted}`, 'Terminal=false', ''].join('\n');
}
