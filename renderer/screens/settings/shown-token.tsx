// A token that was made: it is shown this once, so the dialog cannot be left by accident.
import { Button } from '../../ui/base/button.tsx';
import { useWords } from '../../ui/base/context.tsx';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import css from './settings.module.css';

export interface Made {
  readonly name: string;
  readonly token: string;
}

export function ShownToken({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { say } = useWords();
  return (
    <Dialog
      title={say('programs.tokenTitle', { name: made.name })}
      onClose={onClose}
      dismissable={false}
      actions={
        <>
          <CopyButton text={() => made.token}>{say('programs.tokenCopy')}</CopyButton>
          <Button onPress={onClose}>{say('programs.tokenDone')}</Button>
        </>
      }
    >
      <Notice tone="warn" title={say('programs.tokenOnce')} />
      <pre className={css['token']}>{made.token}</pre>
    </Dialog>
  );
}
