// What every page of the app runs under: no Node, its own world for the preload script, the sandbox.
import type { WebPreferences } from 'electron';

export function guardedPage(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    // A hidden window goes on updating, so that it is current when it is shown again.
    backgroundThrottling: false,
    v8CacheOptions: 'code',
  };
}
