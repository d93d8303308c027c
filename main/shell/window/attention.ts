// Draws attention to the window while a program waits a minute or two for a person: to be paired, or to pay out. The
// window flashes and never takes the keyboard focus, so that no key meant for another program is typed here.
import { app } from 'electron';
import type { TillWindow } from './till-window.ts';

/** Called with the ids of all that wait now, by kind. */
export type Attention = (kind: 'pairings' | 'confirmations', ids: readonly string[]) => void;

export function createAttention(till: Pick<TillWindow, 'each' | 'live'>): Attention {
  const known = new Map<string, ReadonlySet<string>>();
  till.each((window) => window.on('focus', () => window.flashFrame(false)));
  return (kind, ids) => {
    const window = till.live();
    if (window === null) return;
    const isNew = ids.some((id) => known.get(kind)?.has(id) !== true);
    known.set(kind, new Set(ids));
    const waiting = [...known.values()].reduce((sum, each) => sum + each.size, 0);
    app.setBadgeCount(waiting);
    if (waiting === 0) window.flashFrame(false);
    if (!isNew || window.isFocused()) return;
    // A window that was closed to the tray is shown again; the system decides whether it is in front.
    if (!window.isVisible()) window.showInactive();
    window.flashFrame(true);
  };
}
