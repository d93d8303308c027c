// The note in the status line about printing: a document in doubt, or what stands in the way while documents wait. It
// moves nothing and takes no focus, so a sale that is half typed goes on.
import { useStore } from 'zustand';
import { obstacleText, stoppedPrinters, waitingText, worstPrinter } from '../../model/print-words.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { type Note, StatusNote } from '../status-note.tsx';
import { useDoubtTitle } from './use-doubt-title.ts';

/** Whether a person has something to do: a question to answer, or a printer for which documents wait. */
export function usePrintMatter(): boolean {
  return useStore(useStores().printing, ({ view }) => view.doubtCount > 0 || (worstPrinter(view)?.waiting ?? 0) > 0);
}

export function PrintNote() {
  const { say } = useWords();
  const { printing } = useStores();
  const view = useStore(printing, (state) => state.view);
  const titleOf = useDoubtTitle();
  const [first] = view.doubts;
  const worst = worstPrinter(view);
  const waits = worst !== null && worst.waiting > 0 ? worst : null;
  let note: Note | null = null;
  if (first !== undefined) {
    const more = view.doubtCount - 1 + (waits === null ? 0 : 1);
    note = { tone: 'doubt', icon: 'printer', asks: titleOf(first), more, onOpen: () => printing.openDoubt() };
  } else if (waits !== null) {
    note = {
      tone: 'doubt',
      icon: 'printer',
      word: obstacleText(waits, view, say),
      asks: waitingText(waits.waiting, say),
      more: stoppedPrinters(view) - 1,
      onOpen: () => printing.openPrinters(),
    };
  }
  return <StatusNote note={note} />;
}
