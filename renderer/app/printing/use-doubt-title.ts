// The question about a document in doubt: a receipt, or something else that a program had printed.
import type { PrintDoubtView } from '#contract/devices/printing.ts';
import { useWords } from '../../ui/base/context.tsx';

export function useDoubtTitle(): (doubt: Pick<PrintDoubtView, 'receipt'>) => string {
  const { say } = useWords();
  return ({ receipt }) => say(receipt === null ? 'doubtful.askOther' : 'doubtful.ask');
}
