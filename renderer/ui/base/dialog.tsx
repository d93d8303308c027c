// A question that must be answered before anything else: the browser's own dialog, which keeps focus and Escape right.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import css from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The row of buttons at its foot. */
  readonly actions: ReactNode;
  /** False where closing would lose something that is shown only once. */
  readonly dismissable?: boolean;
  /** The dialog asks for a PIN, now or once a name is chosen: a scanned code is then dropped. */
  readonly secret?: boolean;
  /** It is only read: the focus begins at its title, because the first thing to press may lie below the fold. */
  readonly read?: boolean;
}

export function Dialog({
  title,
  onClose,
  children,
  actions,
  dismissable = true,
  secret = false,
  read = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open) return undefined;
    dialog.showModal();
    // React's `autoFocus` runs before it is open, and an open dialog focuses its first button.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={css['dialog']}
      aria-labelledby={id}
      data-secret={secret ? '' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissable) onClose();
      }}
    >
      <h2 id={id} {...(read ? { tabIndex: -1, 'data-autofocus': '' } : {})}>
        {title}
      </h2>
      <div className={css['body']}>{children}</div>
      <div className={css['actions']}>{actions}</div>
    </dialog>
  );
}
