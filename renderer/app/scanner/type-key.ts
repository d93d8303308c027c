// Types held keys into the page and restores what they changed, as the browser would: fields keep their limits, undo
// and listeners.
import type { Restore } from '../../stores/sale/scans-store.ts';
import { inField } from '../../ui/base/use-key.ts';

const listPauseMs = 1_000;

export function focused(): Element {
  return document.activeElement ?? document.body;
}

/** A field in which a code may stand as text: no amount, no PIN, no list. */
export function takesText(element: Element): boolean {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && inField(element) && !['numeric', 'none'].includes(element.inputMode);
}

/** A field for a PIN or another secret, also while it is shown in the clear. */
export function isSecret(element: Element): boolean {
  return element instanceof HTMLInputElement && (element.type === 'password' || 'secret' in element.dataset);
}

/** A field in which Enter sends a PIN (ui/people/pin-pad.tsx). */
export function isPin(element: Element): boolean {
  return element instanceof HTMLInputElement && element.dataset['secret'] === 'pin';
}

/** Whether the browser lets a space press it. */
export function isPressable(element: Element): boolean {
  return element.matches('button, summary, input[type=radio], input[type=checkbox]');
}

/** Presses what a held space was aimed at, if it still has the focus. */
export function pressAgain({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement && target === focused()) target.click();
}

export function insertText(text: string): void {
  // The only way that keeps undo and `maxlength`, and tells listeners of an input as if it were typed.
  document.execCommand('insertText', false, text);
}

/** Sets a field's value by code, and tells its listeners. */
export function setValue(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  // The prototype's setter: React overrides the element's own, and would then see no change.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Remembers what a field or list holds; null for any other element. A field that refused what stood in it meanwhile is
 * made anew (ui/form/use-card-guard.ts), under the same id.
 */
export function fieldMemory(field: Element): Restore | null {
  if (!inField(field)) return null;
  const known = field as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const { value } = known;
  return () => {
    const now = known.isConnected ? known : document.getElementById(known.id);
    if (now !== null && isLike(now, known) && now.value !== value) setValue(now, value);
  };
}

function isLike<T extends HTMLElement>(element: HTMLElement, other: T): element is T {
  return element.tagName === other.tagName;
}

/** Into a field that has lost the focus meanwhile. */
function insertInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { value, maxLength } = field;
  const [from, to] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length];
  const whole = value.slice(0, from) + text + value.slice(to);
  setValue(field, maxLength < 0 ? whole : whole.slice(0, maxLength));
}

export interface Typist {
  /** Each key goes where it was aimed at. `remember` is called before a field is changed. */
  type(events: readonly KeyboardEvent[], remember: (field: Element) => void): void;
  /** Whether the typist made it, so that it is not held back again. */
  wrote(event: Event): boolean;
}

export function createTypist(): Typist {
  const own = new WeakSet<Event>();
  let inList = { text: '', atMs: -Infinity };

  /** Moves a list to the next entry that begins with what is typed, as the browser does. */
  const choose = (list: HTMLSelectElement, { key, timeStamp }: KeyboardEvent) => {
    const goesOn = timeStamp - inList.atMs <= listPauseMs;
    inList = { text: `${goesOn ? inList.text : ''}${key.toLowerCase()}`, atMs: timeStamp };
    const { text } = inList;
    const options = [...list.options];
    // One letter searches behind the chosen entry; more letters may match the chosen entry itself.
    const from = list.selectedIndex + (text.length === 1 ? 1 : 0);
    const found = [...options.slice(from), ...options.slice(0, from)].find((option) =>
      option.label.trim().toLowerCase().startsWith(text),
    );
    if (found !== undefined && !found.selected) setValue(list, found.value);
  };

  const again = ({ key, code, location, shiftKey, ctrlKey, altKey, timeStamp }: KeyboardEvent) => {
    const init = { key, code, location, shiftKey, ctrlKey, altKey, bubbles: true, cancelable: true, composed: true };
    const event = new KeyboardEvent('keydown', init);
    // The time of the press, not of this event: fields recognize a card reader by it, on a busy machine too.
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    own.add(event);
    return event;
  };

  return {
    wrote: (event) => own.has(event),
    type(events, remember) {
      const before = focused();
      const typed = new Map<Element, string>();
      for (const event of events) {
        const target = aimOf(event, before);
        if (!target.isConnected || !target.dispatchEvent(again(event))) continue;
        if (target instanceof HTMLSelectElement) choose(target, event);
        else if (inField(target)) typed.set(target, (typed.get(target) ?? '') + event.key);
      }
      // A field gets its text in one piece: one that refuses card data must see it before the reader's next key.
      for (const [field, text] of typed) {
        remember(field);
        if (field === focused()) insertText(text);
        else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) insertInto(field, text);
      }
    },
  };
}

/** The key's target: a key that was aimed at no field goes where an earlier key of the same run moved the focus. */
function aimOf({ target }: KeyboardEvent, before: Element): Element {
  const aimed = target instanceof Element ? target : document.body;
  return aimed === before && !inField(aimed) ? focused() : aimed;
}
