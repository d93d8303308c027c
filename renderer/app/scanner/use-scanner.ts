// The one place where keys are held back until it is known whether a person or a scanner types. It stands before every
// other listener of the page, whatever has the focus.
import { useEffect } from 'react';
import type { Stores } from '../../stores/create-stores.ts';
import type { Restore } from '../../stores/scans-store.ts';
import { useStores } from '../../ui/context.tsx';
import { inField } from '../../ui/use-key.ts';
import { createKeyBurst } from './key-burst.ts';
import { asksForSecret, deliver } from './scan-road.ts';
import { createTypist, fieldMemory, focused, isPressable, isSecret, pressAgain, takesText } from './type-key.ts';

export function useScanner(): void {
  const stores = useStores();
  useEffect(() => listen(stores), [stores]);
}

/** Keys that another key is pressed with: they say nothing by themselves. */
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn'];

function listen(stores: Stores): () => void {
  const { scans, navigation, ports } = stores;
  const typist = createTypist();
  const fields = new Map<Element, Restore>();
  let rest: Restore | null = null;

  const rememberRest = (): Restore => {
    const { helpOpen } = navigation.getState();
    const place = scans.place()?.remember();
    return () => {
      place?.();
      if (navigation.getState().helpOpen !== helpOpen) navigation.showHelp(helpOpen);
    };
  };
  const remember = (element: Element) => {
    rest ??= rememberRest();
    const field = fieldMemory(element);
    if (field !== null && !fields.has(element)) fields.set(element, field);
  };
  const burst = createKeyBurst<KeyboardEvent>({
    timers: ports.timers,
    type(events) {
      if (scans.getState().swiped) scans.setState({ swiped: false });
      remember(focused());
      typist.type(events, remember);
    },
    restore() {
      for (const restore of fields.values()) restore();
      rest?.();
    },
    forget() {
      fields.clear();
      rest = null;
    },
    scanned(code) {
      scans.setState({ swiped: false, unplaced: null });
      deliver(code, stores);
    },
    swiped() {
      if (!asksForSecret()) scans.setState({ swiped: true });
    },
    inField: () => inField(focused()),
    refusesCards: () => takesText(focused()),
    isPressable: () => isPressable(focused()),
    press: pressAgain,
  });

  const verdictOn = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, repeat, timeStamp } = event;
    // With AltGr a character is written, and some systems say that Ctrl and Alt are down as well.
    const isCommand = metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'));
    const isEnding = !repeat && (key === 'Enter' || (key === 'Tab' && !event.shiftKey));
    // Whatever types a secret, a hand, a badge or a vault of passwords: it goes nowhere else.
    if (isSecret(focused())) {
      if (isEnding && !isCommand) return burst.secretEnding(timeStamp);
      burst.interrupt();
      return 'native';
    }
    if (!isCommand && !repeat && key.length === 1) return burst.character(event, key, timeStamp);
    if (!isCommand && isEnding) return burst.ending(timeStamp);
    if (!repeat && (isCommand || key === 'Dead')) return burst.command(timeStamp, isEnding);
    burst.interrupt();
    return 'native';
  };
  const keyDown = (event: KeyboardEvent) => {
    if (typist.wrote(event) || event.isComposing || modifiers.includes(event.key)) return;
    if (verdictOn(event) === 'native') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const interrupt = () => burst.interrupt();
  window.addEventListener('keydown', keyDown, { capture: true });
  window.addEventListener('pointerdown', interrupt, { capture: true });
  window.addEventListener('blur', interrupt);
  return () => {
    window.removeEventListener('keydown', keyDown, { capture: true });
    window.removeEventListener('pointerdown', interrupt, { capture: true });
    window.removeEventListener('blur', interrupt);
    burst.interrupt();
  };
}
