// What is said of a paper that a person has just had printed: that it goes to the printer, or what the printer waits for.
import { useStore } from 'zustand';
import { troubleAdvice, troubleText } from '../../model/printing/print-words.ts';
import { useStores, useWords } from '../base/context.tsx';

type Sent = 'print.sent' | 'print.copySent' | 'print.askDone' | 'shift.printSent' | 'noSale.sent';

/** Follows the printer: what waits is printed by itself, and the words say so then. */
export function useSentWords(): (sent: Sent) => string {
  const { say } = useWords();
  const { printers, receipts } = useStore(useStores().printing, ({ view }) => view);
  const printer = printers.find(({ id }) => id === receipts?.printer);
  if (printer === undefined || printer.obstacle === null) return say;
  const { obstacle, trouble } = printer;
  const why =
    trouble === null
      ? [say(`print.is.${obstacle}`), say(`print.do.${obstacle}`)]
      : [troubleText(trouble, say), troubleAdvice(trouble, say)];
  return () => [say('print.notYet'), ...why].join(' ');
}
