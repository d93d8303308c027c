// The note in the status line that a program waits for an answer, while the question itself is put aside.
import { useStores, useWords } from '../../ui/base/context.tsx';
import { StatusNote } from '../status/status-note.tsx';
import { useQuestion } from './use-question.ts';

export function RequestBar() {
  const { say, amount } = useWords();
  const { confirmations } = useStores();
  const { question, open, more } = useQuestion();
  if (question === null || open) return <StatusNote note={null} />;
  const note = {
    tone: 'doubt',
    icon: 'refund',
    word: say('confirmRefund.word'),
    sum: amount({ ...question.amount, value: -Math.abs(question.amount.value) }),
    asks: say('confirmRefund.bar', { client: question.client ?? say('confirmRefund.unknown') }),
    more,
    onOpen: () => confirmations.want(question.id, true),
  } as const;
  return <StatusNote note={note} />;
}
