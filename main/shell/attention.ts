// Somebody waits for a person's word for a minute or two: a program that asks to be paired, or one that wants to pay
// out. The window says that it wants to be looked at. It never takes the keyboard from whatever the person is doing; a
// key that was meant for something else must not land here.
import { app } from 'electron';
import type { TillWindow } from './till-window.ts';

/** Told of all that wait now, by kind. */
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
    // Closed to the tray: shown again, behind or before the rest as the system likes.
    if (!window.isVisible()) window.showInactive();
    window.flashFrame(true);
  };
}
