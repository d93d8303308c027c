// Prints the report on the screen on the till's printer: an X as often as it is wanted, a Z that came out before only
// with a reason, and then it says COPY.
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { useSentWords } from '../../ui/receipt/use-sent-words.ts';
import { PrintAgain, PrintFailure } from '../../ui/people/print-again.tsx';

/** The button with its dialog; nothing where no printer prints slips. */
export function PrintReport({ number }: { readonly number: number | null }) {
  const { shift, printing } = useStores();
  const { say } = useWords();
  const prints = useStore(printing, ({ view }) => view.receipts !== null);
  const print = useStore(shift, (state) => state.print);
  const [asksWhy, setAsksWhy] = useState(false);
  const sentWords = useSentWords();
  if (!prints) return null;
  const busy = print.step === 'busy';
  const failed = print.step === 'failed' ? print.failed : null;
  const press = async (reason: string | null) => setAsksWhy((await shift.print(reason)) === 'asks-why');
  return (
    <>
      <Button icon="printer" disabled={busy} onPress={() => void press(null)}>
        {say(number === null ? 'shift.printX' : 'shift.printZ')}
      </Button>
      <span role="status" className="said">
        {print.step === 'done' ? sentWords(print.isCopy ? 'print.copySent' : 'shift.printSent') : null}
      </span>
      {asksWhy ? (
        <PrintAgain
          lead={say('shift.printAgainLead')}
          usual={say('shift.printAgainUsual')}
          busy={busy}
          failed={failed}
          onPrint={(reason) => void press(reason)}
          onClose={() => setAsksWhy(false)}
        />
      ) : (
        <PrintFailure failed={failed} />
      )}
    </>
  );
}
