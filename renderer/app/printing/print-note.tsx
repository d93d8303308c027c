// The note in the status line about devices: a document in doubt, what stands in the way while documents wait, and a
// device that a person has to see to. It
// moves nothing and takes no focus, so a sale that is half typed goes on.
import { useStore } from 'zustand';
import type { PrintingView } from '#contract/devices/printing.ts';
import type { Say } from '#texts/index.ts';
import {
  deviceTroubleCount,
  lineDeviceName,
  obstacleText,
  stoppedPrinters,
  troubleText,
  waitingText,
  worstPrinter,
} from '../../model/printing/print-words.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { type Note, StatusNote } from '../status/status-note.tsx';
import { useDoubtTitle } from './use-doubt-title.ts';

/** Whether a person has something to do: a question to answer, or a printer for which documents wait. */
export function usePrintMatter(): boolean {
  return useStore(
    useStores().printing,
    ({ view }) => view.doubtCount > 0 || (worstPrinter(view)?.waiting ?? 0) > 0 || deviceTroubleCount(view) > 0,
  );
}

export function PrintNote() {
  const { say } = useWords();
  const { printing } = useStores();
  const view = useStore(printing, (state) => state.view);
  const titleOf = useDoubtTitle();
  const [first] = view.doubts;
  const worst = worstPrinter(view);
  const waits = worst !== null && worst.waiting > 0 ? worst : null;
  const troubled = deviceTroubleCount(view);
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
  } else if (troubled > 0) {
    const more = troubled - 1;
    note = { tone: 'doubt', icon: 'stop', asks: troubleWords(view, say), more, onOpen: () => printing.openPrinters() };
  }
  return <StatusNote note={note} />;
}

/** The words about the first device that cannot be used. */
function troubleWords(view: PrintingView, say: Say): string {
  const printer = view.printers.find(({ trouble }) => trouble !== null);
  if (printer !== undefined) return obstacleText(printer, view, say);
  const [device] = view.lineDevices;
  if (device === undefined) return say('device.settings');
  return say('print.at', { printer: lineDeviceName(device, say), words: troubleText(device.trouble, say) });
}
