// A note in the status line that a program waits for a person's answer. A bar would move the screen, and another key
// could come under a finger; a note moves nothing, covers nothing and takes no focus.
import { useWords } from '../../ui/base/context.tsx';
import { Icon, type IconName } from '../../ui/base/icons.tsx';
import css from './status-note.module.css';

export interface Note {
  readonly tone: 'calm' | 'doubt';
  readonly icon: IconName;
  /** What is asked for and how much; stands before who asks. */
  readonly word?: string;
  readonly sum?: string;
  readonly asks: string;
  /** The digits that the program shows too; stand behind who asks. */
  readonly code?: string;
  /** How many more wait. */
  readonly more: number;
  readonly onOpen: () => void;
  /** Dismisses a note that needs no answer. */
  readonly putAway?: { readonly label: string; readonly onPress: () => void };
}

export function StatusNote({ note }: { readonly note: Note | null }) {
  // Always in the page, so that screen readers announce a note that appears.
  return (
    <span role="status" className={css['place']}>
      {note === null ? null : <NoteButton {...note} />}
    </span>
  );
}

function NoteButton({ tone, icon, word, sum, asks, code, more, onOpen, putAway }: Note) {
  const { say } = useWords();
  const note = (
    <button type="button" className={css['note']} data-tone={tone} onClick={onOpen}>
      <Icon name={icon} size={22} />
      {word === undefined ? null : <span className={css['word']}>{word}</span>}
      {sum === undefined ? null : <span className={css['sum']}>{sum}</span>}
      <span className={css['asks']}>{asks}</span>
      {code === undefined ? null : <span className={css['code']}>{code}</span>}
      {more === 0 ? null : (
        <>
          <span className={css['more']} aria-hidden="true">{`+${more}`}</span>
          <span className="visually-hidden">{say('status.more', { count: more })}</span>
        </>
      )}
    </button>
  );
  if (putAway === undefined) return note;
  return (
    <>
      {note}
      <button type="button" className={css['away']} aria-label={putAway.label} onClick={putAway.onPress}>
        <Icon name="cross" size={22} />
      </button>
    </>
  );
}
