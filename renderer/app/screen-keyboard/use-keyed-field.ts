// The field that the screen keyboard writes into: one that was entered by touch, or any, as the preference says; null
// while the keyboard is closed. A field beside a number keypad opens no keyboard.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Preferences } from '#contract/till/window.ts';
import { inField } from '../../ui/base/use-key.ts';
import { takesText } from '../scanner/type-key.ts';

type When = Preferences['screenKeyboard'];
export type KeyedField = HTMLInputElement | HTMLTextAreaElement;

/** Fields that take digits alone say so by their input mode. */
export function takesDigits(field: Element): boolean {
  return field instanceof HTMLInputElement && field.inputMode === 'numeric';
}

function keyedField(element: EventTarget | null): KeyedField | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  if (!inField(element) || element.disabled || element.readOnly) return null;
  if (takesText(element)) return element;
  const around = element.closest('dialog') ?? document;
  const hasKeypad = [...around.querySelectorAll('[data-keypad]')].some((keypad) => keypad.checkVisibility());
  return takesDigits(element) && !hasKeypad ? element : null;
}

/** A press on a field or on its label. */
function pressed({ target }: Event): KeyedField | null {
  if (!(target instanceof Element)) return null;
  return keyedField(target) ?? keyedField(target.closest('label')?.control ?? null);
}

const byTouch = ({ pointerType }: PointerEvent) => pointerType === 'touch' || pointerType === 'pen';

export function useKeyedField(when: When): { readonly field: KeyedField | null; readonly close: () => void } {
  const [field, setField] = useState<KeyedField | null>(null);
  /** The field beneath which a person closed the keyboard: it stays closed until the field is left or pressed again. */
  const closed = useRef<KeyedField | null>(null);
  const close = useCallback(() => {
    closed.current = keyedField(document.activeElement);
    setField(null);
  }, []);
  useEffect(() => {
    setField(null);
    return when === 'never' ? undefined : watch(when, setField, closed);
  }, [when]);
  return { field, close };
}

/**
 * The window changes its height with the keyboard, which would move a button under the finger. So the keyboard opens or
 * closes only after the click.
 */
function watch(
  when: 'touch' | 'always',
  setField: (change: (before: KeyedField | null) => KeyedField | null) => void,
  closed: RefObject<KeyedField | null>,
): () => void {
  /** The field was entered in the way that opens the keyboard. */
  let wanted: KeyedField | null = null;
  let down = false;
  let timer = 0;
  const settle = () => {
    const found = keyedField(document.activeElement);
    // The press on “Done” ends here as well.
    if (found !== closed.current) closed.current = null;
    const isWanted = found === wanted || (when === 'always' && found !== closed.current);
    wanted = null;
    setField((before) => {
      if (before === document.activeElement) return before;
      // A field that refused card data is made anew and has the focus again.
      const isSame = before !== null && found !== null && before.id === found.id;
      return isWanted || isSame ? found : null;
    });
  };
  const soon = () => {
    window.clearTimeout(timer);
    if (!down) timer = window.setTimeout(settle);
  };
  /** The next screen is drawn with its field in its place: drawn first, the field would move then. */
  const onFocus = () => {
    if (down || keyedField(document.activeElement) === null) return soon();
    window.clearTimeout(timer);
    // React may be in the middle of that screen.
    queueMicrotask(() => flushSync(settle));
  };
  const onDown = (event: PointerEvent) => {
    down = true;
    // Keeps the system's own keyboard closed.
    if (byTouch(event)) pressed(event)?.setAttribute('virtualkeyboardpolicy', 'manual');
  };
  const onUp = () => {
    down = false;
    soon();
  };
  const onClick = (event: MouseEvent) => {
    const found = pressed(event);
    if (found === null) return;
    if (when === 'always' || (event instanceof PointerEvent && byTouch(event))) wanted = found;
    onUp();
  };
  const capture = { capture: true };
  window.addEventListener('pointerdown', onDown, capture);
  window.addEventListener('pointerup', onUp, capture);
  window.addEventListener('pointercancel', onUp, capture);
  window.addEventListener('click', onClick, capture);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', soon);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('pointerdown', onDown, capture);
    window.removeEventListener('pointerup', onUp, capture);
    window.removeEventListener('pointercancel', onUp, capture);
    window.removeEventListener('click', onClick, capture);
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('focusout', soon);
  };
}
