// The screens whose code is loaded. React's lazy components show a gap even where the code is loaded already; here a
// loaded screen shows in the same frame as the press.
import { type ComponentType, useEffect, useState } from 'react';
import type { ScreenName } from '../../stores/till/navigation-store.ts';
import { type ScreenEntry, screens, screensAtHand } from './screens.tsx';

/** `broken`: its code could not be read; `again` tries once more. */
export type Shown =
  | { readonly type: 'here'; readonly Screen: ComponentType }
  | { readonly type: 'reading' }
  | { readonly type: 'broken'; readonly again: () => void };

type Read = ReadonlyMap<ScreenName, ComponentType | 'broken'>;

/** The screen of that name. Once `ahead` is true the others are loaded too, when the page is idle. */
export function useScreen(name: ScreenName, ahead: boolean): Shown {
  const [read, setRead] = useState<Read>(screensAtHand);
  const take = (which: ScreenName, what: ComponentType | 'broken') =>
    setRead((before) => (before.get(which) === what ? before : new Map(before).set(which, what)));
  const load = ({ name: which, load: loadIt }: ScreenEntry) =>
    void loadIt().then(
      (Screen) => take(which, Screen),
      () => take(which, 'broken'),
    );
  const held = read.get(name);
  useEffect(() => {
    const wanted = screens.find((each) => each.name === name);
    if (held === undefined && wanted !== undefined) load(wanted);
  }, [name, held]);
  useEffect(() => {
    if (!ahead) return undefined;
    const idle = requestIdleCallback(() => {
      for (const each of screens) if (!screensAtHand.has(each.name)) load(each);
    });
    return () => cancelIdleCallback(idle);
  }, [ahead]);

  if (held === undefined) return { type: 'reading' };
  if (held !== 'broken') return { type: 'here', Screen: held };
  const again = () =>
    setRead((before) => {
      const rest = new Map(before);
      rest.delete(name);
      return rest;
    });
  return { type: 'broken', again };
}
