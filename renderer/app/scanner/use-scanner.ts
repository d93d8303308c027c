// Hears scanners: those on a serial line by main's event, those that type by holding keys back until it is known whether a
// person or a scanner types. It runs before every other listener of the page, wherever the focus is.
import { useLayoutEffect } from 'react';
import type { Stores } from '../../stores/create-stores.ts';
import type { Restore } from '../../stores/sale/scans-store.ts';
import { useStores } from '../../ui/base/context.tsx';
import { inField } from '../../ui/base/use-key.ts';
import { createKeyBurst } from './key-burst.ts';
import { asksForSecret, createScanRouter } from './scan-router.ts';
import {
  createTypist,
  fieldMemory,
  focused,
  isPin,
  isPressable,
  isSecret,
  pressAgain,
  setValue,
  takesText,
} from './type-key.ts';

export function useScanner(): void {
  const stores = useStores();
  // Before the page is seen: a scan into the first moment goes where it belongs, too.
  useLayoutEffect(() => listen(stores), [stores]);
}

/** Modifier keys: ignored. */
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn'];

function listen(stores: Stores): () => void {
  const { scans, navigation, ports } = stores;
  const typist = createTypist();
  const router = createScanRouter(stores);
  const fields = new Map<Element, Restore>();
  let rest: Restore | null = null;

  const rememberRest = (): Restore => {
    const { helpOpen } = navigation.getState();
    const restore = scans.handler()?.remember();
    return () => {
      restore?.();
      if (navigation.getState().helpOpen !== helpOpen) navigation.showHelp(helpOpen);
    };
  };
  const remember = (element: Element) => {
    rest ??= rememberRest();
    const field = fieldMemory(element);
    // One that was made anew meanwhile has its id, and is known by what it held first.
    const known = [...fields.keys()].some((each) => each === element || (each.id !== '' && each.id === element.id));
    if (field !== null && !known) fields.set(element, field);
  };
  const burst = createKeyBurst<KeyboardEvent>({
    timers: ports.timers,
    type(events) {
      const { swiped, unread } = scans.getState();
      if (swiped || unread) scans.setState({ swiped: false, unread: false });
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
    scanned: router.typed,
    emptyPin() {
      const field = focused();
      if (field instanceof HTMLInputElement) setValue(field, '');
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
    // AltGr writes a character, and some systems report Ctrl and Alt as down with it.
    const isCommand = metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'));
    const isEnding = !repeat && (key === 'Enter' || (key === 'Tab' && !event.shiftKey));
    // Keys in a secret's field are never read as a code. Other secrets than PINs may come from a device that types fast.
    if (isSecret(focused())) {
      if (isEnding && !isCommand) return burst.secretEnding(timeStamp);
      if (isPin(focused()) && !isCommand && !repeat && key.length === 1) return burst.pinCharacter(timeStamp);
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
  const stopListening = ports.bridge.on('scanned', router.received);
  window.addEventListener('keydown', keyDown, { capture: true });
  window.addEventListener('pointerdown', interrupt, { capture: true });
  window.addEventListener('blur', interrupt);
  return () => {
    stopListening();
    window.removeEventListener('keydown', keyDown, { capture: true });
    window.removeEventListener('pointerdown', interrupt, { capture: true });
    window.removeEventListener('blur', interrupt);
    burst.interrupt();
  };
}
