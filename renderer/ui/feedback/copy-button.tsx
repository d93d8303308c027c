// Copies, and says whether it worked where the press was made.
import { useState } from 'react';
import { Button } from '../base/button.tsx';
import { useWords } from '../base/context.tsx';
import { copyText } from './copy.ts';

interface CopyButtonProps {
  readonly text: () => string;
  readonly children: string;
}

export function CopyButton({ text, children }: CopyButtonProps) {
  const { say } = useWords();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const copy = async () => setOutcome((await copyText(text())) ? 'copied' : 'failed');
  return (
    <>
      <Button icon="copy" onPress={() => void copy()}>
        {children}
      </Button>
      <span role="status" className="said">
        {outcome === 'copied' ? say('do.copied') : null}
        {outcome === 'failed' ? say('do.notCopied') : null}
      </span>
    </>
  );
}
