// The button that prints a sheet, and what became of it.
import { useState } from 'react';
import type { TrialOutcome, TrialSheet } from '#contract/devices/printer-setup.ts';
import type { Refused } from '#contract/programs/problems.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../../ui/feedback/refusal.tsx';
import { Obstacle } from './obstacle.tsx';

type PrintWords = 'wizard.pagesDo' | 'wizard.rulerDo' | 'wizard.cutDo' | 'wizard.sampleDo';

interface Props {
  readonly address: string;
  readonly sheet: TrialSheet;
  readonly words: PrintWords;
  readonly disabled?: boolean;
  readonly onPrinted?: () => void;
}

export function PrintSheet({ address, sheet, words, disabled = false, onPrinted }: Props) {
  const { ports } = useStores();
  const { say, language } = useWords();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TrialOutcome | Refused | { readonly type: 'silent' } | null>(null);
  const print = async () => {
    setBusy(true);
    setOutcome(null);
    const answer = await ports.bridge.ask('printTrial', { address, sheet, language });
    setBusy(false);
    setOutcome(answer.type === 'silent' ? { type: 'silent' } : answer.value);
    // In doubt it may have come out: the person looks.
    if (answer.type === 'answer' && ['printed', 'handed-over', 'doubtful'].includes(answer.value.type)) onPrinted?.();
  };
  return (
    <>
      <div className="row">
        <Button icon="printer" disabled={busy || disabled} onPress={() => void print()}>
          {say(words)}
        </Button>
      </div>
      {outcome?.type === 'not-sent' ? <Obstacle code={outcome.obstacle} /> : null}
      {outcome?.type === 'doubtful' ? <Notice tone="warn" title={say('wizard.doubtful')} live /> : null}
      {outcome?.type === 'invalid' ? <Notice tone="wrong" title={say('wizard.invalid')} live /> : null}
      {outcome?.type === 'refused' ? <RefusalNotice refusal={outcome.refusal} /> : null}
      {outcome?.type === 'silent' ? <Notice tone="wrong" title={say('wizard.silent')} live /> : null}
    </>
  );
}
