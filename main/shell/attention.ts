// Somebody asks to be paired, and a person has two minutes to answer: the window says that it wants to be looked at. It
// never takes the keyboard from whatever the person is doing; a key that was meant for something else must not land here.
import { type BrowserWindow, app } from 'electron';
import type { PairingView } from '#contract/pairing.ts';

export function createAttention(window: BrowserWindow): (pairings: readonly PairingView[]) => void {
  let known: ReadonlySet<string> = new Set();
  window.on('focus', () => window.flashFrame(false));
  return (pairings) => {
    if (window.isDestroyed()) return;
    const waiting = pairings.filter(({ state }) => state === 'waiting').map(({ id }) => id);
    const isNew = waiting.some((id) => !known.has(id));
    known = new Set(waiting);
    app.setBadgeCount(waiting.length);
    if (waiting.length === 0) window.flashFrame(false);
    if (!isNew || window.isFocused()) return;
    // Closed to the tray: shown again, behind or before the rest as the system likes.
    if (!window.isVisible()) window.showInactive();
    window.flashFrame(true);
  };
}
