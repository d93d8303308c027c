// The folder in which "Save the receipt" stores receipts; a manager may choose another one.
import { useEffect, useState } from 'react';
import type { WindowOutputs } from '#contract/calls/table.ts';
import type { Refusal } from '#contract/programs/problems.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Reserved } from '../../ui/people/reserved.tsx';
import { useMay } from '../../ui/people/use-may.ts';

type Failed = Refusal | 'silent' | 'not-usable' | null;

export function ReceiptFolder() {
  const { ports } = useStores();
  const { say } = useWords();
  const may = useMay('chooseReceiptFolder');
  const [view, setView] = useState<WindowOutputs['receiptFolder'] | null>(null);
  const [failed, setFailed] = useState<Failed>(null);
  useEffect(() => {
    void ports.bridge.ask('receiptFolder', {}).then((answer) => {
      if (answer.type === 'answer') setView(answer.value);
    });
  }, [ports]);
  const choose = async () => {
    setFailed(null);
    const answer = await ports.bridge.ask('chooseReceiptFolder', {});
    if (answer.type === 'silent') setFailed('silent');
    else if (answer.value.type === 'refused') setFailed(answer.value.refusal);
    else if (answer.value.type === 'not-usable') setFailed('not-usable');
    else if (answer.value.type === 'chosen') setView({ folder: answer.value.folder, isThere: true });
  };
  if (view === null) return null;
  return (
    <section className="stack" aria-label={say('till.receipts')}>
      <h3>{say('till.receipts')}</h3>
      <p>
        <Foreign text={view.folder} />
      </p>
      {view.isThere ? null : <Notice tone="warn" title={say('till.receiptsMissing')} />}
      {failed === 'not-usable' ? <Notice tone="wrong" title={say('till.receiptsNotUsable')} live /> : null}
      <Failure what="saved" failed={failed === 'not-usable' ? null : failed} />
      <Reserved may={may}>
        <div className="row">
          <Button onPress={() => void choose()}>{say('till.receiptsChoose')}</Button>
        </div>
      </Reserved>
    </section>
  );
}
