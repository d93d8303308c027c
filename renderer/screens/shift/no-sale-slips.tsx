// The latest slips of drawers that were opened without a sale, each to be printed again with a reason.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { NoSaleView } from '#contract/devices/printing.ts';
import type { Failed } from '../../bridge/failed.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { PrintAgain, PrintFailure } from '../../ui/people/print-again.tsx';
import { useSentWords } from '../../ui/receipt/use-sent-words.ts';
import css from './shift.module.css';

/** The button with its dialog; nothing where no drawer hangs on any printer, or none prints slips. */
export function NoSaleSlips() {
  const { ports, printing } = useStores();
  const { say } = useWords();
  const prints = useStore(
    printing,
    ({ view }) => view.receipts !== null && view.printers.some(({ hasDrawer }) => hasDrawer),
  );
  const [slips, setSlips] = useState<readonly NoSaleView[] | 'silent' | null>(null);
  if (!prints) return null;
  const open = async () => {
    const answer = await ports.bridge.ask('noSaleSlips', {});
    setSlips(answer.type === 'silent' ? 'silent' : answer.value.slips);
  };
  return (
    <>
      <Button icon="drawer" onPress={() => void open()}>
        {say('noSale.slips')}
      </Button>
      {slips === null ? null : <SlipsDialog slips={slips} onClose={() => setSlips(null)} />}
    </>
  );
}

function SlipsDialog({
  slips,
  onClose,
}: {
  readonly slips: readonly NoSaleView[] | 'silent';
  readonly onClose: () => void;
}) {
  const { ports } = useStores();
  const { say, time } = useWords();
  const sentWords = useSentWords();
  const [again, setAgain] = useState<NoSaleView | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  const [sent, setSent] = useState<'print.copySent' | 'noSale.sent' | null>(null);
  const choose = (slip: NoSaleView | null) => {
    setFailed(null);
    setSent(null);
    setAgain(slip);
  };
  if (again !== null) {
    const print = async (reason: string) => {
      setBusy(true);
      const answer = await ports.bridge.ask('printNoSale', { id: again.id, reason });
      setBusy(false);
      if (answer.type === 'silent') return setFailed('silent');
      if (answer.value.type === 'refused') return setFailed(answer.value.refusal);
      choose(null);
      return setSent(answer.value.isCopy ? 'print.copySent' : 'noSale.sent');
    };
    return (
      <PrintAgain
        lead={say('noSale.againLead', { time: time(again.at), name: again.by })}
        usual={say('noSale.againUsual')}
        busy={busy}
        failed={failed}
        onPrint={(reason) => void print(reason)}
        onClose={() => choose(null)}
      />
    );
  }
  return (
    <Dialog
      title={say('noSale.slips')}
      onClose={onClose}
      actions={
        <Button kind="next" onPress={onClose}>
          {say('do.close')}
        </Button>
      }
    >
      {slips === 'silent' ? <PrintFailure failed="silent" /> : null}
      {slips.length === 0 ? <p>{say('noSale.none')}</p> : null}
      <ul className={css['slips']}>
        {slips === 'silent'
          ? null
          : slips.map((slip) => (
              <li key={slip.id}>
                <p>
                  {time(slip.at)} · <bdi>{slip.by}</bdi>
                  <span className="soft">
                    <bdi>{slip.reason}</bdi>
                    {slip.isKnown ? null : ` · ${say('noSale.unknown')}`}
                  </span>
                </p>
                <Button icon="printer" onPress={() => choose(slip)}>
                  {say('noSale.again')}
                </Button>
              </li>
            ))}
      </ul>
      <p role="status" className="said">
        {sent === null ? null : sentWords(sent)}
      </p>
    </Dialog>
  );
}
