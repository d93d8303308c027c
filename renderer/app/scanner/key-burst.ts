// Tells a scanner's keys from a person's. Keys are held back for a moment; six or more keys, faster than a person types
// and ended with Enter or Tab, come from a scanner. What a slow scanner's keys have changed by then is restored, and an
// Enter that it sends after its ending is dropped. A scan in a PIN's field is never sent as a PIN: each would cost a try
// until the name is locked. This file knows times and keys, not the page.
import { readScan } from '#contract/devices/aim.ts';
import { containsCardNumber, containsTrackData } from '#contract/cards/card-number.ts';
import type { Timers } from '../../bridge/bridge.ts';
import { readerPauseMs } from '../../model/reader-pause.ts';

/** How long a key is held back; a person's key appears this much later. */
export const holdMs = 40;
/** Between two keys of a scanner lie at most 80 ms, and what the page's queue adds. */
export const paceMs = 90;
const shortest = 6;
/** One longer gap within a code: radio and USB make a scanner wait once. It is allowed behind as many fast keys. */
const stallMs = 300;
const fastBefore = 3;
/** A scanner may end its code with CR and LF: a second Enter or Tab within this time is the scanner's. */
const sequelMs = 200;
/** What was typed may be a PIN, so it is forgotten after the longest time that a burst may take. */
const forgetMs = 1_000;

/** `native`: the browser handles the key; `held`: it is prevented. */
export type Verdict = 'native' | 'held';

export interface BurstPorts<Key> {
  readonly timers: Timers;
  /** Types the keys into the page, and remembers before what they may change. */
  readonly type: (keys: readonly Key[]) => void;
  readonly restore: () => void;
  /** Forgets what `type` remembered. */
  readonly forget: () => void;
  readonly scanned: (code: string) => void;
  /** Empties the field for a PIN that a scanner typed into. */
  readonly emptyPin: () => void;
  /** Called for a card reader's keys where the focused field does not refuse them itself. */
  readonly swiped: () => void;
  readonly inField: () => boolean;
  /** Whether the field that has the focus refuses card data, and says so. */
  readonly refusesCards: () => boolean;
  /** Whether a space presses what has the focus. */
  readonly isPressable: () => boolean;
  /** Presses the element that this space would have pressed. */
  readonly press: (space: Key) => void;
}

export interface KeyBurst<Key> {
  /** A key that writes one character. */
  character(key: Key, text: string, atMs: number): Verdict;
  /** Enter or Tab. */
  ending(atMs: number): Verdict;
  /** A character in a field for a PIN. It is not held back and not kept: it is only counted. */
  pinCharacter(atMs: number): Verdict;
  /** Enter or Tab in a field for a secret, where no keys are held back. One that ends a scan in a PIN's field is held. */
  secretEnding(atMs: number): Verdict;
  /** A key with Ctrl or Alt, or one that writes nothing by itself. A scanner sends such keys within a code. */
  command(atMs: number, isEnding: boolean): Verdict;
  /** Any other act of a person: the held keys are typed first. */
  interrupt(): void;
}

