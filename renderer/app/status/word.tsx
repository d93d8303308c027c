// A text of the status line and its short form. Both are rendered; the style shows one of them by the line's width.
import css from './status-line.module.css';

export function Word({ text, short }: { readonly text: string; readonly short: string }) {
  if (text === short) return text;
  return (
    <>
      <span className={css['wide']}>{text}</span>
      <span className={css['narrow']}>{short}</span>
    </>
  );
}
