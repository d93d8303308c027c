// A keyboard on the screen, for a till without one (docs/adr/0041-a-keyboard-on-the-screen.md). It never has the focus:
// it edits the field and sends no keys, so that its digits are not taken for a scanner's.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import type { TextKey } from '#texts/index.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon, type IconName } from '../../ui/base/icons.tsx';
import { insertText } from '../scanner/type-key.ts';
import { type Action, type Page, accentsOf, actionOf, capital, rowsOf } from './layouts.ts';
import css from './screen-keyboard.module.css';
import { type KeyedField, takesDigits, useKeyedField } from './use-keyed-field.ts';

export function ScreenKeyboard() {
  const when = useStore(useStores().preferences, ({ preferences }) => preferences.screenKeyboard);
  const { field, close } = useKeyedField(when);
  if (field === null) return null;
  // Inside an open dialog, because everything outside of it is inert.
  return createPortal(<Keys key={String(takesDigits(field))} field={field} onClose={close} />, placeFor(field));
}

function placeFor(field: KeyedField): Element {
  return field.closest('dialog') ?? document.body;
}

/** Shrinks the window by the keyboard's height (app.module.css, dialog.module.css); keeps the field in sight. */
function useRoom(keyboard: RefObject<HTMLElement | null>, field: KeyedField): void {
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement;
    dataset['keyboard'] = 'open';
    const look = () => {
      style.setProperty('--keyboard', `${keyboard.current?.offsetHeight ?? 0}px`);
      field.scrollIntoView({ block: 'center', inline: 'nearest' });
    };
    look();
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('resize', look);
      style.removeProperty('--keyboard');
      delete dataset['keyboard'];
    };
  }, [keyboard, field]);
}

/** Listens before all others: Escape closes the keyboard, not the dialog or the screen. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      onClose();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [onClose]);
}

/** How long a finger rests on a letter before its accents appear. */
const holdMs = 400;

/** The letter whose accents are offered, in the place of the first row; null for none. */
function useHeldLetter() {
  const [letter, setLetter] = useState<string | null>(null);
  const timer = useRef(0);
  const held = useRef(false);
  const release = () => window.clearTimeout(timer.current);
  useEffect(() => release, []);
  return {
    letter,
    close: () => setLetter(null),
    /** Whether the press that ends now has opened the accents; such a press writes nothing. */
    opened() {
      const was = held.current;
      held.current = false;
      return was;
    },
    release,
    hold(key: string) {
      release();
      held.current = false;
      if (accentsOf(key).length === 0) return;
      timer.current = window.setTimeout(() => {
        held.current = true;
        setLetter(key);
      }, holdMs);
    },
  };
}

function Keys({ field, onClose }: { readonly field: KeyedField; readonly onClose: () => void }) {
  const { say, language } = useWords();
  const [page, setPage] = useState<Page>(takesDigits(field) ? 'digits' : 'letters');
  const [shifted, setShifted] = useState(false);
  const held = useHeldLetter();
  const keyboard = useRef<HTMLElement>(null);
  useRoom(keyboard, field);
  useEscape(onClose);
  /** A screen reader that presses a key may have moved the focus there. */
  const edit = (change: () => void) => {
    if (document.activeElement !== field) field.focus();
    change();
  };
  const write = (text: string) => {
    edit(() => insertText(text));
    setShifted(false);
    held.close();
  };
  const act: { readonly [action in Action]: () => void } = {
    shift: () => setShifted(!shifted),
    backspace() {
      edit(() => document.execCommand('delete'));
      held.close();
    },
    signs() {
      setPage('signs');
      held.close();
    },
    letters: () => setPage('letters'),
    space: () => write(' '),
    done: onClose,
  };
  const [, ...others] = rowsOf(page, language);
  const rows = held.letter === null ? rowsOf(page, language) : [accentsOf(held.letter), ...others];
  return (
    <section ref={keyboard} className={css['keyboard']} aria-label={say('screenKeyboard.label')}>
      <div
        className={page === 'digits' ? css['digits'] : css['rows']}
        role="group"
        aria-label={say(`screenKeyboard.page.${page}`)}
        // A finger on a key, or beside one, leaves the focus in the field.
        onMouseDown={(event) => event.preventDefault()}
        // A long press opens accents, not the context menu.
        onContextMenu={(event) => event.preventDefault()}
      >
        {rows.map((keys) => (
          <div key={keys.join('')} className={css['row']}>
            {keys.map((key) => {
              const action = actionOf(key);
              const text = shifted ? capital(key) : key;
              return action === null ? (
                <button
                  key={key}
                  type="button"
                  tabIndex={-1}
                  className={css['key']}
                  onPointerDown={() => held.hold(key)}
                  onPointerUp={held.release}
                  onPointerLeave={held.release}
                  onPointerCancel={held.release}
                  onClick={() => {
                    if (!held.opened()) write(text);
                  }}
                >
                  {text}
                  <Accented letter={key} shifted={shifted} />
                </button>
              ) : (
                <ActionKey key={key} action={action} pressed={shifted} onPress={act[action]} />
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A letter that has accents shows one of them, small. */
function Accented({ letter, shifted }: { readonly letter: string; readonly shifted: boolean }) {
  const [first] = accentsOf(letter);
  if (first === undefined) return null;
  return (
    <span className={css['accent']} aria-hidden="true">
      {shifted ? capital(first) : first}
    </span>
  );
}

/** The sign on a key too small for a word; screen readers read its label. */
const marks: { readonly [action in Action]?: string } = { shift: '⇧', signs: '#+=', letters: 'ABC' };
const icons: { readonly [action in Action]?: IconName } = { backspace: 'backspace' };

interface ActionKeyProps {
  readonly action: Action;
  /** Whether the next letter is a capital. */
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function ActionKey({ action, pressed, onPress }: ActionKeyProps) {
  const { say } = useWords();
  const name: TextKey = `screenKeyboard.${action}`;
  const icon = icons[action];
  const mark = marks[action];
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${css['key']} ${css[action]}`}
      aria-label={mark === undefined && icon === undefined ? undefined : say(name)}
      aria-pressed={action === 'shift' ? pressed : undefined}
      onClick={onPress}
    >
      {icon === undefined ? (mark ?? say(name)) : <Icon name={icon} size={24} />}
    </button>
  );
}
