// Tells a scanner's keys from a person's. Keys are held back for a moment; who types faster than any hand, six keys or
// more, and ends with Enter or Tab, is a scanner. What a slow scanner's keys have changed by then is put back, and what
// it sends behind its ending presses nothing. Knows times and keys, not the page.
import { containsCardNumber, containsTrackData } from '#contract/card-number.ts';
import type { Timers } from '../../bridge/bridge.ts';
import { readerPauseMs } from '../../model/reader-pause.ts';

/** How long a key waits for the next one: what a person types is shown no later. */
export const holdMs = 40;
/** Between two keys of a scanner lie at most 80 ms, and what the page's queue adds. */
export const paceMs = 90;
const shortest = 6;
/** A scanner may end its code twice, with CR and LF: no hand presses Enter or Tab again as soon as that. */
const sequelMs = 200;
/** What was typed may be a PIN: it is not remembered for longer than a burst may take to arrive. */
const forgetMs = 1_000;

/** `native`: the key goes on as it came; `held`: it goes nowhere by itself. */
export type Verdict = 'native' | 'held';

export interface BurstPorts<Key> {
  readonly timers: Timers;
  /** Types keys where the focus is, and looks before at what they may change. */
  readonly type: (keys: readonly Key[]) => void;
  readonly restore: () => void;
  /** What was seen before typing is not needed any more. */
  readonly forget: () => void;
  readonly scanned: (code: string) => void;
  /** A card reader's keys, where no field has the focus that would refuse them itself. */
  readonly swiped: () => void;
  readonly inField: () => boolean;
  /** Whether the field that has the focus refuses card data, and says so. */
  readonly refusesCards: () => boolean;
  /** Whether a space presses what has the focus. */
  readonly isPressable: () => boolean;
  /** Does what this space would have done by itself. */
  readonly press: (space: Key) => void;
}

export interface KeyBurst<Key> {
  /** A key that writes one character. */
  character(key: Key, text: string, atMs: number): Verdict;
  /** Enter or Tab. */
  ending(atMs: number): Verdict;
  /** Enter or Tab in a field for a secret, where nothing is held back before it. */
  secretEnding(atMs: number): Verdict;
  /** A key with Ctrl or Alt, or one that writes nothing by itself. A scanner sends such keys within a code. */
  command(atMs: number, isEnding: boolean): Verdict;
  /** Anything else that a person does: what is held is typed first. */
  interrupt(): void;
}

export function createKeyBurst<Key>(ports: BurstPorts<Key>): KeyBurst<Key> {
  let text = '';
  let held: { readonly key: Key; readonly text: string }[] = [];
  let lastMs = -Infinity;
  let droppedMs = -Infinity;
  let endedMs = -Infinity;
  let cancel = () => {};

  const end = () => {
    cancel();
    text = '';
    held = [];
    ports.forget();
  };
  /** A field that refuses card data says so itself. */
  const isSwipe = () => !ports.refusesCards() && (containsCardNumber(text) || containsTrackData(text));
  /** Takes back what came, and lets nothing in that follows at once. */
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
    // The field has refused it; what the reader still sends goes nowhere.
    if (containsTrackData(text)) droppedMs = lastMs;
    cancel = ports.timers.after(forgetMs, end);
  };
  /** Nothing came behind a space: a hand pressed it. */
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

  const interrupt = () => {
    release();
    end();
    lastMs = -Infinity;
    endedMs = -Infinity;
  };

  return {
    character(key, character, atMs) {
      if (isSwiping(atMs)) return 'held';
      if (atMs - lastMs > paceMs) {
        if (isLoneSpace()) releaseSpace();
        release();
        end();
      }
      // A person's, in a field or on nothing: the page does with it what it does.
      if (text === '' && character === ' ' && !ports.isPressable()) return 'native';
      cancel();
      text += character;
      held.push({ key, text: character });
      lastMs = atMs;
      // A slow scanner's next key may come later than a person's may be shown.
      cancel = isLoneSpace() ? ports.timers.after(paceMs, releaseSpace) : ports.timers.after(holdMs, release);
      return 'held';
    },
    ending(atMs) {
      if (isSwiping(atMs) || follows(atMs)) return 'held';
      const isFast = text !== '' && atMs - lastMs <= paceMs;
      endedMs = isFast ? atMs : -Infinity;
      if (isFast && text.length >= shortest) {
        const code = text.trim();
        if (isSwipe()) dropSwipe(atMs);
        else if (containsCardNumber(code) || containsTrackData(code)) {
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
      // Nobody presses a button within a moment of a digit; a scanner whose code is short does.
      return isFast && !ports.inField() ? 'held' : 'native';
    },
    secretEnding(atMs) {
      if (follows(atMs)) return 'held';
      interrupt();
      endedMs = atMs;
      return 'native';
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
