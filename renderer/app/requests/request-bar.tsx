// The note in the status line that a program waits for an answer, while the question itself is put aside.
import { useStores, useWords } from '../../ui/context.tsx';
import { StatusNote } from '../status-note.tsx';
import { useQuestion } from './use-question.ts';

export function RequestBar() {
  const { say, amount } = useWords();
  const { confirmations } = useStores();
  const { question, open, more } = useQuestion();
  if (question === null || open) return <StatusNote note={null} />;
  const paidOut = amount({ ...question.amount, value: -Math.abs(question.amount.value) });
  const note = {
    tone: 'doubt',
    icon: 'refund',
    sum: `${say('confirmRefund.word')} ${paidOut}`,
    asks: say('confirmRefund.bar', { client: question.client ?? say('confirmRefund.unknown') }),
    more,
    onOpen: () => confirmations.want(question.id, true),
  } as const;
  return <StatusNote note={note} />;
}