export function createKeyBurst<Key>(ports: BurstPorts<Key>): KeyBurst<Key> {
  let text = '';
  let held: { readonly key: Key; readonly text: string }[] = [];
  let lastMs = -Infinity;
  let hasStalled = false;
  let droppedMs = -Infinity;
  let endedMs = -Infinity;
  /** Keys in a PIN's field, each at a scanner's pace behind the one before. */
  let inPin = { keys: 0, lastMs: -Infinity };
  let cancel = () => {};

  const end = () => {
    cancel();
    text = '';
    held = [];
    hasStalled = false;
    ports.forget();
  };
  /** Without the identifier of its symbology, whose digits do not belong to the code. */
  const isCardData = () => {
    const code = readScan(text.trim(), false)?.data ?? text;
    return containsCardNumber(code) || containsTrackData(code);
  };
  /** A field that refuses card data says so itself. */
  const isSwipe = () => !ports.refusesCards() && isCardData();
  /** Restores what was typed, and drops keys that follow at once. */
  const drop = (atMs: number) => {
    ports.restore();
    end();
    droppedMs = atMs;
  };
  const dropSwipe = (atMs: number) => {
    drop(atMs);
    ports.swiped();
  };
  const release = () => {
    cancel();
    if (isSwipe()) {
      dropSwipe(lastMs);
      return;
    }
    // A space would press the button that has the focus.
    const keys = held.filter((each) => each.text !== ' ' || ports.inField()).map(({ key }) => key);
    held = [];
    if (keys.length > 0) ports.type(keys);
    // The field has refused the card data; the reader's further keys are dropped.
    if (containsTrackData(text)) droppedMs = lastMs;
    cancel = ports.timers.after(forgetMs, end);
  };
  /** No key followed a space, so a person pressed it. */
  const releaseSpace = () => {
    const [space] = held;
    end();
    if (space !== undefined) ports.press(space.key);
  };
  const isLoneSpace = () => text === ' ' && held.length === 1 && ports.isPressable();
  const follows = (atMs: number) => text === '' && atMs - endedMs <= sequelMs;
  const isSwiping = (atMs: number): boolean => {
    if (atMs - droppedMs > readerPauseMs) return false;
    droppedMs = atMs;
    return true;
  };
  /**
   * Whether a key belongs to the code before it. A field for text waits for no late key: people type fast there, and
   * digits become money elsewhere.
   */
  const goesOn = (atMs: number): boolean => {
    if (atMs - lastMs <= paceMs) return true;
    if (hasStalled || text.length < fastBefore || atMs - lastMs > stallMs || ports.refusesCards()) return false;
    hasStalled = true;
    return true;
  };

  const interrupt = () => {
    release();
    end();
    lastMs = -Infinity;
    endedMs = -Infinity;
  };

  return {
    character(key, character, atMs) {
      if (isSwiping(atMs)) return 'held';
      if (!goesOn(atMs)) {
        if (isLoneSpace()) releaseSpace();
        release();
        end();
      }
      // A person's space in a field or on nothing: the browser handles it.
      if (text === '' && character === ' ' && !ports.isPressable()) return 'native';
      cancel();
      text += character;
      held.push({ key, text: character });
      lastMs = atMs;
      // A space that would press waits for the slowest scanner's next key; other keys are shown earlier.
      cancel = isLoneSpace() ? ports.timers.after(paceMs, releaseSpace) : ports.timers.after(holdMs, release);
      return 'held';
    },
    ending(atMs) {
      if (isSwiping(atMs) || follows(atMs)) return 'held';
      const isFast = text !== '' && goesOn(atMs);
      endedMs = isFast ? atMs : -Infinity;
      if (isFast && text.length >= shortest) {
        const code = text.trim();
        if (isSwipe()) dropSwipe(atMs);
        else if (isCardData()) {
          release();
          end();
        } else {
          ports.restore();
          end();
          ports.scanned(code);
        }
        return 'held';
      }
      release();
      end();
      lastMs = -Infinity;
      // Outside a field an ending so soon after a key is a scanner's with a short code: it must press no button.
      return isFast && !ports.inField() ? 'held' : 'native';
    },
    pinCharacter(atMs) {
      interrupt();
      inPin = { keys: atMs - inPin.lastMs <= paceMs ? inPin.keys + 1 : 1, lastMs: atMs };
      return 'native';
    },
    secretEnding(atMs) {
      if (follows(atMs)) return 'held';
      const isScan = inPin.keys >= shortest && atMs - inPin.lastMs <= paceMs;
      interrupt();
      inPin = { keys: 0, lastMs: -Infinity };
      endedMs = atMs;
      if (!isScan) return 'native';
      ports.emptyPin();
      return 'held';
    },
    command(atMs, isEnding) {
      if (isSwiping(atMs) || (isEnding && follows(atMs))) return 'held';
      if (text.length >= shortest && atMs - lastMs <= paceMs) {
        drop(atMs);
        return 'held';
      }
      interrupt();
      return 'native';
    },
    interrupt,
  };
}
