// The frame of a further step on a payment: the question, one button, and the outcome. Its ids live as long as the
// panel, so pressing twice is one operation; after a refusal, which stored nothing, the next try has new ids.
import { useState, type ReactNode } from 'react';
import type { JsonObject } from '#contract/data/json.ts';
import { subjectOf } from '../../model/words/operation-words.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { ActionResult } from './action-result.tsx';
import css from './payments.module.css';

interface StepPanelProps {
  readonly kind: string;
  readonly title: string;
  /** The button's words. */
  readonly label: string;
  readonly ready: boolean;
  /** A note before the press, for example that the till is offline. */
  readonly note?: string | null;
  readonly inputOf: (transId: string) => JsonObject;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function StepPanel(props: StepPanelProps) {
  const { kind, title, label, ready, note = null, inputOf, onClose, children } = props;
  const { submissionPorts, ports } = useStores();
  const { say } = useWords();
  const [submission] = useState(() => createSubmission(submissionPorts));
  const [transId, setTransId] = useState(() => `P-${ports.newId()}`);
  const { phase, operation } = useSubmitted(submission);
  if (phase.type === 'taken' && operation !== null) return <ActionResult operation={operation} onClose={onClose} />;
  const asking = phase.type === 'asking';
  const send = () => {
    let number = transId;
    if (phase.type === 'refused' && submission.renew()) {
      number = `P-${ports.newId()}`;
      setTransId(number);
    }
    submission.submit(kind, inputOf(number));
  };
  return (
    <div className={css['panel']}>
      <h1>{title}</h1>
      {children}
      {asking && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {note === null ? null : <Notice tone="info" title={note} />}
      {phase.type === 'refused' ? (
        <RefusalNotice refusal={phase.refusal} subject={subjectOf({ kind, input: {} })} />
      ) : null}
      <Foot>
        <Button disabled={asking} onPress={onClose}>
          {say('action.keep')}
        </Button>
        <Button kind="next" large disabled={!ready || asking} onPress={send}>
          {asking ? say('running.gateway') : label}
        </Button>
      </Foot>
    </div>
  );
}
