// The frame of a further step on a payment: what is asked, the one press, and how it went. Its numbers live as long as
// the panel, so pressing twice is one operation; after a refusal, which stored nothing, the next try has new ones.
import { useState, type ReactNode } from 'react';
import type { JsonObject } from '#contract/json.ts';
import { createSubmission } from '../../stores/submission.ts';
import { Button } from '../../ui/button.tsx';
import { useStores, useWords } from '../../ui/context.tsx';
import { Foot } from '../../ui/foot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RefusalNotice } from '../../ui/refusal.tsx';
import { useSubmitted } from '../../ui/use-operation.ts';
import { ActionResult } from './action-result.tsx';
import css from './payments.module.css';

interface StepPanelProps {
  readonly kind: string;
  readonly title: string;
  /** The one press, in words. */
  readonly label: string;
  readonly ready: boolean;
  /** What to say before the press, offline for instance. */
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
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
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
