// Prints a receipt on the till's printer. Where this copy came out before, or may have, the person says why it is
// printed again, and it says COPY.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { OperationView } from '#contract/operation/operation.ts';
import type { ReceiptCopy } from '#contract/devices/print-jobs.ts';
import type { PrintNote } from '#contract/devices/print-notes.ts';
import type { Failed } from '../../bridge/failed.ts';
import { noteText } from '../../model/printing/print-words.ts';
import { Button } from '../base/button.tsx';
import { useStores, useWords } from '../base/context.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Foreign } from '../feedback/foreign.tsx';
import { useSentWords } from './use-sent-words.ts';
import { PrintAgain, PrintFailure } from '../people/print-again.tsx';

interface PrintReceiptProps {
  readonly operation: OperationView;
  readonly copy: ReceiptCopy;
  readonly kind?: 'plain' | 'quiet';
  readonly large?: boolean;
  /** What the button says; the copy's name where it is left out. */
  readonly children?: string;
  readonly label?: string;
  readonly onPrinted?: () => void;
}

/** Whether this till prints this copy at all. */
function usePrints(copy: ReceiptCopy): boolean {
  return useStore(
    useStores().printing,
    ({ view: { receipts } }) => receipts !== null && receipts.when[copy] !== 'never',
  );
}

export function PrintReceipt(props: PrintReceiptProps) {
  const { operation, copy, kind = 'plain', large = false, onPrinted } = props;
  const { ports } = useStores();
  const { say } = useWords();
  const prints = usePrints(copy);
  const [busy, setBusy] = useState(false);
  const [asksWhy, setAsksWhy] = useState(false);
  const [otherwise, setOtherwise] = useState<readonly PrintNote[] | null>(null);
  const [failed, setFailed] = useState<Failed>(null);
  const [done, setDone] = useState<'print.sent' | 'print.copySent' | null>(null);
  const sentWords = useSentWords();
  if (!prints) return null;
  const print = async (reason: string | null) => {
    setBusy(true);
    setFailed(null);
    setDone(null);
    const answer = await ports.bridge.ask('printReceipt', { operationId: operation.id, copy, reason });
    setBusy(false);
    if (answer.type === 'silent') setFailed('silent');
    // It came out meanwhile, perhaps by another window.
    else if (answer.value.type === 'refused' && answer.value.refusal.code === 'invalid-input' && reason === null) {
      setAsksWhy(true);
    } else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else {
      setAsksWhy(false);
      setOtherwise(null);
      setDone(answer.value.isCopy ? 'print.copySent' : 'print.sent');
      onPrinted?.();
    }
  };
  const press = async () => {
    setBusy(true);
    const before = await ports.bridge.ask('receiptPrinted', { operationId: operation.id });
    setBusy(false);
    if (before.type === 'silent') setFailed('silent');
    else if (before.value.otherwise[copy].length > 0) {
      setAsksWhy(before.value[copy]);
      setOtherwise(before.value.otherwise[copy]);
    } else if (before.value[copy]) setAsksWhy(true);
    else await print(null);
  };
  return (
    <>
      <Button
        kind={kind}
        large={large}
        icon="printer"
        disabled={busy}
        {...(props.label === undefined ? {} : { label: props.label })}
        onPress={() => void press()}
      >
        {props.children ?? say('print.print')}
      </Button>
      <span role="status" className="said">
        {done === null ? null : sentWords(done)}
      </span>
      {asksWhy || otherwise !== null ? null : <PrintFailure failed={failed} />}
      {otherwise === null ? null : (
        <Otherwise
          notes={otherwise}
          busy={busy}
          failed={asksWhy ? null : failed}
          onPrint={() => {
            setOtherwise(null);
            if (!asksWhy) void print(null);
          }}
          onClose={() => {
            setOtherwise(null);
            setAsksWhy(false);
          }}
        />
      )}
      {asksWhy && otherwise === null ? (
        <PrintAgain
          lead={say('print.againLead')}
          usual={say('print.againUsual')}
          busy={busy}
          failed={failed}
          onPrint={(reason) => void print(reason)}
          onClose={() => setAsksWhy(false)}
        />
      ) : null}
    </>
  );
}

interface OtherwiseProps {
  readonly notes: readonly PrintNote[];
  readonly busy: boolean;
  readonly failed: Failed;
  readonly onPrint: () => void;
  readonly onClose: () => void;
}

/** Before it is printed: what the printer has no characters or no room for. */
function Otherwise({ notes, busy, failed, onPrint, onClose }: OtherwiseProps) {
  const { say } = useWords();
  return (
    <Dialog
      title={say('print.otherwiseTitle')}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onPress={onClose}>
            {say('print.againKeep')}
          </Button>
          <Button kind="next" icon="printer" disabled={busy} onPress={onPrint}>
            {say('print.otherwiseDo')}
          </Button>
        </>
      }
    >
      <p>{say('print.otherwiseLead')}</p>
      <ul>
        {notes.map((note) => (
          <li key={JSON.stringify(note)}>
            <Foreign text={noteText(note, say)} />
          </li>
        ))}
      </ul>
      <PrintFailure failed={failed} />
    </Dialog>
  );
}
