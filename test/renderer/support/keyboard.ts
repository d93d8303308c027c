// A keyboard whose keys come at times that the test says, on a clock of its own: a scanner, a card reader, a person.
import { holdMs, paceMs } from '../../../renderer/app/scanner/key-burst.ts';
import { type Timers, windowTimers } from '../../../renderer/bridge/bridge.ts';

export interface Keyboard {
  /** For the window: how long keys are held back goes by this clock, everything else by the page's. */
  readonly timers: Timers;
  wait(ms: number): void;
  press(key: string): void;
  /** Key after key, `paceMs` between two of them. */
  type(keys: readonly string[], paceMs: number): void;
  /** `ends`: the keys that the scanner sends behind its code; Enter where none is named. */
  scan(code: string, paceMs: number, ...ends: ('Enter' | 'Tab')[]): void;
}

export function createKeyboard(): Keyboard {
  let nowMs = 100_000;
  let due: { readonly atMs: number; readonly run: () => void } | null = null;
  const wait = (ms: number) => {
    nowMs += ms;
    if (due === null || due.atMs > nowMs) return;
    const { run } = due;
    due = null;
    run();
  };
  const send = (name: 'keydown' | 'keyup', key: string): boolean => {
    const event = new KeyboardEvent(name, { key, bubbles: true, cancelable: true, composed: true });
    Object.defineProperty(event, 'timeStamp', { value: nowMs });
    return (document.activeElement ?? document.body).dispatchEvent(event);
  };
  const press = (key: string) => {
    const { activeElement } = document;
    const goesOn = send('keydown', key);
    // What the browser does by itself, where nobody prevents it.
    if (goesOn && ['Enter', ' '].includes(key) && activeElement instanceof HTMLButtonElement) activeElement.click();
    else if (goesOn && key.length === 1) document.execCommand('insertText', false, key);
    send('keyup', key);
  };
  const type = (keys: readonly string[], betweenMs: number) => {
    for (const [index, key] of keys.entries()) {
      if (index > 0) wait(betweenMs);
      press(key);
    }
  };
  return {
    timers: {
      after(ms, run) {
        if (ms !== holdMs && ms !== paceMs) return windowTimers.after(ms, run);
        const mine = { atMs: nowMs + ms, run };
        due = mine;
        return () => {
          if (due === mine) due = null;
        };
      },
    },
    wait,
    press,
    type,
    scan(code, betweenMs, ...ends) {
      // The hand was elsewhere before, and is afterwards.
      wait(1_000);
      type([...code.split(''), ...(ends.length === 0 ? ['Enter'] : ends)], betweenMs);
      wait(1_000);
    },
  };
}
