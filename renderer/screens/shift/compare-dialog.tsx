// Asks what to compare the shift with, because a list is a file that the person must have.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { NotBegun } from '../../stores/comparison-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';

const ways = ['gateway', 'both'] as const;

/** `number` null: the running shift. */
export function CompareDialog({ number, shown }: { readonly number: number | null; readonly shown: number }) {
  const question = useStore(useStores().comparison, (state) => state.question);
  return question === null ? null : <Question number={number} shown={shown} {...question} />;
}

interface QuestionProps {
  readonly number: number | null;
  /** The shift's number for people. */
  readonly shown: number;
  readonly busy: boolean;
  readonly notBegun: NotBegun | null;
}

function Question({ number, shown, busy, notBegun }: QuestionProps) {
  const { comparison } = useStores();
  const { say } = useWords();
  const online = useOnline();
  const [way, choose] = useState<(typeof ways)[number]>(online ? 'gateway' : 'both');
  const withList = way === 'both';
  return (
    <Dialog
      title={say('comparison.question', { number: shown })}
      onClose={() => comparison.dismiss()}
      dismissable={!busy}
      actions={
        <>
          <Button disabled={busy} onPress={() => comparison.dismiss()}>
            {say('do.back')}
          </Button>
          <Button
            kind="next"
            disabled={busy || (!online && !withList)}
            onPress={() => void comparison.begin(number, withList)}
          >
            {say(withList ? 'comparison.chooseList' : 'comparison.begin')}
          </Button>
        </>
      }
    >
      {online ? null : <Notice tone="warn" title={say('comparison.offline')} />}
      <ChoiceField
        label={say('comparison.with')}
        hideLabel
        look="cards"
        value={way}
        choices={ways.map((value) => ({
          value,
          label: say(`comparison.${value}`),
          hint: say(`comparison.${value}Hint`),
        }))}
        onChange={choose}
      />
      {notBegun === null ? null : <Why notBegun={notBegun} />}
    </Dialog>
  );
}

function Why({ notBegun }: { readonly notBegun: NotBegun }) {
  const { say } = useWords();
  switch (notBegun.type) {
    case 'no-list':
      return <Notice tone="info" title={say('comparison.noList')} live />;
    case 'silent':
      return <Notice tone="warn" title={say('comparison.silent')} live />;
    case 'refused':
      return <RefusalNotice refusal={notBegun.refusal} />;
    case 'list-refused': {
      const fault = say(`listFault.${notBegun.fault}`);
      const { line } = notBegun;
      return (
        <Notice tone="wrong" title={say('comparison.listRefused')} live>
          <p>{line === null ? fault : say('comparison.inLine', { line, fault })}</p>
        </Notice>
      );
    }
  }
}
