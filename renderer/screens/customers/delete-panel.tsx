// Asks before deleting. The button stands on the left, away from the steps forward. The request id lives as long as
// this panel, so pressing twice is one deletion.
import { useState } from 'react';
import type { JsonObject } from '#contract/data/json.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useKeptScreen } from '../../ui/base/use-kept-screen.ts';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { ChangeResult } from './change-result.tsx';
import css from './customers.module.css';

interface DeletePanelProps {
  readonly title: string;
  readonly body: string;
  readonly what?: string;
  readonly label: string;
  readonly keep: string;
  readonly request: { readonly kind: string; readonly input: JsonObject };
  readonly onClose: () => void;
  /** Called after the deletion. */
  readonly onDone: () => void;
  readonly doneLabel: string;
}

export function DeletePanel({ title, body, what, label, keep, request, ...steps }: DeletePanelProps) {
  useKeptScreen();
  const { submissionPorts } = useStores();
  const { say } = useWords();
  const [submission] = useState(() => createSubmission(submissionPorts));
  const { phase, operation } = useSubmitted(submission);
  if (phase.type === 'taken' && operation !== null) {
    const done = operation.state === 'succeeded';
    return (
      <ChangeResult
        operation={operation}
        label={done ? steps.doneLabel : say('customer.back')}
        onClose={done ? steps.onDone : steps.onClose}
      />
    );
  }
  const asking = phase.type === 'asking';
  return (
    <div className={css['panel']}>
      <h1>{title}</h1>
      {what === undefined ? null : <p className={css['name']}>{what}</p>}
      <p>{body}</p>
      {asking && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      <Foot>
        <Button disabled={asking} onPress={steps.onClose}>
          {keep}
        </Button>
        <Button kind="out" large disabled={asking} onPress={() => submission.submit(request.kind, request.input)}>
          {asking ? say('running.gateway') : label}
        </Button>
      </Foot>
    </div>
  );
}
