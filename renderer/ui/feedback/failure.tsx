// Says why main did not do what it was asked.
import type { Failed } from '../../bridge/failed.ts';
import type { Subject } from '../../model/words/operation-words.ts';
import { useWords } from '../base/context.tsx';
import { Notice } from './notice.tsx';
import { RefusalNotice } from './refusal.tsx';

const silentWords = {
  /** It may have been done all the same. */
  done: ['warn', 'other.silent'],
  decided: ['warn', 'decide.silent'],
  saved: ['wrong', 'settings.notSaved'],
  printed: ['wrong', 'print.silent'],
  refundAnswered: ['wrong', 'confirmRefund.silent'],
} as const;

interface FailureProps {
  readonly failed: Failed;
  /** What was to be done. */
  readonly what: keyof typeof silentWords;
  readonly subject?: Subject;
}

export function Failure({ failed, what, ...subject }: FailureProps) {
  const { say } = useWords();
  if (failed === null) return null;
  const [tone, title] = silentWords[what];
  return failed === 'silent' ? (
    <Notice tone={tone} title={say(title)} live />
  ) : (
    <RefusalNotice refusal={failed} {...subject} />
  );
}
