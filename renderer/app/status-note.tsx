// A note in the status line that a program waits for a person's answer. The line never moves: a bar that pushed the screen
// would put another key under a finger that is already on its way. A note takes no focus and covers nothing.
import { useWords } from '../ui/context.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import css from './status-note.module.css';

export interface Note {
  readonly tone: 'calm' | 'doubt';
  readonly icon: IconName;
  /** What is at stake, before who asks: its name, and how much. */
  readonly word?: string;
  readonly sum?: string;
  readonly asks: string;
  /** What both sides show, behind it. */
  readonly code?: string;
  /** How many more wait. */
  readonly more: number;
  readonly onOpen: () => void;
  /** What is not worth an answer goes without one. */
  readonly putAway?: { readonly label: string; readonly onPress: () => void };
}

export function StatusNote({ note }: { readonly note: Note | null }) {
  // Always there, so that those who hear it are told when something is in it.
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
