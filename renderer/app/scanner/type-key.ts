// Writes into the page what was held back, and puts back what was written: as the browser would have done it, so that
// fields keep their limits, their undo and their listeners.
import type { Restore } from '../../stores/scans-store.ts';
import { inField } from '../../ui/use-key.ts';

const listPauseMs = 1_000;

export function focused(): Element {
  return document.activeElement ?? document.body;
}

/** A field in which a code may stand as text: no amount, no PIN, no list. */
export function takesText(element: Element): boolean {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isText && inField(element) && !['numeric', 'none'].includes(element.inputMode);
}

/** A PIN or another secret, also where it is shown for a moment. */
export function isSecret(element: Element): boolean {
  return element instanceof HTMLInputElement && (element.type === 'password' || 'secret' in element.dataset);
}

/** Whether a space presses it, as the browser does by itself. */
export function isPressable(element: Element): boolean {
  return element.matches('button, summary, input[type=radio], input[type=checkbox]');
}

/** What the space did not do because it was held back, where it was aimed at. */
export function pressAgain({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement && target === focused()) target.click();
}

export function insertText(text: string): void {
  // The only way that keeps undo and `maxlength`, and tells listeners of an input as if it were typed.
  document.execCommand('insertText', false, text);
}

/** Sets a field's value from outside; its listeners hear of it. */
export function setValue(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  // React replaces the setter of the element itself and would take the value for one that it knows.
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** What stands in a field or list; null where it is none. */
export function fieldMemory(field: Element): Restore | null {
  if (!inField(field)) return null;
  const known = field as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const { value } = known;
  return () => {
    if (known.isConnected && known.value !== value) setValue(known, value);
  };
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

  /** A list goes to the next entry that begins with what is typed, as it does by itself. */
  const choose = (list: HTMLSelectElement, { key, timeStamp }: KeyboardEvent) => {
    const goesOn = timeStamp - inList.atMs <= listPauseMs;
    inList = { text: `${goesOn ? inList.text : ''}${key.toLowerCase()}`, atMs: timeStamp };
    const { text } = inList;
    const options = [...list.options];
    // One letter goes on from where the list stands; more of them may mean the entry where it stands.
    const from = list.selectedIndex + (text.length === 1 ? 1 : 0);
    const found = [...options.slice(from), ...options.slice(0, from)].find((option) =>
      option.label.trim().toLowerCase().startsWith(text),
    );
    if (found !== undefined && !found.selected) setValue(list, found.value);
  };

  const again = ({ key, code, location, shiftKey, ctrlKey, altKey, timeStamp }: KeyboardEvent) => {
    const init = { key, code, location, shiftKey, ctrlKey, altKey, bubbles: true, cancelable: true, composed: true };
    const event = new KeyboardEvent('keydown', init);
    // When it was pressed, not when it was typed: fields tell a card reader by that, on a busy machine too.
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
      // All at once: a field that refuses card data has to see it before the reader's next key.
      for (const [field, text] of typed) {
        remember(field);
        if (field === focused()) insertText(text);
        else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) insertInto(field, text);
      }
    },
  };
}

/** Where a key would have gone at once: a screen may have moved the focus since, and an earlier key of them may, too. */
function aimOf({ target }: KeyboardEvent, before: Element): Element {
  const aimed = target instanceof Element ? target : document.body;
  return aimed === before && !inField(aimed) ? focused() : aimed;
}
