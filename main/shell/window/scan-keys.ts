// Takes the codes of a scanner that types, where it sends a key of its own before each (the setting `devices.scanPrefix`).
// From that key on nothing reaches the page: not the focused field, no button, no shortcut. This file knows keys and
// times, not Electron.
import { longestScan } from '#contract/devices/line-devices.ts';

/** A key as Electron's `before-input-event` tells of it. */
export interface PressedKey {
  readonly type: string;
  readonly key: string;
  readonly code: string;
  readonly isAutoRepeat: boolean;
}

export interface ScanKeysPorts {
  /** Null: no scanner sends one. */
  readonly prefix: () => string | null;
  readonly nowMs: () => number;
  /** Returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
  readonly scanned: (code: string) => void;
  /** A code without its end: none of it was typed. */
  readonly broken: () => void;
  /** A person typed the prefix, where it is a character. */
  readonly typeBack: (text: string) => void;
}

/** Between two keys of a code; radio and USB make a scanner wait once in a while. */
const stallMs = 300;
/** A scanner may end its code with CR and LF. */
const sequelMs = 200;
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock'];

/** Returns whether the page must not get this key. */
export function createScanKeys(ports: ScanKeysPorts): (pressed: PressedKey) => boolean {
  const { prefix, nowMs, after, scanned, broken, typeBack } = ports;
  /** What came behind the prefix; null while there is no scan. */
  let text: string | null = null;
  /** Keys that are down and that the page has not seen go down. */
  const down = new Set<string>();
  let cancel = () => {};
  let endedMs = -Infinity;
  let brokenMs = -Infinity;

  const leave = (): string => {
    const read = text ?? '';
    cancel();
    text = null;
    return read;
  };
  const breakOff = () => {
    leave();
    brokenMs = nowMs();
    broken();
  };
  const stalled = () => {
    if (text !== '') {
      breakOff();
      return;
    }
    leave();
    const alone = prefix() ?? '';
    if (alone.length === 1) typeBack(alone);
  };
  const wait = () => {
    cancel();
    cancel = after(stallMs, stalled);
  };
  const begin = () => {
    text = '';
    wait();
  };

  /** Whether a key goes with a scan that is over: its second ending, or the rest of a broken one. */
  const goesWithLast = (key: string): boolean => {
    const now = nowMs();
    if (now - endedMs <= sequelMs && (key === 'Enter' || key === 'Tab')) return true;
    if (now - brokenMs > stallMs) return false;
    brokenMs = now;
    return true;
  };
  const within = (key: string): boolean => {
    if (key === prefix()) {
      // The code before it has lost its end.
      if (text !== '') broken();
      begin();
      return true;
    }
    if (key === 'Enter' || key === 'Tab') {
      if (text === '') {
        stalled();
        return false;
      }
      endedMs = nowMs();
      scanned(leave());
      return true;
    }
    if (modifiers.includes(key)) return true;
    if (key.length === 1) text = `${text ?? ''}${key}`;
    if ((text ?? '').length > longestScan) breakOff();
    else wait();
    return true;
  };

  return ({ type, key, code, isAutoRepeat }) => {
    if (type !== 'keyDown' && type !== 'rawKeyDown') return type === 'keyUp' ? down.delete(code) : text !== null;
    const isFirst = text === null && key === prefix() && !isAutoRepeat;
    if (isFirst) begin();
    const takes = isFirst || (text === null ? goesWithLast(key) : within(key));
    if (takes) down.add(code);
    return takes;
  };
}
