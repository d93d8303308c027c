// A refusal in the person's words, with what main said in full behind a fold.
import type { Refusal } from '#contract/problems.ts';
import { refusalWords } from '../model/refusal-words.ts';
import { useWords } from './context.tsx';
import { Details } from './details.tsx';
import { Notice } from './notice.tsx';

export function RefusalNotice({ refusal }: { readonly refusal: Refusal | 'number-again' }) {
  const { say } = useWords();
  const words = refusalWords(refusal === 'number-again' ? refusal : refusal.code, say);
  return (
    <Notice tone="wrong" title={words.headline} live>
      <p>{words.advice}</p>
      {refusal === 'number-again' ? null : <Details text={JSON.stringify(refusal, null, 2)} />}
    </Notice>
  );
}
